/** Which part of the log is shown; part of the address. Days are `2026-11-22`, by the clock of the reader. */
export interface AuditChoice {
  person?: string
  action?: string
  from?: string
  to?: string
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

const isDay = (value: unknown): value is string =>
  typeof value === 'string' && DAY.test(value) && !Number.isNaN(Date.parse(value))

const isNamed = (value: unknown): value is string => typeof value === 'string' && value !== ''

type Unchecked = { [Name in keyof AuditChoice]?: unknown }

/** Takes what an address or a form gives, and leaves out what names nothing. */
export function parseAuditChoice({ person, action, from, to }: Unchecked): AuditChoice {
  return {
    ...(isNamed(person) && { person }),
    ...(isNamed(action) && { action }),
    ...(isDay(from) && { from }),
    ...(isDay(to) && { to }),
  }
}

/** Midnight where the reader is. Days are added to the date and not in hours, as a day need not have 24 of them. */
function midnight(day: string, plusDays: number): string {
  const [year = 1970, month = 1, date = 1] = day.split('-').map(Number)
  const moment = new Date(2000, 0, 1)
  moment.setFullYear(year, month - 1, date + plusDays)
  return moment.toISOString()
}

export const startOfDay = (day: string): string => midnight(day, 0)

/** The first moment that is no longer that day. */
export const endOfDay = (day: string): string => midnight(day, 1)
