const STEPS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
] as const

/** How long somebody waits, in the largest unit that fits, which is short in every language: `5 min`. Empty below a minute. */
export function toWaited(since: string, nowMs: number): string {
  const passed = nowMs - Date.parse(since)
  const [unit, ms] = STEPS.find(([, size]) => passed >= size) ?? []
  return unit === undefined || ms === undefined ? '' : `${Math.floor(passed / ms)} ${unit}`
}
