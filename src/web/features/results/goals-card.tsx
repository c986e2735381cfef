import { useQuery } from '@tanstack/react-query'
import { Target } from 'lucide-react'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { useResultsText } from './results-text.ts'

/** How many conversations reached each goal, and what they were worth. */
export function GoalsCard({ flowId }: { flowId: string }) {
  const { goals: text } = useResultsText()
  const { tag } = useLanguage()
  const dates = useDates()
  const goals = useQuery(queries.flows.results.goals.queryOptions({ input: { id: flowId } }))
  const columns = [
    { name: text.name },
    { name: text.runs, className: 'text-end' },
    { name: text.amount, className: 'text-end' },
    { name: text.last, className: 'hidden sm:table-cell' },
  ]
  return (
    <SectionCard title={text.title} description={text.body}>
      {goals.isPending && <LoadingRows rows={2} />}
      {goals.isError && <ErrorState error={goals.error} onRetry={() => void goals.refetch()} />}
      {goals.data?.length === 0 && (
        <EmptyState icon={Target} title={text.empty}>
          {text.emptyBody}
        </EmptyState>
      )}
      {goals.data && goals.data.length > 0 && (
        <Table label={text.title} columns={columns}>
          {goals.data.map(({ name, runs, amount, amounts, lastAt }) => (
            <tr key={name}>
              <Cell className="font-medium break-words">{name}</Cell>
              <Cell className="text-end tabular-nums">{runs.toLocaleString(tag)}</Cell>
              <Cell className="text-end tabular-nums">
                {amounts === 0
                  ? ''
                  : text.worth(
                      amount.toLocaleString(tag),
                      (amount / amounts).toLocaleString(tag, { maximumFractionDigits: 2 }),
                    )}
              </Cell>
              <Cell className="hidden text-ink-soft sm:table-cell">
                <time dateTime={lastAt}>{dates.ago(lastAt)}</time>
              </Cell>
            </tr>
          ))}
        </Table>
      )}
    </SectionCard>
  )
}
