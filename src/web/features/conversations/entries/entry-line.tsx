import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../app/session.ts'
import { useDates } from '../../../i18n/dates.ts'
import { useMoment } from '../moment.ts'
import { useEntriesText } from './entries-text.ts'
import type { Entry } from './use-entries.ts'

/** What an entry says in the present language, as one line. */
function useLine(): (entry: Entry) => string {
  const text = useEntriesText()
  const moment = useMoment()
  const own = useSuspenseQuery(sessionQuery).data?.user.id
  return ({ kind, actor, member, until, call }) => {
    // Notes have a form of their own.
    if (kind === 'note') return ''
    const isOwn = actor.kind === 'person' && actor.id === own
    const who = isOwn ? text.me : text.actors[actor.kind](actor.name)
    const isSelf = member !== null && actor.id === member.userId
    const whom = member && (member.userId === own ? text.toMe : (member.name ?? text.gone))
    return text.lines[kind]({
      ...{ who, isOwn, by: actor.kind, isSelf },
      whom: whom ?? text.gone,
      until: until === null ? '' : moment(until),
      isVideo: call?.isVideo === true,
    })
  }
}

/** What somebody did with the conversation, between the messages of its time. */
export function EntryLine({ entry }: { entry: Entry }) {
  const toLine = useLine()
  const dates = useDates()
  return (
    <li className="flex justify-center px-2 py-0.5">
      <p dir="auto" className="max-w-full text-center text-[0.8125rem] break-words text-ink-soft">
        {toLine(entry)}{' '}
        <time
          dateTime={entry.at}
          title={dates.exact(entry.at)}
          className="text-xs whitespace-nowrap tabular-nums"
        >
          {dates.time(entry.at)}
        </time>
      </p>
    </li>
  )
}
