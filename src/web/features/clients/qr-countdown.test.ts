import { describe, expect, it } from 'vitest'
import { secondsUntilRenewal } from './qr-countdown.ts'

describe('the countdown of a pairing string', () => {
  it.each([
    [0, 60],
    [59_500, 1],
    [60_000, 20],
    [79_001, 1],
    [80_000, 20],
    [-5000, 60],
  ])('%i ms after the first one was shown is at %i s', (passedMs, seconds) => {
    expect(secondsUntilRenewal(1_000_000, 1_000_000 + passedMs)).toBe(seconds)
  })
})
