import { readCalledInputs } from '../nodes/triggers/incoming-call.ts'
import type { CaseStep } from './case-format.ts'
import type { Simulation } from './simulate.ts'

/** A call of a trigger.webhook, which is refused like a start when there is no such trigger. */
export function submitCall(
  simulation: Simulation,
  jid: string,
  { flow: flowId, node, body = {}, query = {}, headers = {} }: NonNullable<CaseStep['webhook']>,
): void {
  const trigger = simulation.active.get(flowId)?.triggers.find(({ id }) => id === node)?.trigger
  const inputs = trigger?.kind === 'webhook' ? readCalledInputs({ body, query, headers }, trigger.inputs) : {}
  simulation.submit(jid, { type: 'api_start', flowId, inputs, triggerId: node })
}
