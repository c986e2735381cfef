/** Where code asks for the time, so that tests can hold it still. */
export interface Clock {
  /** Milliseconds since 1970. */
  nowMs(): number
  now(): Date
}

export const systemClock: Clock = {
  nowMs: () => Date.now(),
  now: () => new Date(),
}

/** A clock that stands still until it is moved; for tests. */
export interface FrozenClock extends Clock {
  advance(ms: number): void
}

export function createFrozenClock(startMs: number): FrozenClock {
  let currentMs = startMs
  return {
    nowMs: () => currentMs,
    now: () => new Date(currentMs),
    advance(ms) {
      currentMs += ms
    },
  }
}
