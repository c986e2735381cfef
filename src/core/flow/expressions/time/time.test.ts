import { describe, expect, test } from 'vitest'
import { nextCronTime, parseCron } from './cron.ts'
import { isOpenAt, nextOpening } from './opening-hours.ts'
import { fromLocalTime, parseMoment, toLocalTime } from './zoned-time.ts'

const iso = (moment: number | null) => (moment === null ? null : new Date(moment).toISOString())
const at = (text: string) => Date.parse(text)

function next(cron: string, zone: string, after: string): string | null {
  const parsed = parseCron(cron)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problem))
  return iso(nextCronTime(parsed.value, zone, at(after)))
}

describe('local time', () => {
  test('reads the clocks of a place on both sides of a change', () => {
    expect(toLocalTime(at('2026-03-29T00:59:59Z'), 'Europe/Lisbon')).toMatchObject({ hour: 0, minute: 59 })
    expect(toLocalTime(at('2026-03-29T01:00:00Z'), 'Europe/Lisbon')).toMatchObject({ hour: 2, weekday: 0 })
  })

  test.each([
    ['Europe/Lisbon', 2026, 7, 1, 12, 0, '2026-07-01T11:00:00.000Z'],
    ['Asia/Kathmandu', 2026, 1, 1, 0, 0, '2025-12-31T18:15:00.000Z'],
    ['Europe/Berlin', 2026, 3, 29, 2, 30, '2026-03-29T01:00:00.000Z'],
    ['Europe/Berlin', 2026, 10, 25, 2, 30, '2026-10-25T00:30:00.000Z'],
    ['America/New_York', 2026, 3, 8, 2, 30, '2026-03-08T07:00:00.000Z'],
    ['America/New_York', 2026, 11, 1, 1, 30, '2026-11-01T05:30:00.000Z'],
    ['Australia/Lord_Howe', 2026, 10, 4, 2, 15, '2026-10-03T15:30:00.000Z'],
    ['Pacific/Apia', 2011, 12, 31, 0, 0, '2011-12-30T10:00:00.000Z'],
  ] as const)('%s %i-%i-%i %i:%i is %s', (zone, year, month, day, hour, minute, expected) => {
    expect(iso(fromLocalTime(zone, { year, month, day, hour, minute }))).toBe(expected)
  })

  test('comes back to the same moment from every hour of a year, but for the hour shown twice', () => {
    const others: [moment: string | null, back: string | null][] = []
    for (let moment = at('2026-01-01T00:00:00Z'); moment < at('2027-01-01T00:00:00Z'); moment += 3_600_000) {
      const back = fromLocalTime('Europe/Lisbon', toLocalTime(moment, 'Europe/Lisbon'))
      if (back !== moment) others.push([iso(moment), iso(back)])
    }
    expect(others).toEqual([['2026-10-25T01:00:00.000Z', '2026-10-25T00:00:00.000Z']])
  })

  test('a moment is ISO with an offset, or local', () => {
    expect(iso(parseMoment('2026-12-24T18:00:00+02:00', 'UTC'))).toBe('2026-12-24T16:00:00.000Z')
    expect(iso(parseMoment('2026-07-01 09:30', 'Europe/Lisbon'))).toBe('2026-07-01T08:30:00.000Z')
    expect(iso(parseMoment('2026-07-01', 'Europe/Lisbon'))).toBe('2026-06-30T23:00:00.000Z')
    for (const text of ['soon', '2026-02-30', '2026-01-01 25:00', ''])
      expect(parseMoment(text, 'UTC')).toBeNaN()
  })
})

describe('opening hours', () => {
  const hours = {
    timezone: 'Europe/Lisbon',
    weekly: {
      mon: [
        ['09:00', '13:00'],
        ['14:00', '24:00'],
      ] as [string, string][],
    },
    closedDates: ['2026-01-12'],
  }

  test('the next opening is today, next week or never', () => {
    expect(iso(nextOpening(hours, at('2026-01-05T13:30:00Z')))).toBe('2026-01-05T14:00:00.000Z')
    expect(iso(nextOpening(hours, at('2026-01-06T00:00:00Z')))).toBe('2026-01-19T09:00:00.000Z')
    expect(nextOpening({ ...hours, weekly: {} }, 0)).toBeNull()
    expect(isOpenAt(hours, at('2026-01-05T23:59:59Z'))).toBe(true)
  })
})

describe('schedules', () => {
  test.each([
    ['0 9 * * mon-fri', 'Europe/Lisbon', '2026-01-02T09:00:00Z', '2026-01-05T09:00:00.000Z'],
    ['*/15 * * * *', 'UTC', '2026-01-01T00:00:30Z', '2026-01-01T00:15:00.000Z'],
    ['0 12 29 2 *', 'UTC', '2026-01-01T00:00:00Z', '2028-02-29T12:00:00.000Z'],
    ['0 0 13 * fri', 'UTC', '2026-02-07T00:00:00Z', '2026-02-13T00:00:00.000Z'],
    ['0 0 1 * 7', 'UTC', '2026-02-02T00:00:00Z', '2026-02-08T00:00:00.000Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-29T01:00:00.000Z'],
    ['30 2 * * *', 'Europe/Berlin', '2026-10-25T00:30:00Z', '2026-10-26T01:30:00.000Z'],
    ['5/20 8-9 1,15 jan,jul *', 'UTC', '2026-01-01T09:45:00Z', '2026-01-15T08:05:00.000Z'],
  ])('%s in %s after %s is due at %s', (cron, zone, after, expected) => {
    expect(next(cron, zone, after)).toBe(expected)
  })

  test('one that never comes is null', () => {
    expect(next('0 0 31 2 *', 'UTC', '2026-01-01T00:00:00Z')).toBeNull()
  })

  test.each([
    '',
    '* * * *',
    '60 * * * *',
    '* 24 * * *',
    '* * 0 * *',
    '* * * 13 *',
    '* * * * 8',
    'a * * * *',
    '9-5 * * * *',
    '*/0 * * * *',
    '1,,2 * * * *',
  ])('"%s" is refused', (text) => {
    expect(parseCron(text).ok).toBe(false)
  })
})
