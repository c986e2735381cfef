import '@xyflow/react/dist/style.css'
import '../../flow-editor/jitless.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { parseExchange } from '../../../core/flow/index.ts'
import { api } from '../../app/api.ts'
import { GraphView } from '../../flow-editor/canvas/graph-view.tsx'
import { loadFlow } from '../../flow-editor/draft-port.ts'
import { NO_MARKS } from '../../flow-editor/model/canvas/marks.ts'
import type { FlowDocument } from '../../flow-editor/model/graph.ts'
import { buildReplay, type ReplayFrame } from '../../flow-editor/model/simulate/replay.ts'
import { loadVersion } from '../../flow-editor/versions/load-version.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import type { Run, RunStep, TestedDraft } from './run-data.ts'
import type { NamedNode } from './run-words.ts'
import { useRunsText } from './runs-text.ts'

const STEP_MS = 1_100

function readTested(tested: NonNullable<TestedDraft>): FlowDocument {
  const parsed = parseExchange(tested)
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.flow
}

/** The flow as it was tested, or published when the run took it up; its draft when that version is not to be had. */
async function loadGraph({ flowId }: Run, versionId: string | null, tested: TestedDraft) {
  if (tested) return { number: null, document: readTested(tested) }
  const { versions } = await api.flows.versions({ id: flowId, limit: 200 })
  const version = versions.find(({ id }) => id === versionId)
  return version
    ? { number: version.number, document: await loadVersion(flowId, version.number) }
    : { number: null, document: (await loadFlow(flowId)).document }
}

function versionOf({ context }: Run): string | null {
  try {
    const { flowVersionId } = JSON.parse(context) as { flowVersionId?: unknown }
    return typeof flowVersionId === 'string' ? flowVersionId : null
  } catch {
    return null
  }
}

function Variables({ frame }: { frame: ReplayFrame }) {
  const text = useRunsText()
  const names = [...new Set([...Object.keys(frame.before), ...Object.keys(frame.after)])].sort()
  const show = (value: unknown) =>
    value === undefined ? '–' : typeof value === 'string' ? value : JSON.stringify(value)
  if (names.length === 0) return <p className="text-sm text-ink-soft">{text.noVariables}</p>
  return (
    <table className="w-full table-fixed text-sm">
      <thead className="text-[0.8125rem] text-ink-soft">
        <tr>
          <th className="py-1 font-medium">{text.variable}</th>
          <th className="py-1 font-medium">{text.before}</th>
          <th className="py-1 font-medium">{text.after}</th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {names.map((name) => (
          <tr key={name} className={frame.changed.includes(name) ? 'bg-accent-soft' : undefined}>
            <td className="truncate py-1.5 pe-2 ps-1 font-mono text-[0.8125rem]">{name}</td>
            <td className="py-1.5 pe-2 break-words text-ink-soft">{show(frame.before[name])}</td>
            <td className="py-1.5 break-words">{show(frame.after[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface StepperProps {
  index: number
  count: number
  onChange: (index: number) => void
}

/** Goes through the moves one by one, by hand or by itself. */
function Stepper({ index, count, onChange }: StepperProps) {
  const text = useRunsText()
  const [isPlaying, setPlaying] = useState(false)
  useEffect(() => {
    if (!isPlaying) return
    if (index >= count - 1) {
      setPlaying(false)
      return
    }
    const timer = setTimeout(() => onChange(index + 1), STEP_MS)
    return () => clearTimeout(timer)
  }, [isPlaying, index, count, onChange])
  const play = () => {
    if (!isPlaying && index >= count - 1) onChange(0)
    setPlaying(!isPlaying)
  }
  return (
    <div className="flex items-center gap-1">
      <Button
        variant="quiet"
        size="icon"
        className="size-9"
        aria-label={text.stepBack}
        disabled={index <= 0}
        onClick={() => onChange(index - 1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        className="size-9"
        aria-label={isPlaying ? text.stop : text.play}
        onClick={play}
      >
        {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
      </Button>
      <Button
        variant="quiet"
        size="icon"
        className="size-9"
        aria-label={text.stepOn}
        disabled={index >= count - 1}
        onClick={() => onChange(index + 1)}
      >
        <ChevronRight aria-hidden />
      </Button>
      <span role="status" className="px-2 text-[0.8125rem] text-ink-soft tabular-nums">
        {text.stepOf(Math.max(0, index) + 1, count)}
      </span>
    </div>
  )
}

interface RunGraphProps {
  run: Run
  /** The draft that the run tests; null when it is on a published version. */
  tested: TestedDraft
  steps: readonly RunStep[]
  /** Told the nodes of the graph once it is there. */
  onNodes: (nodes: readonly NamedNode[]) => void
  /** Index of the chosen move among those of all steps. */
  chosen: number
  onChoose: (index: number) => void
}

/** The graph of the run's version with the way it took, and what each move changed. */
export function RunGraph({ run, tested, steps, onNodes, chosen, onChoose }: RunGraphProps) {
  const text = useRunsText()
  const versionId = versionOf(run)
  const graph = useQuery({
    queryKey: ['run-graph', run.flowId, versionId, tested === null ? null : run.id],
    queryFn: () => loadGraph(run, versionId, tested),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const nodes = graph.data?.document.definition.nodes
  useEffect(() => onNodes(nodes ?? []), [nodes, onNodes])
  const moves = useMemo(() => steps.flatMap(({ transition }) => transition ?? []), [steps])
  const frames = useMemo(() => buildReplay(moves), [moves])
  const frame = frames[chosen]
  const move = moves[chosen]
  if (graph.isPending) return <LoadingRows rows={3} />
  if (graph.isError) return <ErrorState error={graph.error} onRetry={() => void graph.refetch()} />
  const now = tested ? text.testedGraph : text.draftGraph
  const title = graph.data.number === null ? now : text.versionGraph(graph.data.number)
  return (
    <Card className="overflow-hidden">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-line py-1.5 pe-2 ps-5">
        <h2 className="text-base font-semibold">{title}</h2>
        {frames.length > 0 && <Stepper index={chosen} count={frames.length} onChange={onChoose} />}
      </div>
      <div className="h-96">
        <GraphView
          document={graph.data.document}
          marks={frame?.marks ?? NO_MARKS}
          label={title}
          focus={move?.toNodeId ?? move?.fromNodeId ?? null}
          onChoose={(nodeId) => {
            const index = moves.findLastIndex(({ toNodeId }) => toNodeId === nodeId)
            if (index >= 0) onChoose(index)
          }}
        />
      </div>
      {frame && (
        <div className="border-t border-line p-5">
          <Variables frame={frame} />
        </div>
      )}
    </Card>
  )
}
