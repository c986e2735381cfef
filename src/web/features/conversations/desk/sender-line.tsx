import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../app/session.ts'
import type { InboxMessage } from '../chat-data.ts'
import { useTeamText } from './team-text.ts'

/** Who had the account send a message. */
export function SenderLine({ sender }: { sender: NonNullable<InboxMessage['sender']> }) {
  const text = useTeamText()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const isOwn = sender.userId !== null && sender.userId === session?.user.id
  return (
    <span dir="auto" className="min-w-0 truncate">
      {isOwn ? text.senders.me : text.senders[sender.kind](sender.name)}
    </span>
  )
}
