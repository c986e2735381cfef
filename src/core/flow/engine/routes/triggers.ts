import { isOfKind, type Message } from '../../../conversation/message.ts'
import type { ConversationState } from '../../conversation-state.ts'
import { foldKeyword } from '../../expressions/fold.ts'
import { PatternBudget } from '../../expressions/patterns.ts'
import { matchKeyword } from '../../matching/keywords.ts'
import type { BoundNode, TriggerRule } from '../../nodes/node-type.ts'
import type { ContactState } from '../../run.ts'
import type { FlowSnapshot } from '../../snapshot.ts'
import type { Plan } from '../plan.ts'

type KeywordRule = Extract<TriggerRule, { kind: 'keyword' }>
type AnyRule = Extract<TriggerRule, { kind: 'any_message' }>

/** Word for word, or by a tolerant keyword with synonyms or errors of typing. */
type Fit = 'strict' | 'tolerant'

/** A trigger that a message may start. */
export interface Listener {
  snapshot: FlowSnapshot
  node: BoundNode
  rule: KeywordRule | AnyRule
}

export type KeywordListener = Listener & { rule: KeywordRule }

/** A trigger that wants a message. */
export interface Candidate extends Listener {
  fit: Fit
}

export interface CandidateList {
  /**
   * Best first: priority, then exact > regex > starts_with > word > contains > a tolerant keyword that fits with errors or
   * synonyms > any, then flow id.
   */
  ordered: Candidate[]
  /** The keyword trigger that matched while its flow is cooling down. */
  cooling: Listener | null
}

const MODE_RANK = { exact: 0, regex: 1, starts_with: 2, word: 3, contains: 4 } as const
const TOLERANT_RANK = 5
const ANY_RANK = 10

/** The active flows' triggers that match a message and are not cooling down. */
export function findCandidates(
  conversation: ConversationState,
  contact: ContactState,
  message: Message,
  now: number,
): CandidateList {
  const list: CandidateList = { ordered: [], cooling: null }
  const budget = new PatternBudget()
  for (const snapshot of conversation.flows) {
    for (const candidate of listListeners(snapshot)) {
      const { rule } = candidate
      const fit = matches(candidate, contact, message, now, budget)
      if (fit === null) continue
      const isEarly = isCooling(snapshot.flowId, rule.cooldownSec, contact, now)
      if (!isEarly) list.ordered.push({ ...candidate, fit })
      else if (rule.kind === 'keyword') list.cooling ??= candidate
    }
  }
  list.ordered.sort(compareCandidates)
  return list
}

/** The triggers of a version that messages may start. */
export function listListeners(snapshot: FlowSnapshot): Listener[] {
  return snapshot.triggers.flatMap((node) => {
    const rule = node.trigger
    return rule?.kind === 'keyword' || rule?.kind === 'any_message' ? [{ snapshot, node, rule }] : []
  })
}

/** A trigger listens to groups at all. */
export const listensToGroups = (flows: readonly FlowSnapshot[]): boolean =>
  flows.some((flow) => listListeners(flow).some(({ rule }) => rule.kind === 'keyword' && rule.scope !== 'dm'))

function compareCandidates(a: Candidate, b: Candidate): number {
  const byRank = b.rule.priority - a.rule.priority || rank(a) - rank(b)
  if (byRank !== 0) return byRank
  const [left, right] = [a.snapshot.flowId, b.snapshot.flowId]
  if (left === right) return a.node.id < b.node.id ? -1 : 1
  return left < right ? -1 : 1
}

function rank({ rule, fit }: Candidate): number {
  if (rule.kind !== 'keyword') return ANY_RANK
  return MODE_RANK[rule.mode] + (fit === 'strict' ? 0 : TOLERANT_RANK)
}

/** The trigger may not start its flow again so soon. */
export function isCooling(flowId: string, cooldownSec: number, contact: ContactState, now: number): boolean {
  const last = contact.lastFlowAt[flowId]
  return last !== undefined && cooldownSec > 0 && now - last < cooldownSec * 1_000
}

function matches(
  { rule, snapshot }: Listener,
  contact: ContactState,
  message: Message,
  now: number,
  budget: PatternBudget,
): Fit | null {
  if (rule.kind === 'any_message') return matchesAny(rule, contact, message, now) ? 'strict' : null
  const inScope = rule.scope === 'all' || (rule.scope === 'group') === (message.group ?? false)
  return inScope && message.text !== '' ? matchesKeyword(rule, snapshot, message.text, budget) : null
}

function matchesAny(rule: AnyRule, contact: ContactState, message: Message, now: number): boolean {
  if (message.group) return false
  if (rule.messageTypes && !isOfKind(message, rule.messageTypes)) return false
  if (rule.only === 'first_ever') return contact.lastInboundAt === null
  if (rule.only === 'after_idle') {
    return contact.lastInboundAt === null || now - contact.lastInboundAt >= rule.idleSec * 1_000
  }
  return true
}

/** How a message fits a keyword trigger: strictly, only tolerantly, or not at all. */
function matchesKeyword(
  rule: KeywordRule,
  snapshot: FlowSnapshot,
  text: string,
  budget: PatternBudget,
): Fit | null {
  if (rule.mode === 'regex') {
    const isMatched = rule.keywords.some((source) => {
      const pattern = snapshot.expressions.pattern(source, rule.caseSensitive)
      return pattern.ok && budget.test(pattern.value, text.trim())
    })
    return isMatched ? 'strict' : null
  }
  const kind = matchKeyword(rule, text, snapshot.synonyms)
  if (kind === null) return null
  return kind === 'name' ? 'strict' : 'tolerant'
}

/** True when the flow's trigger would do nothing for this contact now (once, ignore): it may not push a run aside. */
export function isSpent(plan: Plan, { flowId, definition }: FlowSnapshot): boolean {
  const hasDormant = plan.dormant.some((run) => run.flowId === flowId)
  if (definition.retriggerBehavior === 'ignore') return hasDormant
  return definition.retriggerBehavior === 'once' && (hasDormant || plan.pastFlowIds.includes(flowId))
}

/** The client's main menu: its published flow and the trigger, or null when none is set, active or still to be had. */
export function findMainMenu(plan: Plan): { snapshot: FlowSnapshot; node: BoundNode } | null {
  const { conversation } = plan
  if (conversation.client.mainMenuFlowId === null) return null
  const snapshot = conversation.flows.find((flow) => flow.flowId === conversation.client.mainMenuFlowId)
  const node = snapshot?.triggers.find((item) => item.trigger?.kind === 'main_menu')
  return snapshot && node && !isSpent(plan, snapshot) ? { snapshot, node } : null
}

/** True when a message is one of the main menu's keywords. */
export function isMainMenuKeyword(node: BoundNode, message: Message): boolean {
  if (node.trigger?.kind !== 'main_menu' || message.group || message.text === '') return false
  const folded = foldKeyword(message.text)
  return node.trigger.keywords.some((keyword) => foldKeyword(keyword) === folded)
}
