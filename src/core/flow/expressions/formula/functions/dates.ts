import { isTimeZone } from '../../../definition.ts'
import { valueProblem } from '../../../value-problem.ts'
import { parseDateText } from '../../time/dates.ts'
import { fromLocalTime, type LocalTime, parseMoment, toLocalTime } from '../../time/zoned-time.ts'
import { FormulaError } from '../formula-problem.ts'
import { type FunctionCall, isMissing, requireWhole, toText } from '../values.ts'
import { defineFunction, type FormulaFunction } from './function-type.ts'

export const DATE_FUNCTIONS: readonly FormulaFunction[] = [
  defineFunction('now()', (_args, { environment }) => new Date(environment.now).toISOString()),
  defineFunction('today(zone?)', ([zone], call) =>
    toDate(toLocalTime(call.environment.now, readZone(zone, call))),
  ),
  defineFunction('parse_date(text, format?)', ([value, format], { environment }) => {
    const text = toText(value).trim()
    const date = parseDateText(text, environment.locale, isMissing(format) ? [] : [toText(format)])
    if (date !== null) return date
    const moment = isMissing(format) ? parseMoment(text, environment.timezone) : Number.NaN
    if (Number.isNaN(moment)) throw new FormulaError(valueProblem('NO_DATE', { shown: JSON.stringify(text) }))
    return new Date(moment).toISOString()
  }),
  defineFunction('date_add(date, amount, unit, zone?)', ([date, amount, unit, zone], call) =>
    addTime(readMoment(date, readZone(zone, call)), requireWhole(amount), readUnit(unit)),
  ),
  defineFunction('date_diff(from, to, unit, zone?)', ([from, to, unit, zone], call) => {
    const place = readZone(zone, call)
    return countUnits(readMoment(from, place), readMoment(to, place), readUnit(unit))
  }),
  defineFunction('format_date(date, format, zone?)', ([date, format, zone], call) => {
    const { local } = readMoment(date, readZone(zone, call))
    return formatLocal(local, toText(format), call.environment.locale)
  }),
  // Monday is 1 and Sunday 7, as ISO 8601 counts.
  defineFunction('weekday(date, zone?)', ([date, zone], call) => {
    const { weekday } = readMoment(date, readZone(zone, call)).local
    return weekday === 0 ? 7 : weekday
  }),
  ...(['year', 'month', 'day', 'hour', 'minute'] as const).map((part) =>
    defineFunction(
      `${part}(date, zone?)`,
      ([date, zone], call) => readMoment(date, readZone(zone, call)).local[part],
    ),
  ),
]

/** A date or a moment, with what clocks in its zone show. */
interface Moment {
  ms: number
  local: LocalTime
  zone: string
  /** A date of the calendar without a time. */
  isDate: boolean
}

const UNITS = ['minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const
type Unit = (typeof UNITS)[number]
const MINUTES: Readonly<Partial<Record<Unit, number>>> = { minutes: 1, hours: 60 }

function readZone(value: unknown, { environment }: FunctionCall): string {
  if (isMissing(value)) return environment.timezone
  const zone = toText(value)
  if (isTimeZone(zone)) return zone
  throw new FormulaError(valueProblem('NO_TIME_ZONE', { shown: JSON.stringify(zone) }))
}

function readUnit(value: unknown): Unit {
  const name = toText(value)
  const unit = UNITS.find((item) => item === name || item === `${name}s`)
  if (unit) return unit
  throw new FormulaError(valueProblem('NO_TIME_UNIT', { units: UNITS.join(', ') }))
}

function readMoment(value: unknown, zone: string): Moment {
  const text = toText(value).trim()
  const ms = parseMoment(text, zone)
  if (Number.isNaN(ms)) throw new FormulaError(valueProblem('NO_DATE', { shown: JSON.stringify(text) }))
  return { ms, local: toLocalTime(ms, zone), zone, isDate: /^\d{4}-\d{2}-\d{2}$/.test(text) }
}

/** Days and longer units keep the time that clocks show; a day that a month does not have is its last one. */
function addTime({ ms, local, zone, isDate }: Moment, amount: number, unit: Unit): string {
  const minutes = MINUTES[unit]
  if (minutes !== undefined) return toMomentText(ms + amount * minutes * 60_000)
  const date = addDate(local, amount, unit)
  return isDate ? toDate(date) : toMomentText(fromLocalTime(zone, { ...local, ...date }))
}

type CalendarDate = Pick<LocalTime, 'year' | 'month' | 'day'>

function addDate({ year, month, day }: CalendarDate, amount: number, unit: Unit): CalendarDate {
  if (unit === 'days' || unit === 'weeks') {
    return readUtc(Date.UTC(year, month - 1, day + amount * (unit === 'weeks' ? 7 : 1)))
  }
  const months = month - 1 + amount * (unit === 'years' ? 12 : 1)
  const last = new Date(Date.UTC(year, months + 1, 0)).getUTCDate()
  return readUtc(Date.UTC(year, months, Math.min(day, last)))
}

function readUtc(ms: number): CalendarDate {
  const date = new Date(requireTime(ms))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

/** Years of four digits: others are written in ways that nothing here reads. */
function requireTime(ms: number): number {
  if (ms >= Date.UTC(1000, 0, 1) && ms < Date.UTC(10_000, 0, 1)) return ms
  throw new FormulaError(valueProblem('YEAR_OUTSIDE'))
}

const toMomentText = (ms: number): string => new Date(requireTime(ms)).toISOString()

function toDate({ year, month, day }: CalendarDate): string {
  return `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
}

/** Whole units between two, negative when the second is earlier: time for minutes and hours, dates of the calendar else. */
function countUnits(from: Moment, to: Moment, unit: Unit): number {
  const minutes = MINUTES[unit]
  if (minutes !== undefined) return toWhole((to.ms - from.ms) / (minutes * 60_000))
  const days = (dayNumber(to.local) - dayNumber(from.local)) / 86_400_000
  if (unit === 'days') return toWhole(days)
  if (unit === 'weeks') return toWhole(days / 7)
  const months = countMonths(from.local, to.local)
  return unit === 'months' ? months : toWhole(months / 12)
}

const dayNumber = ({ year, month, day }: CalendarDate): number => Date.UTC(year, month - 1, day)

/** No negative zero. */
const toWhole = (value: number): number => Math.trunc(value) + 0

function countMonths(from: CalendarDate, to: CalendarDate): number {
  if (dayNumber(to) < dayNumber(from)) return toWhole(-countMonths(to, from))
  const months = (to.year - from.year) * 12 + to.month - from.month
  return dayNumber(addDate(from, months, 'months')) > dayNumber(to) ? months - 1 : months
}

const TOKENS = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|HH|H|mm|ss/g
const pad = (value: number): string => String(value).padStart(2, '0')

/** Written as in `DD/MM/YYYY HH:mm`; names of days and months in the language of the flow, what stands in `[ ]` as it is. */
function formatLocal(local: LocalTime, format: string, locale: string): string {
  const name = (part: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...part, timeZone: 'UTC' }).format(dayNumber(local))
  const parts: Readonly<Record<string, () => string>> = {
    YYYY: () => String(local.year).padStart(4, '0'),
    YY: () => pad(local.year % 100),
    MMMM: () => name({ month: 'long' }),
    MMM: () => name({ month: 'short' }),
    MM: () => pad(local.month),
    M: () => String(local.month),
    DD: () => pad(local.day),
    D: () => String(local.day),
    dddd: () => name({ weekday: 'long' }),
    ddd: () => name({ weekday: 'short' }),
    HH: () => pad(local.hour),
    H: () => String(local.hour),
    mm: () => pad(local.minute),
    ss: () => pad(local.second),
  }
  return format.replace(TOKENS, (token, literal?: string) => literal ?? parts[token]?.() ?? token)
}
