import { Graph, layout } from '@dagrejs/dagre'
import type { FlowDocument, Position } from '../graph.ts'
import { exitsOf } from './node-view.ts'

export interface Size {
  width: number
  height: number
}

export const NODE_WIDTH = 248
const HEADER_HEIGHT = 92
const EXIT_HEIGHT = 26

/** The size of a card that was not measured yet. */
export function estimateSize(node: FlowDocument['definition']['nodes'][number]): Size {
  return { width: NODE_WIDTH, height: HEADER_HEIGHT + exitsOf(node).length * EXIT_HEIGHT }
}

/** Places all nodes from left to right along their edges; notes stay where they are. */
export function arrange(
  { definition: { nodes, edges } }: FlowDocument,
  sizes: ReadonlyMap<string, Size>,
): Map<string, Position> {
  const graph = new Graph()
  graph.setGraph({ rankdir: 'LR', nodesep: 36, ranksep: 96, marginx: 0, marginy: 0 })
  graph.setDefaultEdgeLabel(() => ({}))
  const placed = nodes.filter((node) => node.type !== 'note')
  for (const node of placed) graph.setNode(node.id, { ...(sizes.get(node.id) ?? estimateSize(node)) })
  for (const { source, target } of edges) {
    if (graph.hasNode(source) && graph.hasNode(target)) graph.setEdge(source, target)
  }
  layout(graph)
  return new Map(
    placed.map(({ id }) => {
      const { x, y, width, height } = graph.node(id)
      return [id, { x: x - width / 2, y: y - height / 2 }]
    }),
  )
}
