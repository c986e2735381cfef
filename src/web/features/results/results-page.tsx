import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { queries } from '../../app/api.ts'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { Page } from '../../ui/page.tsx'
import { AnswersTab } from './answers-tab.tsx'
import { useResultsText } from './results-text.ts'

const route = getRouteApi('/app/flows/$flowId/results')

/** What a flow found out. */
export function ResultsPage() {
  const text = useResultsText()
  const { flowId } = route.useParams()
  const flow = useQuery(queries.flows.get.queryOptions({ input: { id: flowId } }))
  const back = (
    <Link
      to="/flows"
      className="mb-3 inline-flex items-center gap-1.5 rounded text-sm text-ink-soft hover:text-ink"
    >
      <ArrowLeft className="size-4" aria-hidden />
      {text.flows}
    </Link>
  )
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
  return (
    <Page title={text.title(flow.data.name)} intro={text.intro} lead={back} actions={actions} wide>
      <AnswersTab flowId={flowId} />
    </Page>
  )
}
