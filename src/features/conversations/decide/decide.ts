import type { Bus } from '../../../bus/port.ts'
import type { AddressPolicy } from '../../../core/address-policy.ts'
import { type Decision, processEvent, type UrlOf } from '../../../core/flow/index.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { TraceAttributes, Tracing } from '../../../platform/tracing/tracing.ts'
import { findLeftEffect } from '../effects/effect-rows.ts'
import type { HandOver } from '../records/hand-over.ts'
import type { StoredWords } from '../records/stored-words.ts'
import type { Conversation, ConversationReader, OpenEvent } from './conversation-reader.ts'
import type { Decided } from './decision-rows.ts'
import { forgetTestStarts } from './draft-runs.ts'
import type { UnawaitedSends } from './unawaited-sends.ts'
import { writeDecisions } from './write-decision.ts'

export interface StepDeps {
  bus: Pick<Bus, 'publish'>
  reader: ConversationReader
  unawaitedSends: UnawaitedSends
  newId: () => string
  newMessageId: () => string
  words: StoredWords
  /** Those that flows may send files from. */
  addresses: AddressPolicy
  /** The address of a wait for a call; absent where nobody can call. */
  urlOf?: UrlOf | undefined
  /** Default: none. */
  tracing?: Tracing | undefined
  /** Takes what the decisions of one transaction send at once. Default: all of it waits in the outbox. */
  handOver?: HandOver | undefined
  /** Effects of the client were committed. */
  wakeEffects(clientId: string, effects: readonly { kind: string }[]): void
  /** Effects of the client for which nobody waits any more. */
  giveUpEffects(clientId: string, effectIds: readonly string[]): void
}

/** An event that was decided and written; nothing of it counts before its transaction commits. */
export interface Step {
  conversation: Conversation
  decision: Decision
  /** Of what it sends, something waits in the outbox. */
  hasSends: boolean
  /** More events of the conversation are open. */
  hasMore: boolean
  /** Events that were put off are open again, of this conversation or of one decided with it. */
  hasReopened: boolean
}

/** What a trace holds of a decision: how large it is and of which runs, never a text. */
function describeDecision({ event, runs, transitions, sends, effects }: Decision): TraceAttributes {
  return {
    'parley.outcome': event.error ?? event.status,
    'parley.run_ids': runs.map((change) => (change.op === 'delete' ? change.runId : change.run.id)).join(' '),
    'parley.transitions': transitions.length,
    'parley.sends': sends.length,
    'parley.effects': effects.length,
  }
}

/** Decides one event of a conversation. The engine is pure: the same conversation, event and ids give the same decision. */
export function decide(deps: StepDeps, conversation: Conversation, event: OpenEvent): Decision {
  const context = { now: conversation.nowMs, newId: deps.newId, addresses: deps.addresses, urlOf: deps.urlOf }
  const process = () =>
    forgetTestStarts(processEvent(conversation.state, event, context), conversation.drafts)
  const { tracing } = deps
  if (!tracing?.isOn) return process()
  const attributes = { 'parley.client_id': conversation.clientId, 'parley.event_type': event.type }
  return tracing.span('decide', { attributes }, (notes) => {
    const decision = process()
    notes.set(describeDecision(decision))
    return decision
  })
}

/** Writes decisions of conversations whose locks the transaction holds. */
export async function writeLocked(
  deps: StepDeps,
  tx: Executor,
  decided: readonly Decided[],
): Promise<Step[]> {
  const { newId, newMessageId, words, handOver } = deps
  const options = { claimant: null, keepClaim: false, newId, newMessageId, words, handOver }
  const { hasReopened, hasSends } = await writeDecisions(tx, decided, options)
  return decided.map((item) => {
    const step = toStep(item)
    return { ...step, hasSends: step.hasSends && hasSends, hasReopened }
  })
}

export function toStep({ conversation, decision }: Decided): Step {
  return {
    conversation,
    decision,
    hasSends: decision.sends.length > 0,
    hasMore: conversation.open.length > 1,
    hasReopened: false,
  }
}

/** Publishes which runs an event changed. Call it after the commit. */
export function announceStep(
  { bus, unawaitedSends, wakeEffects, giveUpEffects }: StepDeps,
  { conversation, decision }: Step,
): void {
  unawaitedSends.note(decision)
  if (decision.effects.length > 0) wakeEffects(conversation.clientId, decision.effects)
  const left = findLeftEffect(conversation.state.live, decision)
  if (left !== null) giveUpEffects(conversation.clientId, [left])
  for (const change of decision.runs) {
    const flowStateId = change.op === 'delete' ? change.runId : change.run.id
    const state = change.op === 'delete' ? 'removed' : change.run.state
    const { clientId, contactJid } = conversation
    bus.publish('flow.state.changed', { clientId, contactJid, flowStateId, state })
  }
}
