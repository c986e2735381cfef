import { isOpenAt, type Weekday } from '../../../core/flow/expressions/time/opening-hours.ts'

/** The week as people count it who plan it. */
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const satisfies readonly Weekday[]
export type Day = (typeof DAYS)[number]

/** The same hours on each of these days, as `HH:MM`. */
export interface StartHours {
  days: readonly Day[]
  from: string
  to: string
}

export const FIRST_HOURS: StartHours = {
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
  from: '09:00',
  to: '18:00',
}

type Problem = 'noDay' | 'endsFirst'

export function findHoursProblem({ days, from, to }: StartHours): Problem | null {
  if (days.length === 0) return 'noDay'
  return from < to ? null : 'endsFirst'
}

export const toWeekly = ({ days, from, to }: StartHours): Partial<Record<Day, [string, string][]>> =>
  Object.fromEntries(days.map((day) => [day, [[from, to]]]))

/** A Monday; the days after it have the names of the week. */
const MONDAY_MS = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

export function nameDay(day: Day, tag: string, style: 'long' | 'short'): string {
  const moment = MONDAY_MS + DAYS.indexOf(day) * DAY_MS
  return new Intl.DateTimeFormat(tag, { weekday: style, timeZone: 'UTC' }).format(moment)
}

interface HoursWords {
  openFrom: (days: string, from: string, to: string) => string
  dayRange: (first: string, last: string) => string
  and: string
}

/** Days that follow each other; from three on they are told by the first and the last. */
function groupDays(days: readonly Day[]): Day[][] {
  const groups: Day[][] = []
  for (const day of DAYS.filter((one) => days.includes(one))) {
    const last = groups.at(-1)
    const before = DAYS[DAYS.indexOf(day) - 1]
    if (last && before !== undefined && last.at(-1) === before) last.push(day)
    else groups.push([day])
  }
  return groups
}

/** In a sentence: "We are open Monday to Friday and Sunday, from 09:00 to 18:00." */
export function describeHours({ days, from, to }: StartHours, tag: string, words: HoursWords): string {
  const name = (day: Day) => nameDay(day, tag, 'long')
  const parts = groupDays(days).flatMap((group) => {
    const [first] = group
    const last = group.at(-1)
    return group.length > 2 && first && last ? [words.dayRange(name(first), name(last))] : group.map(name)
  })
  const list =
    parts.length > 1 ? `${parts.slice(0, -1).join(', ')} ${words.and} ${parts.at(-1)}` : (parts[0] ?? '')
  return words.openFrom(list, from, to)
}

/** A moment of a usual week at which it is open, or closed; null when it never is. */
export function findMoment(hours: StartHours, timezone: string, isOpen: boolean): string | null {
  const week = { timezone, weekly: toWeekly(hours), closedDates: [] }
  const moments = Array.from({ length: 7 * 24 * 4 }, (_, quarter) => MONDAY_MS + quarter * (HOUR_MS / 4))
  const found = moments.find((moment) => isOpenAt(week, moment) === isOpen)
  return found === undefined ? null : new Date(found).toISOString()
}
