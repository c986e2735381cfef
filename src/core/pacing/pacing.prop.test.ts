import fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildTokenBucket, takeToken } from './pacing.ts'

const limits = { rate: fc.integer({ min: 1, max: 100 }), burst: fc.integer({ min: 1, max: 1000 }) }

it('never lets more than the burst and the rate through in any window, whatever the arrivals', () => {
  const arrivals = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(limits.rate, limits.burst, arrivals, (rate, burst, gaps) => {
      let bucket = buildTokenBucket(rate, burst, 0)
      let now = 0
      const sentAt: number[] = []
      for (const gap of gaps) {
        now += gap
        const taken = takeToken(bucket, now)
        bucket = taken.bucket
        if (taken.waitMs === 0) sentAt.push(now)
      }
      for (let first = 0; first < sentAt.length; first += 1) {
        for (let last = first; last < sentAt.length; last += 1) {
          const windowMs = (sentAt[last] ?? 0) - (sentAt[first] ?? 0)
          expect(last - first + 1).toBeLessThanOrEqual(burst + (windowMs * rate) / 1000 + 1e-6)
        }
      }
    }),
    { numRuns: 60 },
  )
})

it('gives a token after exactly the wait it told, and not a millisecond before', () => {
  fc.assert(
    fc.property(limits.rate, limits.burst, fc.integer({ min: 0, max: 2000 }), (rate, burst, taken) => {
      let bucket = buildTokenBucket(rate, burst, 0)
      let now = 0
      for (let i = 0; i < taken % (burst + 20); i += 1) {
        const result = takeToken(bucket, now)
        bucket = result.bucket
        now += result.waitMs
      }
      const { waitMs, bucket: next } = takeToken(bucket, now)
      if (waitMs === 0) return
      expect(takeToken(next, now + waitMs).waitMs).toBe(0)
      expect(takeToken(next, now + waitMs - 1).waitMs).toBe(1)
    }),
  )
})
