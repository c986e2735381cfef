/** A day of the calendar, `2026-05-01`, as midnight of this browser; undefined for what is none. */
export function parseDay(day: string): Date | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!match) return undefined
  const [year = 0, month = 0, date = 0] = match.slice(1).map(Number)
  const parsed = new Date(year, month - 1, date)
  return parsed.getMonth() === month - 1 && parsed.getDate() === date ? parsed : undefined
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** The day that it is here at a moment. */
export const formatDay = (moment: Date): string =>
  `${String(moment.getFullYear()).padStart(4, '0')}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`

/** When a day begins here, so many days later, in ISO 8601. */
export function startOfDay(day: string, daysLater = 0): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date + daysLater).toISOString()
}
