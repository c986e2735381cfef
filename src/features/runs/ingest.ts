import type { Bus } from '../../bus/port.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Log } from '../../platform/logger.ts'
import { LaneLost } from './decision-writer.ts'
import { INSERT_EVENTS, TRY_LOCK_LANE } from './lane-sql.ts'
import { announceStep, type Step, type StepDeps, stepLocked } from './step.ts'
import type { FlowInput, Ingested } from './types.ts'

/** A bigger batch (the queue after a reconnect) is left to the runner, which works on many contacts at once. */
const MAX_EVENTS_ON_THE_SPOT = 8

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
  const steps: Step[] = []
  const openLanes: string[] = []
  for (const lane of lanes) {
    const done = count <= MAX_EVENTS_ON_THE_SPOT ? await stepOnTheSpot(deps, tx, lane) : []
    steps.push(...done)
    if (done.length < lane.seqs.length) openLanes.push(lane.contactJid)
  }
  return {
    openLanes,
    hasSends: steps.some((step) => step.hasSends),
    committed() {
      for (const step of steps) announceStep(deps.bus, step)
    },
  }
}

/** New events by lane; those known already are left out. */
async function insertInputs(tx: Transaction, inputs: readonly FlowInput[]): Promise<NewLane[]> {
  const records = inputs.map((input, ord) => ({ ...input, ord }))
  const rows = await tx.query(INSERT_EVENTS, [JSON.stringify(records)])
  const clientOf = new Map(inputs.map((input) => [input.eventId, input.clientId]))
  const lanes = new Map<string, NewLane>()
  for (const { contactJid, eventId, seq } of rows) {
    const clientId = clientOf.get(eventId) ?? ''
    const lane = lanes.get(`${clientId}/${contactJid}`) ?? { clientId, contactJid, seqs: [] }
    lane.seqs.push(seq)
    lanes.set(`${clientId}/${contactJid}`, lane)
  }
  return [...lanes.values()]
}

/**
 * The events of a lane that could be processed at once, in order. None when somebody else works on the lane, earlier
 * events wait, or a step fails: the events are stored either way, and the runner takes them from there.
 */
export async function stepOnTheSpot(deps: IngestDeps, tx: Transaction, lane: NewLane): Promise<Step[]> {
  const { clientId, contactJid } = lane
  const steps: Step[] = []
  await tx.client.query('savepoint lane')
  try {
    const lock = await tx.queryOne(TRY_LOCK_LANE, [clientId, contactJid])
    if (lock?.locked !== true) return []
    for (const expectedSeq of lane.seqs) {
      const step = await stepLocked(deps, tx, { clientId, contactJid, connected: true, expectedSeq })
      if (step === null) break
      steps.push(step)
    }
    return steps
  } catch (error) {
    await tx.client.query('rollback to savepoint lane')
    const fields = { clientId, err: error }
    if (error instanceof LaneLost) deps.log.debug(fields, 'lane was busy and is left to its runner')
    else deps.log.warn(fields, 'event could not be processed on the spot and is left to the lane runner')
    return []
  }
}
