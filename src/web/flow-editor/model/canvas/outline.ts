import type { FlowNode } from '../../../../core/flow/index.ts'
import type { FlowDocument } from '../graph.ts'
import { type ExitView, exitsOf } from './node-view.ts'

/** A node in the list that reads like a tree: once with its exits, and as a reference wherever else it is led to. */
export interface OutlineEntry {
  node: FlowNode
  depth: number
  exits: readonly { exit: ExitView; target: string | null }[]
}

/** All nodes from the triggers along their exits, each once, then those nothing leads to. */
export function buildOutline({ definition: { nodes, edges } }: FlowDocument): OutlineEntry[] {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const targets = new Map(edges.map((edge) => [`${edge.source}\n${edge.sourceHandle}`, edge.target]))
  const entries: OutlineEntry[] = []
  const seen = new Set<string>()
  const open = (node: FlowNode, depth: number): OutlineEntry => ({
    node,
    depth,
    exits: exitsOf(node).map((exit) => ({ exit, target: targets.get(`${node.id}\n${exit.id}`) ?? null })),
  })
  const visit = (root: FlowNode): void => {
    const stack: [FlowNode, number][] = [[root, 0]]
    for (let place = stack.pop(); place; place = stack.pop()) {
      const [node, depth] = place
      if (seen.has(node.id)) continue
      seen.add(node.id)
      const entry = open(node, depth)
      entries.push(entry)
      const next = [...entry.exits.map(({ target }) => target), jumpOf(node)]
      const found = next.flatMap((target) => byId.get(target ?? '') ?? [])
      stack.push(...found.toReversed().map((target): [FlowNode, number] => [target, depth + 1]))
    }
  }
  for (const node of nodes) if (node.type.startsWith('trigger.')) visit(node)
  for (const node of nodes) visit(node)
  return entries
}

function jumpOf({ type, data }: FlowNode): string | null {
  return type === 'goto' && typeof data.targetNodeId === 'string' ? data.targetNodeId : null
}

/** Where the exits of a node lead that lead anywhere. */
export function edgeTargets(
  { definition: { nodes, edges } }: FlowDocument,
  node: FlowNode,
): { exitId: string; target: FlowNode }[] {
  return edges.flatMap((edge) => {
    const target = edge.source === node.id ? nodes.find(({ id }) => id === edge.target) : undefined
    return target ? [{ exitId: edge.sourceHandle, target }] : []
  })
}
