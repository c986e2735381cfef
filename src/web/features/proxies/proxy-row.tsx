import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Activity, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { MenuItem, MoreMenu } from '../../ui/menu.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { Cell } from '../../ui/table.tsx'
import { useProxiesText } from './proxies-text.ts'
import { nameOf, type PoolProxy } from './proxy-data.ts'
import { useProxyFailure } from './proxy-sentences.ts'
import { RemoveProxyDialog } from './remove-proxy-dialog.tsx'

const TONES: Readonly<Record<PoolProxy['state'], Tone>> = {
  untried: 'neutral',
  working: 'good',
  failed: 'bad',
}

/** Tries a proxy now and tells how it did. */
function useTest(proxy: PoolProxy) {
  const text = useProxiesText()
  const toSentence = useProxyFailure()
  const client = useQueryClient()
  const notify = useNotify()
  return useMutation(
    queries.proxies.test.mutationOptions({
      onError: notify.failed,
      onSuccess({ works, latencyMs, media, fault, problem, failure }) {
        const file = media === 'passed' ? text.testFile : text.testNoFile
        if (works) notify.done(text.testWorks(nameOf(proxy), latencyMs), file)
        else
          notify.warn(
            text.testFails(nameOf(proxy)),
            (fault && text.faults[fault]) || (problem && toSentence(problem, failure)),
          )
        return client.invalidateQueries({ queryKey: queries.proxies.key() })
      },
    }),
  )
}

function State({ proxy, isTesting }: { proxy: PoolProxy; isTesting: boolean }) {
  const text = useProxiesText()
  const toSentence = useProxyFailure()
  const dates = useDates()
  const { state, fault, problem, failure, failedAt } = proxy
  const details = problem && toSentence(problem, failure)
  const reason = state === 'failed' ? (fault && text.faults[fault]) || details : null
  return (
    <>
      <Badge tone={isTesting ? 'neutral' : TONES[state]} dot={isTesting ? 'moving' : 'still'}>
        {isTesting ? text.testing : text.states[state]}
      </Badge>
      {reason && (
        <p className="mt-1 text-[0.8125rem] text-pretty text-ink-soft" title={details ?? undefined}>
          {reason}
          {failedAt && ` ${text.failedSince(dates.ago(failedAt))}.`}
        </p>
      )}
    </>
  )
}

export function ProxyRow({ proxy }: { proxy: PoolProxy }) {
  const text = useProxiesText()
  const { shell } = useText()
  const dates = useDates()
  const test = useTest(proxy)
  const [isRemoving, setRemoving] = useState(false)
  const ago = (at: string | null) => (at ? dates.ago(at) : shell.never)
  const details = [text.protocols[proxy.protocol], proxy.user, proxy.hasPassword && text.withPassword]
  return (
    <tr>
      <Cell className="max-w-44 sm:max-w-72">
        <p className="truncate font-medium" title={nameOf(proxy)}>
          {nameOf(proxy)}
        </p>
        <p className="truncate text-[0.8125rem] text-ink-soft">{details.filter(Boolean).join(' · ')}</p>
      </Cell>
      <Cell>
        <State proxy={proxy} isTesting={test.isPending} />
      </Cell>
      <Cell className="hidden tabular-nums sm:table-cell">{proxy.clientCount}</Cell>
      <Cell className="hidden text-ink-soft lg:table-cell">{ago(proxy.mediaWorkedAt)}</Cell>
      <Cell className="hidden text-ink-soft md:table-cell">{ago(proxy.checkedAt)}</Cell>
      <Cell className="text-end">
        <MoreMenu label={text.actionsFor(nameOf(proxy))}>
          <MenuItem disabled={test.isPending} onSelect={() => test.mutate({ id: proxy.id })}>
            <Activity aria-hidden />
            {text.test}
          </MenuItem>
          <MenuItem tone="danger" onSelect={() => setRemoving(true)}>
            <Trash2 aria-hidden />
            {text.remove}
          </MenuItem>
        </MoreMenu>
        {isRemoving && <RemoveProxyDialog proxy={proxy} onClose={() => setRemoving(false)} />}
      </Cell>
    </tr>
  )
}
