import { api } from '../../app/api.ts'

/** Has all take one way of a split, on the draft: it holds from the next publish on. Null lets the test go on. */
export async function endTest(flowId: string, nodeId: string, arm: string | null): Promise<void> {
  const flow = await api.flows.get({ id: flowId })
  const nodes = JSON.parse(flow.nodes) as { id: string; data?: Record<string, unknown> }[]
  if (!nodes.some(({ id }) => id === nodeId)) throw new Error('the draft has no such split')
  const changed = nodes.map((node) => {
    if (node.id !== nodeId) return node
    const { winner: _, ...data } = node.data ?? {}
    return { ...node, data: arm === null ? data : { ...data, winner: arm } }
  })
  await api.flows.update({ id: flowId, nodes: JSON.stringify(changed), expectedUpdatedAt: flow.updatedAt })
}
