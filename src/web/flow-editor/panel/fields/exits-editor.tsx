import { Select } from '../../../ui/field.tsx'
import { useDocument, useEditor } from '../../editor-context.tsx'
import { nameExit, nameNode, useEditorText } from '../../editor-text.ts'
import { exitsOf, hasEntry } from '../../model/canvas/node-view.ts'
import { edgeFrom, findNode } from '../../model/graph.ts'

const NEW = '+'

/** Where each exit of a node leads, as lists: connections without a canvas. */
export function ExitsEditor({ nodeId, hideEmpty = false }: { nodeId: string; hideEmpty?: boolean }) {
  const text = useEditorText()
  const document = useDocument()
  const { actions, view } = useEditor()
  const node = findNode(document, nodeId)
  if (!node) return null
  const exits = exitsOf(node)
  const name = nameNode(text, node.type, node.data)
  if (exits.length === 0) {
    return hideEmpty ? null : <p className="text-sm text-ink-soft">{text.canvas.noExits}</p>
  }
  const targets = document.definition.nodes.filter((other) => hasEntry(other) && other.id !== nodeId)
  const lead = (sourceHandle: string, target: string) => {
    const exit = { source: nodeId, sourceHandle }
    if (target === NEW) view.set({ ...view.get(), connecting: null, adding: { kind: 'after', exit } })
    else if (target === '') actions.disconnect(exit)
    else actions.connect(exit, target)
  }
  return (
    <ul className="space-y-2">
      {exits.map((exit) => {
        const label = nameExit(text, exit)
        return (
          <li key={exit.id} className="grid grid-cols-[minmax(0,5fr)_minmax(0,7fr)] items-center gap-3">
            <span className="truncate text-end text-[0.8125rem] text-ink-soft" title={label}>
              {label}
            </span>
            <Select
              aria-label={`${name}: ${label}`}
              className="h-9 text-sm"
              value={edgeFrom(document, { source: nodeId, sourceHandle: exit.id })?.target ?? ''}
              onChange={(event) => lead(exit.id, event.target.value)}
            >
              <option value="">{exit.optional ? text.canvas.nowhereOptional : text.canvas.nowhere}</option>
              {targets.map((target) => (
                <option key={target.id} value={target.id}>
                  {nameNode(text, target.type, target.data)} · {target.id}
                </option>
              ))}
              {/* At the end, so that arrow keys reach the nodes before it. */}
              <option value={NEW}>{text.canvas.newNode}</option>
            </Select>
          </li>
        )
      })}
    </ul>
  )
}
