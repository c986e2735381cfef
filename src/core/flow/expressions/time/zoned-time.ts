/** A moment on the clock and calendar of a place. `weekday` counts from Sunday, 0. */
export interface LocalTime {
  year: number
  month: number
  day: number
  hour: number
  minute: number
  second: number
  weekday: number
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formatters.set(timezone, formatter)
  return formatter
}

/** What clocks in a time zone show at a moment (epoch milliseconds). */
export function toLocalTime(moment: number, timezone: string): LocalTime {
  const found: Record<string, number> = {}
  for (const part of formatterOf(timezone).formatToParts(moment)) found[part.type] = Number(part.value)
  const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = found
  return { year, month, day, hour, minute, second, weekday: weekdayOf(year, month, day) }
}

/** The day of the week of a date, Sunday is 0. */
export function weekdayOf(year: number, month: number, day: number): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay()
}

function offsetAt(moment: number, timezone: string): number {
  const local = toLocalTime(moment, timezone)
  const asUtc = Date.UTC(local.year, local.month - 1, local.day, local.hour, local.minute, local.second)
  return asUtc - Math.floor(moment / 1_000) * 1_000
}

const DAY_MS = 86_400_000

/**
 * The moment at which clocks in a time zone show a date and time. A time that clocks jump over is the moment they
 * jump; one they show twice is the first of the two. `hour` and `minute` may run over: 24:00 is the next midnight.
 */
export function fromLocalTime(
  timezone: string,
  { year, month, day, hour, minute, second = 0 }: Omit<LocalTime, 'weekday' | 'second'> & { second?: number },
): number {
  const wanted = Date.UTC(year, month - 1, day, hour, minute, second)
  const before = offsetAt(wanted - DAY_MS, timezone)
  const after = offsetAt(wanted + DAY_MS, timezone)
  const first = wanted - before
  if (offsetAt(first, timezone) === before) return first
  const second_ = wanted - after
  if (offsetAt(second_, timezone) === after) return second_
  return findJump(wanted - Math.max(before, after), wanted - Math.min(before, after), timezone)
}

/** The moment between two at which the clocks of a time zone jump, to the second. */
function findJump(from: number, to: number, timezone: string): number {
  const old = offsetAt(from, timezone)
  let low = from
  let high = to
  while (high - low > 1_000) {
    const middle = Math.floor((low + high) / 2_000) * 1_000
    if (middle <= low) break
    if (offsetAt(middle, timezone) === old) low = middle
    else high = middle
  }
  return high
}

/** A whole number of hours and minutes `HH:MM` as minutes of the day, 24:00 included; null for anything else. */
export function parseClock(text: string): number | null {
  const match = /^(\d{2}):(\d{2})$/.exec(text)
  if (!match) return null
  const minutes = Number(match[1]) * 60 + Number(match[2])
  return Number(match[2]) < 60 && minutes <= 24 * 60 ? minutes : null
}

/**
 * Reads a moment: ISO 8601 with an offset, or a date with or without a time as clocks in `timezone` show it.
 * NaN for anything else.
 */
export function parseMoment(text: string, timezone: string): number {
  const trimmed = text.trim()
  const local = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/.exec(trimmed)
  if (!local)
    return /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:?\d{2})$/i.test(trimmed) ? Date.parse(trimmed) : Number.NaN
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local
    .slice(1)
    .map((part) => Number(part ?? 0))
  const isDate = new Date(Date.UTC(year, month - 1, day)).getUTCDate() === day && month >= 1 && month <= 12
  if (!isDate || hour > 23 || minute > 59 || second > 59) return Number.NaN
  return fromLocalTime(timezone, { year, month, day, hour, minute, second })
}
