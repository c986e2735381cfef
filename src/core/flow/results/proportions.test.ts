import { describe, expect, test } from 'vitest'
import { probabilitiesToBeBest, sampleNeeded, wilsonInterval } from './proportions.ts'

/** Newcombe, "Two-sided confidence intervals for the single proportion", Statistics in Medicine 17 (1998), table I, method 3. */
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('the interval of %i of %i is that of the published table', (reached, of, low, high) => {
  const interval = wilsonInterval({ reached, of })
  expect(interval.low).toBeCloseTo(low, 4)
  expect(interval.high).toBeCloseTo(high, 4)
})

test('nobody says nothing: the interval of none is all there is', () => {
  expect(wilsonInterval({ reached: 0, of: 0 })).toEqual({ rate: 0, low: 0, high: 1 })
})

/** Fleiss, "Statistical Methods for Rates and Proportions", sample sizes without correction for continuity, 5 %, power 80 %. */
test('10 % and 15 % are told apart with 686 of each, the nearer the more, and equal ones never', () => {
  expect(sampleNeeded(0.1, 0.15)).toBe(686)
  expect(sampleNeeded(0.1, 0.11)).toBeGreaterThan(14_000)
  expect(sampleNeeded(0.2, 0.2)).toBeNull()
})

/** ln of n! by n, each the one before it and one factor more. */
const LOG_FACTORIALS = [0]
function logFactorial(n: number): number {
  for (let next = LOG_FACTORIALS.length; next <= n; next++)
    LOG_FACTORIALS.push((LOG_FACTORIALS[next - 1] ?? 0) + Math.log(next))
  return LOG_FACTORIALS[n] ?? Number.NaN
}

/** ln of the beta function of whole numbers. */
function logBeta(a: number, b: number): number {
  return logFactorial(a - 1) + logFactorial(b - 1) - logFactorial(a + b - 1)
}

/** The exact sum for two groups (Evan Miller, "Formulas for Bayesian A/B Testing", equation 6). */
function probabilityOfSecond(a: readonly [number, number], b: readonly [number, number]): number {
  const [alphaA, betaA] = [a[0] + 1, a[1] - a[0] + 1]
  const [alphaB, betaB] = [b[0] + 1, b[1] - b[0] + 1]
  return Array.from({ length: alphaB }, (_, i) =>
    Math.exp(
      logBeta(alphaA + i, betaB + betaA) -
        Math.log(betaB + i) -
        logBeta(1 + i, betaB) -
        logBeta(alphaA, betaA),
    ),
  ).reduce((sum, term) => sum + term, 0)
}

describe('the probability to be best', () => {
  test.each([
    [
      [40, 200],
      [55, 200],
    ],
    [
      [0, 10],
      [0, 10],
    ],
    [
      [3, 50],
      [0, 20],
    ],
    [
      [500, 1000],
      [510, 1000],
    ],
    [
      [1, 900],
      [9, 900],
    ],
  ] as const)('of %j and %j is that of the exact formula', (a, b) => {
    const [first, second] = probabilitiesToBeBest([
      { reached: a[0], of: a[1] },
      { reached: b[0], of: b[1] },
    ])
    expect(second).toBeCloseTo(probabilityOfSecond(a, b), 4)
    expect((first ?? 0) + (second ?? 0)).toBeCloseTo(1, 10)
  })

  test('is shared evenly by those of whom nothing is known, and large groups have one', () => {
    for (const one of probabilitiesToBeBest(Array.from({ length: 3 }, () => ({ reached: 0, of: 0 }))))
      expect(one).toBeCloseTo(1 / 3, 4)
    const [, second] = probabilitiesToBeBest([
      { reached: 100_000, of: 1_000_000 },
      { reached: 102_000, of: 1_000_000 },
    ])
    expect(second).toBeGreaterThan(0.9999)
  })
})
