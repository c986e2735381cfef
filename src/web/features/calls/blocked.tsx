import { useQuery } from '@tanstack/react-query'
import { Ban } from 'lucide-react'
import { api, queries } from '../../app/api.ts'
import { useChange } from '../../app/use-change.ts'
import { useReadable } from '../../i18n/addresses.ts'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { useCallsText } from './calls-text.ts'

const useBlocked = (clientId: string) =>
  useQuery(queries.contacts.listBlocked.queryOptions({ input: { clientId } }))

interface Person {
  clientId: string
  jid: string
}

/** Blocks somebody on the network, or lets them write again. */
function BlockButton({ clientId, jid, isBlocked }: Person & { isBlocked: boolean }) {
  const { blocked: text } = useCallsText()
  const change = useChange(queries.contacts.listBlocked.key(), () => {})
  const act = () => {
    const person = { clientId, contactJid: jid }
    change.mutate({
      act: () => (isBlocked ? api.contacts.unblock(person) : api.contacts.block(person)),
      done: isBlocked ? text.undone : text.done,
    })
  }
  return (
    <Button right="talk" variant="secondary" size="small" busy={change.isPending} onClick={act}>
      <Ban aria-hidden className={isBlocked ? 'text-bad' : undefined} />
      {isBlocked ? text.unblock : text.block}
    </Button>
  )
}

/** Of one contact: whether the account has blocked them on the network, and the way to change that. */
export function NetworkBlock({ clientId, jid }: Person) {
  const { blocked: text } = useCallsText()
  const blocked = useBlocked(clientId)
  if (!blocked.data) return null
  const isBlocked = blocked.data.blocked.some((one) => one.jid === jid)
  return (
    <div className="space-y-2">
      <BlockButton clientId={clientId} jid={jid} isBlocked={isBlocked} />
      {isBlocked && <p className="text-sm text-bad">{text.hint}</p>}
    </div>
  )
}

/** Whom a number has blocked on the network. */
export function BlockedCard({ clientId }: { clientId: string }) {
  const readable = useReadable()
  const { blocked: text } = useCallsText()
  const blocked = useBlocked(clientId)
  const body = () => {
    if (blocked.isError) return <ErrorState error={blocked.error} onRetry={() => void blocked.refetch()} />
    if (!blocked.data) return <LoadingRows rows={2} />
    if (blocked.data.blocked.length === 0) return <p className="text-sm text-ink-soft">{text.none}</p>
    return (
      <ul className="divide-y divide-line">
        {blocked.data.blocked.map(({ jid, name, phoneNumber }) => (
          <li key={jid} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <span className="min-w-0 break-words">{name ?? phoneNumber ?? readable(jid)}</span>
            <BlockButton clientId={clientId} jid={jid} isBlocked />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <SectionCard title={text.title} description={text.about}>
      {body()}
    </SectionCard>
  )
}
