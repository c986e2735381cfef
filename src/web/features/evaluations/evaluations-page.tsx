import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ClipboardCheck, MessagesSquare, Play } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { useDates } from '../../i18n/dates.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, SectionCard } from '../../ui/card.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Cell, Table } from '../../ui/table.tsx'
import { ChecksDialog, readChecks } from './checks-dialog.tsx'
import { type TestCase, TONES, useEvaluations, useEvaluationsText, useFigures } from './evaluation-data.ts'
import { EvaluationView, useTargetName } from './evaluation-view.tsx'
import { StartDialog } from './start-dialog.tsx'

const route = getRouteApi('/app/flows/$flowId/evaluations')

/** The conversations that are played, and what has to hold of each. */
function Tests({ flowId, tests }: { flowId: string; tests: readonly TestCase[] }) {
  const text = useEvaluationsText()
  const [changed, setChanged] = useState<TestCase | null>(null)
  if (tests.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={MessagesSquare}
          title={text.noTests}
          action={
            <Button asChild>
              <Link to="/flows/$flowId/edit" params={{ flowId }}>
                {text.toEditor}
              </Link>
            </Button>
          }
        >
          {text.noTestsBody}
        </EmptyState>
      </Card>
    )
  }
  return (
    <SectionCard title={text.tests} description={text.testsIntro}>
      <ul className="-mx-5 -mb-5 divide-y divide-line border-t border-line sm:-mx-6 sm:-mb-6">
        {tests.map((test) => (
          <li key={test.id} className="flex items-center justify-between gap-3 px-5 py-3 sm:px-6">
            <div className="min-w-0">
              <p className="font-medium break-words">{test.title}</p>
              <p className="text-[0.8125rem] text-ink-soft">
                {['no_error', ...readChecks(test).map(({ kind }) => kind)]
                  .map((kind) => text.kinds[kind] ?? kind)
                  .join(' · ')}
              </p>
            </div>
            <Button
              right="build"
              variant="secondary"
              size="small"
              aria-label={text.editChecks(test.title)}
              onClick={() => setChanged(test)}
            >
              {text.change}
            </Button>
          </li>
        ))}
      </ul>
      {changed && <ChecksDialog test={changed} onClose={() => setChanged(null)} />}
    </SectionCard>
  )
}

function Evaluations({ flowId, all }: { flowId: string; all: ReturnType<typeof useEvaluations> }) {
  const text = useEvaluationsText()
  const dates = useDates()
  const figures = useFigures()
  const nameTarget = useTargetName()
  const search = route.useSearch()
  const columns = [
    { name: text.target, className: 'text-start' },
    { name: text.result, className: 'text-start' },
    { name: text.took, className: 'hidden text-start sm:table-cell' },
  ]
  const rows = all.data ?? []
  return (
    <Card>
      {all.isPending && <LoadingRows rows={2} />}
      {all.isError && <ErrorState error={all.error} onRetry={() => void all.refetch()} />}
      {all.isSuccess && rows.length === 0 && (
        <EmptyState icon={ClipboardCheck} title={text.none}>
          {text.noneBody}
        </EmptyState>
      )}
      {rows.length > 0 && (
        <Table label={text.list} columns={columns}>
          {rows.map((one) => (
            <tr
              key={one.id}
              className={`relative transition-colors ${one.id === search.id ? 'bg-accent-soft' : 'hover:bg-sunken/60'}`}
            >
              <Cell>
                <Link
                  to="/flows/$flowId/evaluations"
                  params={{ flowId }}
                  search={{ id: one.id }}
                  aria-current={one.id === search.id || undefined}
                  className="font-medium after:absolute after:inset-0"
                >
                  {nameTarget(one)}
                </Link>
                <p className="text-[0.8125rem] text-ink-soft">{dates.exact(one.createdAt)}</p>
              </Cell>
              <Cell>
                <span className="flex flex-wrap items-center gap-2 tabular-nums">
                  {text.of(one.passed, one.total)}
                  <Badge tone={TONES[one.status]}>{text.statuses[one.status]}</Badge>
                </span>
              </Cell>
              <Cell className="hidden text-ink-soft sm:table-cell">{figures(one)}</Cell>
            </tr>
          ))}
        </Table>
      )}
    </Card>
  )
}

/** Evaluations of one flow: start one, see what was answered, and what changed between two. */
export function EvaluationsPage() {
  const { flowId } = route.useParams()
  const { id, with: withId } = route.useSearch()
  const navigate = route.useNavigate()
  const text = useEvaluationsText()
  const flow = useQuery(queries.flows.get.queryOptions({ input: { id: flowId } }))
  const tests = useQuery(queries.flows.testCases.list.queryOptions({ input: { id: flowId } }))
  const all = useEvaluations(flowId)
  const [isStarting, setStarting] = useState(false)
  const lead = (
    <BackLink to="/flows/$flowId/edit" params={{ flowId }}>
      {text.back}
    </BackLink>
  )
  const failed = flow.error ?? tests.error
  const title = flow.data ? text.title(flow.data.name) : text.name
  if (failed) {
    return (
      <Page title={title} lead={lead}>
        <Card>
          <ErrorState
            error={failed}
            onRetry={() => {
              void flow.refetch()
              void tests.refetch()
            }}
          />
        </Card>
      </Page>
    )
  }
  const start = (
    <Button right="build" onClick={() => setStarting(true)}>
      <Play aria-hidden />
      {text.start}
    </Button>
  )
  return (
    <Page title={title} intro={text.intro} lead={lead} actions={Boolean(tests.data?.length) && start}>
      <div className="space-y-6">
        {tests.data ? (
          <Tests flowId={flowId} tests={tests.data} />
        ) : (
          <Card>
            <LoadingRows rows={2} />
          </Card>
        )}
        <Evaluations flowId={flowId} all={all} />
        {id && (
          <EvaluationView
            key={id}
            flowId={flowId}
            id={id}
            withId={withId}
            all={all.data ?? []}
            onCompare={(other) => void navigate({ search: { id, ...(other && { with: other }) } })}
            onRemoved={() => void navigate({ search: {} })}
          />
        )}
      </div>
      {isStarting && (
        <StartDialog
          flowId={flowId}
          onClose={() => setStarting(false)}
          onStarted={(started) => void navigate({ search: { id: started.id } })}
        />
      )}
    </Page>
  )
}
