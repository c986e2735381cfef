const HOUR_MS = 3_600_000
const MORNING = 9
const MONDAY = 1
const DAYS = 7

export const SNOOZES = ['hour', 'evening', 'tomorrow', 'monday'] as const

export type Snooze = (typeof SNOOZES)[number]

/** The morning so many days from now, by the clock of this browser. */
function morningIn(days: number, now: Date): Date {
  const then = new Date(now)
  then.setDate(then.getDate() + days)
  then.setHours(MORNING, 0, 0, 0)
  return then
}

/** Until when a conversation is put off by a choice. */
export function readSnooze(choice: Snooze, now: Date): Date {
  if (choice === 'hour') return new Date(now.getTime() + HOUR_MS)
  if (choice === 'evening') return new Date(now.getTime() + 4 * HOUR_MS)
  if (choice === 'tomorrow') return morningIn(1, now)
  const days = (MONDAY - now.getDay() + DAYS) % DAYS
  return morningIn(days === 0 ? DAYS : days, now)
}

const LONGEST_DAYS = 366
const two = (value: number): string => String(value).padStart(2, '0')

/** As a field for a date and a time of this browser's clock has it. */
export const toFieldValue = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${two(date.getHours())}:${two(date.getMinutes())}`

/** The time in such a field; null where it is none, is over, or is more than a year away. */
export function readFieldValue(value: string, now: Date): Date | null {
  const until = new Date(value)
  const aheadMs = until.getTime() - now.getTime()
  return aheadMs > 0 && aheadMs <= LONGEST_DAYS * 24 * HOUR_MS ? until : null
}
