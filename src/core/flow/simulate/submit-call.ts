import type { ApprovalDecision } from '../../conversation/flow-event.ts'
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

type StartStep = NonNullable<CaseStep['start']>

/** What a step of a case asks to be started, as the event has it; the flow by its id. */
export function toStart(start: StartStep) {
  if (typeof start === 'string') return { flowId: start, inputs: {} }
  const { flow: flowId, inputs = {}, node: triggerId, step: nodeId, replaces, endsPause } = start
  return {
    ...{ flowId, inputs },
    ...(triggerId === undefined ? {} : { triggerId }),
    ...(nodeId === undefined ? {} : { nodeId }),
    ...(replaces === undefined ? {} : { replaces }),
    ...(endsPause === undefined ? {} : { endsPause }),
  }
}

/** What a step of a case asks of a run that rests. */
export function toResume(resume: NonNullable<CaseStep['resume']>) {
  const { node, text, replaces } = resume === true ? {} : resume
  return {
    ...(node === undefined ? {} : { nodeId: node }),
    ...(text === undefined ? {} : { text }),
    ...(replaces === undefined ? {} : { replaces }),
  }
}

/** Asks for a start, as a person or another system does. */
export function submitStart(simulation: Simulation, jid: string, start: StartStep): void {
  simulation.submit(jid, { type: 'api_start', ...toStart(start) })
}

/** A call of the wait that the contact's last run rests at, or will; `visit` is that of now unless it is said. */
export function submitRunCall(
  simulation: Simulation,
  jid: string,
  { place, visit, body = {}, query = {}, headers = {} }: NonNullable<CaseStep['call']>,
): void {
  const run = simulation.runsOf(jid).at(-1)
  const present = visit ?? run?.context.visits[place] ?? 0
  const call = { body, query, headers }
  simulation.submit(jid, { type: 'call_received', runId: run?.id ?? '', place, visit: present, call })
}

type ApprovalStep = NonNullable<CaseStep['approval']>

/** Who decides in cases and in the simulator. */
export const DECIDER = { id: 'person', name: 'Person' }

export function readDecision(step: ApprovalStep): ApprovalDecision {
  if (step === 'approve') return { as: 'approved' }
  if (step === 'decline' || step.decline) return { as: 'declined' }
  return step.text === undefined ? { as: 'approved' } : { as: 'changed', text: step.text }
}

/** A person's decision about the text that the contact's last run keeps, or about one that is over. */
export function submitDecision(simulation: Simulation, jid: string, step: ApprovalStep): void {
  const run = simulation.runsOf(jid).at(-1)
  const given = typeof step === 'string' ? undefined : step.id
  simulation.submit(jid, {
    type: 'approval_decided',
    runId: run?.id ?? '',
    approvalId: given ?? run?.context.approval?.id ?? '',
    decision: readDecision(step),
    by: DECIDER,
  })
}
