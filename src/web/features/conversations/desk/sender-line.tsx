import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { sessionQuery } from '../../../app/session.ts'
import type { InboxMessage } from '../chat-data.ts'
import { useTeamText } from './team-text.ts'

/** Who had the account send a message. */
export function SenderLine({
  clientId,
  sender,
}: {
  clientId: string
  sender: NonNullable<InboxMessage['sender']>
}) {
  const text = useTeamText()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const isOwn = sender.userId !== null && sender.userId === session?.user.id
  if (sender.campaignId)
    return (
      <Link
        to="/campaigns"
        search={{ client: clientId, id: sender.campaignId }}
        dir="auto"
        className="min-w-0 truncate rounded underline decoration-line-strong underline-offset-2 hover:decoration-current"
      >
        {text.senders.campaign(sender.name)}
      </Link>
    )
  return (
    <span dir="auto" className="min-w-0 truncate">
      {isOwn ? text.senders.me : text.senders[sender.kind](sender.name)}
    </span>
  )
}
