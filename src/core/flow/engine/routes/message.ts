import type { MessageEvent } from '../../../conversation/flow-event.ts'
import type { IgnoreReason } from '../../decision.ts'
import { foldKeyword } from '../../expressions/fold.ts'
import {
  LOOP_GUARD_MESSAGES,
  LOOP_GUARD_WINDOW_MS,
  MAX_BUFFERED_MESSAGES,
  MAX_EVENTS_PER_RUN_DAY,
  RUN_DAY_MS,
  STALE_AFTER_SEC,
} from '../../limits.ts'
import type { RunState } from '../../run.ts'
import { runFailure } from '../../run-failure.ts'
import { answerWait } from '../answer.ts'
import type { Execution } from '../execution.ts'
import { toKept } from '../kept-message.ts'
import { cancelRun, enterFlow, finishExecution, interrupt, openRun } from '../lifecycle.ts'
import type { Plan } from '../plan.ts'
import { handOff, handoffMs } from '../rest.ts'
import { wake } from '../step.ts'
import {
  type Candidate,
  type CandidateList,
  findCandidates,
  findMainMenu,
  isMainMenuKeyword,
  isSpent,
  listensToGroups,
} from './triggers.ts'

/**
 * Which flow gets a message (docs/flows.md, after dedupe): blacklist, handoff, the live run (main menu, stop words, interrupting
 * triggers, its open wait), else the best candidate, else a main menu that takes everything.
 */
export function routeMessage(plan: Plan, event: MessageEvent): void {
  const before = plan.contact
  plan.patchContact({ lastInboundAt: event.receivedAt })
  if (before.blacklist) return plan.ignore('blacklisted')
  const { live } = plan.conversation
  const list = findCandidates(plan.conversation, before, event.message, plan.now)
  const isStale = plan.now - (event.message.sentAt ?? event.receivedAt) > STALE_AFTER_SEC * 1_000
  const candidates = isStale || event.type === 'poll_vote_received' ? [] : list.ordered
  if (live?.state === 'handed_off' || (before.handoffUntil ?? 0) > plan.now) {
    return routeMuted(plan, event, candidates)
  }
  if (enterMainMenuByKeyword(plan, event)) return
  if (live) return routeLive(plan, event, live, candidates)
  if (event.type === 'poll_vote_received') return plan.ignore('not_waiting')
  // An any-message trigger whose flow would do nothing steps aside for the next candidate; a keyword says why.
  const winner = candidates.find(({ rule, snapshot }) => rule.kind === 'keyword' || !isSpent(plan, snapshot))
  if (winner) return startCandidate(plan, event, winner)
  if (isStale) return plan.ignore('stale_message')
  if (enterCatchAll(plan, event)) return
  plan.ignore(explainSilence(plan, event, list))
}

/** Why nothing started. */
function explainSilence(plan: Plan, event: MessageEvent, list: CandidateList): IgnoreReason {
  if (event.message.group && !listensToGroups(plan.conversation.flows)) return 'group'
  return list.cooling ? 'cooldown' : 'no_match'
}

/** A person has the chat: only a trigger that says `duringHandoff` gets through, and gives the chat back. */
function routeMuted(plan: Plan, event: MessageEvent, candidates: Candidate[]): void {
  const { live } = plan.conversation
  const winner = candidates.find(
    ({ rule, snapshot }) => rule.kind === 'keyword' && rule.duringHandoff && !isSpent(plan, snapshot),
  )
  if (!winner) return plan.ignore('handoff', live?.id ?? null)
  const { flowId } = winner.snapshot
  plan.endPause({ kind: 'flow', at: plan.now, flowId, nodeId: winner.node.id })
  if (live) interrupt(plan, live, flowId)
  startCandidate(plan, event, winner)
}

function startCandidate(plan: Plan, event: MessageEvent, { snapshot, node }: Candidate): void {
  const parked = plan.dormant.find((run) => run.flowId === snapshot.flowId)
  if (parked && isStopWord(plan, event, parked)) return endByContact(plan, parked)
  enterFlow(plan, { snapshot, node, message: event.message })
}

function enterMainMenuByKeyword(plan: Plan, event: MessageEvent): boolean {
  const menu = event.type === 'poll_vote_received' ? null : findMainMenu(plan)
  if (!menu || !isMainMenuKeyword(menu.node, event.message)) return false
  if (plan.conversation.live) interrupt(plan, plan.conversation.live, menu.snapshot.flowId)
  enterFlow(plan, { ...menu, message: event.message })
  return true
}

function enterCatchAll(plan: Plan, event: MessageEvent): boolean {
  const menu = event.message.group ? null : findMainMenu(plan)
  if (menu?.node.trigger?.kind !== 'main_menu' || !menu.node.trigger.catchAll) return false
  enterFlow(plan, { ...menu, message: event.message })
  return true
}

/** Words by which the flow of a run lets its contact end it, in whatever flow it is; written alone, as a keyword is. */
function isStopWord({ conversation }: Plan, { type, message }: MessageEvent, run: RunState): boolean {
  const words = conversation.versions(run.versionId)?.definition.settings.stopWords ?? []
  if (words.length === 0 || type !== 'message_received' || message.text === '') return false
  const written = foldKeyword(message.text)
  return words.some((word) => foldKeyword(word) === written)
}

function endByContact(plan: Plan, run: RunState): void {
  cancelRun(plan, run)
  plan.process(run.id)
}

function routeLive(plan: Plan, event: MessageEvent, live: RunState, candidates: Candidate[]): void {
  if (isStopWord(plan, event, live)) return endByContact(plan, live)
  const winner = candidates.find(
    (candidate) => mayInterrupt(candidate, live) && !isSpent(plan, candidate.snapshot),
  )
  if (winner) {
    if (winner.snapshot.flowId === live.flowId) cancelRun(plan, live)
    else interrupt(plan, live, winner.snapshot.flowId)
    return startCandidate(plan, event, winner)
  }
  const execution = openRun(plan, live)
  if (execution) offerToRun(execution, event)
}

/** Other flows interrupt when their trigger says so; the run's own flow only under `restart`. */
function mayInterrupt({ snapshot, rule }: Candidate, live: RunState): boolean {
  if (rule.kind !== 'keyword') return false
  if (snapshot.flowId === live.flowId) return snapshot.definition.retriggerBehavior === 'restart'
  return rule.interrupt
}

function offerToRun(execution: Execution, event: MessageEvent): void {
  const { plan, run } = execution
  const receives = noteInbound(execution, event)
  if (!receives) return
  switch (run.state) {
    case 'waiting_input':
      return answerWait(execution, event)
    case 'waiting_timer':
      return offerToDelay(execution, event)
    case 'waiting_effect':
      return offerToEffect(execution, event)
    case 'waiting_approval':
      return offerToApproval(execution, event)
    case 'running':
      return plan.defer(run.id)
    default:
      return plan.ignore('not_waiting', run.id)
  }
}

/** Counts the message; answers false when a loop guard took the event over. */
function noteInbound(execution: Execution, event: MessageEvent): boolean {
  const { brakes } = execution.run.context
  const since = event.receivedAt - LOOP_GUARD_WINDOW_MS
  const recentInboundAt = [...brakes.recentInboundAt.filter((at) => at > since), event.receivedAt]
  execution.updateContext({
    brakes: {
      ...{ ...brakes, timeoutsInRow: 0, failedSendsInRow: 0, effectsInRow: 0 },
      recentInboundAt: recentInboundAt.slice(-LOOP_GUARD_MESSAGES - 1),
    },
    last: toKept(event.message),
  })
  if (recentInboundAt.length > LOOP_GUARD_MESSAGES) {
    execution.addEffect({ kind: 'notify', reason: 'loop_guard' })
    finishExecution(execution, () => handOff(execution, handoffMs(execution, null), 'loop_guard'))
    explainLoopGuard(execution)
    return false
  }
  return countEvent(execution)
}

function explainLoopGuard({ plan, snapshot, nodeId }: Execution): void {
  const until = plan.contact.handoffUntil ?? plan.now
  plan.explanation = { code: 'LOOP_GUARD', params: { flowId: snapshot.flowId, nodeId, until } }
}

/** Counts an event of a run; one too many in a day ends it. Answers false when it did. */
export function countEvent(execution: Execution): boolean {
  beginDay(execution)
  const { brakes } = execution.run.context
  if (brakes.events < MAX_EVENTS_PER_RUN_DAY) {
    execution.updateContext({ brakes: { ...brakes, events: brakes.events + 1 } })
    return true
  }
  finishExecution(execution, () =>
    execution.fail(runFailure('EVENTS_OF_DAY', { most: MAX_EVENTS_PER_RUN_DAY })),
  )
  return false
}

/** The counters of a run begin anew with the first event that comes a day after they last did. */
function beginDay(execution: Execution): void {
  const { run, now } = execution
  const { brakes } = run.context
  if (now - (brakes.dayFrom ?? run.createdAt) < RUN_DAY_MS) return
  execution.updateContext({ brakes: { ...brakes, steps: 0, events: 0, dayFrom: now } })
}

/** What was asked or called is given up where the node wants that; else the message comes in turn. */
function offerToEffect(execution: Execution, { type, message }: MessageEvent): void {
  const { plan, run, node } = execution
  if (node?.onMessage !== 'restart' || type !== 'message_received') return plan.defer(run.id)
  finishExecution(execution, () => wake(execution, { kind: 'message', message }))
}

/** What nobody has decided about yet answers less than was said: it is withdrawn where the node wants that, else the message comes in turn. */
function offerToApproval(execution: Execution, { type, message }: MessageEvent): void {
  const { plan, run, node } = execution
  if (node?.onMessage !== 'restart' || type !== 'message_received') return plan.defer(run.id)
  execution.clearTimer()
  finishExecution(execution, () => wake(execution, { kind: 'message', message }))
}

function offerToDelay(execution: Execution, event: MessageEvent): void {
  const { plan, run, node } = execution
  switch (node?.onMessage) {
    case 'skip':
      return finishExecution(execution, () => wake(execution, { kind: 'elapsed' }))
    case 'restart':
      execution.clearTimer()
      return finishExecution(execution, () => wake(execution, { kind: 'message', message: event.message }))
    case 'buffer': {
      const { buffered } = run.context
      // What there is no room for is looked at again once the delay is over.
      if (buffered.length >= MAX_BUFFERED_MESSAGES) return plan.defer(run.id)
      return finishExecution(execution, () =>
        execution.updateContext({ buffered: [...buffered, toKept(event.message)] }),
      )
    }
    default:
      return plan.ignore('not_waiting', run.id)
  }
}
