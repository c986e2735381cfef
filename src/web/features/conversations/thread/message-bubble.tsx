import { Star } from 'lucide-react'
import { lazy, useState } from 'react'
import { useDates } from '../../../i18n/dates.ts'
import { useText } from '../../../i18n/language.tsx'
import { useSendErrorSentence } from '../../../i18n/service-sentence.ts'
import { classes } from '../../../ui/classes.ts'
import { Part, untilLoaded } from '../../../ui/messages/part.tsx'
import { type InboxMessage, toIso, useMessageLine } from '../chat-data.ts'
import { bubbleLook } from './bubble-look.ts'
import { MessageContent } from './message-content.tsx'
import { type MessageActions, MessageMenu } from './message-menu.tsx'
import { StatusMark } from './status-mark.tsx'

const SenderLine = lazy(
  untilLoaded(async () => ({ default: (await import('../desk/sender-line.tsx')).SenderLine })),
)
const MessageFate = lazy(
  untilLoaded(async () => ({ default: (await import('./message-fate.tsx')).MessageFate })),
)
const MessageLabels = lazy(
  untilLoaded(async () => ({ default: (await import('../network/message-labels.tsx')).MessageLabels })),
)

type Quoted = NonNullable<InboxMessage['quoted']>

const nameStatus = (
  { fromMe, displayName }: Quoted,
  text: { yourStatus: string; statusOf(name: string): string },
): string => (fromMe ? text.yourStatus : text.statusOf(displayName ?? ''))

function Quote({ quoted }: { quoted: Quoted }) {
  const { chat: text } = useText()
  const lineOf = useMessageLine()
  return (
    <blockquote className="mb-1.5 rounded-lg border-s-3 border-accent bg-canvas px-2.5 py-1.5 text-sm">
      <p dir="auto" className="truncate font-medium text-accent">
        {quoted.isStatus ? nameStatus(quoted, text) : quoted.fromMe ? text.you : quoted.displayName}
      </p>
      <p dir="auto" className="line-clamp-2 break-words text-ink-soft">
        {lineOf(quoted)}
      </p>
    </blockquote>
  )
}

function Reactions({ reactions }: { reactions: InboxMessage['reactions'] }) {
  const { chat: text } = useText()
  const counts = new Map<string, number>()
  for (const emoji of Object.values(reactions)) counts.set(emoji, (counts.get(emoji) ?? 0) + 1)
  if (counts.size === 0) return null
  return (
    <ul aria-label={text.reactions} className="relative z-10 -mt-1.5 flex gap-1 px-2">
      {[...counts].map(([emoji, count]) => (
        <li key={emoji} className="rounded-full border border-line bg-surface px-1.5 text-sm shadow-soft">
          {emoji}
          {count > 1 && <span className="ms-1 text-xs text-ink-soft">{count}</span>}
        </li>
      ))}
    </ul>
  )
}

interface MessageBubbleProps {
  entry: InboxMessage
  /** In groups: who wrote it. */
  showsWriter: boolean
  actions: MessageActions
  /** The newest of the conversation: where nobody has answered it, it is told why. */
  isNewest: boolean
}

/** One message; what the account wrote stands at the right. Texts are shown as they are, whatever they hold. */
export function MessageBubble({ entry, showsWriter, actions, isNewest }: MessageBubbleProps) {
  const { chat: text } = useText()
  const renderError = useSendErrorSentence()
  const dates = useDates()
  const [isAsked, setAsked] = useState(false)
  const { id, clientId, jid, fromMe, timestamp, status, displayName } = entry.message
  const at = toIso(timestamp)
  return (
    <li
      className={classes(
        'group/message flex flex-col [contain-intrinsic-size:auto_4rem] [content-visibility:auto]',
        fromMe ? 'items-end' : 'items-start',
      )}
    >
      <div
        className={classes(
          'flex max-w-[88%] items-center gap-1 sm:max-w-[72%]',
          fromMe && 'flex-row-reverse',
        )}
      >
        <div className={classes('min-w-0', bubbleLook(fromMe))}>
          {showsWriter && !fromMe && (
            <p dir="auto" className="text-sm font-medium text-accent">
              {displayName}
            </p>
          )}
          {entry.quoted && <Quote quoted={entry.quoted} />}
          <MessageContent entry={entry} />
          <p className="mt-0.5 flex items-center justify-end gap-1 text-xs text-ink-soft tabular-nums">
            {entry.sender && (
              <Part>
                <SenderLine clientId={entry.message.clientId} sender={entry.sender} />
              </Part>
            )}
            {entry.message.starred && (
              <Star role="img" aria-label={text.starred} className="size-3 fill-current text-warn" />
            )}
            {entry.editedAt && <span>{text.edited}</span>}
            <time dateTime={at} title={dates.exact(at)}>
              {dates.time(at)}
            </time>
            {fromMe && status && <StatusMark status={status} />}
          </p>
          {entry.error && (
            <p className="text-xs text-bad">{renderError({ error: entry.error, failure: entry.failure })}</p>
          )}
        </div>
        <MessageMenu entry={entry} actions={actions} onExplain={() => setAsked(true)} />
      </div>
      <Reactions reactions={entry.reactions} />
      <Part>
        <MessageLabels clientId={clientId} jid={jid} messageId={id} />
      </Part>
      {!fromMe && (isAsked || isNewest) && (
        <Part>
          <MessageFate clientId={clientId} jid={jid} messageId={id} onlyUnanswered={!isAsked} />
        </Part>
      )}
    </li>
  )
}
