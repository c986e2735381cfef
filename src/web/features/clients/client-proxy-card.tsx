import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type api, queries } from '../../app/api.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ConfirmButton } from '../../ui/confirm-button.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { ErrorState, Skeleton } from '../../ui/messages/states.tsx'
import { useProxiesText } from '../proxies/proxies-text.ts'
import { nameOf } from '../proxies/proxy-data.ts'
import { useProxyFailure } from '../proxies/proxy-sentences.ts'
import { useWorkerStatus } from './client-data.ts'
import { OwnProxyDialog } from './own-proxy-dialog.tsx'

type ClientProxy = Awaited<ReturnType<typeof api.clients.getProxy>>
type OwnProxy = NonNullable<ClientProxy['own']>

const REFRESH_MS = 10_000
const TONES: Readonly<Record<OwnProxy['state'], Tone>> = {
  untried: 'neutral',
  working: 'good',
  failed: 'bad',
}

function OwnProxyFacts({ own }: { own: OwnProxy }) {
  const text = useProxiesText()
  const toSentence = useProxyFailure()
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <code className="text-[0.8125rem] break-all">{nameOf(own)}</code>
      <span className="text-[0.8125rem] text-ink-soft">
        {[text.protocols[own.protocol], own.user].filter(Boolean).join(' · ')}
      </span>
      <Badge tone={TONES[own.state]} dot="still">
        {text.states[own.state]}
      </Badge>
      {own.problem && (
        <p className="w-full text-[0.8125rem] text-bad">{toSentence(own.problem, own.failure)}</p>
      )}
    </div>
  )
}

function TakeAway({ clientId }: { clientId: string }) {
  const { ofClient: text } = useProxiesText()
  const cache = useQueryClient()
  const notify = useNotify()
  const remove = useMutation(
    queries.clients.setProxy.mutationOptions({
      onError: notify.failed,
      onSuccess() {
        notify.done(text.taken)
        return cache.invalidateQueries({ queryKey: queries.clients.getProxy.key() })
      },
    }),
  )
  return (
    <ConfirmButton
      right="manage"
      variant="secondary"
      question={{ title: text.takeAwayTitle, description: text.takeAwayBody, action: text.takeAway }}
      busy={remove.isPending}
      onConfirm={(close) => remove.mutate({ id: clientId, proxy: null }, { onSettled: close })}
    >
      {text.takeAway}
    </ConfirmButton>
  )
}

/** How a client reaches its network, and the choice of a proxy of its own. */
export function ClientProxyCard({ clientId }: { clientId: string }) {
  const { ofClient: text } = useProxiesText()
  const isOnSandbox = useWorkerStatus(clientId).data?.network === 'sandbox'
  const [isEditing, setEditing] = useState(false)
  const way = useQuery(
    queries.clients.getProxy.queryOptions({ input: { id: clientId }, refetchInterval: REFRESH_MS }),
  )
  if (way.isError && !way.data)
    return (
      <SectionCard title={text.title}>
        <ErrorState error={way.error} onRetry={() => void way.refetch()} />
      </SectionCard>
    )
  if (isOnSandbox)
    return (
      <SectionCard title={text.title}>
        <p>{text.none}</p>
      </SectionCard>
    )
  const own = way.data?.own ?? null
  return (
    <SectionCard title={text.title}>
      {way.data ? (
        <p>{own ? text.own : way.data.usesPool ? text.pool : text.direct}</p>
      ) : (
        <Skeleton className="my-1 h-4 w-2/3" />
      )}
      {own && <OwnProxyFacts own={own} />}
      <div className="mt-4 flex flex-wrap gap-2">
        <Button right="manage" variant="secondary" disabled={!way.data} onClick={() => setEditing(true)}>
          {own ? text.change : text.give}
        </Button>
        {own && <TakeAway clientId={clientId} />}
      </div>
      {isEditing && <OwnProxyDialog clientId={clientId} own={own} onClose={() => setEditing(false)} />}
    </SectionCard>
  )
}
