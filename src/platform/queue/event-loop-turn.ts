/**
 * Resolves when the event loop has handed out all it found waiting this time. Who collects things to write them
 * together waits here first: what came over many connections at once is one write then, and at rest nothing is later.
 */
export function nextEventLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
