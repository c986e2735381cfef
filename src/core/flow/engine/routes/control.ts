import type { FlowEvent } from '../../../conversation/flow-event.ts'
import type { StartRefusal } from '../../decision.ts'
import type { ApiInput } from '../../expressions/input-types.ts'
import type { BoundNode } from '../../nodes/node-type.ts'
import type { RunState } from '../../run.ts'
import type { FlowSnapshot } from '../../snapshot.ts'
import type { Execution } from '../execution.ts'
import { readInputs } from '../inputs.ts'
import {
  cancelRun,
  continueRun,
  enterFlow,
  finishExecution,
  interrupt,
  openRun,
  type Start,
  startRun,
} from '../lifecycle.ts'
import type { Plan } from '../plan.ts'
import { byPerson } from '../rest.ts'
import { advance, wake } from '../step.ts'
import { endHandoff } from './timer.ts'

type StartEvent = Extract<FlowEvent, { type: 'api_start' | 'manual_start' }>
type ScheduleEvent = Extract<FlowEvent, { type: 'schedule_start' }>
type ResumeEvent = Extract<FlowEvent, { type: 'api_resume' }>

/** The contact has a run already, which is in the way. */
const refuseOther = (live: RunState): StartRefusal => ({
  code: 'RUN_EXISTS',
  params: { while: 'starting' },
  runId: live.id,
})

/**
 * Starts a flow for the contact at the wish of a person or a system. One live run per contact: another is in the way,
 * unless it is to make way.
 */
export function startByRequest(plan: Plan, event: StartEvent): void {
  const { live, flows } = plan.conversation
  if (plan.contact.blacklist) return plan.ignore('blacklisted')
  const isPaused = (plan.contact.handoffUntil ?? 0) > plan.now
  if (isPaused && !event.endsPause) return plan.ignore('handoff', live?.id ?? null)
  const snapshot = flows.find((flow) => flow.flowId === event.flowId)
  if (!snapshot) return plan.refuse('no_match', notActive('unpublished_here'))
  const entry = findEntry(snapshot, event)
  if (!entry) return plan.refuse('no_match', refuseEntry(event))
  const inputs = readInputs(inputsOf(entry), event.inputs ?? {})
  if (!inputs.ok) return plan.refuse('no_match', { ...inputs.refused, runId: null })
  if (live && !event.replaces && !replaces(snapshot, live))
    return plan.refuse('retrigger_ignored', refuseOther(live))
  if (isPaused) plan.endPause(byPerson(plan, event))
  if (live) makeWay(plan, live, event)
  const start = { snapshot, node: entry, message: null, inputs: inputs.values }
  if (event.nodeId === undefined) return enterFlow(plan, start)
  startAnew(plan, start)
}

const notActive = (why: 'unpublished_here' | 'no_api_trigger'): StartRefusal => ({
  code: 'FLOW_NOT_ACTIVE',
  params: { why },
  runId: null,
})

const refuseEntry = ({ nodeId: node }: StartEvent): StartRefusal =>
  node === undefined ? notActive('no_api_trigger') : { code: 'NODE_NOT_FOUND', params: { node }, runId: null }

/** A run of another flow is parked where that flow goes on later. */
function makeWay(plan: Plan, live: RunState, { flowId, replaces: isWanted }: StartEvent): void {
  if (isWanted) return interrupt(plan, live, flowId)
  cancelRun(plan, live)
}

/** Who names a step wants it now: what the flow does with contacts that had it before is for its triggers. */
function startAnew(plan: Plan, start: Start): void {
  const parked = plan.dormant.find(({ flowId }) => flowId === start.snapshot.flowId)
  if (parked) cancelRun(plan, parked)
  startRun(plan, start)
}

const inputsOf = ({ trigger }: BoundNode): readonly ApiInput[] =>
  trigger && 'inputs' in trigger ? trigger.inputs : []

/** A schedule is due for this contact. It takes nobody's place: with a live run in the way nothing starts. */
export function startBySchedule(plan: Plan, event: ScheduleEvent): void {
  const { conversation, contact } = plan
  if (contact.blacklist) return plan.ignore('blacklisted')
  if ((contact.handoffUntil ?? 0) > plan.now) return plan.ignore('handoff', conversation.live?.id ?? null)
  const snapshot = conversation.flows.find((flow) => flow.flowId === event.flowId)
  const node = snapshot?.triggers.find((item) => item.id === event.nodeId)
  if (!snapshot || node?.trigger?.kind !== 'schedule') return plan.ignore('no_match')
  if (conversation.live && !replaces(snapshot, conversation.live))
    return plan.ignore('retrigger_ignored', conversation.live.id)
  if (conversation.live) cancelRun(plan, conversation.live)
  enterFlow(plan, { snapshot, node, message: null })
}

function findEntry(snapshot: FlowSnapshot, { type, triggerId, nodeId }: StartEvent): BoundNode | undefined {
  if (nodeId !== undefined) return findStep(snapshot, nodeId)
  if (type === 'api_start' && triggerId !== undefined)
    return snapshot.triggers.find(({ id, trigger }) => id === triggerId && trigger?.kind === 'webhook')
  const byApi = snapshot.triggers.find((node) => node.trigger?.kind === 'api')
  return byApi ?? (type === 'manual_start' ? snapshot.triggers[0] : undefined)
}

/** A connected trigger, or a step that others lead to. */
function findStep(snapshot: FlowSnapshot, nodeId: string): BoundNode | undefined {
  const node = snapshot.nodes.get(nodeId)
  return node?.hasInput ? node : snapshot.triggers.find(({ id }) => id === nodeId)
}

function replaces(snapshot: FlowSnapshot, live: RunState): boolean {
  return live.flowId === snapshot.flowId && snapshot.definition.retriggerBehavior === 'restart'
}

/** Wakes a run: at another node, with an answer, out of a handoff, or where it was parked. */
export function resumeByRequest(plan: Plan, event: ResumeEvent): void {
  const { live, dormant } = plan.conversation
  const run = live?.id === event.runId ? live : dormant.find((item) => item.id === event.runId)
  const execution = run && openRun(plan, run)
  if (!run || !execution) {
    return plan.refuse('not_waiting', { code: 'RUN_NOT_FOUND', params: {}, runId: null })
  }
  const other = run.state === 'dormant' ? live : null
  if (other && !event.replaces) return plan.refuse('not_waiting', refuseOther(other))
  if (event.nodeId !== undefined && !execution.snapshot.nodes.get(event.nodeId)?.hasInput) {
    const params = { node: event.nodeId }
    return plan.refuse('not_waiting', { code: 'NODE_NOT_FOUND', params, runId: run.id })
  }
  if (other) interrupt(plan, other, run.flowId)
  if (plan.contact.handoffUntil !== null) plan.endPause(byPerson(plan, event))
  if (event.nodeId === undefined && run.state === 'dormant') return continueRun(plan, run, null)
  finishExecution(execution, () => resume(execution, event))
}

function resume(execution: Execution, event: ResumeEvent): void {
  const { run, plan, node } = execution
  execution.forgetEffect()
  if (event.nodeId !== undefined) {
    execution.clearTimer()
    execution.updateContext({ wait: null })
    execution.record('jump', event.nodeId)
    run.currentNodeId = event.nodeId
    run.state = 'running'
    return advance(execution)
  }
  if (run.state === 'waiting_timer') return wake(execution, { kind: 'elapsed' })
  if (run.state === 'waiting_input') {
    const message = { id: plan.event.eventId, type: 'text' as const, text: event.text ?? '' }
    return wake(execution, { kind: 'answer', message })
  }
  if (node?.type === 'handoff') return endHandoff(execution)
  execution.clearTimer()
  execution.record('continued', execution.nodeId)
  run.state = 'running'
  advance(execution)
}

/** Ends a live or dormant run at the wish of a person. */
export function cancelByRequest(plan: Plan, event: Extract<FlowEvent, { type: 'cancel_requested' }>): void {
  const { live, dormant } = plan.conversation
  const run = [...(live ? [live] : []), ...dormant].find((item) => item.id === event.runId)
  if (!run) {
    return plan.refuse('not_waiting', { code: 'RUN_NOT_FOUND', params: {}, runId: null })
  }
  cancelRun(plan, run)
  plan.process(run.id)
}

/** Blacklist true deletes what is active; favourite and blacklist false only change the flag. */
export function changeFlag(plan: Plan, event: Extract<FlowEvent, { type: 'flag_changed' }>): void {
  plan.patchContact(event.flag === 'blacklist' ? { blacklist: event.value } : { favourite: event.value })
  plan.process(null)
  if (event.flag !== 'blacklist' || !event.value) return
  const { live, dormant } = plan.conversation
  for (const run of [...(live ? [live] : []), ...dormant]) plan.deleteRun(run.id)
}

/** An unpublished flow keeps its live runs; what is parked cannot go on and ends. */
export function unpublishFlow(plan: Plan, event: Extract<FlowEvent, { type: 'flow_unpublished' }>): void {
  const parked = plan.conversation.dormant.filter((run) => run.flowId === event.flowId)
  for (const run of parked) cancelRun(plan, run)
  plan.process(parked[0]?.id ?? null)
}
