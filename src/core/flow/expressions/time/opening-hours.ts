import { fromLocalTime, parseClock, toLocalTime, weekdayOf } from './zoned-time.ts'

export const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
export type Weekday = (typeof WEEKDAYS)[number]

/** When a place is open: per weekday its spans `["09:00","18:00"]` in local time, and dates on which it is closed. */
export interface OpeningHours {
  timezone: string
  weekly: Readonly<Partial<Record<Weekday, readonly (readonly [string, string])[] | undefined>>>
  closedDates: readonly string[]
}

interface LocalDate {
  year: number
  month: number
  day: number
}

/** True when the place is open at a moment. A span holds from its first minute to before its last. */
export function isOpenAt(hours: OpeningHours, moment: number): boolean {
  const local = toLocalTime(moment, hours.timezone)
  const minute = local.hour * 60 + local.minute
  return spansOf(hours, local).some(([from, to]) => minute >= from && minute < to)
}

/** How far ahead an opening is looked for. */
const MAX_DAYS_AHEAD = 31

/** The first moment from now on at which the place is open; null when it stays closed for a month. */
export function nextOpening(hours: OpeningHours, now: number): number | null {
  if (isOpenAt(hours, now)) return now
  const today = toLocalTime(now, hours.timezone)
  for (let ahead = 0; ahead <= MAX_DAYS_AHEAD; ahead++) {
    const date = addDays(today, ahead)
    const openings = spansOf(hours, date)
      .map(([from]) => fromLocalTime(hours.timezone, { ...date, hour: 0, minute: from }))
      .filter((moment) => moment > now && isOpenAt(hours, moment))
    if (openings.length > 0) return Math.min(...openings)
  }
  return null
}

function spansOf(hours: OpeningHours, date: LocalDate): [number, number][] {
  const { year, month, day } = date
  const iso = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const weekday = WEEKDAYS[weekdayOf(year, month, day)]
  if (weekday === undefined || hours.closedDates.includes(iso)) return []
  return (hours.weekly[weekday] ?? []).map(([from, to]) => [parseClock(from) ?? 0, parseClock(to) ?? 0])
}

function addDays({ year, month, day }: LocalDate, days: number): LocalDate {
  const date = new Date(Date.UTC(year, month - 1, day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
