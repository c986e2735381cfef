import { type FlowDefinition, type FlowNode, mapCalls } from '../../../core/flow/index.ts'

const START = 'play-here'

/** The same flow with calls of one flow going to another. */
export function withCallsTo(definition: FlowDefinition, from: string, to: string): FlowDefinition {
  return { ...definition, nodes: mapCalls(definition.nodes, (flowId) => (flowId === from ? to : flowId)) }
}

/** A flow that nothing starts but a call. */
export function withoutOtherTriggers(definition: FlowDefinition): FlowDefinition {
  const isOther = ({ type }: FlowNode) => type.startsWith('trigger.') && type !== 'trigger.api'
  return withoutNodes(definition, isOther)
}

/** A flow that begins at a node when it is started by request: it gets a trigger of its own that leads there. */
export function beginAt(definition: FlowDefinition, nodeId: string): FlowDefinition {
  const { nodes, edges, ...rest } = withoutNodes(definition, ({ type }) => type === 'trigger.api')
  const start: FlowNode = { id: START, type: 'trigger.api', position: { x: 0, y: 0 }, data: {} }
  return {
    ...rest,
    nodes: [...nodes, start],
    edges: [...edges, { id: START, source: START, sourceHandle: 'out', target: nodeId }],
  }
}

function withoutNodes(definition: FlowDefinition, isOut: (node: FlowNode) => boolean): FlowDefinition {
  const out = new Set(definition.nodes.filter(isOut).map(({ id }) => id))
  return {
    ...definition,
    nodes: definition.nodes.filter(({ id }) => !out.has(id)),
    edges: definition.edges.filter(({ source }) => !out.has(source)),
  }
}
