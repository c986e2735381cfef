import { Handle, type Node, type NodeProps, Position } from '@xyflow/react'
import { memo } from 'react'
import type { FlowNode } from '../../../core/flow/index.ts'
import { classes } from '../../ui/classes.ts'
import { ChatText } from '../chat-text.tsx'
import { useIsTaken, useMarkNote, useNodeMark } from '../editor-marks.tsx'
import { type EditorText, nameExit, nameNode, nameType, useEditorText } from '../editor-text.ts'
import type { NodeMark } from '../model/canvas/marks.ts'
import { exitsOf, groupOf, hasEntry, summarize } from '../model/canvas/node-view.ts'
import { iconOf, TINTS } from '../node-icons.ts'
import { ProblemBadge } from './problem-badge.tsx'

export type CardNode = Node<{ node: FlowNode }, 'card'>

const HANDLE =
  '!size-3 !transform-none !border-2 !border-surface !bg-line-strong transition-colors hover:!bg-accent [.connecting_&]:!bg-accent [.far_&]:invisible'

/** Half of it stands out of the card. */
const ENTRY = '!top-4.5 !-left-1.5'
const EXIT = '!top-[calc(50%-6px)] !-right-1.5'

const RINGS: Readonly<Record<NodeMark, string>> = {
  current: 'ring-2 ring-accent',
  visited: 'border-accent/60',
  failed: 'ring-2 ring-bad',
  added: 'ring-2 ring-good',
  removed: 'ring-2 ring-bad opacity-75',
  changed: 'ring-2 ring-warn',
  // Without transparency: what stands in it stays readable.
  faded: 'border-dashed shadow-none grayscale',
  dropLow: 'ring-2 ring-warn/60',
  dropSome: 'ring-4 ring-warn',
  dropHigh: 'ring-4 ring-bad',
}

/** Types of other groups that say something to the contact too. */
const SPEAKING: ReadonlySet<string> = new Set(['handoff', 'end'])

function ExitRow({ nodeId, exit }: { nodeId: string; exit: ReturnType<typeof exitsOf>[number] }) {
  const text = useEditorText()
  const isTaken = useIsTaken(nodeId, exit.id)
  return (
    <li className="relative flex h-6.5 items-center justify-end pr-3.5 pl-6 text-xs">
      <span
        className={classes(
          'truncate [.far_&]:invisible',
          exit.optional || exit.label === null ? 'text-ink-soft' : 'text-ink',
        )}
      >
        {nameExit(text, exit)}
      </span>
      <Handle
        type="source"
        id={exit.id}
        position={Position.Right}
        className={classes(HANDLE, EXIT, isTaken && '!bg-accent')}
      />
    </li>
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

/** Grows as the canvas is seen from farther away, so that figures stay readable (`GraphView`). */
const NOTE_SCALE = 'scale(var(--note-scale, 1))'

/** How many runs were here, where a flow is analysed. */
function RunCount({ nodeId }: { nodeId: string }) {
  const note = useMarkNote(nodeId)
  if (note === undefined) return null
  return (
    <span
      className="pointer-events-none absolute -top-3 left-2 z-10 origin-bottom-left rounded-full border border-line bg-surface px-2 py-0.5 text-[0.75rem] font-semibold whitespace-nowrap text-ink tabular-nums shadow-soft"
      style={{ transform: NOTE_SCALE }}
    >
      {note}
    </span>
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
      <span className="min-w-0 flex-1 [.far_&]:invisible">
        <span className="block truncate text-[0.8125rem] leading-4 font-semibold">{name}</span>
        {name !== typeName && (
          <span className="block truncate text-[0.6875rem] leading-3.5 text-ink-soft">{typeName}</span>
        )}
      </span>
      <ProblemBadge nodeId={node.id} name={name} />
    </div>
  )
}

/** What the contact will read is shown as they will see it; what machines read, as it is. */
function Summary({ node, summary }: { node: FlowNode; summary: string }) {
  const { nodes } = useEditorText()
  if (summary === '') return nodes.types[node.type]?.hint ?? nodes.unknownHint
  const isSpoken = ['message', 'input'].includes(groupOf(node.type)) || SPEAKING.has(node.type)
  return isSpoken ? <ChatText text={summary} /> : summary
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
        'relative w-62 rounded-xl border border-line bg-surface pb-1.5 shadow-soft transition-shadow hover:shadow-raised [.far_&]:shadow-none',
        mark && RINGS[mark],
        selected && 'border-accent ring-2 ring-accent',
      )}
    >
      {hasEntry(node) && (
        <Handle type="target" id="in" position={Position.Left} className={classes(HANDLE, ENTRY)} />
      )}
      <RunCount nodeId={node.id} />
      <CardHeader node={node} text={text} />
      <p
        className={classes(
          'line-clamp-2 [.far_&]:invisible px-3 pt-1.5 pb-2 text-xs leading-4.5 break-words text-ink-soft',
          summary === '' && 'italic',
        )}
      >
        <Summary node={node} summary={summary} />
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
