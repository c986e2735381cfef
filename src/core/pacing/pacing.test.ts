import { describe, expect, it } from 'vitest'
import { buildTokenBucket, changeLimits, takeToken } from './pacing.ts'

describe('a token bucket', () => {
  it('gives its burst at once and then one token per interval', () => {
    let bucket = buildTokenBucket(2, 3, 0)
    const sentAt: number[] = []
    for (let now = 0; sentAt.length < 6; ) {
      const taken = takeToken(bucket, now)
      bucket = taken.bucket
      if (taken.waitMs === 0) sentAt.push(now)
      now += taken.waitMs
    }
    expect(sentAt).toEqual([0, 0, 0, 500, 1000, 1500])
  })

  it('saves up no more than its burst', () => {
    let bucket = buildTokenBucket(10, 2, 0)
    const taken = [1, 2, 3].map(() => {
      const result = takeToken(bucket, 60_000)
      bucket = result.bucket
      return result.waitMs
    })
    expect(taken).toEqual([0, 0, 100])
  })

  it('keeps what was saved when the limits change, up to the new burst', () => {
    let bucket = changeLimits(buildTokenBucket(1, 5, 0), 4, 2, 0)
    const waits = [1, 2, 3].map(() => {
      const result = takeToken(bucket, 0)
      bucket = result.bucket
      return result.waitMs
    })
    expect(waits).toEqual([0, 0, 250])
  })

  it('stands still while the clock goes backwards', () => {
    const empty = takeToken(buildTokenBucket(1, 1, 10_000), 10_000).bucket
    expect(takeToken(empty, 4_000).waitMs).toBe(1000)
  })
})
