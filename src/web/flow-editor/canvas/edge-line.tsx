import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from '@xyflow/react'
import { Plus, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { useEdgeMark, useMarkNote } from '../editor-marks.tsx'
import { useEditorText } from '../editor-text.ts'
import type { EdgeMark } from '../model/canvas/marks.ts'

export type LineEdge = Edge<
  {
    onInsert?: (edgeId: string, at: { x: number; y: number }) => void
    onRemove?: (edgeId: string) => void
  },
  'line'
>

const COLORS: Readonly<Record<EdgeMark, string>> = {
  taken: 'var(--accent)',
  added: 'var(--good)',
  removed: 'var(--bad)',
  faded: 'var(--line)',
}

const BUTTON =
  'grid size-7 place-items-center rounded-full border border-line bg-surface text-ink-soft shadow-soft hover:text-ink'

/** An edge; when it is chosen it offers to be removed, or to take a node in. */
export const EdgeLine = memo(function EdgeLine({ id, selected, data, ...ends }: EdgeProps<LineEdge>) {
  const { canvas } = useEditorText()
  const mark = useEdgeMark(id)
  const note = useMarkNote(id)
  const [path, x, y] = getBezierPath(ends)
  const color = selected ? 'var(--accent)' : mark ? COLORS[mark] : 'var(--line-strong)'
  const isStrong = selected || mark === 'taken' || mark === 'added' || mark === 'removed'
  return (
    <>
      <BaseEdge
        id={id}
        path={path}
        interactionWidth={22}
        style={{
          stroke: color,
          strokeWidth: isStrong ? 2.5 : 1.5,
          ...(mark === 'removed' && { strokeDasharray: '6 4' }),
        }}
      />
      {note !== undefined && (
        <EdgeLabelRenderer>
          <span
            className="absolute rounded-full border border-line bg-surface px-1.5 text-[0.6875rem] whitespace-nowrap text-ink tabular-nums"
            style={{
              transform: `translate(-50%, -50%) translate(${x}px, ${y}px) scale(var(--note-scale, 1))`,
            }}
          >
            {note}
          </span>
        </EdgeLabelRenderer>
      )}
      {selected && data?.onRemove && (
        <EdgeLabelRenderer>
          <div
            className="nodrag nopan pointer-events-auto absolute flex gap-1"
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            <button
              type="button"
              className={BUTTON}
              aria-label={canvas.insert}
              onClick={() => data.onInsert?.(id, { x, y })}
            >
              <Plus className="size-4" aria-hidden />
            </button>
            <button
              type="button"
              className={BUTTON}
              aria-label={canvas.disconnect}
              onClick={() => data.onRemove?.(id)}
            >
              <Trash2 className="size-3.5" aria-hidden />
            </button>
          </div>
        </EdgeLabelRenderer>
      )}
    </>
  )
})
