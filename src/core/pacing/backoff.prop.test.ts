import fc from 'fast-check'
import { expect, test } from 'vitest'
import { backoffMs } from './backoff.ts'

test('a pause is never longer than the cap nor shorter than half the first pause', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 2000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempt, random) => {
        const pause = backoffMs({ firstMs: 1000, maxMs: 60_000 }, attempt, random)
        expect(pause).toBeGreaterThanOrEqual(500)
        expect(pause).toBeLessThanOrEqual(60_000)
      },
    ),
  )
})

test('pauses grow until the cap', () => {
  const pauses = [1, 2, 3, 4, 5, 6, 7, 8].map((n) => backoffMs({ firstMs: 1000, maxMs: 60_000 }, n, 0))
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
})
