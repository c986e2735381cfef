import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react'
import { useText } from '../../../i18n/language.tsx'
import { classes } from '../../../ui/classes.ts'
import type { InboxMessage } from '../chat-data.ts'

type Status = NonNullable<InboxMessage['message']['status']>

const STATUS_ICONS: Readonly<Record<Status, LucideIcon>> = {
  ERROR: CircleAlert,
  PENDING: Clock,
  SERVER_ACK: Check,
  DELIVERY_ACK: CheckCheck,
  READ: CheckCheck,
  PLAYED: CheckCheck,
}

/** How far a message got: a mark to see, a word to hear. */
export function StatusMark({ status }: { status: Status }) {
  const { chat: text } = useText()
  const Icon = STATUS_ICONS[status]
  const isSeen = status === 'READ' || status === 'PLAYED'
  return (
    <span className={classes(isSeen && 'text-accent', status === 'ERROR' && 'text-bad')}>
      <Icon className="size-3.5" aria-hidden />
      <span className="sr-only">{text.statuses[status]}</span>
    </span>
  )
}
