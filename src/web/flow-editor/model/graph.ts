import type { ExchangeFlow, FlowDefinition, FlowEdge, FlowNode } from '../../../core/flow/index.ts'

export interface Position {
  x: number
  y: number
}

/** True when two definitions say the same: places on the canvas mean nothing to a run, nor to what is wrong with it. */
export function isSameGraph(a: FlowDefinition, b: FlowDefinition): boolean {
  if (a === b) return true
  const { nodes: theirNodes, viewport: _theirs, ...theirs } = b
  const { nodes, viewport: _own, ...own } = a
  const isSame = (node: FlowNode, index: number) => {
    const other = theirNodes[index]
    return other !== undefined && isSameNode(node, other)
  }
  return (
    nodes.length === theirNodes.length &&
    nodes.every(isSame) &&
    Object.entries(own).every(([key, value]) => isSameValue(value, theirs[key as keyof typeof theirs]))
  )
}

const isSameNode = (a: FlowNode, b: FlowNode): boolean =>
  a === b || (a.id === b.id && a.type === b.type && isSameValue(a.data, b.data))

/** Changes keep what they do not touch, so that most of a flow is the same object and need not be looked into. */
const isSameValue = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/** One exit of one node. */
export interface Exit {
  source: string
  sourceHandle: string
}

/** What the editor edits: a flow as it travels, so that saving, exporting and copying need no conversion. */
export type FlowDocument = ExchangeFlow

/** Makes ids; the caller keeps chance out of the model. */
export type NewId = () => string

const withDefinition = (document: FlowDocument, change: Partial<FlowDefinition>): FlowDocument => ({
  ...document,
  definition: { ...document.definition, ...change },
})

export function findNode(document: FlowDocument, nodeId: string): FlowNode | undefined {
  return document.definition.nodes.find((node) => node.id === nodeId)
}

export function edgeFrom(document: FlowDocument, { source, sourceHandle }: Exit): FlowEdge | undefined {
  return document.definition.edges.find(
    (edge) => edge.source === source && edge.sourceHandle === sourceHandle,
  )
}

export function addNode(document: FlowDocument, node: FlowNode): FlowDocument {
  return withDefinition(document, { nodes: [...document.definition.nodes, node] })
}

/** Leads an exit to a node. An exit has one edge, so that the one it had is replaced. */
export function connect(document: FlowDocument, exit: Exit, target: string, id: string): FlowDocument {
  const others = document.definition.edges.filter(
    (edge) => edge.source !== exit.source || edge.sourceHandle !== exit.sourceHandle,
  )
  return withDefinition(document, { edges: [...others, { id, ...exit, target }] })
}

export function disconnect(document: FlowDocument, exit: Exit): FlowDocument {
  return withDefinition(document, {
    edges: document.definition.edges.filter(
      (edge) => edge.source !== exit.source || edge.sourceHandle !== exit.sourceHandle,
    ),
  })
}

/** Takes out nodes with the edges that touch them, and edges by their own id. */
export function removeParts(
  document: FlowDocument,
  { nodes, edges }: { nodes: ReadonlySet<string>; edges: ReadonlySet<string> },
): FlowDocument {
  const { definition } = document
  return withDefinition(document, {
    nodes: definition.nodes.filter((node) => !nodes.has(node.id)),
    edges: definition.edges.filter(
      (edge) => !edges.has(edge.id) && !nodes.has(edge.source) && !nodes.has(edge.target),
    ),
  })
}

/**
 * Takes out one node and leads what came in to where its only connected exit went. With several connected exits
 * nothing says which one is meant, and the edges in are dropped.
 */
export function removeAndReconnect(document: FlowDocument, nodeId: string): FlowDocument {
  const out = document.definition.edges.filter((edge) => edge.source === nodeId && edge.target !== nodeId)
  const removed = removeParts(document, { nodes: new Set([nodeId]), edges: new Set() })
  const [only] = out
  if (out.length !== 1 || !only) return removed
  const healed = document.definition.edges
    .filter((edge) => edge.target === nodeId && edge.source !== nodeId)
    .map((edge) => ({ ...edge, target: only.target }))
  return withDefinition(removed, { edges: [...removed.definition.edges, ...healed] })
}

export function moveNodes(document: FlowDocument, places: ReadonlyMap<string, Position>): FlowDocument {
  return withDefinition(document, {
    nodes: document.definition.nodes.map((node) => {
      const position = places.get(node.id)
      return position ? { ...node, position: roundPosition(position) } : node
    }),
  })
}

export function shiftNodes(document: FlowDocument, ids: ReadonlySet<string>, by: Position): FlowDocument {
  const moved = document.definition.nodes
    .filter((node) => ids.has(node.id))
    .map(
      ({ id, position }) => [id, { x: position.x + by.x, y: position.y + by.y }] satisfies [string, Position],
    )
  return moveNodes(document, new Map(moved))
}

const roundPosition = ({ x, y }: Position): Position => ({ x: Math.round(x), y: Math.round(y) })

/** Sets a node's data, and drops edges from exits that this data no longer has when `exits` are given. */
export function updateData(
  document: FlowDocument,
  nodeId: string,
  data: Record<string, unknown>,
  exits?: readonly string[],
): FlowDocument {
  return withDefinition(document, {
    nodes: document.definition.nodes.map((node) => (node.id === nodeId ? { ...node, data } : node)),
    edges: exits
      ? document.definition.edges.filter(
          (edge) => edge.source !== nodeId || exits.includes(edge.sourceHandle),
        )
      : document.definition.edges,
  })
}

/** Puts a node into an edge: what led to the old target leads to the node, and its `exit` to the old target. */
export function insertOnEdge(
  document: FlowDocument,
  edgeId: string,
  node: FlowNode,
  exit: string | undefined,
  newId: NewId,
): FlowDocument {
  const edge = document.definition.edges.find((item) => item.id === edgeId)
  if (!edge) return addNode(document, node)
  const { source, sourceHandle, target } = edge
  const split = connect(addNode(document, node), { source, sourceHandle }, node.id, newId())
  return exit === undefined ? split : connect(split, { source: node.id, sourceHandle: exit }, target, newId())
}

/** Gives nodes and the edges among them fresh ids and a new place, so that they can stand beside the originals. */
export function placeCopies(
  document: FlowDocument,
  parts: Pick<FlowDefinition, 'nodes' | 'edges'>,
  by: Position,
  newId: NewId,
): { document: FlowDocument; nodeIds: string[] } {
  const ids = new Map(parts.nodes.map((node) => [node.id, newId()]))
  const nodes = parts.nodes.map((node) => ({
    ...node,
    id: ids.get(node.id) ?? node.id,
    data: renameTarget(node, ids),
    position: roundPosition({ x: node.position.x + by.x, y: node.position.y + by.y }),
  }))
  const edges = parts.edges.flatMap((edge) => {
    const [source, target] = [ids.get(edge.source), ids.get(edge.target)]
    return source && target ? [{ ...edge, id: newId(), source, target }] : []
  })
  const { definition } = document
  return {
    document: withDefinition(document, {
      nodes: [...definition.nodes, ...nodes],
      edges: [...definition.edges, ...edges],
    }),
    nodeIds: nodes.map((node) => node.id),
  }
}

/** A goto that leads to a node among the copies leads to its copy. */
function renameTarget({ type, data }: FlowNode, ids: ReadonlyMap<string, string>): Record<string, unknown> {
  const target = type === 'goto' && typeof data.targetNodeId === 'string' ? ids.get(data.targetNodeId) : null
  return target ? { ...data, targetNodeId: target } : structuredClone(data)
}

/** Nodes with all that lies before or behind them, along edges and jumps. */
export function reach(
  { definition: { nodes, edges } }: FlowDocument,
  from: ReadonlySet<string>,
  way: 'before' | 'behind',
): Set<string> {
  const jumps = nodes.flatMap(({ id, type, data }) =>
    type === 'goto' && typeof data.targetNodeId === 'string'
      ? [{ source: id, target: data.targetNodeId }]
      : [],
  )
  const steps = [...edges, ...jumps].map(({ source, target }) =>
    way === 'behind' ? [source, target] : [target, source],
  )
  const present = new Set(nodes.map(({ id }) => id))
  const found = new Set(from)
  for (const nodeId of found) {
    for (const [at, next] of steps) {
      if (at === nodeId && next !== undefined && present.has(next)) found.add(next)
    }
  }
  return found
}

export function pickParts(
  document: FlowDocument,
  ids: ReadonlySet<string>,
): Pick<FlowDefinition, 'nodes' | 'edges'> {
  const { nodes, edges } = document.definition
  return {
    nodes: nodes.filter((node) => ids.has(node.id)),
    edges: edges.filter((edge) => ids.has(edge.source) && ids.has(edge.target)),
  }
}
