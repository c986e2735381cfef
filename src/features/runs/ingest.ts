import type { Bus } from '../../bus/port.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Log } from '../../platform/logger.ts'
import { type Decided, LaneLost } from './decision-writer.ts'
import { toJsonText } from './json-text.ts'
import { INSERT_EVENTS, TRY_LOCK_LANES } from './lane-sql.ts'
import { announceStep, decide, type Step, type StepDeps, writeLocked } from './step.ts'
import type { FlowInput, Ingested } from './types.ts'

/** A bigger batch (the queue after a reconnect) is left to the runner, which works on many contacts at once. */
const MAX_EVENTS_ON_THE_SPOT = 32

export interface IngestDeps extends StepDeps {
  bus: Pick<Bus, 'publish'>
  log: Log
}

/** Events just stored for one contact, in order. */
export interface NewLane {
  clientId: string
  contactJid: string
  seqs: number[]
}

/** Stores events and steps the lanes that are idle in the same transaction: one commit from message to outbox. */
export async function ingestInputs(
  deps: IngestDeps,
  tx: Transaction,
  inputs: readonly FlowInput[],
): Promise<Ingested> {
  const lanes = inputs.length === 0 ? [] : await insertInputs(tx, inputs)
  const count = lanes.reduce((sum, lane) => sum + lane.seqs.length, 0)
  const steps = count > 0 && count <= MAX_EVENTS_ON_THE_SPOT ? await stepOnTheSpot(deps, tx, lanes) : []
  const stepped = new Map<string, number>()
  for (const { lane } of steps) stepped.set(lane.contactJid, (stepped.get(lane.contactJid) ?? 0) + 1)
  return {
    openLanes: lanes
      .filter((lane) => (stepped.get(lane.contactJid) ?? 0) < lane.seqs.length)
      .map((lane) => lane.contactJid),
    hasSends: steps.some((step) => step.hasSends),
    committed() {
      for (const step of steps) announceStep(deps.bus, step)
    },
  }
}

/** New events by lane; those known already are left out. All inputs are of one client. */
async function insertInputs(tx: Transaction, inputs: readonly FlowInput[]): Promise<NewLane[]> {
  const records = inputs.map((input, ord) => ({ ...input, ord }))
  const rows = await tx.query(INSERT_EVENTS, [toJsonText(records)])
  const clientId = inputs[0]?.clientId ?? ''
  const lanes = new Map<string, NewLane>()
  for (const { contactJid, seq } of rows) {
    const lane = lanes.get(contactJid) ?? { clientId, contactJid, seqs: [] }
    lane.seqs.push(seq)
    lanes.set(contactJid, lane)
  }
  return [...lanes.values()]
}

/**
 * Steps the events of lanes that are idle, in order, the lanes beside each other: a few statements, however many
 * contacts wrote. Left out are lanes somebody else works on or in which earlier events wait; when a step fails, all
 * are. Their events are stored either way, and the runner takes them from there.
 */
export async function stepOnTheSpot(
  deps: IngestDeps,
  tx: Transaction,
  lanes: readonly NewLane[],
): Promise<Step[]> {
  const clientId = lanes[0]?.clientId ?? ''
  await tx.client.query('savepoint lanes')
  try {
    const wanted = lanes.map((lane) => lane.contactJid)
    const locked = await tx.query(TRY_LOCK_LANES, [clientId, wanted])
    const queues = new Map(lanes.map((lane) => [lane.contactJid, [...lane.seqs]]))
    let jids = locked.map((row) => row.contactJid)
    const steps: Step[] = []
    while (jids.length > 0) {
      const done = await stepRound(deps, tx, clientId, jids, queues)
      steps.push(...done)
      jids = done.map((step) => step.lane.contactJid).filter((jid) => (queues.get(jid)?.length ?? 0) > 0)
    }
    return steps
  } catch (error) {
    await tx.client.query('rollback to savepoint lanes')
    const fields = { clientId, err: error }
    if (error instanceof LaneLost) deps.log.debug(fields, 'lanes were busy and are left to their runner')
    else deps.log.warn(fields, 'events could not be processed on the spot and are left to the lane runner')
    return []
  }
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
