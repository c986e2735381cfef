import type { Message } from '../../conversation/message.ts'
import { guessLanguage } from '../languages/choose-language.ts'
import { diffMergePatch } from '../merge-patch.ts'
import type { BoundNode } from '../nodes/node-type.ts'
import type { LoopGuards, RunContext, RunState, TriggerRecord } from '../run.ts'
import type { FlowSnapshot } from '../snapshot.ts'
import { withoutPending } from './context-patches.ts'
import { Execution, type SwitchTarget } from './execution.ts'
import { toKept } from './kept-message.ts'
import type { Plan } from './plan.ts'
import { cancel, park } from './rest.ts'
import { findMainMenu } from './routes/triggers.ts'
import { advance } from './step.ts'

/** Where and with what a run begins. */
export interface Start {
  snapshot: FlowSnapshot
  node: BoundNode
  message: Message | null
  inputs?: Record<string, unknown>
  /** What happened that is no message, as templates read it of the trigger. */
  happening?: Omit<TriggerRecord, 'nodeId' | 'type' | 'text' | 'messageId'>
  prev?: Record<string, unknown>
  /** Counters of the run that switched here: a chain of switches is braked like one run. */
  brakes?: LoopGuards
}

/** Opens a run for work in this event; null when the version it points at is gone. */
export function openRun(plan: Plan, run: RunState): Execution | null {
  const snapshot = plan.conversation.versions(run.context.flowVersionId)
  return snapshot ? new Execution(plan, run, snapshot) : null
}

/** Starts a new run at a trigger, or at a step, and runs it as far as it goes. */
export function startRun(plan: Plan, start: Start): void {
  const { snapshot, node, message } = start
  plan.patchContact({ lastFlowAt: { [snapshot.flowId]: plan.now } })
  keepGuess(plan, snapshot)
  const execution = new Execution(plan, buildRun(plan, start), snapshot)
  execution.triggerMessage = message
  execution.run.currentNodeId = node.id
  // A trigger records the beginning itself, as it is left.
  if (node.trigger === null) execution.record('triggered', node.id)
  finishExecution(execution, () => advance(execution))
}

/** A contact without a language gets one by their number, once, where the flow wants that. */
function keepGuess(plan: Plan, { definition: { settings } }: FlowSnapshot): void {
  const guessed = settings.languages ? guessLanguage(settings.languages, plan.contact) : null
  if (settings.languages && guessed !== null)
    plan.patchContact({ fields: { [settings.languages.field]: guessed } })
}

/** Runs the work, saves the run, and starts the main menu when a fallback asked for it. */
export function finishExecution(execution: Execution, work: () => void): void {
  work()
  const menu = execution.wantsMainMenu ? findMainMenu(execution.plan) : null
  if (menu) {
    parkInterrupted(execution, menu.snapshot.flowId)
    execution.settle()
    return enterFlow(execution.plan, { ...menu, message: execution.plan.message })
  }
  execution.settle()
  execution.plan.process(execution.run.id)
  if (execution.switchTo) enterSwitched(execution, execution.switchTo)
}

/** Starts the flow a run switched to; the event belongs to that run when one came of it. */
function enterSwitched({ plan, run }: Execution, target: SwitchTarget): void {
  enterFlow(plan, { ...target, message: plan.message, brakes: run.context.brakes })
  if (!plan.isProcessed) plan.process(run.id)
}

/** Parks a run that is interrupted when its flow lets it continue later, else ends it. */
function parkInterrupted(execution: Execution, byFlowId: string): void {
  const { run, plan } = execution
  const behavior = plan.conversation.versions(run.versionId)?.definition.retriggerBehavior
  if (behavior !== 'continue_if_dormant' || run.flowId === byFlowId) return cancel(execution, 'interrupted')
  park(execution, 'interrupted')
}

/** Takes a live run out of the way of another flow. */
export function interrupt(plan: Plan, live: RunState, byFlowId: string): void {
  const execution = openRun(plan, live)
  if (!execution) return cancelRun(plan, live)
  parkInterrupted(execution, byFlowId)
  execution.settle()
}

/** Ends a run. */
export function cancelRun(plan: Plan, run: RunState): void {
  const execution = openRun(plan, run)
  if (!execution) return cancelLost(plan, run)
  cancel(execution)
  execution.settle()
}

/** Ends the runs whose place is gone because its flow was deleted: one they had called, for their own takes them along. */
export function endLostRuns(plan: Plan): void {
  const { live, dormant, versions } = plan.conversation
  const isLost = (run: RunState): boolean => versions(run.context.flowVersionId) === undefined
  const lost = [...(live ? [live] : []), ...dormant].filter(isLost)
  for (const run of lost) cancelLost(plan, run)
  if (lost.length > 0) plan.forgetRuns(lost)
}

function cancelLost(plan: Plan, run: RunState): void {
  const context: RunContext = { ...withoutPending(run.context), wait: null, buffered: [] }
  if (run.timeoutJobId !== null) plan.timers.push({ op: 'clear', timerId: run.timeoutJobId, runId: run.id })
  plan.transitions.push({
    ...{ runId: run.id, fromNodeId: run.currentNodeId ?? '', toNodeId: null, nodeType: 'unknown' },
    ...{ outcome: 'cancelled', edgeId: null, actions: [] },
    contextPatch: diffMergePatch(run.context, context),
  })
  plan.saveRun({
    ...{ ...run, context, state: 'cancelled', version: run.version + 1 },
    ...{ timeoutJobId: null, timerKind: null, timerDueAt: null },
    ...{ lastEventId: plan.event.eventId, lastEventAt: plan.event.receivedAt, updatedAt: plan.now },
  })
}

/** A trigger fired and no live run is in the way: continue, restart, start or leave it, by retriggerBehavior. */
export function enterFlow(plan: Plan, start: Start): void {
  const { flowId, definition } = start.snapshot
  const dormant = plan.dormant.find((run) => run.flowId === flowId)
  switch (definition.retriggerBehavior) {
    case 'once':
      if (dormant || plan.pastFlowIds.includes(flowId)) return plan.ignore('once', dormant?.id ?? null)
      return startRun(plan, start)
    case 'ignore':
      return dormant ? plan.ignore('retrigger_ignored', dormant.id) : startRun(plan, start)
    case 'continue_if_dormant':
      return dormant ? continueRun(plan, dormant, start) : startRun(plan, start)
    default:
      if (dormant) cancelRun(plan, dormant)
      return startRun(plan, start)
  }
}

/** Wakes a dormant run where it was left: attempts reset, prompt sent again, timer armed again. */
export function continueRun(plan: Plan, run: RunState, start: Start | null): void {
  const execution = openRun(plan, run)
  const place = execution && findPlace(execution, start)
  if (!execution || !place) {
    cancelRun(plan, run)
    if (start) return startRun(plan, { ...start, prev: run.context.vars })
    return plan.process(run.id)
  }
  execution.clearTimer()
  noteTrigger(execution, start)
  execution.record('continued', execution.nodeId)
  execution.run.state = 'running'
  if (place !== execution.snapshot) {
    execution.run.versionId = place.versionId
    execution.enterSnapshot(place)
  }
  finishExecution(execution, () => advance(execution))
}

function noteTrigger(execution: Execution, start: Start | null): void {
  const { message } = start ?? {}
  if (message) execution.updateContext({ last: toKept(message) })
  if (start?.happening) execution.updateContext({ trigger: toTriggerRecord(start) })
}

function toTriggerRecord({ node, message, happening }: Start): TriggerRecord {
  return {
    ...{ nodeId: node.id, type: node.type, text: message?.text ?? '', messageId: message?.id ?? null },
    ...happening,
  }
}

/**
 * The version a dormant run goes on with: the published one when it still has the same node of the same type, its
 * own when nothing newer is published. Null means it has to start anew: the node is gone, or it is a handoff that
 * leads nowhere, where there is nothing to go on with.
 */
function findPlace(execution: Execution, start: Start | null): FlowSnapshot | null {
  const { snapshot, run, node, plan } = execution
  if (!node) return null
  if (start && node.type === 'handoff' && !snapshot.route(node.id, 'resumed')) return null
  if (execution.depth > 0) return snapshot
  const published = plan.conversation.flows.find((flow) => flow.flowId === run.flowId)
  if (!published || published.versionId === snapshot.versionId) return snapshot
  return published.nodes.get(node.id)?.type === node.type ? published : null
}

function buildRun(plan: Plan, start: Start): RunState {
  const { snapshot, node, message, inputs, prev, brakes } = start
  const last = message ? toKept(message) : null
  const context: RunContext = {
    vars: { ...snapshot.defaults, ...inputs },
    wait: null,
    visits: {},
    trigger: toTriggerRecord(start),
    last,
    stack: [],
    flowVersionId: snapshot.versionId,
    buffered: [],
    brakes: brakes ?? {
      steps: 0,
      events: 1,
      dayFrom: plan.now,
      timeoutsInRow: 0,
      recentInboundAt: message ? [plan.now] : [],
    },
    ...(prev === undefined ? {} : { prev }),
  }
  return {
    id: plan.newRunId(),
    flowId: snapshot.flowId,
    versionId: snapshot.versionId,
    contactJid: plan.contact.jid,
    state: 'running',
    currentNodeId: node.id,
    context,
    version: 0,
    timeoutJobId: null,
    timerKind: null,
    timerDueAt: null,
    lastEventId: null,
    lastEventAt: null,
    error: null,
    failure: null,
    createdAt: plan.now,
    updatedAt: plan.now,
  }
}
