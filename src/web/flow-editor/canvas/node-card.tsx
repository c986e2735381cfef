import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import type { FlowNode } from '../../../core/flow/index.ts'
import { classes } from '../../ui/classes.ts'
import { useIsTaken, useNodeMark, useProblemCount } from '../editor-marks.tsx'
import { type EditorText, nameExit, nameNode, nameType, useEditorText } from '../editor-text.ts'
import type { NodeMark } from '../model/marks.ts'
import { exitsOf, groupOf, hasEntry, summarize } from '../model/node-view.ts'
import { iconOf, TINTS } from '../node-icons.ts'

export type CardNode = Node<{ node: FlowNode }, 'card'>

const HANDLE =
  '!size-3 !border-2 !border-surface !bg-line-strong transition-colors hover:!bg-accent [.connecting_&]:!bg-accent'

const RINGS: Readonly<Record<NodeMark, string>> = {
  current: 'ring-2 ring-accent',
  visited: 'border-accent/60',
  failed: 'ring-2 ring-bad',
  added: 'ring-2 ring-good',
  removed: 'ring-2 ring-bad opacity-75',
  changed: 'ring-2 ring-warn',
  faded: 'opacity-45',
}

function ExitRow({ nodeId, exit }: { nodeId: string; exit: ReturnType<typeof exitsOf>[number] }) {
  const text = useEditorText()
  const isTaken = useIsTaken(nodeId, exit.id)
  return (
    <li className="relative flex h-6.5 items-center justify-end pr-3.5 pl-6 text-xs">
      <span
        className={classes('truncate', exit.optional || exit.label === null ? 'text-ink-soft' : 'text-ink')}
      >
        {nameExit(text, exit)}
      </span>
      <Handle
        type="source"
        id={exit.id}
        position={Position.Right}
        className={classes(HANDLE, isTaken && '!bg-accent')}
      />
    </li>
  )
}

function ProblemBadge({ nodeId }: { nodeId: string }) {
  const { canvas } = useEditorText()
  const { errors, warnings } = useProblemCount(nodeId)
  if (errors + warnings === 0) return null
  const Icon = errors > 0 ? CircleAlert : TriangleAlert
  const title = errors > 0 ? canvas.errorCount(errors) : canvas.warningCount(warnings)
  return (
    <span title={title} className={classes('shrink-0', errors > 0 ? 'text-bad' : 'text-warn')}>
      <Icon className="size-4" aria-hidden />
      <span className="sr-only">{title}</span>
    </span>
  )
}

function NoteCard({ node, selected }: { node: FlowNode; selected: boolean }) {
  const text = useEditorText()
  return (
    <div
      id={`node-${node.id}`}
      className={classes(
        'w-56 rounded-xl border border-warn/30 bg-warn-soft p-3 text-[0.8125rem] whitespace-pre-wrap text-ink shadow-soft',
        selected && 'ring-2 ring-accent',
      )}
    >
      {summarize(node) || text.nodes.types.note?.hint}
    </div>
  )
}

function CardHeader({ node, text }: { node: FlowNode; text: EditorText }) {
  const Icon = iconOf(node.type)
  const name = nameNode(text, node.type, node.data)
  const typeName = nameType(text, node.type)
  return (
    <div className="flex items-center gap-2.5 px-3 pt-2.5">
      <span
        className={classes('grid size-7 shrink-0 place-items-center rounded-lg', TINTS[groupOf(node.type)])}
      >
        <Icon className="size-4" aria-hidden />
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-[0.8125rem] leading-4 font-semibold">{name}</span>
        {name !== typeName && (
          <span className="block truncate text-[0.6875rem] leading-3.5 text-ink-soft">{typeName}</span>
        )}
      </span>
      <ProblemBadge nodeId={node.id} />
    </div>
  )
}

/** A node on the canvas: what it is, the first of what it says, and its exits with their names. */
export const NodeCard = memo(function NodeCard({ data: { node }, selected = false }: NodeProps<CardNode>) {
  const text = useEditorText()
  const mark = useNodeMark(node.id)
  if (node.type === 'note') return <NoteCard node={node} selected={selected} />
  const exits = exitsOf(node)
  const summary = summarize(node)
  return (
    <div
      id={`node-${node.id}`}
      className={classes(
        'w-62 rounded-xl border border-line bg-surface pb-1.5 shadow-soft transition-shadow hover:shadow-raised',
        mark && RINGS[mark],
        selected && 'border-accent ring-2 ring-accent',
      )}
    >
      {hasEntry(node) && (
        <Handle type="target" id="in" position={Position.Left} className={classes(HANDLE, '!top-6')} />
      )}
      <CardHeader node={node} text={text} />
      <p
        className={classes(
          'line-clamp-2 px-3 pt-1.5 pb-2 text-xs leading-4.5 break-words text-ink-soft',
          summary === '' && 'italic',
        )}
      >
        {summary || text.nodes.types[node.type]?.hint || text.nodes.unknownHint}
      </p>
      {exits.length > 0 && (
        <ul className="border-t border-line pt-1">
          {exits.map((exit) => (
            <ExitRow key={exit.id} nodeId={node.id} exit={exit} />
          ))}
        </ul>
      )}
    </div>
  )
})
