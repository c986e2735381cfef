import { isServerGone, isStartingUp } from '../../db/connection-errors.ts'

/** How long what a connection waits for may wait for a database that is away, and how often it is tried. */
const RETRY_FOR_MS = 45_000
const RETRY_EVERY_MS = 250

/**
 * Does database work that may be done again, until a database that is away is back: a moment without it must cost
 * neither the connections of the network nor what is on its way in them. Other failures are the caller's at once.
 */
export async function retryWhileDatabaseIsDown<T>(work: () => Promise<T>): Promise<T> {
  const untilMs = performance.now() + RETRY_FOR_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isServerGone(error) && !isStartingUp(error)) throw error
      if (performance.now() > untilMs) throw error
      await new Promise((resolve) => setTimeout(resolve, RETRY_EVERY_MS))
    }
  }
}
