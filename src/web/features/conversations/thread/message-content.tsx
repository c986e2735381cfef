import { CalendarDays, MapPin, UserRound } from 'lucide-react'
import { lazy } from 'react'
import { useDates } from '../../../i18n/dates.ts'
import { useText } from '../../../i18n/language.tsx'
import { Part, untilLoaded } from '../../../ui/messages/part.tsx'
import { type InboxMessage, toIso, unknownKindOf } from '../chat-data.ts'
import { type Content, readContent } from './content.ts'
import { AudioView, DocumentView, PictureView } from './media-view.tsx'

const UnknownContent = lazy(
  untilLoaded(async () => ({ default: (await import('./unknown/unknown-content.tsx')).UnknownContent })),
)

function PollView({ entry, options }: { entry: InboxMessage; options: readonly string[] }) {
  const { chat: text } = useText()
  const votes = Object.values(entry.votes).flat()
  const most = Math.max(1, ...options.map((option) => votes.filter((vote) => vote === option).length))
  return (
    <ul className="mt-1 w-64 max-w-full space-y-2">
      {options.map((option) => {
        const count = votes.filter((vote) => vote === option).length
        return (
          <li key={option} className="text-sm">
            <span className="flex justify-between gap-3">
              <span dir="auto" className="break-words">
                {option}
              </span>
              <span className="text-ink-soft tabular-nums">
                {count} <span className="sr-only">{text.votes}</span>
              </span>
            </span>
            <span aria-hidden className="mt-1 block h-1.5 rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(100 * count) / most}%` }}
              />
            </span>
          </li>
        )
      })}
    </ul>
  )
}

function Lines({ icon: Icon, lines }: { icon: typeof MapPin; lines: readonly (string | null)[] }) {
  const [first, ...rest] = lines.filter((line) => line !== null && line !== '')
  return (
    <div className="flex items-start gap-3 py-1">
      <Icon className="mt-0.5 size-5 shrink-0 text-accent" aria-hidden />
      <div className="min-w-0">
        <p dir="auto" className="break-words font-medium">
          {first}
        </p>
        {rest.map((line) => (
          <p key={line} dir="auto" className="text-sm break-words text-ink-soft">
            {line}
          </p>
        ))}
      </div>
    </div>
  )
}

/** What a message shows above its text; null for kinds that are only text. */
function Body({ entry, content }: { entry: InboxMessage; content: Content }) {
  const dates = useDates()
  switch (content.kind) {
    case 'image':
    case 'video':
    case 'sticker':
      return <PictureView entry={entry} content={content} />
    case 'audio':
      return <AudioView entry={entry} content={content} />
    case 'document':
      return <DocumentView entry={entry} content={content} />
    case 'poll':
      return <PollView entry={entry} options={content.options} />
    case 'location':
      return (
        <Lines
          icon={MapPin}
          lines={[
            content.name,
            content.address,
            `${content.latitude.toFixed(5)}, ${content.longitude.toFixed(5)}`,
          ]}
        />
      )
    case 'contacts':
      return content.people.map(({ name, phones }) => (
        <Lines key={`${name} ${phones.join(' ')}`} icon={UserRound} lines={[name, ...phones]} />
      ))
    case 'event': {
      const at = content.startSec === null ? null : dates.exact(toIso(content.startSec))
      return <Lines icon={CalendarDays} lines={[content.name, at, content.description]} />
    }
    default:
      return null
  }
}

/** Kinds whose text is already part of what is shown. */
const WITHOUT_TEXT: ReadonlySet<Content['kind']> = new Set(['location', 'contacts', 'event'])

export function MessageContent({ entry }: { entry: InboxMessage }) {
  const { chat: text } = useText()
  const { type, text: words } = entry.message
  const content = readContent(entry.content)
  if (type === 'revoked') return <p className="text-ink-soft italic">{text.deleted}</p>
  const unknownKind = unknownKindOf(type)
  const isShown = content.kind !== 'other' || unknownKind !== null
  const line = words ?? (isShown ? null : (text.types[type] ?? text.otherType))
  const body = <Body entry={entry} content={content} />
  return (
    <>
      {unknownKind !== null && (
        <Part>
          <UnknownContent kind={unknownKind} content={entry.content} />
        </Part>
      )}
      {content.kind !== 'poll' && body}
      {line !== null && !WITHOUT_TEXT.has(content.kind) && (
        <p dir="auto" className={words === null ? 'text-ink-soft italic' : 'break-words whitespace-pre-wrap'}>
          {line}
        </p>
      )}
      {content.kind === 'poll' && body}
    </>
  )
}
