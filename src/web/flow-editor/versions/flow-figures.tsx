import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { queries } from '../../app/api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { classes } from '../../ui/classes.ts'
import { startOfDay } from '../../ui/days/calendar-days.ts'
import { DayField } from '../../ui/days/day-field.tsx'
import { ErrorState, LoadingRows } from '../../ui/messages/states.tsx'
import { GraphView } from '../canvas/graph-view.tsx'
import { nameNode, useEditorText } from '../editor-text.ts'
import type { EdgeMark, Marks, NodeMark } from '../model/canvas/marks.ts'
import { type FlowDocument, findNode } from '../model/graph.ts'
import {
  buildFigures,
  type DropLevel,
  dropLevel,
  type NodeFigures,
  type VersionFigures,
} from '../model/version-figures.ts'

const percent = (share: number): string => `${Math.round(share * 100)} %`

const DROP_MARKS: Readonly<Record<DropLevel, NodeMark>> = {
  none: 'visited',
  low: 'dropLow',
  some: 'dropSome',
  high: 'dropHigh',
}

/** Beside a node: runs that reached it, of all, and of those the ones that left here. */
function noteNode(node: NodeFigures): string {
  const reached = `${node.runs} · ${percent(node.share)}`
  return node.lost > 0 ? `${reached} · ▼ ${percent(node.lost / Math.max(node.runs, 1))}` : reached
}

/** Figures as marks of the canvas: the way of the runs stands out, and so does where they were lost. */
function toMarks({ nodes, edges }: VersionFigures): Marks {
  return {
    nodes: new Map(nodes.map((node) => [node.nodeId, node.runs > 0 ? DROP_MARKS[dropLevel(node)] : 'faded'])),
    edges: new Map(
      [...edges].map(([id, { runs }]): [string, EdgeMark] => [id, runs > 0 ? 'taken' : 'faded']),
    ),
    notes: new Map([
      ...nodes.map((node): [string, string] => [node.nodeId, noteNode(node)]),
      ...[...edges].map(([id, { runs, share }]): [string, string] => [id, `${runs} · ${percent(share)}`]),
    ]),
  }
}

const SWATCHES: Readonly<Record<DropLevel, string>> = {
  none: 'border border-accent/60',
  low: 'ring-2 ring-warn/60',
  some: 'ring-4 ring-warn',
  high: 'ring-4 ring-bad',
}

/** What the colours and the figures of the canvas mean. */
function Legend() {
  const { figures: text } = useEditorText()
  return (
    <ul
      aria-label={text.legend.title}
      className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-[0.8125rem] text-ink-soft"
    >
      {(['none', 'low', 'some', 'high'] as const).map((level) => (
        <li key={level} className="flex items-center gap-2">
          <span aria-hidden className={classes('size-3 rounded-sm bg-surface', SWATCHES[level])} />
          {text.legend[level]}
        </li>
      ))}
      <li>{text.legend.note}</li>
    </ul>
  )
}

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** A time in the largest unit that fits. */
function useDuration(): (ms: number) => string {
  const { tag } = useLanguage()
  return (ms) => {
    const [unit, size] = UNITS.find(([, at]) => ms >= at) ?? ['second', 1_000]
    const shown = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
    return new Intl.NumberFormat(tag, shown).format(ms / size)
  }
}

interface TableProps {
  document: FlowDocument
  nodes: readonly NodeFigures[]
  onChoose: (nodeId: string) => void
}

function FiguresTable({ document, nodes, onChoose }: TableProps) {
  const text = useEditorText()
  const duration = useDuration()
  const { figures } = text
  const numbers = [
    figures.runs,
    figures.visits,
    figures.waiting,
    figures.lost,
    figures.timedOut,
    figures.failed,
    figures.median,
  ]
  return (
    <section aria-label={figures.table} className="max-h-56 overflow-auto border-t border-line bg-surface">
      <table className="w-full text-[0.8125rem]">
        <thead className="sticky top-0 bg-surface text-ink-soft">
          <tr>
            <th scope="col" className="px-4 py-1.5 text-start font-medium">
              {figures.node}
            </th>
            {numbers.map((name) => (
              <th key={name} scope="col" className="px-3 py-1.5 text-end font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line tabular-nums">
          {nodes.map((figure) => {
            const { nodeId, runs, share, lost, medianMs } = figure
            const node = findNode(document, nodeId)
            return (
              <tr key={nodeId}>
                <td className="px-4 py-1">
                  <button
                    type="button"
                    className="rounded text-start hover:underline"
                    onClick={() => onChoose(nodeId)}
                  >
                    {node ? nameNode(text, node.type, node.data) : nodeId}
                  </button>
                </td>
                <td className="px-3 py-1 text-end whitespace-nowrap">
                  {runs} ({percent(share)})
                </td>
                <td className="px-3 py-1 text-end">{figure.visits}</td>
                <td className="px-3 py-1 text-end">{figure.waiting}</td>
                <td className="px-3 py-1 text-end whitespace-nowrap">
                  {lost}
                  {lost > 0 && runs > 0 && ` (${percent(lost / runs)})`}
                </td>
                <td className="px-3 py-1 text-end">{figure.timedOut}</td>
                <td className="px-3 py-1 text-end">{figure.failed}</td>
                <td className="px-3 py-1 text-end whitespace-nowrap">
                  {medianMs === null ? '' : duration(medianMs)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

interface RangeProps {
  days: { from: string; to: string }
  isAll: boolean
  onDays: (days: { from: string; to: string }) => void
  onAll: (isAll: boolean) => void
}

function RangeFields({ days, isAll, onDays, onAll }: RangeProps) {
  const { figures: text } = useEditorText()
  return (
    <>
      <DayField label={text.from} value={days.from} onChange={(from) => onDays({ ...days, from })} />
      <DayField label={text.to} value={days.to} onChange={(to) => onDays({ ...days, to })} />
      <label className="flex items-center gap-2 text-sm">
        <input type="checkbox" checked={isAll} onChange={(event) => onAll(event.target.checked)} />
        {text.allVersions}
      </label>
    </>
  )
}

interface FiguresProps {
  flowId: string
  number: number
  document: FlowDocument
  /** At the end of the first line. */
  trailing?: ReactNode
}

/**
 * What runs did, on the graph of a version and as a list: how many reached each node and took each way, where they were lost,
 * and how long they stayed.
 */
export function FlowFigures({ flowId, number, document, trailing }: FiguresProps) {
  const { figures: text } = useEditorText()
  const [days, setDays] = useState({ from: '', to: '' })
  const [isAll, setAll] = useState(false)
  const [focus, setFocus] = useState<string | null>(null)
  const input = {
    id: flowId,
    ...(!isAll && { number }),
    ...(days.from && { from: startOfDay(days.from) }),
    ...(days.to && { to: startOfDay(days.to, 1) }),
  }
  const statistics = useQuery(
    queries.flows.statistics.queryOptions({ input, placeholderData: (before) => before }),
  )
  const found = useMemo(
    () => (statistics.data ? buildFigures(document, statistics.data) : null),
    [document, statistics.data],
  )
  const marks = useMemo(() => (found ? toMarks(found) : null), [found])
  const title = isAll ? text.titleOfAll(number) : text.title(number)
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <div className="space-y-2 border-b border-line bg-surface px-4 py-2 text-sm">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p>
            <strong className="font-semibold">{title}:</strong>{' '}
            {statistics.data && text.count(statistics.data.runs, statistics.data.isPartial)}
          </p>
          <RangeFields days={days} isAll={isAll} onDays={setDays} onAll={setAll} />
          {trailing}
        </div>
        <Legend />
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
