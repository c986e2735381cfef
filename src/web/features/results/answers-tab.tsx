import { useInfiniteQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { MoreButton } from '../../ui/more-button.tsx'
import { AnswerFiles } from './answer-files.tsx'
import { type AnswerColumn, type AnswerFilter, mergeColumns, type Sorting, toInput } from './answer-filter.ts'
import { AnswerFilters } from './answer-filters.tsx'
import { AnswersTable } from './answers-table.tsx'
import { useResultsText } from './results-text.ts'

interface ChooserProps {
  columns: readonly AnswerColumn[]
  hidden: ReadonlySet<string>
  onChange: (hidden: ReadonlySet<string>) => void
}

function ColumnChooser({ columns, hidden, onChange }: ChooserProps) {
  const { columns: text } = useResultsText()
  if (columns.length === 0) return null
  const toggle = (id: string) => {
    const next = new Set(hidden)
    if (!next.delete(id)) next.add(id)
    onChange(next)
  }
  return (
    <details className="relative">
      <summary className="cursor-pointer rounded-lg border border-line-strong/60 px-3 py-1.5 text-sm font-medium select-none hover:border-line-strong">
        {text.choose} ({columns.length - hidden.size}/{columns.length})
      </summary>
      <fieldset className="absolute z-20 mt-1 max-h-80 w-72 max-w-[80vw] overflow-auto rounded-lg border border-line bg-surface p-3 shadow-soft">
        <legend className="sr-only">{text.of}</legend>
        {columns.map(({ id, label }) => (
          <label key={id} className="flex items-start gap-2 py-1 text-sm">
            <input type="checkbox" className="mt-0.5" checked={!hidden.has(id)} onChange={() => toggle(id)} />
            <span className="min-w-0 break-words">{label}</span>
          </label>
        ))}
      </fieldset>
    </details>
  )
}

const IN_TIME: Sorting = { sort: 'createdAt', descending: true }

/** What people answered in a flow, as a table that can be narrowed, sorted and saved. */
export function AnswersTab({ flowId }: { flowId: string }) {
  const { answers: text } = useResultsText()
  const { tag } = useLanguage()
  const [filter, setFilter] = useState<AnswerFilter>({})
  const [sorting, setSorting] = useState(IN_TIME)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const asked = useDeferredValue(filter)
  const answers = useInfiniteQuery(
    queries.flows.results.answers.infiniteOptions({
      input: (cursor: string | undefined) => ({
        ...toInput(flowId, asked),
        ...sorting,
        ...(cursor && { cursor }),
      }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.nextCursor ?? undefined,
      placeholderData: (before) => before,
    }),
  )
  const pages = answers.data?.pages ?? []
  const rows = pages.flatMap((page) => page.rows)
  const columns = mergeColumns(pages)
  const shown = columns.filter(({ id }) => !hidden.has(id))
  const lookedAt = pages.reduce((sum, page) => sum + page.lookedAt, 0).toLocaleString(tag)
  const isFiltered = Object.keys(filter).length > 0
  return (
    <>
      <AnswerFilters flowId={flowId} columns={columns} filter={filter} onChange={setFilter} />
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />
        <AnswerFiles flowId={flowId} filter={filter} columns={shown.map(({ id }) => id)} />
      </div>
      {pages.some((page) => page.isPartial) && (
        <p role="status" className="mb-4 text-sm text-ink-soft">
          {text.partial(lookedAt)}
        </p>
      )}
      <Card className="overflow-hidden">
        {answers.isPending && <LoadingRows />}
        {answers.isError && <ErrorState error={answers.error} onRetry={() => void answers.refetch()} />}
        {answers.isSuccess && rows.length === 0 && (
          <EmptyState icon={ListChecks} title={isFiltered ? text.nothingFound : text.empty}>
            {isFiltered ? null : text.emptyBody}
          </EmptyState>
        )}
        {rows.length > 0 && (
          <AnswersTable columns={shown} rows={rows} sorting={sorting} onSort={setSorting} />
        )}
      </Card>
      <MoreButton
        className="mt-4 text-center"
        pages={answers}
        label={rows.length === 0 ? text.lookFurther(lookedAt) : text.more}
      />
    </>
  )
}
