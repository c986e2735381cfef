import type { FlowDefinition } from '../definition.ts'

/** Nodes no trigger reaches, and the titles of the groups they came from. */
export interface Orphans {
  nodeIds: string[]
  groups: string[]
}

export function findOrphans({ nodes, edges }: FlowDefinition): Orphans {
  const reached = new Set(nodes.filter(({ type }) => type.startsWith('trigger.')).map(({ id }) => id))
  const byId = new Map(nodes.map((node) => [node.id, node]))
  for (const id of reached) {
    for (const edge of edges) if (edge.source === id) reached.add(edge.target)
    const { type, data } = byId.get(id) ?? {}
    if (type === 'goto' && typeof data?.targetNodeId === 'string') reached.add(data.targetNodeId)
  }
  const lost = nodes.filter(({ id, type }) => type !== 'note' && !reached.has(id))
  const parents = new Set(lost.map(({ parentId }) => parentId))
  const titles = nodes.flatMap(({ id, type, data }) =>
    type === 'note' && parents.has(id) ? [String(data.text)] : [],
  )
  return { nodeIds: lost.map(({ id }) => id), groups: [...new Set(titles)] }
}

/** The flow without the nodes nothing leads to, the edges between them, and groups that are empty then. */
export function removeOrphans(definition: FlowDefinition, { nodeIds }: Orphans): FlowDefinition {
  const lost = new Set(nodeIds)
  const kept = definition.nodes.filter(({ id }) => !lost.has(id))
  const emptied = new Set(definition.nodes.filter(({ id }) => lost.has(id)).map(({ parentId }) => parentId))
  for (const { parentId } of kept) emptied.delete(parentId)
  return {
    ...definition,
    nodes: kept.filter(({ id }) => !emptied.has(id)),
    edges: definition.edges.filter(({ source, target }) => !lost.has(source) && !lost.has(target)),
  }
}
