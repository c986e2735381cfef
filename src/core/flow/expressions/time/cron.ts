import { type CronField, type Finding, finding } from '../../findings.ts'
import { fromLocalTime, toLocalTime, weekdayOf } from './zoned-time.ts'

/** A parsed schedule: which minutes, hours, days, months and weekdays it names. */
export interface Cron {
  minutes: ReadonlySet<number>
  hours: ReadonlySet<number>
  days: ReadonlySet<number>
  months: ReadonlySet<number>
  /** Sunday is 0. */
  weekdays: ReadonlySet<number>
  /** Both days and weekdays are limited: one of the two has to fit, as cron has always done it. */
  eitherDay: boolean
}

export type CronResult = { ok: true; value: Cron } | { ok: false; problem: Finding }

interface Field {
  name: CronField
  min: number
  max: number
  names?: readonly string[]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
const FIELDS: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, names: MONTHS },
  { name: 'weekday', min: 0, max: 7, names: DAYS },
]

/** Reads five fields (minute, hour, day of month, month, day of week) with `*`, lists, ranges, steps and names. */
export function parseCron(text: string): CronResult {
  const parts = text.trim().split(/\s+/)
  if (parts.length !== FIELDS.length) {
    return { ok: false, problem: finding('CRON_INCOMPLETE') }
  }
  const sets: Set<number>[] = []
  for (const [index, field] of FIELDS.entries()) {
    const text = parts[index] ?? ''
    const set = parseField(text, field)
    if (!set) return { ok: false, problem: finding('CRON_FIELD', { text, field: field.name }) }
    sets.push(set)
  }
  const [minutes = new Set(), hours = new Set(), days = new Set(), months = new Set(), given = new Set()] =
    sets
  const weekdays = new Set([...given].map((day) => day % 7))
  const eitherDay = !parts[2]?.startsWith('*') && !parts[4]?.startsWith('*')
  return { ok: true, value: { minutes, hours, days, months, weekdays, eitherDay } }
}

function parseField(text: string, field: Field): Set<number> | null {
  const set = new Set<number>()
  for (const item of text.split(',')) {
    const match = /^(\*|[a-z\d]+(?:-[a-z\d]+)?)(?:\/(\d{1,2}))?$/i.exec(item)
    const range = match?.[1] === undefined ? null : readRange(match[1], field, match[2] !== undefined)
    const step = Number(match?.[2] ?? 1)
    if (!range || step === 0 || range[0] > range[1]) return null
    for (let value = range[0]; value <= range[1]; value += step) set.add(value)
  }
  return set
}

function readRange(text: string, field: Field, hasStep: boolean): [number, number] | null {
  if (text === '*') return [field.min, field.name === 'weekday' ? 6 : field.max]
  const [from = '', to] = text.split('-')
  const low = readValue(from, field)
  const high = to === undefined ? (hasStep ? field.max : low) : readValue(to, field)
  return low === null || high === null ? null : [low, high]
}

function readValue(text: string, { min, max, names }: Field): number | null {
  const named = names?.indexOf(text.toLowerCase()) ?? -1
  if (named >= 0) return named + min
  const value = /^\d{1,2}$/.test(text) ? Number(text) : Number.NaN
  return value >= min && value <= max ? value : null
}

/** Four years and a day: a 29 February is found. */
const MAX_DAYS_AHEAD = 1_462

/**
 * The first moment after `after` (epoch milliseconds) at which a schedule is due on the clocks of a time zone; null
 * when there is none. A time that clocks jump over is due when they jump, one they show twice is due once.
 */
export function nextCronTime(cron: Cron, timezone: string, after: number): number | null {
  const start = toLocalTime(after, timezone)
  for (let ahead = 0; ahead <= MAX_DAYS_AHEAD; ahead++) {
    const date = new Date(Date.UTC(start.year, start.month - 1, start.day + ahead))
    const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]
    if (!isDue(cron, year, month, day)) continue
    for (const hour of sorted(cron.hours)) {
      for (const minute of sorted(cron.minutes)) {
        const moment = fromLocalTime(timezone, { year, month, day, hour, minute })
        if (moment > after) return moment
      }
    }
  }
  return null
}

function isDue(cron: Cron, year: number, month: number, day: number): boolean {
  if (!cron.months.has(month)) return false
  const [byDay, byWeekday] = [cron.days.has(day), cron.weekdays.has(weekdayOf(year, month, day))]
  return cron.eitherDay ? byDay || byWeekday : byDay && byWeekday
}

function sorted(values: ReadonlySet<number>): number[] {
  return [...values].sort((a, b) => a - b)
}
