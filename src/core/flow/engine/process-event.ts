import type { Decision } from '../decision.ts'
import type { FlowEvent } from '../events.ts'
import type { LaneState } from '../lane.ts'

/** What the host supplies with every event. */
export interface EngineContext {
  /** The time of processing, epoch milliseconds; the only clock a step sees. */
  now: number
  /** A fresh id at every call, for runs, sends and timers. Sends use it as their outbox id. */
  newId: () => string
}

/**
 * Decides what one event of one contact causes: which flow gets it, how far the run goes, what is sent.
 * Nothing is changed in place; the host commits the decision in one transaction and sends afterwards.
 */
export function processEvent(lane: LaneState, event: FlowEvent, context: EngineContext): Decision {
  throw new Error(`the engine cannot decide ${event.type} for ${lane.contact.jid} at ${context.now} yet`)
}
