/** Node types whose `flowId` names another flow. */
const CALLING_TYPES: readonly string[] = ['subflow', 'switch_flow']

export interface CallingNode {
  type: string
  data: Readonly<Record<string, unknown>>
}

type Change = (flowId: string) => string
type Data = Readonly<Record<string, unknown>>

const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isFlowTool = (tool: unknown): tool is Data => isData(tool) && tool.kind === 'flow'

/** What the nodes call other flows by, each once, in the order of the nodes: ids, or `ref:NAME` of an import. */
export function findCalls(nodes: readonly CallingNode[]): string[] {
  const calls: string[] = []
  mapCalls(nodes, (flowId) => {
    calls.push(flowId)
    return flowId
  })
  return [...new Set(calls)]
}

/** The same nodes with other names for the flows that they call, and that their tools do. */
export function mapCalls<N extends CallingNode>(nodes: readonly N[], change: Change): N[] {
  return nodes.map((node) => {
    if (CALLING_TYPES.includes(node.type)) return { ...node, data: changeFlow(node.data, change) }
    const { tools } = node.data
    if (node.type !== 'ai' || !Array.isArray(tools) || !tools.some(isFlowTool)) return node
    const changed = tools.map((tool: unknown) => (isFlowTool(tool) ? changeFlow(tool, change) : tool))
    return { ...node, data: { ...node.data, tools: changed } }
  })
}

function changeFlow(data: Data, change: Change): Data {
  return typeof data.flowId === 'string' ? { ...data, flowId: change(data.flowId) } : data
}
