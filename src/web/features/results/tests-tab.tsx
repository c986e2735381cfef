import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Shuffle } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { SectionCard } from '../../ui/card.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { ConfirmDialog } from '../../ui/messages/confirm-dialog.tsx'
import { useNotify } from '../../ui/messages/notify.ts'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { endTest } from './end-test.ts'
import { useResultsText } from './results-text.ts'
import { judge, type SplitTest } from './split-verdict.ts'

/** Shares as people read them. */
function usePercent(): (share: number) => string {
  const { tag } = useLanguage()
  return (share) => share.toLocaleString(tag, { style: 'percent', maximumFractionDigits: 1 })
}

/** What can be said by now, in one sentence. */
function Verdict({ test }: { test: SplitTest }) {
  const { tests: text } = useResultsText()
  const { tag } = useLanguage()
  const verdict = judge(test)
  const certain = (share: number) =>
    Math.min(share, 0.999).toLocaleString(tag, {
      style: 'percent',
      maximumFractionDigits: share > 0.99 ? 1 : 0,
    })
  switch (verdict.kind) {
    case 'over':
      return text.over(verdict.arm)
    case 'settled':
      return text.settled(verdict.arm, certain(verdict.certainty))
    case 'ahead':
      return verdict.needed === 0
        ? text.unsure(verdict.arm, certain(verdict.certainty))
        : text.ahead(verdict.arm, certain(verdict.certainty), verdict.needed.toLocaleString(tag))
    default:
      return text[verdict.kind]
  }
}

interface TestProps {
  flowId: string
  test: SplitTest
}

function TestCard({ flowId, test }: TestProps) {
  const { tests: text } = useResultsText()
  const { tag } = useLanguage()
  const percent = usePercent()
  const notify = useNotify()
  const client = useQueryClient()
  const [ending, setEnding] = useState<string | null>(null)
  const end = useMutation({
    mutationFn: (arm: string) => endTest(flowId, test.nodeId, arm),
    onError: notify.failed,
    onSuccess: async () => {
      setEnding(null)
      notify.done(text.ended)
      await client.invalidateQueries()
    },
  })
  const columns = [
    { name: text.arm },
    { name: text.people, className: 'text-end' },
    { name: text.reached, className: 'text-end' },
    { name: text.rate, className: 'text-end' },
    { name: text.probability, className: 'text-end' },
    { name: <span className="sr-only">{text.end}</span> },
  ]
  return (
    <SectionCard title={test.label} description={test.goal === null ? text.noGoal : text.judgedBy(test.goal)}>
      <p role="status" className="mb-4 font-medium">
        <Verdict test={test} />
      </p>
      <Table label={test.label} columns={columns}>
        {test.arms.map((arm) => (
          <tr key={arm.id}>
            <Cell className="font-medium">
              {arm.id} {arm.id === test.winner && <Badge tone="good">{text.winner}</Badge>}
              <p className="text-[0.8125rem] font-normal whitespace-nowrap text-ink-soft">
                {arm.weight === null ? text.gone : text.weight(arm.weight.toLocaleString(tag))}
              </p>
            </Cell>
            <Cell className="text-end tabular-nums">
              {arm.people.toLocaleString(tag)}
              <p className="text-[0.8125rem] whitespace-nowrap text-ink-soft">
                {text.runs(arm.runs.toLocaleString(tag))}
              </p>
            </Cell>
            <Cell className="text-end tabular-nums">{arm.reached.toLocaleString(tag)}</Cell>
            <Cell className="text-end whitespace-nowrap tabular-nums">
              {arm.people === 0 ? '' : percent(arm.rate)}
              {arm.people > 0 && (
                <p className="text-[0.8125rem] text-ink-soft">
                  {text.between(percent(arm.low), percent(arm.high))}
                </p>
              )}
            </Cell>
            <Cell className="text-end tabular-nums">{arm.people === 0 ? '' : percent(arm.probability)}</Cell>
            <Cell className="text-end">
              {arm.weight !== null && arm.id !== test.winner && (
                <Button
                  right="build"
                  size="small"
                  variant="secondary"
                  aria-label={`${text.end}: ${arm.id}`}
                  onClick={() => setEnding(arm.id)}
                >
                  {text.end}
                </Button>
              )}
            </Cell>
          </tr>
        ))}
      </Table>
      <p className="mt-3 text-[0.8125rem] text-ink-soft">{text.method}</p>
      {test.isPartial && <p className="mt-1 text-[0.8125rem] text-ink-soft">{text.partial}</p>}
      <ConfirmDialog
        open={ending !== null}
        onOpenChange={() => setEnding(null)}
        title={text.endTitle(ending ?? '')}
        description={text.endBody}
        action={text.end}
        busy={end.isPending}
        onConfirm={() => ending !== null && end.mutate(ending)}
      />
    </SectionCard>
  )
}

/** The splits of a flow, and which way is the better one. */
export function TestsTab({ flowId }: { flowId: string }) {
  const { tests: text } = useResultsText()
  const [goal, setGoal] = useState('')
  const goals = useQuery(queries.flows.results.goals.queryOptions({ input: { id: flowId } }))
  const tests = useQuery(
    queries.flows.results.tests.queryOptions({
      input: { id: flowId, ...(goal && { goal }) },
      placeholderData: (before) => before,
    }),
  )
  const names = goals.data?.map(({ name }) => name) ?? []
  return (
    <div className="space-y-6">
      {names.length > 1 && (
        <div className="w-64">
          <Field label={text.goal}>
            {(control) => (
              <Select {...control} value={goal || names[0]} onChange={(event) => setGoal(event.target.value)}>
                {names.map((name) => (
                  <option key={name} value={name}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
      )}
      {tests.isPending && <LoadingRows />}
      {tests.isError && <ErrorState error={tests.error} onRetry={() => void tests.refetch()} />}
      {tests.data?.length === 0 && (
        <EmptyState icon={Shuffle} title={text.empty}>
          {text.emptyBody}
        </EmptyState>
      )}
      {tests.data?.map((test) => (
        <TestCard key={test.nodeId} flowId={flowId} test={test} />
      ))}
    </div>
  )
}
