import type { Bus } from '../../bus/port.ts'
import { type Decision, processEvent } from '../../core/flow/index.ts'
import type { Executor } from '../../db/transaction.ts'
import { LaneLost, writeDecision } from './decision-writer.ts'
import { toFlowEvent } from './event.ts'
import type { Lane, LaneReader } from './lane-reader.ts'
import type { OpenEventJson } from './lane-sql.ts'

export interface StepDeps {
  reader: LaneReader
  newId: () => string
  newMessageId: () => string
}

/** An event that was decided and written; nothing of it counts before its transaction commits. */
export interface Step {
  lane: Lane
  decision: Decision
  hasSends: boolean
  /** More events of the lane are open. */
  hasMore: boolean
}

export interface LockedPlace {
  clientId: string
  contactJid: string
  connected: boolean
  /** Only this event, and only when it is the oldest. */
  expectedSeq?: number
  /** Told which event it is before anything can fail. */
  onEvent?(event: OpenEventJson): void
}

/** Decides one event of a lane. The engine is pure: the same lane, event and ids give the same decision. */
export function decide(deps: StepDeps, lane: Lane, event: OpenEventJson): Decision {
  return processEvent(lane.state, toFlowEvent(event), { now: lane.nowMs, newId: deps.newId })
}

/**
 * Steps the oldest open event of a lane whose lock the transaction holds. Null when nothing is open, or when the
 * oldest is not `expectedSeq`; throws `LaneLost` when a runner holds a claim on it.
 */
export async function stepLocked(deps: StepDeps, tx: Executor, place: LockedPlace): Promise<Step | null> {
  const lane = await deps.reader.read(tx, place.clientId, place.contactJid, place.connected)
  const event = lane?.open[0]
  if (!lane || !event) return null
  if (place.expectedSeq !== undefined && event.seq !== place.expectedSeq) return null
  place.onEvent?.(event)
  if (lane.claimedBy !== null) throw new LaneLost('the claim of the lane')
  const decision = decide(deps, lane, event)
  const { newId, newMessageId } = deps
  await writeDecision(tx, lane, event, decision, { claimant: null, keepClaim: false, newId, newMessageId })
  return { lane, decision, hasSends: decision.sends.length > 0, hasMore: lane.open.length > 1 }
}

/** Tells whoever watches which runs an event changed; call it after the commit. */
export function announceStep(bus: Pick<Bus, 'publish'>, { lane, decision }: Step): void {
  for (const change of decision.runs) {
    const flowStateId = change.op === 'delete' ? change.runId : change.run.id
    const state = change.op === 'delete' ? 'removed' : change.run.state
    const { clientId, contactJid } = lane
    bus.publish('flow.state.changed', { clientId, contactJid, flowStateId, state })
  }
}
