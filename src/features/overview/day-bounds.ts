import { fromLocalTime, toLocalTime } from '../../core/flow/expressions/time/zoned-time.ts'
import type { DayBounds } from './store.ts'

export interface CalendarDay extends DayBounds {
  /** `2026-05-01`. */
  day: string
}

const MIDNIGHT = { hour: 0, minute: 0 }

/** The last days up to that of `nowMs` as calendars in a time zone have them, oldest first; each ends where the next begins. */
export function listDays(nowMs: number, count: number, timeZone: string): CalendarDay[] {
  const today = toLocalTime(nowMs, timeZone)
  const dateOf = (daysAgo: number) => new Date(Date.UTC(today.year, today.month - 1, today.day - daysAgo))
  const beginOf = (daysAgo: number): number => {
    const date = dateOf(daysAgo)
    const asked = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
    return Math.floor(fromLocalTime(timeZone, { ...asked, ...MIDNIGHT }) / 1_000)
  }
  return Array.from({ length: count }, (_, at) => {
    const daysAgo = count - 1 - at
    return {
      day: dateOf(daysAgo).toISOString().slice(0, 10),
      fromSec: beginOf(daysAgo),
      toSec: beginOf(daysAgo - 1),
    }
  })
}
