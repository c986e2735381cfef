import type { ConversationEvent } from '../../../core/conversation/flow-event.ts'
import { toStoredEvent } from '../../../core/conversation/stored-event.ts'
import { toJsonText } from '../../../db/json-text.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Log } from '../../../platform/logger.ts'
import { INSERT_EVENTS } from '../records/event-rows.ts'
import type { HandOver } from '../records/hand-over.ts'
import { TRY_LOCK_CONVERSATIONS } from './conversation-sql.ts'
import { announceStep, decide, type Step, type StepDeps, writeLocked } from './decide.ts'
import type { Decided } from './decision-rows.ts'
import { ConversationLost } from './write-decision.ts'

export interface IngestOptions {
  /** False only stores the events and leaves them all to the conversation runner. Default true. */
  step?: boolean
  /** Takes messages that may leave as soon as the transaction has committed. */
  handOver?: HandOver
}

/** What `ingest` left to do once the transaction has committed. */
export interface Ingested {
  /** Contacts with open events: wake their conversations. */
  openConversations: string[]
  /** The events were processed inline, and some of what they send waits in the outbox: wake the sender. */
  hasSends: boolean
  /** Publishes what changed (`flow.state.changed`). */
  committed(): void
}

/**
 * A larger batch, such as the queue after a reconnect, is left to the runner, which works on many contacts at once.
 */
const MAX_INLINE_EVENTS = 32

export interface IngestDeps extends StepDeps {
  log: Log
}

/** A conversation with events that were just stored, in order. */
export interface OpenConversation {
  clientId: string
  contactJid: string
  seqs: number[]
}

/**
 * Stores events and, with `step`, decides those of idle conversations in the same transaction: one commit from
 * message to outbox, and three statements however many contacts wrote. Throws when a step fails. Then the transaction
 * is lost, and the caller repeats it without `step`.
 */
export async function ingestEvents(
  deps: IngestDeps,
  tx: Transaction,
  events: readonly ConversationEvent[],
  { step = true, handOver }: IngestOptions = {},
): Promise<Ingested> {
  const clientId = events[0]?.clientId
  if (clientId === undefined) return { openConversations: [], hasSends: false, committed() {} }
  const mayStep = step && events.length <= MAX_INLINE_EVENTS
  const jids = [...new Set(events.map(({ contactJid }) => contactJid))]
  const records = events.map(toRecord)
  const rows = await tx.query(INSERT_EVENTS, [toJsonText(records), clientId, jids, mayStep])
  const locked = new Set(rows.filter((row) => row.isLocked).map((row) => row.contactJid))
  const conversations = toOpenConversations(clientId, rows)
  const steps = await stepRounds(
    { ...deps, handOver },
    tx,
    conversations.filter((conversation) => locked.has(conversation.contactJid)),
  )
  const stepped = new Map<string, number>()
  for (const { conversation } of steps)
    stepped.set(conversation.contactJid, (stepped.get(conversation.contactJid) ?? 0) + 1)
  const reopened = new Set(
    steps.filter((item) => item.hasReopened).map(({ conversation }) => conversation.contactJid),
  )
  return {
    openConversations: conversations
      .filter(
        ({ contactJid, seqs }) => (stepped.get(contactJid) ?? 0) < seqs.length || reopened.has(contactJid),
      )
      .map((conversation) => conversation.contactJid),
    hasSends: steps.some((item) => item.hasSends),
    committed() {
      for (const item of steps) announceStep(deps, item)
    },
  }
}

function toRecord({ contactJid, source, event }: ConversationEvent, ord: number) {
  const { eventId, type: eventType } = event
  return { contactJid, eventId, eventType, source, event: toStoredEvent(event), ord }
}

/** New events by conversation. */
function toOpenConversations(
  clientId: string,
  rows: readonly { contactJid: string; seq: number }[],
): OpenConversation[] {
  const conversations = new Map<string, OpenConversation>()
  for (const { contactJid, seq } of rows) {
    const conversation = conversations.get(contactJid) ?? { clientId, contactJid, seqs: [] }
    conversation.seqs.push(seq)
    conversations.set(contactJid, conversation)
  }
  return [...conversations.values()]
}

/**
 * Decides the events of one conversation in a transaction that also writes other things. When somebody else works on
 * the conversation or the step fails, the other writes stand and the events are left to the runner.
 */
export async function processInline(
  deps: IngestDeps,
  tx: Transaction,
  conversation: OpenConversation,
): Promise<Step[]> {
  const { clientId, contactJid } = conversation
  await tx.client.query('savepoint conversations')
  try {
    const locked = await tx.queryOne(TRY_LOCK_CONVERSATIONS, [clientId, [contactJid]])
    return locked === undefined ? [] : await stepRounds(deps, tx, [conversation])
  } catch (error) {
    await tx.client.query('rollback to savepoint conversations')
    const fields = { clientId, err: error }
    if (error instanceof ConversationLost)
      deps.log.debug(fields, 'conversation was busy and is left to its runner')
    else deps.log.warn(fields, 'event could not be processed inline and is left to its runner')
    return []
  }
}

/** Decides events of conversations whose locks are held, in rounds: of each conversation one event, in order. */
async function stepRounds(
  deps: IngestDeps,
  tx: Transaction,
  conversations: readonly OpenConversation[],
): Promise<Step[]> {
  const clientId = conversations[0]?.clientId ?? ''
  const queues = new Map(
    conversations.map((conversation) => [conversation.contactJid, [...conversation.seqs]]),
  )
  let jids = conversations.map((conversation) => conversation.contactJid)
  const steps: Step[] = []
  while (jids.length > 0) {
    const done = await stepRound(deps, tx, clientId, jids, queues)
    steps.push(...done)
    jids = done
      .map((step) => step.conversation.contactJid)
      .filter((jid) => (queues.get(jid)?.length ?? 0) > 0)
  }
  return steps
}

/** One event of each conversation. One that has earlier open events, or is claimed, is left out. */
async function stepRound(
  deps: IngestDeps,
  tx: Transaction,
  clientId: string,
  jids: readonly string[],
  queues: ReadonlyMap<string, number[]>,
): Promise<Step[]> {
  const read = await deps.reader.read(tx, clientId, jids, true)
  const decided: Decided[] = []
  for (const conversation of read) {
    const event = conversation.open[0]
    const expected = queues.get(conversation.contactJid)?.shift()
    if (event === undefined || event.seq !== expected || conversation.claimedBy !== null) continue
    decided.push({ conversation, event, decision: decide(deps, conversation, event) })
  }
  return decided.length === 0 ? [] : writeLocked(deps, tx, decided)
}
