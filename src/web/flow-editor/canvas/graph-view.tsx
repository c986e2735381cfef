import {
  Background,
  BackgroundVariant,
  Controls,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react'
import { useEffect, useMemo } from 'react'
import { useTheme } from '../../app/theme.tsx'
import { EditorMarksProvider } from '../editor-marks.tsx'
import { useEditorText } from '../editor-text.ts'
import { createCell } from '../model/cell.ts'
import { NOTHING_SELECTED } from '../model/editor-store.ts'
import type { FlowDocument } from '../model/graph.ts'
import { type Marks, NO_MARKS } from '../model/marks.ts'
import { NO_PROBLEMS } from '../model/problem-index.ts'
import { listTaken } from '../use-taken.ts'
import { EdgeLine } from './edge-line.tsx'
import { motionMs } from './motion.ts'
import { type CardNode, NodeCard } from './node-card.tsx'
import { Overview } from './overview.tsx'
import { useCards, useLines } from './use-canvas-graph.ts'

const NODE_TYPES = { card: NodeCard }
const EDGE_TYPES = { line: EdgeLine }
const NO_NODES: ReadonlySet<string> = new Set()
const NO_DATA = {}
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

function Graph({ document, label, focus, onChoose }: Omit<GraphViewProps, 'marks'>) {
  const { isDark } = useTheme()
  const { canvas } = useEditorText()
  const { definition } = document
  const { cards, apply } = useCards(definition, NO_NODES)
  const lines = useLines(definition, NOTHING_SELECTED.edges, NO_DATA)
  const { setCenter, getZoom, getNode, getNodesBounds } = useReactFlow()
  useEffect(() => {
    const node = focus ? getNode(focus) : undefined
    if (!node) return
    const { x, y, width, height } = getNodesBounds([node])
    void setCenter(x + width / 2, y + height / 2, {
      zoom: Math.max(getZoom(), 0.7),
      duration: motionMs(250),
    })
  }, [focus, getNode, getNodesBounds, setCenter, getZoom])
  return (
    <ReactFlow<CardNode>
      nodes={cards}
      edges={lines}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={apply}
      onNodeClick={(_event, { id }) => onChoose?.(id)}
      aria-label={label}
      colorMode={isDark ? 'dark' : 'light'}
      fitView
      fitViewOptions={{ padding: 0.15, maxZoom: 1 }}
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
  const taken = useMemo(() => createCell(listTaken(document)), [document])
  const problems = useMemo(() => createCell(NO_PROBLEMS), [])
  const cell = useMemo(() => createCell(NO_MARKS), [])
  useEffect(() => cell.set(marks), [cell, marks])
  return (
    <EditorMarksProvider marks={cell} problems={problems} taken={taken}>
      <ReactFlowProvider>
        <Graph {...graph} />
      </ReactFlowProvider>
    </EditorMarksProvider>
  )
}
