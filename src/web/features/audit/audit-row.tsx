import type { api } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useText } from '../../i18n/language.tsx'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Cell } from '../../ui/table.tsx'
import { useAuditText } from './audit-text.ts'

type Entry = Awaited<ReturnType<typeof api.audit.list>>['entries'][number]

/** What an entry ended with: done, cut off before or after it changed something, failed, or the code it was refused with. */
function useOutcome(outcome: string): { tone: Tone; name: string; hint: string | undefined } {
  const text = useAuditText()
  const { errors } = useText()
  if (outcome === 'done') return { tone: 'good', name: text.done, hint: undefined }
  if (outcome === 'begun') return { tone: 'warn', name: text.begun, hint: text.begunHint }
  if (outcome === 'changed') return { tone: 'warn', name: text.changed, hint: text.changedHint }
  if (outcome === 'FAILED') return { tone: 'bad', name: text.failed, hint: undefined }
  return { tone: 'neutral', name: text.refused, hint: errors.codes[outcome] ?? outcome }
}

/** Ids and names out of what was asked for, as one line, in the order of the catalogue. */
function useTargetLine(): (target: Entry['target']) => string {
  const text = useAuditText()
  const show = (value: unknown): string => {
    if (typeof value === 'boolean') return value ? text.yes : text.no
    return Array.isArray(value) ? value.map(show).join(', ') : String(value ?? '–')
  }
  const places = Object.keys(text.fields)
  return (target) =>
    Object.entries(target)
      .toSorted(([a], [b]) => places.indexOf(a) - places.indexOf(b))
      .map(([field, value]) => `${text.fields[field] ?? field}: ${show(value)}`)
      .join(' · ')
}

export function AuditRow({ entry }: { entry: Entry }) {
  const text = useAuditText()
  const dates = useDates()
  const lineOf = useTargetLine()
  const outcome = useOutcome(entry.outcome)
  const { createdAt, email, userId, via, keyId, operation, requestId } = entry
  const target = lineOf(entry.target)
  const badge = (
    <Badge tone={outcome.tone} title={outcome.hint}>
      {outcome.name}
    </Badge>
  )
  const time = (
    <time dateTime={createdAt} title={dates.exact(createdAt)}>
      {dates.ago(createdAt)}
    </time>
  )
  return (
    <tr>
      <Cell className="hidden whitespace-nowrap text-ink-soft sm:table-cell">{time}</Cell>
      <Cell className="max-w-36 align-top sm:max-w-56 sm:align-middle">
        <p className="truncate" title={userId}>
          {email ?? text.others[userId] ?? text.gone}
        </p>
        {via !== 'sign-in' && (
          <p className="truncate text-[0.8125rem] text-ink-soft" title={keyId ?? undefined}>
            {text.ways[via]}
          </p>
        )}
        <p className="text-[0.8125rem] text-ink-soft sm:hidden">{time}</p>
      </Cell>
      <Cell>
        <p className="font-medium" title={requestId === null ? undefined : text.request(requestId)}>
          {text.operations[operation] ?? operation}
        </p>
        <p className="text-[0.8125rem] [overflow-wrap:anywhere] text-ink-soft md:hidden">{target}</p>
        {entry.outcome !== 'done' && <div className="mt-1 sm:hidden">{badge}</div>}
      </Cell>
      <Cell className="hidden max-w-72 text-[0.8125rem] break-words text-ink-soft md:table-cell">
        {target}
      </Cell>
      <Cell className="hidden sm:table-cell">
        {badge}
        {outcome.hint && <p className="mt-1 text-xs text-ink-soft">{outcome.hint}</p>}
      </Cell>
    </tr>
  )
}
