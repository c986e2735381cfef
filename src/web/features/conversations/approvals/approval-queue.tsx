import { ArrowLeft, BadgeCheck } from 'lucide-react'
import { useReadable } from '../../../i18n/addresses.ts'
import { useDates } from '../../../i18n/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../../ui/messages/states.tsx'
import { type Approval, useApprovals, useApprovalsText } from './approval-data.ts'

interface QueueProps {
  clients: readonly { id: string; name: string | null }[]
  /** Of the conversation that is open. */
  chosen: { clientId: string; jid: string | undefined }
  onChoose: (clientId: string, jid: string) => void
  onBack: () => void
}

function Entry({
  approval,
  clientName,
  isChosen,
  onChoose,
}: {
  approval: Approval
  clientName: string
  isChosen: boolean
  onChoose: () => void
}) {
  const text = useApprovalsText()
  const dates = useDates()
  const readable = useReadable()
  return (
    <button
      type="button"
      onClick={onChoose}
      aria-current={isChosen || undefined}
      className={classes(
        'block w-full border-b border-line px-4 py-3 text-start -outline-offset-2 transition-colors',
        isChosen ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
    >
      <span className="flex items-baseline justify-between gap-3">
        <span dir="auto" className="truncate font-medium">
          {approval.contactName ?? readable(approval.contactJid)}
        </span>
        <span className="shrink-0 text-xs text-ink-soft">{dates.ago(approval.writtenAt)}</span>
      </span>
      <span className="mt-0.5 block truncate text-xs text-ink-soft">
        {text.of(approval.flowName, clientName)}
      </span>
      {approval.asked && (
        <span dir="auto" className="mt-1.5 block truncate text-[0.8125rem] text-ink-soft">
          {approval.asked}
        </span>
      )}
      <span dir="auto" className="mt-0.5 line-clamp-2 text-[0.8125rem] break-words">
        {approval.text}
      </span>
    </button>
  )
}

/** All answers that wait for a person, of all clients, those waiting longest first. */
export function ApprovalQueue({ clients, chosen, onChoose, onBack }: QueueProps) {
  const text = useApprovalsText()
  const waiting = useApprovals()
  const names = new Map(clients.map(({ id, name }) => [id, name]))
  const approvals = waiting.data?.approvals ?? []
  return (
    <>
      <div className="flex items-center gap-2 border-b border-line p-3">
        <Button variant="quiet" size="icon" aria-label={text.back} onClick={onBack}>
          <ArrowLeft aria-hidden />
        </Button>
        <h2 className="min-w-0 truncate font-semibold">{text.title}</h2>
      </div>
      {waiting.isPending && <LoadingRows />}
      {waiting.isError && <ErrorState error={waiting.error} onRetry={() => void waiting.refetch()} />}
      {waiting.isSuccess && approvals.length === 0 && (
        <EmptyState icon={BadgeCheck} title={text.empty}>
          {text.emptyBody}
        </EmptyState>
      )}
      {approvals.length > 0 && (
        <ul aria-label={text.answers} className="min-h-0 flex-1 overflow-y-auto">
          {approvals.map((approval) => (
            <li key={approval.id}>
              <Entry
                approval={approval}
                clientName={names.get(approval.clientId) ?? ''}
                isChosen={approval.clientId === chosen.clientId && approval.contactJid === chosen.jid}
                onChoose={() => onChoose(approval.clientId, approval.contactJid)}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
