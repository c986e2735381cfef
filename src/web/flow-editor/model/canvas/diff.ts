import { compareFlows, type FlowEdge } from '../../../../core/flow/index.ts'
import type { FlowDocument } from '../graph.ts'
import type { EdgeMark, Marks, NodeMark } from './marks.ts'

/** How one document became another: every node and edge of both, with what happened to it. */
export interface DocumentDiff {
  /** The later document with the removed parts of the earlier one in their old places. */
  merged: FlowDocument
  marks: Marks
  counts: { added: number; removed: number; changed: number }
  /** Names of the flow's own settings that differ. */
  settings: string[]
}

/** How one document became another, to be shown in one picture. */
export function diffDocuments(before: FlowDocument, after: FlowDocument): DocumentDiff {
  const { nodes, edges, settings } = compareFlows(before, after)
  const nodeMarks = new Map<string, NodeMark>([
    ...nodes.added.map(({ id }) => [id, 'added'] as const),
    ...nodes.removed.map(({ id }) => [id, 'removed'] as const),
    ...nodes.changed.map(({ id }) => [id, 'changed'] as const),
  ])
  const edgeMarks = new Map<string, EdgeMark>([
    ...edges.added.map(({ id }) => [id, 'added'] as const),
    ...edges.removed.map((edge) => [removedId(edge), 'removed'] as const),
  ])
  return {
    merged: {
      ...after,
      definition: {
        ...after.definition,
        nodes: [...after.definition.nodes, ...nodes.removed],
        edges: [
          ...after.definition.edges,
          ...edges.removed.map((edge) => ({ ...edge, id: removedId(edge) })),
        ],
      },
    },
    marks: { nodes: nodeMarks, edges: edgeMarks },
    counts: {
      added: nodes.added.length + edges.added.length,
      removed: nodes.removed.length + edges.removed.length,
      changed: nodes.changed.length,
    },
    settings,
  }
}

const removedId = (edge: FlowEdge): string => `removed:${edge.id}`
