import type { FlowEdge, FlowNode } from '../../../core/flow/index.ts'
import type { FlowDocument } from './graph.ts'
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

/** Compares by id. A node that only moved is not changed: its place has no meaning for a run. */
export function diffDocuments(before: FlowDocument, after: FlowDocument): DocumentDiff {
  const nodes = compare(before.definition.nodes, after.definition.nodes, isSameNode)
  const edges = compare(before.definition.edges.map(keyed), after.definition.edges.map(keyed), () => true)
  const nodeMarks = new Map<string, NodeMark>([
    ...nodes.added.map(({ id }) => [id, 'added'] as const),
    ...nodes.removed.map(({ id }) => [id, 'removed'] as const),
    ...nodes.changed.map(({ id }) => [id, 'changed'] as const),
  ])
  const edgeMarks = new Map<string, EdgeMark>([
    ...edges.added.map(({ edge }) => [edge.id, 'added'] as const),
    ...edges.removed.map(({ edge }) => [removedId(edge), 'removed'] as const),
  ])
  return {
    merged: {
      ...after,
      definition: {
        ...after.definition,
        nodes: [...after.definition.nodes, ...nodes.removed],
        edges: [
          ...after.definition.edges,
          ...edges.removed.map(({ edge }) => ({ ...edge, id: removedId(edge) })),
        ],
      },
    },
    marks: { nodes: nodeMarks, edges: edgeMarks },
    counts: {
      added: nodes.added.length + edges.added.length,
      removed: nodes.removed.length + edges.removed.length,
      changed: nodes.changed.length,
    },
    settings: listChangedSettings(before, after),
  }
}

/** An edge is what it connects; its id may have changed when it was drawn anew. */
const keyed = (edge: FlowEdge) => ({ id: `${edge.source}\n${edge.sourceHandle}\n${edge.target}`, edge })
const removedId = (edge: FlowEdge): string => `removed:${edge.id}`

function compare<T extends { id: string }>(
  before: readonly T[],
  after: readonly T[],
  isSame: (a: T, b: T) => boolean,
): Record<'added' | 'removed' | 'changed', T[]> {
  const old = new Map(before.map((item) => [item.id, item]))
  const present = new Set(after.map((item) => item.id))
  return {
    added: after.filter((item) => !old.has(item.id)),
    removed: before.filter((item) => !present.has(item.id)),
    changed: after.filter((item) => {
      const earlier = old.get(item.id)
      return earlier !== undefined && !isSame(earlier, item)
    }),
  }
}

const isSameNode = (a: FlowNode, b: FlowNode): boolean => a.type === b.type && isEqual(a.data, b.data)

function listChangedSettings(before: FlowDocument, after: FlowDocument): string[] {
  const read = ({ name, definition }: FlowDocument): Record<string, unknown> => {
    const { retriggerBehavior, fallbackBehavior, fallbackText, settings, variables } = definition
    return { name, retriggerBehavior, fallbackBehavior, fallbackText, ...settings, variables }
  }
  const [a, b] = [read(before), read(after)]
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => !isEqual(a[key], b[key]))
}

/** Equality of JSON values, whatever the order of keys. */
function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>]
  const keys = new Set([...Object.keys(left), ...Object.keys(right)])
  return [...keys].every((key) => isEqual(left[key], right[key]))
}
