import { expect, it } from 'vitest'
import { formatDay, parseDay, startOfDay } from './calendar-days.ts'

it.each(['2026-05-01', '2024-02-29', '2026-12-31'])('%s is the same day when it was read', (day) => {
  const parsed = parseDay(day)
  expect(parsed && formatDay(parsed)).toBe(day)
})

it.each(['', '2026-5-1', '2026-02-30', '2026-13-01', 'tomorrow', '2026-05-01T00:00:00Z'])(
  '%j is no day',
  (text) => {
    expect(parseDay(text)).toBeUndefined()
  },
)

it('a day begins at midnight here, also one after the end of a month', () => {
  expect(startOfDay('2026-05-31', 1)).toBe(new Date(2026, 5, 1).toISOString())
})
