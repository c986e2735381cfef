const LEAST = 4
const STEPS = [1, 2, 5, 10] as const

/** The round number that a scale ends at, so that the largest value fits below it. */
export function toTopOfScale(most: number): number {
  if (most <= LEAST) return LEAST
  const power = 10 ** Math.floor(Math.log10(most))
  return power * (STEPS.find((step) => step * power >= most) ?? 10)
}
