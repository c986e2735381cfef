import { type Connection, type FinalConnectionState, useReactFlow } from '@xyflow/react'
import { useMemo, useState } from 'react'
import { useNotify } from '../../../ui/messages/notify.ts'
import { useEditor } from '../../editor-context.tsx'
import { useEditorText } from '../../editor-text.ts'
import { findConnectProblem } from '../../model/canvas/connect-rules.ts'
import type { LineEdge } from '../edge-line.tsx'

const NOWHERE = { clientX: 0, clientY: 0 }

const pointOf = (event: MouseEvent | TouchEvent) =>
  'changedTouches' in event ? (event.changedTouches[0] ?? NOWHERE) : event

const toExit = ({ source, sourceHandle }: { source: string; sourceHandle?: string | null }) => ({
  source,
  sourceHandle: sourceHandle ?? 'out',
})

/**
 * Drawing a connection: what may be connected, and what follows when it is let go over nothing. The functions stay the
 * same ones, for each new one makes the canvas look at all of its nodes and edges again.
 */
export function useConnecting() {
  const { store, actions, view } = useEditor()
  const { warn } = useNotify()
  const { canvas } = useEditorText()
  const { screenToFlowPosition } = useReactFlow()
  const [isConnecting, setConnecting] = useState(false)
  const handlers = useMemo(
    () => ({
      onConnectStart: () => setConnecting(true),
      isValidConnection: (connection: Connection | LineEdge) =>
        findConnectProblem(store.document, toExit(connection), connection.target) === null,
      onConnect: (connection: Connection) => void actions.connect(toExit(connection), connection.target),
      onConnectEnd(event: MouseEvent | TouchEvent, { fromHandle, fromNode, toNode }: FinalConnectionState) {
        setConnecting(false)
        if (fromHandle?.type !== 'source' || !fromNode) return
        const exit = { source: fromNode.id, sourceHandle: fromHandle.id ?? 'out' }
        if (toNode) {
          const problem = findConnectProblem(store.document, exit, toNode.id)
          if (problem) warn(canvas.cannotConnect[problem])
          else actions.connect(exit, toNode.id)
          return
        }
        const { clientX, clientY } = pointOf(event)
        const at = screenToFlowPosition({ x: clientX, y: clientY - 24 })
        view.set({ ...view.get(), adding: { kind: 'after', exit, at } })
      },
    }),
    [store, actions, view, warn, canvas, screenToFlowPosition],
  )
  return { isConnecting, handlers }
}
