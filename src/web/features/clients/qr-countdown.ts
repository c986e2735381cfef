/** How long a pairing string is shown: the first of a start longer than those that follow. */
const FIRST_MS = 60_000
const NEXT_MS = 20_000

/**
 * Whole seconds until the pairing string is renewed.
 * @param shownSinceMs when the first string of this start was shown
 */
export function secondsUntilRenewal(shownSinceMs: number, nowMs: number): number {
  const passed = Math.max(0, nowMs - shownSinceMs)
  const left = passed < FIRST_MS ? FIRST_MS - passed : NEXT_MS - ((passed - FIRST_MS) % NEXT_MS)
  return Math.ceil(left / 1000)
}
