import type { ConversationEvent } from '../../../core/conversation/flow-event.ts'
import { toStoredEvent } from '../../../core/conversation/stored-event.ts'
import { toJsonText } from '../../../db/json-text.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { Log } from '../../../platform/logger.ts'
import { INSERT_EVENTS } from '../records/event-rows.ts'
import { TRY_LOCK_LANES } from './conversation-sql.ts'
import { announceStep, decide, type Step, type StepDeps, writeLocked } from './decide.ts'
import type { Decided } from './decision-rows.ts'
import { LaneLost } from './write-decision.ts'

export interface IngestOptions {
  /** False only stores the events and leaves them all to the lane runner. Default true. */
  step?: boolean
}

/** What `ingest` left to do once the transaction has committed. */
export interface Ingested {
  /** Contacts with open events: wake their lanes. */
  openLanes: string[]
  /** The events were processed on the spot and wrote to the outbox: wake the sender. */
  hasSends: boolean
  /** Tells whoever watches what changed (`flow.state.changed`). */
  committed(): void
}

/** A bigger batch (the queue after a reconnect) is left to the runner, which works on many contacts at once. */
const MAX_EVENTS_ON_THE_SPOT = 32

export interface IngestDeps extends StepDeps {
  log: Log
}

/** Events just stored for one contact, in order. */
export interface NewLane {
  clientId: string
  contactJid: string
  seqs: number[]
}

/**
 * Stores events and, unless told not to, steps the lanes that are idle in the same transaction: one commit from message
 * to outbox, three statements however many contacts wrote. Throws when a step fails; the transaction is lost then, and
 * is to be repeated without stepping.
 */
export async function ingestEvents(
  deps: IngestDeps,
  tx: Transaction,
  events: readonly ConversationEvent[],
  { step = true }: IngestOptions = {},
): Promise<Ingested> {
  const clientId = events[0]?.clientId
  if (clientId === undefined) return { openLanes: [], hasSends: false, committed() {} }
  const mayStep = step && events.length <= MAX_EVENTS_ON_THE_SPOT
  const jids = [...new Set(events.map(({ contactJid }) => contactJid))]
  const records = events.map(toRecord)
  const rows = await tx.query(INSERT_EVENTS, [toJsonText(records), clientId, jids, mayStep])
  const locked = new Set(rows.filter((row) => row.isLocked).map((row) => row.contactJid))
  const lanes = toLanes(clientId, rows)
  const steps = await stepRounds(
    deps,
    tx,
    lanes.filter((lane) => locked.has(lane.contactJid)),
  )
  const stepped = new Map<string, number>()
  for (const { lane } of steps) stepped.set(lane.contactJid, (stepped.get(lane.contactJid) ?? 0) + 1)
  const reopened = new Set(steps.filter((item) => item.hasReopened).map(({ lane }) => lane.contactJid))
  return {
    openLanes: lanes
      .filter(
        ({ contactJid, seqs }) => (stepped.get(contactJid) ?? 0) < seqs.length || reopened.has(contactJid),
      )
      .map((lane) => lane.contactJid),
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

/** New events by lane. */
function toLanes(clientId: string, rows: readonly { contactJid: string; seq: number }[]): NewLane[] {
  const lanes = new Map<string, NewLane>()
  for (const { contactJid, seq } of rows) {
    const lane = lanes.get(contactJid) ?? { clientId, contactJid, seqs: [] }
    lane.seqs.push(seq)
    lanes.set(contactJid, lane)
  }
  return [...lanes.values()]
}

/**
 * Steps the events of one lane in a transaction that has other things to keep: when somebody else works on the lane, or
 * the step fails, the rest of the transaction stays and the events are left to the runner.
 */
export async function processInline(deps: IngestDeps, tx: Transaction, lane: NewLane): Promise<Step[]> {
  const { clientId, contactJid } = lane
  await tx.client.query('savepoint lanes')
  try {
    const locked = await tx.queryOne(TRY_LOCK_LANES, [clientId, [contactJid]])
    return locked === undefined ? [] : await stepRounds(deps, tx, [lane])
  } catch (error) {
    await tx.client.query('rollback to savepoint lanes')
    const fields = { clientId, err: error }
    if (error instanceof LaneLost) deps.log.debug(fields, 'lane was busy and is left to its runner')
    else deps.log.warn(fields, 'event could not be processed on the spot and is left to the lane runner')
    return []
  }
}

/** Steps the events of lanes whose locks are held: in order in each lane, the lanes beside each other. */
async function stepRounds(deps: IngestDeps, tx: Transaction, lanes: readonly NewLane[]): Promise<Step[]> {
  const clientId = lanes[0]?.clientId ?? ''
  const queues = new Map(lanes.map((lane) => [lane.contactJid, [...lane.seqs]]))
  let jids = lanes.map((lane) => lane.contactJid)
  const steps: Step[] = []
  while (jids.length > 0) {
    const done = await stepRound(deps, tx, clientId, jids, queues)
    steps.push(...done)
    jids = done.map((step) => step.lane.contactJid).filter((jid) => (queues.get(jid)?.length ?? 0) > 0)
  }
  return steps
}

/** One event of each lane. A lane that has earlier events, or is claimed, is not in the answer and is left. */
async function stepRound(
  deps: IngestDeps,
  tx: Transaction,
  clientId: string,
  jids: readonly string[],
  queues: ReadonlyMap<string, number[]>,
): Promise<Step[]> {
  const read = await deps.reader.read(tx, clientId, jids, true)
  const decided: Decided[] = []
  for (const lane of read) {
    const event = lane.open[0]
    const expected = queues.get(lane.contactJid)?.shift()
    if (event === undefined || event.seq !== expected || lane.claimedBy !== null) continue
    decided.push({ lane, event, decision: decide(deps, lane, event) })
  }
  return decided.length === 0 ? [] : writeLocked(deps, tx, decided)
}
