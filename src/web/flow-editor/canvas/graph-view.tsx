import {
  Background,
  BackgroundVariant,
  Controls,
  ReactFlow,
  ReactFlowProvider,
  type ReactFlowState,
  useReactFlow,
  useStore,
} from '@xyflow/react'
import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import { useTheme } from '../../app/theme.tsx'
import { EditorMarksProvider } from '../editor-marks.tsx'
import { useEditorText } from '../editor-text.ts'
import { listTaken } from '../hooks/use-connected-handles.ts'
import { type Marks, NO_MARKS } from '../model/canvas/marks.ts'
import { NOTHING_SELECTED } from '../model/editor-store.ts'
import { NO_PROBLEMS } from '../model/find/problem-index.ts'
import type { FlowDocument } from '../model/graph.ts'
import { createStore } from '../model/store.ts'
import { EdgeLine } from './edge-line.tsx'
import { motionMs } from './hooks/motion.ts'
import { useCards, useLines } from './hooks/use-canvas-graph.ts'
import { type CardNode, NodeCard } from './node-card.tsx'
import { Overview } from './overview.tsx'

const NODE_TYPES = { card: NodeCard }
const EDGE_TYPES = { line: EdgeLine }
const NO_NODES: ReadonlySet<string> = new Set()
const NO_DATA = {}
const FIT = { padding: 0.15, maxZoom: 1 }
/** A step is shown at least this large. */
const STEP_ZOOM = 0.7
/** Smaller graphs are seen at a glance. */
const OVERVIEW_FROM = 20

interface GraphViewProps {
  document: FlowDocument
  marks: Marks
  label: string
  /** Is brought into the middle whenever it is another. */
  focus?: string | null
  onChoose?: (nodeId: string) => void
}

/** Figures keep their size on the screen down to a third of the graph's, in steps so that a wheel turns few pages of it. */
const pickNoteScale = ({ transform: [, , zoom] }: ReactFlowState): number =>
  Math.min(3, Math.max(1, Math.round(4 / Math.max(zoom, 0.1)) / 4))
const pickWidth = ({ width }: ReactFlowState) => width
const pickHeight = ({ height }: ReactFlowState) => height

/** Keeps the step in question in the middle, and where there is none the whole graph, whatever size the graph is given. */
function useSight(focus: string | null | undefined): void {
  const { setCenter, getZoom, getNode, getNodesBounds, fitView } = useReactFlow()
  const width = useStore(pickWidth)
  const height = useStore(pickHeight)
  const shown = useRef({ width: 0, height: 0 })
  useEffect(() => {
    const isResized =
      shown.current.width > 0 && (shown.current.width !== width || shown.current.height !== height)
    shown.current = { width, height }
    const node = focus ? getNode(focus) : undefined
    if (node) {
      const box = getNodesBounds([node])
      void setCenter(box.x + box.width / 2, box.y + box.height / 2, {
        zoom: Math.max(getZoom(), STEP_ZOOM),
        duration: isResized ? 0 : motionMs(250),
      })
    } else if (isResized) void fitView(FIT)
  }, [focus, width, height, getNode, getNodesBounds, setCenter, getZoom, fitView])
}

function Graph({ document, label, focus, onChoose }: Omit<GraphViewProps, 'marks'>) {
  const { isDark } = useTheme()
  const { canvas } = useEditorText()
  const { definition } = document
  const { cards, apply } = useCards(definition, NO_NODES)
  const lines = useLines(definition, NOTHING_SELECTED.edges, NO_DATA)
  useSight(focus)
  const noteScale = useStore(pickNoteScale)
  return (
    <ReactFlow<CardNode>
      style={{ '--note-scale': noteScale } as CSSProperties}
      nodes={cards}
      edges={lines}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={apply}
      onNodeClick={(_event, { id }) => onChoose?.(id)}
      aria-label={label}
      colorMode={isDark ? 'dark' : 'light'}
      fitView
      fitViewOptions={FIT}
      minZoom={0.1}
      nodesDraggable={false}
      nodesConnectable={false}
      nodesFocusable={false}
      edgesFocusable={false}
      elementsSelectable={false}
      disableKeyboardA11y
      deleteKeyCode={null}
      zoomOnDoubleClick={false}
      preventScrolling={false}
      zoomOnScroll={false}
    >
      <Background variant={BackgroundVariant.Dots} gap={22} size={1.4} color="var(--line)" />
      <Controls showInteractive={false} aria-label={canvas.view} />
      {cards.length > OVERVIEW_FROM && <Overview nodes={cards} />}
    </ReactFlow>
  )
}

/** A flow to be looked at: nothing in it can be changed; what matters in it is marked. */
export function GraphView({ marks, ...graph }: GraphViewProps) {
  const { document } = graph
  const taken = useMemo(() => createStore(listTaken(document)), [document])
  const problems = useMemo(() => createStore(NO_PROBLEMS), [])
  const store = useMemo(() => createStore(NO_MARKS), [])
  useEffect(() => store.set(marks), [store, marks])
  return (
    <EditorMarksProvider marks={store} problems={problems} taken={taken}>
      <ReactFlowProvider>
        <Graph {...graph} />
      </ReactFlowProvider>
    </EditorMarksProvider>
  )
}
