import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { queries } from '../../app/api.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { GraphView } from '../canvas/graph-view.tsx'
import { useEditor, useStoreValue } from '../editor-context.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import type { EdgeMark, Marks, NodeMark } from '../model/canvas/marks.ts'
import { type FlowDocument, findNode } from '../model/graph.ts'
import { buildFigures, type NodeFigures, type VersionFigures } from '../model/version-figures.ts'

const percent = (share: number): string => `${Math.round(share * 100)} %`

/** Figures as marks of the canvas: the way of the runs stands out, and so does where they were lost. */
function toMarks({ nodes, edges }: VersionFigures): Marks {
  const markOf = ({ lost, failed, runs }: NodeFigures): NodeMark =>
    failed > 0 ? 'failed' : lost > 0 ? 'changed' : runs > 0 ? 'visited' : 'faded'
  return {
    nodes: new Map(nodes.map((node) => [node.nodeId, markOf(node)])),
    edges: new Map(
      [...edges].map(([id, { runs }]): [string, EdgeMark] => [id, runs > 0 ? 'taken' : 'faded']),
    ),
    notes: new Map([
      ...nodes.map(({ nodeId, runs }): [string, string] => [nodeId, String(runs)]),
      ...[...edges].map(([id, { runs, share }]): [string, string] => [id, `${runs} · ${percent(share)}`]),
    ]),
  }
}

interface TableProps {
  document: FlowDocument
  nodes: readonly NodeFigures[]
  onChoose: (nodeId: string) => void
}

function FiguresTable({ document, nodes, onChoose }: TableProps) {
  const text = useEditorText()
  const { figures } = text
  return (
    <section aria-label={figures.table} className="max-h-56 overflow-auto border-t border-line bg-surface">
      <table className="w-full text-[0.8125rem]">
        <thead className="sticky top-0 bg-surface text-ink-soft">
          <tr>
            <th className="px-4 py-1.5 font-medium">{figures.node}</th>
            {[figures.runs, figures.waiting, figures.lost, figures.timedOut, figures.failed].map((name) => (
              <th key={name} className="px-3 py-1.5 text-end font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line tabular-nums">
          {nodes.map(({ nodeId, runs, waiting, lost, timedOut, failed }) => {
            const node = findNode(document, nodeId)
            return (
              <tr key={nodeId}>
                <td className="px-4 py-1">
                  <button type="button" className="rounded hover:underline" onClick={() => onChoose(nodeId)}>
                    {node ? nameNode(text, node.type, node.data) : nodeId}
                  </button>
                </td>
                <td className="px-3 py-1 text-end">{runs}</td>
                <td className="px-3 py-1 text-end">{waiting}</td>
                <td className="px-3 py-1 text-end">
                  {lost}
                  {lost > 0 && runs > 0 && ` (${percent(lost / runs)})`}
                </td>
                <td className="px-3 py-1 text-end">{timedOut}</td>
                <td className="px-3 py-1 text-end">{failed}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** What the runs of a version did, on its graph and as a table: how many took each way, and where they were lost. */
export function Figures() {
  const { figures: text } = useEditorText()
  const { flowId, view } = useEditor()
  const { analysing } = useStoreValue(view)
  const [focus, setFocus] = useState<string | null>(null)
  const number = analysing?.number ?? 0
  const statistics = useQuery(
    queries.flows.statistics.queryOptions({ input: { id: flowId, number }, enabled: analysing !== null }),
  )
  const document = analysing?.document
  const found = useMemo(
    () => (document && statistics.data ? buildFigures(document, statistics.data) : null),
    [document, statistics.data],
  )
  const marks = useMemo(() => (found ? toMarks(found) : null), [found])
  if (!document) return null
  const title = text.title(number)
  return (
    <div className="flex min-w-0 flex-1 flex-col">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-surface px-4 py-2 text-sm">
        <p>
          <strong className="font-semibold">{title}:</strong>{' '}
          {statistics.data && text.count(statistics.data.runs, statistics.data.isPartial)}
        </p>
        <Button
          size="small"
          variant="secondary"
          className="ms-auto"
          onClick={() => view.set({ ...view.get(), analysing: null })}
        >
          {text.stop}
        </Button>
      </div>
      {statistics.isError && (
        <ErrorState error={statistics.error} onRetry={() => void statistics.refetch()} />
      )}
      {statistics.isPending && <LoadingRows rows={4} />}
      {found && marks && (
        <>
          <div className="min-h-0 flex-1">
            <GraphView document={document} marks={marks} label={title} focus={focus} onChoose={setFocus} />
          </div>
          <FiguresTable document={document} nodes={found.nodes} onChoose={setFocus} />
        </>
      )}
    </div>
  )
}
