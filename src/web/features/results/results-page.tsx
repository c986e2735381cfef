import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { queries } from '../../app/api.ts'
import { BackLink } from '../../ui/back-link.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AnswersTab } from './answers-tab.tsx'
import { GoalsCard } from './goals-card.tsx'
import { useResultsText } from './results-text.ts'
import { TestsTab } from './tests-tab.tsx'

const route = getRouteApi('/app/flows/$flowId/results')

/** The canvas is loaded by those who look at it. */
const FunnelTab = lazy(async () => ({ default: (await import('./funnel-tab.tsx')).FunnelTab }))

/** What a flow found out. */
export function ResultsPage() {
  const text = useResultsText()
  const { flowId } = route.useParams()
  const { tab = 'answers' } = route.useSearch()
  const navigate = route.useNavigate()
  const flow = useQuery(queries.flows.get.queryOptions({ input: { id: flowId } }))
  const back = <BackLink to="/flows">{text.flows}</BackLink>
  if (!flow.data) {
    return (
      <Page title={text.label} lead={back}>
        {flow.isError ? (
          <ErrorState error={flow.error} onRetry={() => void flow.refetch()} />
        ) : (
          <LoadingRows rows={3} />
        )}
      </Page>
    )
  }
  const actions = (
    <Link
      to="/flows/$flowId/edit"
      params={{ flowId }}
      className="rounded text-sm font-medium text-accent hover:underline"
    >
      {text.editor}
    </Link>
  )
  const tabs = [
    { value: 'answers', name: text.tabs.answers, content: <AnswersTab flowId={flowId} /> },
    {
      value: 'funnel',
      name: text.tabs.funnel,
      content: (
        <Suspense fallback={<LoadingRows />}>
          <FunnelTab flowId={flowId} />
        </Suspense>
      ),
    },
    { value: 'goals', name: text.tabs.goals, content: <GoalsCard flowId={flowId} /> },
    { value: 'tests', name: text.tabs.tests, content: <TestsTab flowId={flowId} /> },
  ] as const
  return (
    <Page title={text.title(flow.data.name)} intro={text.intro} lead={back} actions={actions} wide>
      <Tabs
        label={text.label}
        value={tab}
        onChange={(next) => void navigate({ search: next === 'answers' ? {} : { tab: next }, replace: true })}
        tabs={tabs}
      />
    </Page>
  )
}
