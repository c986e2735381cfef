import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useReadable } from '../../i18n/addresses.ts'
import { useDates } from '../../i18n/dates.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Cell } from '../../ui/table.tsx'
import { RunStateBadge } from '../runs/run-state-badge.tsx'
import type { AnswerColumn, AnswerRow, Sorting } from './answer-filter.ts'
import { useResultsText } from './results-text.ts'

interface TableProps {
  columns: readonly AnswerColumn[]
  rows: readonly AnswerRow[]
  sorting: Sorting
  onSort: (sorting: Sorting) => void
}

const HEAD = 'px-3 py-3 text-start font-medium whitespace-nowrap first:ps-4 sm:px-5 sm:first:ps-6'

function SortHead({
  id,
  label,
  sorting,
  onSort,
}: { id: string; label: string } & Pick<TableProps, 'sorting' | 'onSort'>) {
  const { answers: text } = useResultsText()
  const isSorted = sorting.sort === id
  const Arrow = sorting.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      aria-sort={isSorted ? (sorting.descending ? 'descending' : 'ascending') : 'none'}
      className={HEAD}
    >
      <button
        type="button"
        title={text.sortBy(label)}
        className="inline-flex max-w-56 items-center gap-1 rounded hover:text-ink"
        onClick={() => onSort({ sort: id, descending: isSorted ? !sorting.descending : true })}
      >
        <span className="truncate">{label}</span>
        {isSorted && <Arrow aria-hidden className="size-3.5 shrink-0" />}
      </button>
    </th>
  )
}

/** A value as people read it, of its own type. */
function Value({ value }: { value: unknown }) {
  const { answers: text } = useResultsText()
  const { tag } = useLanguage()
  if (value === null || value === undefined) return null
  if (typeof value === 'number') return <span className="tabular-nums">{value.toLocaleString(tag)}</span>
  if (typeof value === 'boolean') return value ? text.yes : text.no
  if (typeof value === 'string') return <span className="break-words whitespace-pre-line">{value}</span>
  return <code className="text-[0.8125rem] break-all">{JSON.stringify(value)}</code>
}

function AnswersRow({ row, columns }: { row: AnswerRow; columns: readonly AnswerColumn[] }) {
  const readable = useReadable()
  const { answers: text } = useResultsText()
  const dates = useDates()
  return (
    <tr className="align-top">
      <Cell className="sticky start-0 z-10 bg-surface">
        <Link
          to="/runs/$runId"
          params={{ runId: row.id }}
          className="rounded font-medium whitespace-nowrap hover:text-accent hover:underline"
        >
          <bdi>{row.contactName ?? readable(row.contactJid)}</bdi>
        </Link>
        {row.contactName && (
          <p className="hidden text-[0.8125rem] text-ink-soft tabular-nums sm:block">
            {readable(row.contactJid)}
          </p>
        )}
      </Cell>
      <Cell className="whitespace-nowrap text-ink-soft">
        <time dateTime={row.createdAt}>{dates.ago(row.createdAt)}</time>
      </Cell>
      <Cell>
        <RunStateBadge state={row.state} />
      </Cell>
      <Cell className="tabular-nums">
        {row.version === null ? <Badge tone="warn">{text.draft}</Badge> : text.versionOf(row.version)}
      </Cell>
      {columns.map(({ id, label }) => {
        const given = row.values[id]
        return (
          <Cell key={id} className="max-w-80 min-w-28">
            {given && <Value value={given.value} />}
            {given && given.label !== label && (
              <p className="text-[0.8125rem] text-ink-soft">{text.otherName(given.label)}</p>
            )}
          </Cell>
        )
      })}
    </tr>
  )
}

/** A row each conversation, a column each question or variable; wide ones are scrolled beneath the contact. */
export function AnswersTable({ columns, rows, sorting, onSort }: TableProps) {
  const { answers: text } = useResultsText()
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard has to reach it
    <section className="overflow-x-auto" tabIndex={0} aria-label={text.table}>
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-[0.8125rem] text-ink-soft">
            <th scope="col" className={`${HEAD} sticky start-0 z-10 bg-surface`}>
              {text.contact}
            </th>
            <SortHead id="createdAt" label={text.began} sorting={sorting} onSort={onSort} />
            <th scope="col" className={HEAD}>
              {text.state}
            </th>
            <th scope="col" className={HEAD}>
              {text.version}
            </th>
            {columns.map(({ id, label }) => (
              <SortHead key={id} id={id} label={label} sorting={sorting} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((row) => (
            <AnswersRow key={row.id} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </section>
  )
}
