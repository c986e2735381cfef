import type { MessageEvent } from '../../../conversation/flow-event.ts'
import { isOfKind } from '../../../conversation/message.ts'
import type { IgnoreReason } from '../../decision.ts'
import type { Explanation, NearKeyword, Place } from '../../explain/explanation.ts'
import { foldKeyword } from '../../expressions/fold.ts'
import { STALE_AFTER_SEC } from '../../limits.ts'
import { findNearest, type Nearness, type NearRule } from '../../matching/nearest.ts'
import type { RunState } from '../../run.ts'
import type { Plan } from '../plan.ts'
import {
  findCandidates,
  findMainMenu,
  isSpent,
  type KeywordListener,
  type Listener,
  listListeners,
} from './triggers.ts'

/** Why a message was ignored or put off, from what was known when it was decided; null where it was taken, and for votes. */
export function explainMessage(plan: Plan, event: MessageEvent): Explanation | null {
  if (event.type !== 'message_received') return null
  const { status, error, runId } = plan.reached
  const run = runId === null ? null : plan.findRun(runId)
  if (status === 'deferred') return run && explainDeferred(plan, run)
  if (status === 'processed' || error === null) return plan.explanation
  return explainIgnored(plan, event, error, run)
}

function explainIgnored(
  plan: Plan,
  event: MessageEvent,
  reason: IgnoreReason,
  run: RunState | null,
): Explanation | null {
  switch (reason) {
    case 'blacklisted':
      return { code: 'BLOCKED', params: {} }
    case 'handoff': {
      const { handoffUntil, handoffBy } = plan.conversation.contact
      return { code: 'PAUSED', params: { until: handoffUntil, by: handoffBy ?? null } }
    }
    case 'stale_message': {
      const sentAt = event.message.sentAt ?? event.receivedAt
      return { code: 'TOO_OLD', params: { sentAt, limitSec: STALE_AFTER_SEC } }
    }
    case 'group':
      return { code: 'NOT_IN_GROUPS', params: {} }
    case 'once':
    case 'retrigger_ignored': {
      const flowId = run?.flowId ?? findSpent(plan, event)
      return flowId === null
        ? null
        : { code: reason === 'once' ? 'ONCE_ONLY' : 'RESTING', params: { flowId } }
    }
    case 'cooldown':
      return explainCooling(plan, event)
    case 'no_match':
      return explainNoMatch(plan, event)
    case 'before_prompt':
      return run && { code: 'BEFORE_QUESTION', params: placeOf(plan, run) }
    case 'not_waiting':
      return run && explainNotWaiting(plan, run)
    default:
      return null
  }
}

/** Where a run rests: in a sub-flow at a node of that. */
function placeOf(plan: Plan, run: RunState): Place {
  const snapshot = plan.conversation.versions(run.context.flowVersionId)
  return { flowId: snapshot?.flowId ?? run.flowId, nodeId: run.currentNodeId ?? '' }
}

function explainDeferred(plan: Plan, run: RunState): Explanation {
  const place = placeOf(plan, run)
  const { state } = run
  if (state === 'waiting_input') return { code: 'QUESTION_UNCONFIRMED', params: place }
  const isBusy = state === 'waiting_effect' || state === 'waiting_approval' || state === 'waiting_timer'
  return { code: 'RUN_BUSY', params: { ...place, state: isBusy ? state : 'running' } }
}

function explainNotWaiting(plan: Plan, run: RunState): Explanation {
  const place = placeOf(plan, run)
  if (run.state === 'waiting_timer') return { code: 'IN_DELAY', params: { ...place, until: run.timerDueAt } }
  return { code: 'NOT_ASKED', params: place }
}

/** The flow that would have started but for what it says of starting again. */
function findSpent(plan: Plan, { message }: MessageEvent): string | null {
  const { conversation, now } = plan
  const { ordered } = findCandidates(conversation, conversation.contact, message, now)
  return ordered.find(({ snapshot }) => isSpent(plan, snapshot))?.snapshot.flowId ?? null
}

function explainCooling(plan: Plan, { message }: MessageEvent): Explanation | null {
  const { conversation, now } = plan
  const { contact } = conversation
  const { cooling } = findCandidates(conversation, contact, message, now)
  if (!cooling) return null
  const { snapshot, node, rule } = cooling
  const until = (contact.lastFlowAt[snapshot.flowId] ?? now) + rule.cooldownSec * 1_000
  return { code: 'COOLING', params: { flowId: snapshot.flowId, nodeId: node.id, until } }
}

const isKeyword = (listener: Listener): listener is KeywordListener => listener.rule.kind === 'keyword'

function explainNoMatch(plan: Plan, { message }: MessageEvent): Explanation {
  const { flows } = plan.conversation
  if (flows.length === 0) return { code: 'NO_FLOWS', params: {} }
  const listeners = flows.flatMap(listListeners)
  const keywords = listeners.filter(isKeyword).filter(({ rule }) => isInScope(rule.scope, message.group))
  const near = message.text === '' ? null : findNear(plan, keywords, message.text)
  if (near) return { code: 'NEAR_KEYWORD', params: near }
  const menu = findMainMenu(plan)
  if (listeners.length === 0 && !menu) return { code: 'NO_LISTENERS', params: {} }
  const refused = message.group ? null : explainAny(listeners, message)
  if (refused) return refused
  if (message.text === '' && (keywords.length > 0 || menu))
    return { code: 'NOT_TEXT', params: { type: message.type } }
  return { code: 'NOTHING_FITS', params: {} }
}

const isInScope = (scope: KeywordListener['rule']['scope'], isGroup = false): boolean =>
  scope === 'all' || (scope === 'group') === isGroup

/** The keyword that came nearest, those of the main menu included. */
function findNear(plan: Plan, keywords: readonly KeywordListener[], text: string): NearKeyword | null {
  const rules: { place: Place; rule: NearRule }[] = keywords.map(({ snapshot, node, rule }) => ({
    place: { flowId: snapshot.flowId, nodeId: node.id },
    rule,
  }))
  const menu = plan.message?.group ? null : findMainMenu(plan)
  if (menu?.node.trigger?.kind === 'main_menu') {
    const place = { flowId: menu.snapshot.flowId, nodeId: menu.node.id }
    rules.push({ place, rule: { keywords: menu.node.trigger.keywords, mode: 'exact' } })
  }
  const folded = foldKeyword(text)
  let nearest: (Nearness & Place) | null = null
  for (const { place, rule } of rules) {
    const found = findNearest(rule, folded)
    if (found && (!nearest || found.distance < nearest.distance)) nearest = { ...found, ...place }
  }
  if (!nearest) return null
  const { flowId, nodeId, keyword, because } = nearest
  return { flowId, nodeId, keyword, because }
}

/** What a trigger that takes any message asks of one, where it did not take this one. */
function explainAny(listeners: readonly Listener[], message: MessageEvent['message']): Explanation | null {
  for (const { rule, snapshot, node } of listeners) {
    if (rule.kind !== 'any_message') continue
    const place = { flowId: snapshot.flowId, nodeId: node.id }
    if (rule.messageTypes && !isOfKind(message, rule.messageTypes))
      return { code: 'ONLY_TYPES', params: { ...place, types: rule.messageTypes } }
    if (rule.only === 'first_ever') return { code: 'ONLY_FIRST', params: place }
    if (rule.only === 'after_idle')
      return { code: 'ONLY_AFTER_IDLE', params: { ...place, idleSec: rule.idleSec } }
  }
  return null
}
