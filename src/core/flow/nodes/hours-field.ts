import { z } from 'zod'
import { isTimeZone } from '../definition.ts'
import { WEEKDAYS } from '../expressions/opening-hours.ts'
import { parseClock } from '../expressions/zoned-time.ts'
import type { NodeProblem } from './node-type.ts'

const clock = z.string().refine((text) => parseClock(text) !== null, 'is no time such as 09:00')
const span = z.tuple([clock, clock])

/** Opening hours as `business_hours` and `delay` hold them. Without a time zone the flow's own counts. */
export const hoursFields = {
  timezone: z.string().refine(isTimeZone, 'use an IANA time zone such as Europe/Lisbon').optional(),
  weekly: z.partialRecord(z.enum(WEEKDAYS), z.array(span).max(10)),
  closedDates: z
    .array(z.string().regex(/^\d{4}-\d{2}-\d{2}$/, 'is no date such as 2026-12-25'))
    .max(400)
    .default([]),
}
export const hoursSchema = z.strictObject(hoursFields)
export type Hours = z.output<typeof hoursSchema>

/** Spans that end before they begin, and hours that never open. */
export function checkHours(hours: Hours, prefix = ''): NodeProblem[] {
  const problems: NodeProblem[] = []
  const days = Object.entries(hours.weekly)
  for (const [day, spans] of days) {
    for (const [index, [from, to]] of (spans ?? []).entries()) {
      if ((parseClock(to) ?? 0) > (parseClock(from) ?? 0)) continue
      const path = `${prefix}weekly.${day}.${index}`
      problems.push({
        path,
        message: `${path}: ends before it begins; split it at midnight (24:00 and 00:00)`,
      })
    }
  }
  if (days.every(([, spans]) => (spans ?? []).length === 0)) {
    const path = `${prefix}weekly`
    problems.push({ path, message: `${path}: is never open; give at least one day its hours` })
  }
  return problems
}
