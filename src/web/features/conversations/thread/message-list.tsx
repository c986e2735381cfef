import { lazy } from 'react'
import { useText } from '../../../i18n/language.tsx'
import { classes } from '../../../ui/classes.ts'
import { Part, untilLoaded } from '../../../ui/messages/part.tsx'
import type { InboxMessage } from '../chat-data.ts'
import type { ConversationPlace } from '../contact-changes.ts'
import { sortByTime } from '../entries/by-time.ts'
import { useEntries } from '../entries/use-entries.ts'
import { useFlowActs } from '../flow/use-flow-acts.ts'
import { bubbleLook } from './bubble-look.ts'
import type { Underway } from './compose/composing.ts'
import { MessageBubble } from './message-bubble.tsx'
import type { MessageActions } from './message-menu.tsx'
import { StatusMark } from './status-mark.tsx'

const EntryItem = lazy(
  untilLoaded(async () => ({ default: (await import('../entries/entry-item.tsx')).EntryItem })),
)
const FlowActLine = lazy(
  untilLoaded(async () => ({ default: (await import('../flow/flow-act-line.tsx')).FlowActLine })),
)

function UnderwayBubble({ one }: { one: Underway }) {
  const { chat: text } = useText()
  return (
    <li className="flex justify-end opacity-70">
      <div className={classes('max-w-[88%] sm:max-w-[72%]', bubbleLook(true))}>
        <p dir="auto" className="break-words whitespace-pre-wrap">
          {one.text ?? text.types[one.kind] ?? text.otherType}
        </p>
        <p className="mt-0.5 flex justify-end text-xs text-ink-soft">
          <StatusMark status="PENDING" />
        </p>
      </div>
    </li>
  )
}

interface MessageListProps {
  place: ConversationPlace
  /** Newest first. */
  messages: readonly InboxMessage[]
  /** Older ones are still to be read. */
  hasOlder: boolean
  underway: readonly Underway[]
  actions: MessageActions
}

const newestFirst = (a: { at: string }, b: { at: string }): number => Date.parse(b.at) - Date.parse(a.at)

/** The messages of a conversation and what people and flows did between them, oldest at the top; then what is on its way. */
export function MessageList({ place, messages, hasOlder, underway, actions }: MessageListProps) {
  const oldest = messages.at(-1)
  const from = hasOlder && oldest ? oldest.message.timestamp * 1_000 : Number.NEGATIVE_INFINITY
  const done = [...useEntries(place, from), ...useFlowActs(place, from)].sort(newestFirst)
  const isGroup = place.jid.endsWith('@g.us')
  return (
    <ol aria-live="polite" className="space-y-2">
      {sortByTime(messages, done, from).map((one) =>
        'message' in one ? (
          <MessageBubble
            key={`${one.message.fromMe} ${one.message.id}`}
            entry={one}
            showsWriter={isGroup}
            actions={actions}
            isNewest={one === messages[0]}
          />
        ) : (
          <Part key={one.id}>{'run' in one ? <FlowActLine act={one} /> : <EntryItem entry={one} />}</Part>
        ),
      )}
      {underway.map((one) => (
        <UnderwayBubble key={one.id} one={one} />
      ))}
    </ol>
  )
}
