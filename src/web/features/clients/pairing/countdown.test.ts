import { expect, it } from 'vitest'
import { secondsUntil } from './countdown.ts'

it.each([
  [0, 20],
  [500, 20],
  [19_001, 1],
  [20_000, 0],
  [25_000, 0],
])('%i ms after a code of 20 s was shown, %i s are left', (passedMs, seconds) => {
  const shownAtMs = Date.parse('2026-11-22T12:00:00.000Z')
  expect(secondsUntil('2026-11-22T12:00:20.000Z', shownAtMs + passedMs)).toBe(seconds)
})
