import { Batcher } from '../../../platform/queue/batcher.ts'
import { LeaseLostError, type NetworkEvent } from '../../port.ts'

/** From so many events on, what brings more of them waits, so that memory stays bounded. */
const MAX_WAITING = 1000
/** In one call of the host. */
const MAX_EVENTS = 100
/**
 * Receipts come two or three for each message, one at a time, and nobody waits for them to the millisecond; each call of
 * the host is a transaction. What else comes is given at once, and with it the receipts before it.
 */
const GATHER_RECEIPTS_MS = 10
/** How long the end of a connection waits for the host to take the events that are already here. */
const DRAIN_MS = 5_000

export type EventDelivery = Batcher<NetworkEvent>

/**
 * Hands events to the host: in order, one call at a time, and together what came during the call before. What a call threw
 * on is given again; when that does not help, nothing more is given, for the host would miss an event.
 */
export function createEventDelivery(options: {
  deliver: (events: readonly NetworkEvent[]) => Promise<void>
  retryAfterMs: readonly number[]
  onFailed: (error: unknown) => void
}): EventDelivery {
  const { deliver, retryAfterMs, onFailed } = options
  const isFinal = (error: unknown): boolean => error instanceof LeaseLostError
  return new Batcher({
    write: deliver,
    maxBatch: MAX_EVENTS,
    maxWaiting: MAX_WAITING,
    gather: { betweenMs: GATHER_RECEIPTS_MS, urgent: ({ kind }) => kind !== 'receipt' },
    onFailure: { retryAfterMs, isFinal, onClosed: onFailed },
  })
}

/** Resolves when the host has all events, or was not fast enough, and is not called any more. */
export const endDelivery = (events: EventDelivery): Promise<void> =>
  events.close(new Error('the connection ended'), DRAIN_MS)
