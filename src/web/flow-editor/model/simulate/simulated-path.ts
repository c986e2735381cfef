import type { RunState, Simulation } from '../../../../core/flow/index.ts'
import type { Marks, NodeMark } from '../canvas/marks.ts'
import { TESTED_FLOW } from './flow-tests.ts'

/** The node of the edited flow where a run stands: within a called flow the one that called. */
function ownPlace({ currentNodeId, context }: RunState, isOwn: (versionId: string) => boolean) {
  const frame = context.stack.find(({ versionId }) => isOwn(versionId))
  if (frame) return frame.nodeId
  return isOwn(context.flowVersionId) ? currentNodeId : null
}

/** The way the latest run of the edited flow took on its canvas; what happened in called flows is not on it. */
export function markPath(simulation: Simulation, jid: string): Marks {
  const nodes = new Map<string, NodeMark>()
  const edges = new Map<string, 'taken'>()
  const run = simulation.runsOf(jid).findLast(({ flowId }) => flowId === TESTED_FLOW)
  if (!run) return { nodes, edges }
  const isOwn = (versionId: string) => simulation.versions.get(versionId)?.flowId === TESTED_FLOW
  for (const { nodeIds, edgeId } of followOwn(simulation, run, isOwn)) {
    for (const nodeId of nodeIds) nodes.set(nodeId, 'visited')
    if (edgeId !== null) edges.set(edgeId, 'taken')
  }
  const place = run.state === 'completed' ? null : ownPlace(run, isOwn)
  if (place !== null) nodes.set(place, run.state === 'failed' ? 'failed' : 'current')
  return { nodes, edges }
}

/** The moves of a run with what of each is on the canvas; a move that enters or leaves a called flow is half on it. */
function followOwn(simulation: Simulation, run: RunState, isOwn: (versionId: string) => boolean) {
  let { versionId } = run
  return simulation.transitionsOf(run.id).map(({ fromNodeId, toNodeId, edgeId, contextPatch }) => {
    const before = isOwn(versionId)
    if (typeof contextPatch.flowVersionId === 'string') versionId = contextPatch.flowVersionId
    const after = isOwn(versionId) && toNodeId !== null ? [toNodeId] : []
    return { nodeIds: before ? [fromNodeId, ...after] : after, edgeId: before ? edgeId : null }
  })
}
