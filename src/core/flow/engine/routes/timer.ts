import type { FlowEvent, TimerEvent } from '../../../conversation/flow-event.ts'
import type { PauseCause } from '../../explain/explanation.ts'
import { MAX_FAILED_SENDS_IN_ROW, MAX_TIMEOUTS_IN_ROW, RECONNECT_GRACE_MS } from '../../limits.ts'
import type { RunStateName } from '../../run.ts'
import { runFailure } from '../../run-failure.ts'
import { answerByFragments } from '../answer.ts'
import type { Execution } from '../execution.ts'
import { finishExecution, openRun } from '../lifecycle.ts'
import type { Plan } from '../plan.ts'
import { byPerson, expire, handOff, park } from '../rest.ts'
import { leaveBy, leaveFailed, readPlace, wake } from '../step.ts'
import { armWaitTimer, nextTimer } from '../wait.ts'
import { countEvent } from './message.ts'
import { toSentence } from './summary.ts'

/**
 * A timer fired. Only the run's one valid timer counts; every other is `stale_timer`, so a reply and a timeout race
 * safely. While the client is away, timers that would talk to the contact are deferred until it is back.
 */
export function routeTimer(plan: Plan, event: TimerEvent): void {
  const run = plan.findRun(event.runId)
  if (!run || run.timeoutJobId !== event.timerId || run.timerKind !== event.type) {
    return plan.ignore('stale_timer', run?.id ?? event.runId)
  }
  const talks = event.type !== 'ttl_expired' && event.type !== 'handoff_ended'
  if (talks && !plan.conversation.client.connected) return plan.defer(run.id)
  const execution = openRun(plan, run)
  if (!execution) return plan.ignore('stale_timer', run.id)
  if (event.type === 'ttl_expired') return finishExecution(execution, () => expire(execution))
  if (!countEvent(execution)) return
  const { brakes } = execution.run.context
  execution.updateContext({ brakes: { ...brakes, effectsInRow: 0 } })
  finishExecution(execution, () => fire(execution, event))
}

function fire(execution: Execution, event: TimerEvent): void {
  execution.clearTimer()
  switch (event.type) {
    case 'timeout':
      return timeOut(execution)
    case 'reminder_due':
      return remind(execution)
    case 'handoff_ended':
      return endHandoff(execution)
    default:
      // At an open wait this is the clock of an answer in pieces.
      if (execution.run.state === 'waiting_input') return answerByFragments(execution)
      return wake(execution, { kind: 'elapsed' })
  }
}

function timeOut(execution: Execution): void {
  const { brakes } = execution.run.context
  const timeoutsInRow = brakes.timeoutsInRow + 1
  execution.updateContext({ brakes: { ...brakes, timeoutsInRow } })
  if (timeoutsInRow >= MAX_TIMEOUTS_IN_ROW) return park(execution)
  wake(execution, { kind: 'timeout' })
}

function remind(execution: Execution): void {
  const { run, node } = execution
  const { wait } = run.context
  const reminder = wait ? node?.schedule?.reminders[wait.reminderIdx] : undefined
  if (!wait || !node || !reminder) return
  execution.sendText(execution.render(reminder.text), { purpose: 'reminder' })
  const next = { ...wait, reminderIdx: wait.reminderIdx + 1 }
  execution.updateContext({ wait: next })
  execution.record('continued', node.id)
  armWaitTimer(execution, node, next)
}

/** The person's time is over: on at `resumed` when the handoff node has that edge, else the run is parked. */
export function endHandoff(execution: Execution): void {
  const { snapshot, node } = execution
  if (node?.type === 'handoff' && snapshot.route(node.id, 'resumed'))
    return leaveBy(execution, 'resumed', 'resumed')
  park(execution)
}

/** The prompt reached the network: it may be seen from now on, and the clock of the wait starts. */
export function acknowledgeSend(plan: Plan, event: Extract<FlowEvent, { type: 'send_acked' }>): void {
  const { live } = plan.conversation
  const wait = live?.context.wait
  plan.process(event.runId)
  if (!live || live.id !== event.runId || !wait || live.state !== 'waiting_input') return
  const isPrompt = wait.promptSendId === event.sendId
  const isAsked = wait.asked?.sendId === event.sendId && wait.asked.seenFrom === null
  const execution = isPrompt || isAsked ? openRun(plan, live) : null
  if (!execution) return
  const { seenFrom = event.ackedAt, order, sendId } = event
  const asked = isAsked ? { asked: { sendId, seenFrom, ...(order ? { order } : {}) } } : {}
  const clock = isPrompt ? { promptSendId: null, timerFrom: event.ackedAt } : {}
  execution.updateContext({ wait: { ...wait, ...asked, ...clock } })
  if (isPrompt) startClock(execution, event.ackedAt)
  const { run } = execution
  plan.saveRun({ ...run, version: run.version + 1, updatedAt: plan.now })
}

function startClock({ plan, run, node }: Execution, ackedAt: number): void {
  const { wait } = run.context
  const next = wait && node?.schedule ? nextTimer(node.schedule, wait.reminderIdx) : null
  // While pieces of an answer are collected the timer is theirs: they were written before the prompt was acknowledged.
  if (!next || run.timeoutJobId === null || wait?.fragments !== undefined) return
  run.timerDueAt = ackedAt + next.afterMs
  const { timeoutJobId: timerId, timerDueAt: dueAt } = run
  plan.timers.push({ op: 'arm', timerId, runId: run.id, kind: next.kind, dueAt })
}

const WAITS_THAT_FAIL: readonly RunStateName[] = ['waiting_input', 'waiting_timer', 'waiting_approval']

/**
 * A message could not be delivered for good: the exit `failed` of its node, else the run fails. A sub-flow that has
 * come back is no longer asked.
 */
export function failSend(plan: Plan, event: Extract<FlowEvent, { type: 'send_failed' }>): void {
  const { live } = plan.conversation
  if (live?.id === event.runId && live.state === 'waiting_effect') return plan.defer(live.id)
  const isWaiting = live !== null && WAITS_THAT_FAIL.includes(live.state)
  const execution = live && live.id === event.runId && isWaiting ? openRun(plan, live) : null
  const place = execution && readPlace(execution, event.nodeId)
  if (!execution || !place) return plan.ignore('not_waiting', event.runId)
  if (!countEvent(execution)) return
  const why = { node: place.nodeId, error: event.failure ?? toSentence(event.error) }
  const { brakes } = execution.run.context
  const failedSendsInRow = (brakes.failedSendsInRow ?? 0) + 1
  execution.updateContext({ brakes: { ...brakes, failedSendsInRow } })
  finishExecution(execution, () =>
    failedSendsInRow >= MAX_FAILED_SENDS_IN_ROW
      ? execution.fail(runFailure('SENDS_FAILED_IN_ROW', { count: failedSendsInRow, ...why }))
      : leaveFailed(execution, place, runFailure('SEND_FAILED', why)),
  )
}

/** The client is back: a wait whose timer fell due meanwhile gets a minute of grace. */
export function reconnect(plan: Plan): void {
  const { live } = plan.conversation
  plan.process(live?.id ?? null)
  const { timerKind, timerDueAt } = live ?? {}
  const talks = timerKind === 'timeout' || timerKind === 'reminder_due' || timerKind === 'delay_elapsed'
  if (!live || !talks || timerDueAt === undefined || timerDueAt === null) return
  if (timerDueAt > plan.now) return
  const execution = openRun(plan, live)
  if (!execution) return
  execution.armTimer(timerKind, RECONNECT_GRACE_MS, plan.now, null)
  execution.settle()
}

/**
 * A person wrote from the account's own phone or the inbox: automation is silent for the client's time. A person who
 * asks for the chat gets it for exactly the time asked for, also where writing takes nothing over.
 */
export function takeOver(plan: Plan, event: Extract<FlowEvent, { type: 'human_message' }>): void {
  const { client, live } = plan.conversation
  const { handoffSec } = event
  const cause = byPerson(plan, event)
  if (handoffSec === 0) return giveBack(plan, cause)
  const durationMs = (handoffSec ?? client.humanHandoffDurationSec) * 1_000
  if (durationMs === 0) return plan.ignore('not_waiting', live?.id ?? null)
  if (handoffSec !== undefined) plan.endPause(cause)
  const execution = live ? openRun(plan, live) : null
  if (execution) return finishExecution(execution, () => handOff(execution, durationMs, cause))
  const until = Math.max(plan.now + durationMs, plan.contact.handoffUntil ?? 0)
  plan.pause(until, cause)
  plan.process(null)
}

/** The person is done before the time is over: as if it were. */
function giveBack(plan: Plan, cause: PauseCause): void {
  const { live } = plan.conversation
  plan.endPause(cause)
  const execution = live?.state === 'handed_off' ? openRun(plan, live) : null
  if (!execution) return plan.process(null)
  finishExecution(execution, () => {
    execution.clearTimer()
    endHandoff(execution)
  })
}
