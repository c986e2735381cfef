import type { EffectError } from '../../conversation/flow-event.ts'
import type { Outcome } from '../decision.ts'
import { TemplateError } from '../expressions/liquid.ts'
import {
  MAX_STEPS_PER_EVENT,
  MAX_STEPS_PER_RUN_DAY,
  MAX_SUBFLOW_DEPTH,
  MAX_SWITCHES_PER_EVENT,
} from '../limits.ts'
import { type BoundNode, OUT, type Signal, type StepResult } from '../nodes/node-type.ts'
import { kindOfFailure, type RunFailure, runFailure } from '../run-failure.ts'
import { openApproval } from './approval.ts'
import type { Execution, SwitchTarget } from './execution.ts'
import { readInputs } from './inputs.ts'
import type { Plan } from './plan.ts'
import { cancel, handOff, handoffMs, park } from './rest.ts'
import { StepFailure } from './step-failure.ts'
import { misunderstand, openWait, turnPage } from './wait.ts'

/** Runs nodes from the current one until the run waits, rests or ends. */
export function advance(execution: Execution): void {
  while (execution.run.state === 'running') attempt(execution, () => stepOnce(execution))
}

/** Wakes the node the run rests at, then advances. */
export function wake(execution: Execution, signal: Signal): void {
  attempt(execution, () => {
    const node = requireNode(execution)
    execution.forgetEffect()
    execution.run.state = 'running'
    apply(execution, node, node.resume(execution, signal))
  })
  advance(execution)
}

/** Carries on after a connected exit of the node that an outside event chose, for instance `resumed`. */
export function leaveBy(execution: Execution, handle: string, outcome: Outcome): void {
  attempt(execution, () => {
    const node = requireNode(execution)
    execution.run.state = 'running'
    follow(execution, node, handle, outcome)
  })
  advance(execution)
}

/** Where a message came from: a node of the run's own flow (level 0) or of a sub-flow so deep. */
interface SendPlace {
  level: number
  nodeId: string
}

/** Reads a message's place; null when the sub-flow it came from has ended. */
export function readPlace({ run, snapshot }: Execution, place: string): SendPlace | null {
  const at = place.lastIndexOf(':')
  if (at < 0) return { level: 0, nodeId: place }
  const flows = [...run.context.stack.map((frame) => frame.flowId), snapshot.flowId]
  const level = flows.lastIndexOf(place.slice(0, at))
  return level > 0 ? { level, nodeId: place.slice(at + 1) } : null
}

/**
 * A message could not be delivered: its node's exit `failed` in the flow the node stands in, whose sub-flows are left
 * for it; without that exit the flow fails.
 */
export function leaveFailed(execution: Execution, { level, nodeId }: SendPlace, why: RunFailure): void {
  attempt(execution, () => {
    execution.forgetEffect()
    while (execution.depth > level) leaveSubflow(execution)
    if (!execution.snapshot.route(nodeId, 'failed')) throw new StepFailure(why)
    execution.run.currentNodeId = nodeId
    execution.run.state = 'running'
    follow(execution, requireNode(execution), 'failed', 'failed')
  })
  advance(execution)
}

function attempt(execution: Execution, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (error instanceof StepFailure || error instanceof TemplateError)
      return failRun(execution, error.failure)
    throw error
  }
}

function stepOnce(execution: Execution): void {
  countStep(execution)
  const node = requireNode(execution)
  apply(execution, node, node.execute(execution))
}

function requireNode(execution: Execution): BoundNode {
  const { node, nodeId } = execution
  if (node) return node
  throw new StepFailure(runFailure('NODE_UNKNOWN', { node: nodeId }))
}

function countStep(execution: Execution): void {
  const { run, snapshot, steps } = execution
  const limit = snapshot.definition.settings.maxStepsPerEvent ?? MAX_STEPS_PER_EVENT
  if (steps >= limit) throw new StepFailure(runFailure('STEPS_OF_EVENT', { most: limit }))
  if (run.context.brakes.steps + steps >= MAX_STEPS_PER_RUN_DAY) {
    throw new StepFailure(runFailure('STEPS_OF_DAY', { most: MAX_STEPS_PER_RUN_DAY }))
  }
  execution.countVisit()
}

function apply(execution: Execution, node: BoundNode, result: StepResult): void {
  switch (result.kind) {
    case 'follow':
      return follow(execution, node, result.handle, result.outcome)
    case 'jump':
      return moveTo(execution, result.nodeId, 'jump', null)
    case 'wait_input': {
      const answered = openWait(execution, node, result)
      return answered ? apply(execution, node, answered) : undefined
    }
    case 'wait_timer':
      execution.run.state = 'waiting_timer'
      if (node.onMessage === 'buffer') execution.updateContext({ gathers: true })
      return execution.armTimer('delay_elapsed', result.dueAt - execution.now, execution.now, null)
    case 'wait_effect':
      if (result.outcome !== undefined) execution.record(result.outcome, node.id)
      return execution.awaitEffect(result.effect)
    case 'wait_approval':
      return openApproval(execution, node, result)
    case 'handoff':
      return handOff(execution, handoffMs(execution, result.durationSec), 'flow')
    case 'switch':
      return switchFlow(execution, result.flowId, result.inputs)
    case 'cancel':
      // Blacklisted: the contact's parked runs go, as they do when the API sets the flag.
      execution.plan.deleteParked()
      return cancel(execution)
    case 'call':
      return call(execution, node, result.flowId, result.inputs)
    case 'complete':
      return finish(execution, result.result)
    case 'turn_page':
      return turnPage(execution, node, result.page)
    case 'misunderstood':
      return applyMisunderstanding(execution, node)
    case 'fail':
      return failNode(execution, node, result)
  }
}

function applyMisunderstanding(execution: Execution, node: BoundNode): void {
  switch (misunderstand(execution, node)) {
    case 'follow_invalid':
      return follow(execution, node, 'invalid', 'invalid')
    case 'handoff':
      return handOff(execution, handoffMs(execution, null), 'flow')
    case 'end':
      return finish(execution, 'failure')
    case 'main_menu':
      execution.wantsMainMenu = true
      execution.run.state = 'waiting_input'
      return
    case 'stay':
      return
  }
}

/** What the call or script came to that the run waited for, when that is why it ends. */
function findEffectError({ plan: { event } }: Execution): EffectError | null {
  return event.type === 'effect_failed' ? event.error : null
}

/** A failure with a code can be caught: it leaves by `error` where that leads somewhere. */
function failNode(
  execution: Execution,
  node: BoundNode,
  { failure, code }: Extract<StepResult, { kind: 'fail' }>,
): void {
  if (code === undefined || !execution.snapshot.route(node.id, 'error')) {
    throw new StepFailure(failure)
  }
  execution.setNodeResult({ status: null, body: null, error: code })
  follow(execution, node, 'error', 'error')
}

function follow(execution: Execution, node: BoundNode, handle: string, outcome: Outcome): void {
  const route = execution.snapshot.route(node.id, handle)
  if (route) return moveTo(execution, route.target, outcome, route.edgeId)
  switch (node.handles.find((item) => item.id === handle)?.unconnected) {
    case 'dormant':
      return park(execution)
    case 'handoff':
      execution.addEffect({ kind: 'notify', reason: `${node.type} ${outcome}` })
      return handOff(execution, handoffMs(execution, null), 'flow')
    case 'fail':
      throw new StepFailure(
        runFailure('EXIT_LEADS_NOWHERE', {
          exit: handle,
          node: node.id,
          effect: findEffectError(execution),
        }),
      )
    default:
      // Which exit it was stands nowhere else: the move itself says that the flow ended.
      if (handle !== OUT.id) execution.note({ k: 'exit', handle })
      return finish(execution, 'success')
  }
}

function moveTo(execution: Execution, target: string, outcome: Outcome, edgeId: string | null): void {
  execution.clearTimer()
  if (execution.run.context.wait) execution.updateContext({ wait: null })
  execution.record(outcome, target, edgeId)
  execution.run.currentNodeId = target
  execution.run.state = 'running'
}

/** Ends the flow: back to the caller when it is a sub-flow, else the run completes. */
function finish(execution: Execution, result: 'success' | 'failure'): void {
  if (execution.depth > 0) return returnToCaller(execution, result)
  execution.clearTimer()
  execution.updateContext({ wait: null, ...(result === 'failure' ? { result } : {}) })
  execution.record('completed', null)
  execution.run.state = 'completed'
}

type Entry = ({ ok: true } & SwitchTarget) | { ok: false; failure: RunFailure }

/** The trigger.api of a published flow with its inputs read. */
function findEntry(plan: Plan, flowId: string, given: Record<string, unknown>): Entry {
  const callable = plan.findCallable(flowId)
  if (!callable) {
    return { ok: false, failure: runFailure('FLOW_NOT_CALLABLE', { flow: flowId }) }
  }
  const { snapshot, node } = callable
  const inputs = readInputs(callable.inputs, given)
  return inputs.ok
    ? { ok: true, snapshot, node, inputs: inputs.values }
    : { ok: false, failure: inputs.refused }
}

/** Ends the whole run, callers included; the other flow starts when this run has been saved. */
function switchFlow(execution: Execution, flowId: string, given: Record<string, unknown>): void {
  const { plan, run } = execution
  plan.switches += 1
  if (plan.switches > MAX_SWITCHES_PER_EVENT) {
    throw new StepFailure(runFailure('SWITCHES_OF_EVENT', { most: MAX_SWITCHES_PER_EVENT }))
  }
  const entry = findEntry(plan, flowId, given)
  if (!entry.ok) throw new StepFailure(entry.failure)
  execution.switchTo = entry
  execution.clearTimer()
  execution.record('switched', null)
  run.state = 'completed'
}

function call(execution: Execution, node: BoundNode, flowId: string, given: Record<string, unknown>): void {
  const { run, plan, snapshot } = execution
  if (execution.depth >= MAX_SUBFLOW_DEPTH) {
    throw new StepFailure(runFailure('SUBFLOWS_TOO_DEEP', { most: MAX_SUBFLOW_DEPTH }))
  }
  const entered = findEntry(plan, flowId, given)
  if (!entered.ok) return follow(execution, node, 'failed', 'failed')
  const { snapshot: called, node: entry, inputs } = entered
  const { vars, stack, thinking } = run.context
  const place = { flowId: snapshot.flowId, versionId: snapshot.versionId, nodeId: node.id, vars }
  const frame = thinking === undefined ? place : { ...place, thinking }
  const { defaults, versionId } = called
  execution.thinking.set(null)
  execution.updateContext({
    vars: { ...defaults, ...inputs },
    stack: [...stack, frame],
    flowVersionId: versionId,
  })
  execution.record('call', entry.id)
  execution.enterSnapshot(called)
  run.currentNodeId = entry.id
}

/** Back to the node that called; the run's place is there, with the caller's variables. */
function leaveSubflow(execution: Execution): void {
  const { run, plan } = execution
  const { stack } = run.context
  const frame = stack.at(-1)
  const caller = frame && plan.conversation.versions(frame.versionId)
  if (!frame || !caller) throw new StepFailure(runFailure('CALLER_GONE'))
  execution.clearTimer()
  execution.updateContext({
    vars: frame.vars,
    stack: stack.slice(0, -1),
    flowVersionId: frame.versionId,
    wait: null,
    buffered: [],
  })
  execution.thinking.set(frame.thinking ?? null)
  execution.record('return', frame.nodeId)
  execution.enterSnapshot(caller)
  run.currentNodeId = frame.nodeId
}

function returnToCaller(execution: Execution, result: 'success' | 'failure'): void {
  const { vars } = execution.run.context
  leaveSubflow(execution)
  execution.run.state = 'running'
  const node = requireNode(execution)
  apply(execution, node, node.resume(execution, { kind: 'returned', result, vars }))
}

/** A failing sub-flow gives its caller the `failed` exit when that is connected; a loop guard always ends the run. */
function failRun(execution: Execution, failure: RunFailure): void {
  const frame = execution.run.context.stack.at(-1)
  const caller = frame && execution.plan.conversation.versions(frame.versionId)
  // A model that called it is told, and asked again.
  const isTaken = frame?.thinking !== undefined || (frame && caller?.route(frame.nodeId, 'failed'))
  if (kindOfFailure(failure) === 'NODE_ERROR' && caller && isTaken) {
    return attempt(execution, () => returnToCaller(execution, 'failure'))
  }
  execution.fail(failure)
}
