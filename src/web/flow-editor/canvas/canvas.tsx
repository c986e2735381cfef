import './canvas.css'
import {
  Background,
  BackgroundVariant,
  type EdgeChange,
  type NodeChange,
  ReactFlow,
  type ReactFlowState,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { type DragEvent, useMemo } from 'react'
import { useTheme } from '../../app/theme.tsx'
import { classes } from '../../ui/classes.ts'
import { useDocument, useEditor, useEditorState, usePiece } from '../editor-context.tsx'
import { useEditorText } from '../editor-text.ts'
import type { EditorView } from '../editor-view.ts'
import { useShownDefinition } from '../languages/use-shown-nodes.ts'
import type { EditorState } from '../model/editor-store.ts'
import { CanvasControls } from './canvas-controls.tsx'
import { CanvasFrame } from './canvas-frame.tsx'
import { EdgeLine, type LineEdge } from './edge-line.tsx'
import { EmptyCanvas } from './empty-canvas.tsx'
import { applySelectChanges, useCards, useLines } from './hooks/use-canvas-graph.ts'
import { useConnecting } from './hooks/use-connecting.ts'
import { useMoving } from './hooks/use-moving.ts'
import { useReveal } from './hooks/use-reveal.ts'
import { type CardNode, NodeCard } from './node-card.tsx'
import { Overview } from './overview.tsx'
import { PALETTE_TYPE } from './palette.tsx'

const NODE_TYPES = { card: NodeCard }
const EDGE_TYPES = { line: EdgeLine }
const WITH_MORE = ['Control', 'Meta']
const FIT = { padding: 0.15, maxZoom: 1, minZoom: 0.25 }

/** From here on words on cards are too small to be read. */
const FAR_ZOOM = 0.35

const pickFar = ({ transform: [, , zoom] }: ReactFlowState) => zoom < FAR_ZOOM
const pickWheel = ({ wheel }: EditorView) => wheel
const pickSelection = (state: EditorState) => state.selection

/** The edge under the pointer, if any. */
function edgeAt(x: number, y: number): string | undefined {
  const found = document.elementsFromPoint(x, y).find((element) => element.closest('.react-flow__edge'))
  return found?.closest('.react-flow__edge')?.getAttribute('data-id') ?? undefined
}

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
      view.set({ ...view.get(), editedNode: nodeId, added: nodeId })
    },
  }
}

/** What the canvas says of selection and places, told to the editor. */
function useCanvasChanges(apply: (changes: NodeChange<CardNode>[]) => void, endDrag: () => void) {
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
      onNodeDragStop(_event: unknown, _node: CardNode, dragged: CardNode[]) {
        endDrag()
        actions.move(new Map(dragged.map(({ id, position }) => [id, position])))
      },
      onSelectionDragStop: (_event: unknown, dragged: CardNode[]) =>
        actions.move(new Map(dragged.map(({ id, position }) => [id, position]))),
      onNodeClick(event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }, { id }: CardNode) {
        if (!(event.ctrlKey || event.metaKey || event.shiftKey)) view.set({ ...view.get(), editedNode: id })
      },
      onPaneClick: () => view.set({ ...view.get(), editedNode: null }),
    }),
    [store, actions, view, apply, endDrag],
  )
}

/** What is drawn, and what is done with the mouse. Drawn anew with each place a node is dragged to, and nothing around it. */
function Graph({ connecting }: { connecting: ReturnType<typeof useConnecting>['handlers'] }) {
  const { actions, view } = useEditor()
  const definition = useShownDefinition(useDocument().definition)
  const selection = useEditorState(pickSelection)
  const { isDark } = useTheme()
  const isFar = useStore(pickFar)
  const isTrackpad = usePiece(view, pickWheel) === 'trackpad'
  const { canvas } = useEditorText()
  const { cards, apply } = useCards(definition, selection.nodes)
  const { ref, handlers, endDrag } = useMoving()
  const changes = useCanvasChanges(apply, endDrag)
  const dropping = useDropping()
  const edgeData = useMemo(
    () => ({
      onInsert: (edgeId: string, at: { x: number; y: number }) =>
        view.set({ ...view.get(), adding: { kind: 'edge', edgeId, at: { x: at.x - 124, y: at.y + 40 } } }),
      onRemove: () => actions.removeSelected(),
    }),
    [actions, view],
  )
  const lines = useLines(definition, selection.edges, edgeData)
  return (
    /* One stop of the Tab key: inside it the keys of the editor move between nodes. */
    <ReactFlow
      id="editor-canvas"
      tabIndex={0}
      aria-label={canvas.canvas}
      aria-describedby="editor-canvas-help"
      ref={ref}
      className={classes('flow-canvas -outline-offset-2', isFar && 'far')}
      nodes={cards}
      edges={lines}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      {...changes}
      {...handlers}
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
      multiSelectionKeyCode={WITH_MORE}
      panActivationKeyCode="Space"
      nodesFocusable={false}
      edgesFocusable={false}
      disableKeyboardA11y
      panOnScroll={isTrackpad}
      zoomOnScroll={!isTrackpad}
      zoomOnDoubleClick={false}
      nodeDragThreshold={3}
    >
      {!isFar && <Background variant={BackgroundVariant.Dots} gap={22} size={1.4} color="var(--line)" />}
      {cards.length > 0 && <Overview nodes={cards} />}
    </ReactFlow>
  )
}

/** The canvas: cards, edges, overview. */
export function Canvas() {
  const { isConnecting, handlers } = useConnecting()
  const { definition } = useDocument()
  useReveal()
  return (
    <CanvasFrame isConnecting={isConnecting}>
      <Graph connecting={handlers} />
      {definition.nodes.length === 0 && <EmptyCanvas />}
      <CanvasControls />
    </CanvasFrame>
  )
}
