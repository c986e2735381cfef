import type { SendReply } from '../records/send-command.ts'

/** One send from the moment it was asked for until it is settled, as it is seen by those who make it. */
export interface Flight {
  /** It is durable and has its place in the queue. */
  noteStored(reply: SendReply): void
  /**
   * Asked before a message that did not leave is removed. False when a caller was already answered that it waits:
   * then it stays in the conversation and shows why it was not sent.
   */
  mayVanish(): boolean
}

/** The same send as it is seen by those who wait for it. */
export interface WatchedFlight {
  readonly settled: Promise<SendReply>
  /** The stored message, or its outcome when that comes first. */
  untilStored(): Promise<SendReply>
}

export function launchFlight(start: (flight: Flight) => Promise<SendReply>): WatchedFlight {
  const stored = Promise.withResolvers<SendReply>()
  let isReported = false
  let isGone = false
  const settled = start({
    noteStored: stored.resolve,
    mayVanish() {
      isGone = !isReported
      return isGone
    },
  })
  settled.catch(() => {})
  return {
    settled,
    async untilStored() {
      const reply = await Promise.race([settled, stored.promise])
      if (isGone) return settled
      isReported = true
      return reply
    },
  }
}

/** The reply for a caller who waits for this point, and no longer than this time. */
export async function awaitAsAsked(
  flight: WatchedFlight,
  asked: { until?: 'queued'; waitMs?: number },
  sleep: (ms: number, signal: AbortSignal) => Promise<void>,
): Promise<SendReply> {
  if (asked.until === 'queued') return flight.untilStored()
  if (asked.waitMs === undefined) return flight.settled
  const stop = new AbortController()
  const over = sleep(asked.waitMs, stop.signal).then(
    () => null,
    () => null,
  )
  try {
    return (await Promise.race([flight.settled, over])) ?? (await flight.untilStored())
  } finally {
    stop.abort()
  }
}
