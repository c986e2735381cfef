import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, Hand, Pencil, X } from 'lucide-react'
import { useState } from 'react'
import { api, queries } from '../../../app/api.ts'
import { useDates } from '../../../i18n/dates.ts'
import { useText } from '../../../i18n/language.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { TextArea } from '../../../ui/field.tsx'
import { useNotify } from '../../../ui/messages/notify.ts'
import { type Approval, useApprovalOf, useApprovalsText } from './approval-data.ts'

const HANDOFF_SEC = 1_800

/** What a person can do about an answer. Whether it worked or another was faster, the page looks again. */
function useDecisions({ id, flowStateId, clientId, contactJid }: Approval) {
  const text = useApprovalsText()
  const client = useQueryClient()
  const notify = useNotify()
  const decide = useMutation({
    mutationFn: ({ act }: { act: () => Promise<unknown>; said: string }) => act(),
    onSuccess: (_answer, { said }) => notify.done(said),
    onError: notify.failed,
    onSettled: () =>
      Promise.all(
        [queries.approvals.key(), queries.contacts.key(), queries.flows.states.key()].map((queryKey) =>
          client.invalidateQueries({ queryKey }),
        ),
      ),
  })
  return {
    isBusy: decide.isPending,
    approve: (changed: string | null) =>
      decide.mutate({
        act: () => api.approvals.approve({ flowStateId, id, ...(changed !== null && { text: changed }) }),
        said: text.approved,
      }),
    decline: () =>
      decide.mutate({ act: () => api.approvals.decline({ flowStateId, id }), said: text.declined }),
    takeOver: () =>
      decide.mutate({
        act: () => api.contacts.update({ clientId, contactJid, handoffSec: HANDOFF_SEC }),
        said: text.takenOver,
      }),
  }
}

function Sources({ sources }: Pick<Approval, 'sources'>) {
  const text = useApprovalsText()
  if (sources.length === 0) return null
  return (
    <p className="text-[0.8125rem] text-ink-soft">
      {text.sources}: {[...new Set(sources.map(({ title }) => title))].join(', ')}
    </p>
  )
}

function Card({ approval }: { approval: Approval }) {
  const text = useApprovalsText()
  const { shell } = useText()
  const dates = useDates()
  const { isBusy, approve, decline, takeOver } = useDecisions(approval)
  const [changed, setChanged] = useState<string | null>(null)
  const isEmpty = changed !== null && changed.trim() === ''
  return (
    <section
      aria-label={text.card}
      className="max-h-[60dvh] shrink-0 space-y-2.5 overflow-y-auto border-t border-warn/40 bg-warn-soft px-4 py-3 md:px-6"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="text-sm font-semibold">{text.card}</h3>
        {approval.isTest && <Badge>{text.test}</Badge>}
        <p className="text-[0.8125rem] text-ink-soft">{text.by(dates.exact(approval.dueAt))}</p>
      </div>
      {changed === null ? (
        <p
          dir="auto"
          className="rounded-xl border border-line bg-surface px-3.5 py-2 break-words whitespace-pre-wrap"
        >
          {approval.text}
        </p>
      ) : (
        <TextArea
          aria-label={text.text}
          className="min-h-24"
          maxLength={4_096}
          autoFocus
          value={changed}
          onChange={(event) => setChanged(event.target.value)}
        />
      )}
      <Sources sources={approval.sources} />
      {approval.messagesSince > 0 && (
        <p className="text-[0.8125rem] text-warn">{text.since(approval.messagesSince)}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button right="talk" size="small" disabled={isBusy || isEmpty} onClick={() => approve(changed)}>
          <Check aria-hidden />
          {changed === null ? text.approve : text.approveChanged}
        </Button>
        <Button
          size="small"
          variant="secondary"
          disabled={isBusy}
          onClick={() => setChanged(changed === null ? approval.text : null)}
        >
          <Pencil aria-hidden />
          {changed === null ? text.edit : shell.cancel}
        </Button>
        <Button right="talk" size="small" variant="secondary" disabled={isBusy} onClick={decline}>
          <X aria-hidden />
          {text.decline}
        </Button>
        <Button right="talk" size="small" variant="secondary" disabled={isBusy} onClick={takeOver}>
          <Hand aria-hidden />
          {text.takeOver}
        </Button>
      </div>
    </section>
  )
}

/** Above the field to write in: the answer of a model that waits for somebody, if there is one. */
export function ApprovalCard({ clientId, jid }: { clientId: string; jid: string }) {
  const waiting = useApprovalOf(clientId, jid)
  const approval = waiting.data?.approvals[0]
  return approval ? <Card key={approval.id} approval={approval} /> : null
}
