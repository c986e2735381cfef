import { Check, CheckCheck, CircleAlert, Clock, type LucideIcon } from 'lucide-react'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { classes } from '../../ui/classes.ts'
import { type ChatMessage, toIso, useMessageLine } from './chat-data.ts'

const STATUS_ICONS: Readonly<Record<NonNullable<ChatMessage['status']>, LucideIcon>> = {
  ERROR: CircleAlert,
  PENDING: Clock,
  SERVER_ACK: Check,
  DELIVERY_ACK: CheckCheck,
  READ: CheckCheck,
  PLAYED: CheckCheck,
}

function Status({ status }: { status: NonNullable<ChatMessage['status']> }) {
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

/** One message; what the account wrote stands at the right. Texts are shown as they are, whatever they hold. */
export function MessageBubble({ message }: { message: ChatMessage }) {
  const dates = useDates()
  const lineOf = useMessageLine()
  const { fromMe, text, timestamp, status } = message
  const at = toIso(timestamp)
  return (
    <li className={classes('flex', fromMe ? 'justify-end' : 'justify-start')}>
      <div
        className={classes(
          'max-w-[85%] rounded-2xl px-3.5 py-2 sm:max-w-[70%]',
          fromMe ? 'rounded-br-md bg-accent-soft' : 'rounded-bl-md border border-line bg-surface',
        )}
      >
        <p className={classes('break-words whitespace-pre-wrap', text === null && 'italic text-ink-soft')}>
          {lineOf(message)}
        </p>
        <p className="mt-0.5 flex items-center justify-end gap-1 text-xs text-ink-soft tabular-nums">
          <time dateTime={at} title={dates.exact(at)}>
            {dates.time(at)}
          </time>
          {fromMe && status && <Status status={status} />}
        </p>
      </div>
    </li>
  )
}
