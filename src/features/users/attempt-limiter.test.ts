import { describe, expect, it } from 'vitest'
import { createAttemptLimiter } from './attempt-limiter.ts'

const RULE = { window: 60, max: 2 }

describe('attempts', () => {
  it('are limited by key until the window that began with the first one ends', async () => {
    let now = 0
    const limiter = createAttemptLimiter(() => now)
    const attempt = async (key: string) => (await limiter.consume(key, RULE)).retryAfter
    expect(await attempt('a')).toBeNull()
    now = 30_000
    expect(await attempt('a')).toBeNull()
    expect(await attempt('a')).toBe(30)
    expect(await attempt('b')).toBeNull()
    now = 59_001
    expect(await limiter.consume('a', RULE)).toEqual({ allowed: false, retryAfter: 1 })
    now = 60_000
    expect(await attempt('a')).toBeNull()
  })

  it('of many keys are forgotten once their windows have ended', async () => {
    let now = 0
    const limiter = createAttemptLimiter(() => now)
    for (let i = 0; i < 5000; i++) {
      now += 60_000
      expect((await limiter.consume(`k${i}`, RULE)).allowed).toBe(true)
    }
    expect((await limiter.consume('k4999', RULE)).allowed).toBe(true)
    expect((await limiter.consume('k4999', RULE)).allowed).toBe(false)
  })

  it('of more keys than are kept forget the one whose window began first', async () => {
    let now = 0
    const limiter = createAttemptLimiter(() => now, 3)
    const once = { window: 60, max: 1 }
    const attempt = async (key: string) => (await limiter.consume(key, once)).allowed
    for (const key of ['a', 'b', 'c']) {
      expect(await attempt(key)).toBe(true)
      now += 1_000
    }
    expect(await attempt('a')).toBe(false)
    expect(await attempt('d')).toBe(true)
    expect([await attempt('b'), await attempt('c'), await attempt('d')]).toEqual([false, false, false])
    expect(await attempt('a')).toBe(true)
    expect([await attempt('c'), await attempt('d'), await attempt('b')]).toEqual([false, false, true])
  })
})
