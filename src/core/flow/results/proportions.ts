/** How many of a group did something. */
export interface Counted {
  reached: number
  of: number
}

/** Of the normal distribution: 97.5 % of it is below the first, 80 % below the second. */
const Z_95 = 1.959963984540054
const Z_80 = 0.8416212335729143

/** The share, and the interval in which it lies with 95 % confidence (Wilson's score interval, without correction). */
export function wilsonInterval({ reached, of }: Counted): { rate: number; low: number; high: number } {
  if (of === 0) return { rate: 0, low: 0, high: 1 }
  const rate = reached / of
  const square = Z_95 ** 2
  const middle = rate + square / (2 * of)
  const half = Z_95 * Math.sqrt((rate * (1 - rate)) / of + square / (4 * of ** 2))
  const whole = 1 + square / of
  return { rate, low: Math.max(0, (middle - half) / whole), high: Math.min(1, (middle + half) / whole) }
}

/**
 * How many of each group a test needs to find this difference of two shares in 80 % of cases, where it takes chance for a
 * difference in 5 % (two-sided). Null where there is no difference to find.
 */
export function sampleNeeded(first: number, second: number): number | null {
  const difference = Math.abs(first - second)
  if (difference === 0) return null
  const mean = (first + second) / 2
  const apart = Math.sqrt(first * (1 - first) + second * (1 - second))
  return Math.ceil(((Z_95 * Math.sqrt(2 * mean * (1 - mean)) + Z_80 * apart) / difference) ** 2)
}

/** Points at which the densities are read; twice as many change the sixth digit. */
const POINTS = 2_000

/**
 * For each group how likely its true share is the highest of all, after what was seen and with no share preferred before
 * (Beta(1, 1)): the density of each, times how likely the others are below, added up over all shares.
 */
export function probabilitiesToBeBest(groups: readonly Counted[]): number[] {
  const [from, to] = readRange(groups)
  const width = (to - from) / POINTS
  const shares = Array.from({ length: POINTS }, (_, index) => from + (index + 0.5) * width)
  const curves = groups.map((group) => readCurve(group, shares))
  const won = groups.map((_, own) =>
    shares.reduce((sum, _share, at) => {
      const others = curves.reduce(
        (below, curve, other) => (other === own ? below : below * (curve.below[at] ?? 0)),
        1,
      )
      return sum + (curves[own]?.mass[at] ?? 0) * others
    }, 0),
  )
  const all = won.reduce((sum, share) => sum + share, 0)
  return won.map((share) => share / all)
}

/** Where the densities are not nothing: ten deviations around each. */
function readRange(groups: readonly Counted[]): [number, number] {
  const ends = groups.flatMap(({ reached, of }) => {
    const [a, b] = [reached + 1, of - reached + 1]
    const mean = a / (a + b)
    const deviation = Math.sqrt((mean * (1 - mean)) / (a + b + 1))
    return [mean - 10 * deviation, mean + 10 * deviation]
  })
  return [Math.max(0, Math.min(...ends)), Math.min(1, Math.max(...ends))]
}

/** The mass of a group's density around each share, and how much of it is below. */
function readCurve({ reached, of }: Counted, shares: readonly number[]) {
  const logs = shares.map((share) => reached * Math.log(share) + (of - reached) * Math.log1p(-share))
  const highest = Math.max(...logs)
  const raw = logs.map((log) => Math.exp(log - highest))
  const whole = raw.reduce((sum, mass) => sum + mass, 0)
  const mass = raw.map((one) => one / whole)
  let sum = 0
  const below = mass.map((one) => {
    const middle = sum + one / 2
    sum += one
    return middle
  })
  return { mass, below }
}
