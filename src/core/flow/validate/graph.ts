import type { FlowDefinition, FlowEdge } from '../definition.ts'
import { type Finding, finding, type Issue } from '../findings.ts'
import type { FlowSnapshot } from '../snapshot.ts'

/** A definition with what could be bound of it. */
export interface GraphView {
  definition: FlowDefinition
  snapshot: FlowSnapshot
  /** Types of all nodes, bound or not. */
  typeById: ReadonlyMap<string, string>
}

/** Edges that lead nowhere, start nowhere or share a handle; handles a run would fall out of. */
export function checkConnections(view: GraphView): Issue[] {
  const issues: Issue[] = []
  const used = new Set<string>()
  for (const edge of view.definition.edges) {
    const problem = describeEdge(edge, view)
    if (problem) {
      issues.push({ severity: 'error', edgeId: edge.id, ...problem })
      continue
    }
    const key = `${edge.source}\n${edge.sourceHandle}`
    if (used.has(key)) {
      const twice = finding('EDGE_TWICE', { handle: edge.sourceHandle, node: edge.source })
      issues.push({ code: 'DISCONNECTED', severity: 'error', ...twice, edgeId: edge.id, nodeId: edge.source })
    }
    used.add(key)
  }
  for (const node of view.snapshot.nodes.values()) {
    for (const handle of node.handles) {
      if (handle.optional || used.has(`${node.id}\n${handle.id}`)) continue
      issues.push({
        code: 'UNCONNECTED_HANDLE',
        severity: 'warning',
        ...finding('LEADS_NOWHERE', { exit: handle.label }),
        nodeId: node.id,
        path: handle.id,
      })
    }
  }
  return issues
}

function describeEdge(
  edge: FlowEdge,
  { snapshot, typeById }: GraphView,
): (Finding & Pick<Issue, 'code' | 'nodeId'>) | null {
  if (!typeById.has(edge.source)) {
    return { code: 'DISCONNECTED', ...finding('EDGE_FROM_NOWHERE', { node: edge.source }) }
  }
  if (!typeById.has(edge.target)) {
    return { code: 'DISCONNECTED', ...finding('EDGE_TO_NOWHERE', { node: edge.target }) }
  }
  const target = snapshot.nodes.get(edge.target)
  if (target && !target.hasInput) {
    const isTrigger = target.trigger !== null
    return {
      code: isTrigger ? 'INVALID_DATA' : 'DISCONNECTED',
      ...finding('NO_WAY_IN', { type: target.type }),
      nodeId: edge.target,
    }
  }
  const source = snapshot.nodes.get(edge.source)
  if (source && !source.handles.some((handle) => handle.id === edge.sourceHandle)) {
    const params = { type: source.type, node: edge.source, handle: edge.sourceHandle }
    return { code: 'DISCONNECTED', ...finding('EXIT_UNKNOWN', params) }
  }
  return null
}

/** A flow needs a connected trigger, and every node a way to be reached from one. */
export function checkReachability({ definition, snapshot, typeById }: GraphView): Issue[] {
  const connected = new Set(
    definition.edges.filter((edge) => typeById.has(edge.target)).map((edge) => edge.source),
  )
  const triggers = definition.nodes.filter((node) => node.type.startsWith('trigger.'))
  const issues: Issue[] = []
  if (!triggers.some((node) => connected.has(node.id))) {
    issues.push({ code: 'NO_TRIGGER', severity: 'error', ...finding('NO_TRIGGER_LEADS') })
  }
  const reached = reachFrom(
    triggers.map((node) => node.id),
    nextNodes(definition, snapshot),
  )
  for (const node of definition.nodes) {
    if (node.type === 'note' || reached.has(node.id)) continue
    const apart = finding('NOT_REACHED', { node: node.id })
    issues.push({ code: 'DISCONNECTED', severity: 'error', ...apart, nodeId: node.id })
  }
  return issues
}

/** Where a run can go from each node: its edges and its goto target. */
function nextNodes(definition: FlowDefinition, snapshot: FlowSnapshot): Map<string, string[]> {
  const next = new Map<string, string[]>()
  const add = (from: string, to: string) => {
    const list = next.get(from)
    if (list) list.push(to)
    else next.set(from, [to])
  }
  for (const edge of definition.edges) add(edge.source, edge.target)
  for (const node of snapshot.nodes.values()) if (node.jumpsTo !== null) add(node.id, node.jumpsTo)
  return next
}

function reachFrom(starts: string[], next: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set(starts)
  const queue = [...starts]
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const target of next.get(id) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      queue.push(target)
    }
  }
  return reached
}

/** Cycles in which nothing waits: a run inside one ends with LOOP_LIMIT. One warning per cycle, on its smallest id. */
export function checkLoops({ definition, snapshot }: GraphView): Issue[] {
  const next = nextNodes(definition, snapshot)
  const passes = (id: string) => snapshot.nodes.get(id)?.waits === false
  const onward = (id: string) => (next.get(id) ?? []).filter(passes)
  const filtered = new Map([...next.keys()].filter(passes).map((id) => [id, onward(id)]))
  const issues: Issue[] = []
  const reported = new Set<string>()
  for (const id of leaveAcyclic(filtered)) {
    if (reported.has(id)) continue
    const reach = reachFrom(onward(id), filtered)
    if (!reach.has(id)) continue
    for (const other of reach) reported.add(other)
    const loop = finding('LOOP', { node: id })
    issues.push({ code: 'LOOP_WITHOUT_WAIT', severity: 'warning', ...loop, nodeId: id })
  }
  return issues
}

/** Removes nodes that cannot be on a cycle (Kahn), so that the search above stays small on large flows. */
function leaveAcyclic(next: ReadonlyMap<string, string[]>): string[] {
  const incoming = new Map<string, number>()
  for (const targets of next.values()) for (const id of targets) incoming.set(id, (incoming.get(id) ?? 0) + 1)
  const queue = [...next.keys()].filter((id) => !incoming.has(id))
  const removed = new Set(queue)
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const target of next.get(id) ?? []) {
      const left = (incoming.get(target) ?? 1) - 1
      incoming.set(target, left)
      if (left > 0 || removed.has(target)) continue
      removed.add(target)
      queue.push(target)
    }
  }
  return [...next.keys()].filter((id) => !removed.has(id)).sort()
}
