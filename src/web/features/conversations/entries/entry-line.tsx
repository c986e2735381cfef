import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../../app/session.ts'
import { useDates } from '../../../i18n/dates.ts'
import { useMoment } from '../moment.ts'
import { useEntriesText } from './entries-text.ts'
import type { Entry } from './use-entries.ts'

type Text = ReturnType<typeof useEntriesText>

/** Whom an entry concerns, as it is told: nobody where it waits for a member of a department. */
function nameWhom({ member, department }: Entry, own: string | undefined, text: Text): string | null {
  if (member) return member.userId === own ? text.toMe : (member.name ?? text.gone)
  return department ? null : text.gone
}

/** What an entry says in the present language, as one line. */
function useLine(): (entry: Entry) => string {
  const text = useEntriesText()
  const moment = useMoment()
  const own = useSuspenseQuery(sessionQuery).data?.user.id
  return (entry) => {
    const { kind, actor, member, department, label, until, call } = entry
    // Notes have a form of their own.
    if (kind === 'note') return ''
    const isOwn = actor.kind === 'person' && actor.id === own
    return text.lines[kind]({
      ...{ isOwn, by: actor.kind, isSelf: member !== null && actor.id === member.userId },
      who: isOwn ? text.me : text.actors[actor.kind](actor.name),
      whom: nameWhom(entry, own, text),
      department: department && (department.name ?? text.departmentGone),
      label: label?.name ?? '',
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
