import '@xyflow/react/dist/style.css'
import '../../flow-editor/jitless.ts'
import { useQuery } from '@tanstack/react-query'
import { Workflow } from 'lucide-react'
import { useState } from 'react'
import { queries } from '../../app/api.ts'
import { FlowFigures } from '../../flow-editor/versions/flow-figures.tsx'
import { loadVersion } from '../../flow-editor/versions/load-version.ts'
import { Card } from '../../ui/card.tsx'
import { Field, Select } from '../../ui/field.tsx'
import { EmptyState, ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { useResultsText } from './results-text.ts'

/** How far conversations came, on the graph of a version. */
export function FunnelTab({ flowId }: { flowId: string }) {
  const { answers, filters, funnel: text } = useResultsText()
  const [chosen, setChosen] = useState<number | null>(null)
  const versions = useQuery(queries.flows.versions.queryOptions({ input: { id: flowId, limit: 100 } }))
  const number = chosen ?? versions.data?.versions[0]?.number
  const version = useQuery({
    queryKey: ['result-graph', flowId, number],
    queryFn: () => loadVersion(flowId, number ?? 0),
    enabled: number !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (versions.isError) {
    return <ErrorState error={versions.error} onRetry={() => void versions.refetch()} />
  }
  if (versions.isPending) return <LoadingRows />
  if (number === undefined) {
    return (
      <EmptyState icon={Workflow} title={text.empty}>
        {text.emptyBody}
      </EmptyState>
    )
  }
  return (
    <>
      <div className="mb-4 w-48">
        <Field label={filters.version}>
          {(control) => (
            <Select {...control} value={number} onChange={(event) => setChosen(Number(event.target.value))}>
              {versions.data.versions.map((one) => (
                <option key={one.id} value={one.number}>
                  {answers.versionOf(one.number)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <Card className="flex h-[80vh] min-h-176 flex-col overflow-hidden">
        {version.isPending && <LoadingRows />}
        {version.isError && <ErrorState error={version.error} onRetry={() => void version.refetch()} />}
        {version.data && <FlowFigures key={number} flowId={flowId} number={number} document={version.data} />}
      </Card>
    </>
  )
}
