import {
  Background,
  BackgroundVariant,
  type Connection,
  type EdgeChange,
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  ReactFlow,
  useReactFlow,
} from '@xyflow/react'
import { type DragEvent, useCallback, useMemo, useState } from 'react'
import { useTheme } from '../../app/theme.tsx'
import { useNotify } from '../../ui/notify.ts'
import { useDocument, useEditor, useEditorState } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import { findConnectProblem } from '../model/connect-rules.ts'
import type { EditorState } from '../model/editor-store.ts'
import { groupOf } from '../model/node-view.ts'
import { CanvasControls } from './canvas-controls.tsx'
import { CanvasFrame } from './canvas-frame.tsx'
import { EdgeLine, type LineEdge } from './edge-line.tsx'
import { EmptyCanvas } from './empty-canvas.tsx'
import { type CardNode, NodeCard } from './node-card.tsx'
import { PALETTE_TYPE } from './palette.tsx'
import { applySelectChanges, useCards, useLines } from './use-canvas-graph.ts'
import { useReveal } from './use-reveal.ts'

const NODE_TYPES = { card: NodeCard }
const EDGE_TYPES = { line: EdgeLine }
const FIT = { padding: 0.15, maxZoom: 1, minZoom: 0.25 }

const pickSelection = (state: EditorState) => state.selection

/** The edge under the pointer, if any. */
function edgeAt(x: number, y: number): string | undefined {
  const found = document.elementsFromPoint(x, y).find((element) => element.closest('.react-flow__edge'))
  return found?.closest('.react-flow__edge')?.getAttribute('data-id') ?? undefined
}

/** Drawing a connection: what may be connected, and what follows when it is let go over nothing. */
function useConnecting() {
  const { store, actions, view } = useEditor()
  const notify = useNotify()
  const { canvas } = useEditorText()
  const { screenToFlowPosition } = useReactFlow()
  const [isConnecting, setConnecting] = useState(false)
  const toExit = ({ source, sourceHandle }: { source: string; sourceHandle?: string | null }) => ({
    source,
    sourceHandle: sourceHandle ?? 'out',
  })
  return {
    isConnecting,
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
        if (problem) notify.warn(canvas.cannotConnect[problem])
        else actions.connect(exit, toNode.id)
        return
      }
      const { clientX, clientY } = 'changedTouches' in event ? (event.changedTouches[0] ?? fallback) : event
      const at = screenToFlowPosition({ x: clientX, y: clientY - 24 })
      view.set({ ...view.get(), adding: { kind: 'after', exit, at } })
    },
  }
}

const fallback = { clientX: 0, clientY: 0 }

/** Taking nodes from the palette: on free ground, or into the edge they are dropped on. */
function useDropping() {
  const { actions, view } = useEditor()
  const { screenToFlowPosition } = useReactFlow()
  return {
    onDragOver(event: DragEvent) {
      if (!event.dataTransfer.types.includes(PALETTE_TYPE)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDrop(event: DragEvent) {
      const type = event.dataTransfer.getData(PALETTE_TYPE)
      if (!type) return
      event.preventDefault()
      const { x, y } = screenToFlowPosition({ x: event.clientX, y: event.clientY })
      const at = { x: x - 124, y: y - 24 }
      const edgeId = edgeAt(event.clientX, event.clientY)
      const nodeId = edgeId ? actions.addOnEdge(edgeId, type, at) : actions.add(type, at)
      view.set({ ...view.get(), editedNode: nodeId })
    },
  }
}

/** What the canvas says of selection and places, told to the editor. */
function useCanvasChanges(apply: (changes: NodeChange<CardNode>[]) => void) {
  const { store, actions, view } = useEditor()
  return useMemo(
    () => ({
      onNodesChange(changes: NodeChange<CardNode>[]) {
        apply(changes)
        const { selection } = store.get()
        const nodes = applySelectChanges(selection.nodes, changes)
        if (nodes !== selection.nodes) store.select(nodes, selection.edges)
      },
      onEdgesChange(changes: EdgeChange<LineEdge>[]) {
        const { selection } = store.get()
        const edges = applySelectChanges(selection.edges, changes)
        if (edges !== selection.edges) store.select(selection.nodes, edges)
      },
      onNodeDragStop: (_event: unknown, _node: CardNode, dragged: CardNode[]) =>
        actions.move(new Map(dragged.map(({ id, position }) => [id, position]))),
      onSelectionDragStop: (_event: unknown, dragged: CardNode[]) =>
        actions.move(new Map(dragged.map(({ id, position }) => [id, position]))),
      onNodeClick(event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }, { id }: CardNode) {
        if (!(event.ctrlKey || event.metaKey || event.shiftKey)) view.set({ ...view.get(), editedNode: id })
      },
      onPaneClick: () => view.set({ ...view.get(), editedNode: null }),
    }),
    [store, actions, view, apply],
  )
}

/** The canvas: cards, edges, overview. */
export function Canvas() {
  const { actions, view } = useEditor()
  const { definition } = useDocument()
  const selection = useEditorState(pickSelection)
  const { isDark } = useTheme()
  const { canvas } = useEditorText()
  const { cards, apply } = useCards(definition, selection.nodes)
  const changes = useCanvasChanges(apply)
  const { isConnecting, ...connecting } = useConnecting()
  const dropping = useDropping()
  useReveal()
  const onInsert = useCallback(
    (edgeId: string, at: { x: number; y: number }) =>
      view.set({ ...view.get(), adding: { kind: 'edge', edgeId, at: { x: at.x - 124, y: at.y + 40 } } }),
    [view],
  )
  const onRemove = useCallback(() => actions.removeSelected(), [actions])
  const edgeData = useMemo(() => ({ onInsert, onRemove }), [onInsert, onRemove])
  const lines = useLines(definition, selection, edgeData)
  return (
    <CanvasFrame isConnecting={isConnecting}>
      {/* One stop of the Tab key: inside it the keys of the editor move between nodes. */}
      <ReactFlow
        id="editor-canvas"
        tabIndex={0}
        aria-label={canvas.canvas}
        aria-describedby="editor-canvas-help"
        className="-outline-offset-2"
        nodes={cards}
        edges={lines}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        {...changes}
        {...connecting}
        {...dropping}
        colorMode={isDark ? 'dark' : 'light'}
        fitView
        fitViewOptions={FIT}
        minZoom={0.1}
        maxZoom={2}
        connectionRadius={36}
        deleteKeyCode={null}
        selectionKeyCode="Shift"
        multiSelectionKeyCode={['Control', 'Meta']}
        panActivationKeyCode="Space"
        nodesFocusable={false}
        edgesFocusable={false}
        disableKeyboardA11y
        zoomOnDoubleClick={false}
        nodeDragThreshold={3}
      >
        <Background variant={BackgroundVariant.Dots} gap={22} size={1.4} color="var(--line)" />
        {cards.length > 0 && (
          <MiniMap<CardNode>
            pannable
            zoomable
            ariaLabel={canvas.minimap}
            className="!m-3 hidden overflow-hidden rounded-xl border border-line !bg-surface shadow-soft md:block"
            maskColor="color-mix(in oklab, var(--canvas) 65%, transparent)"
            nodeColor={({ data }) => `var(--kind-${groupOf(data.node.type)})`}
            nodeBorderRadius={8}
          />
        )}
      </ReactFlow>
      {definition.nodes.length === 0 && <EmptyCanvas />}
      <CanvasControls />
    </CanvasFrame>
  )
}
