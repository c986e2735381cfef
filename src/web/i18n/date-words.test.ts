import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDates } from './date-words.ts'
import { en } from './en/index.ts'

beforeEach(() => vi.useFakeTimers({ now: new Date(2026, 10, 26, 23, 30) }))
afterEach(() => vi.useRealTimers())

const at = (day: number, hour: number, minute: number): string =>
  new Date(2026, 10, day, hour, minute).toISOString()

test('a near moment is told by the clock, that of the day before or after by the day, and others by their date', () => {
  const { near } = createDates('en-GB', en)
  expect(near(at(26, 0, 0))).toBe('00:00')
  expect(near(at(26, 23, 59))).toBe('23:59')
  expect(near(at(27, 0, 1))).toBe('tomorrow 00:01')
  expect(near(at(25, 23, 59))).toBe('yesterday 23:59')
  expect(near(at(28, 9, 0))).toBe('28 Nov 2026 09:00')
})
