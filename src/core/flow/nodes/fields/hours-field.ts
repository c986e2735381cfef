import { z } from 'zod'
import { isTimeZone } from '../../definition.ts'
import { WEEKDAYS } from '../../expressions/time/opening-hours.ts'
import { parseClock } from '../../expressions/time/zoned-time.ts'
import { finding, findingText } from '../../findings.ts'
import type { NodeProblem } from '../node-type.ts'

const clock = z.string().refine((text) => parseClock(text) !== null, findingText('NO_CLOCK_TIME'))
const span = z.tuple([clock, clock])

/** Opening hours as `business_hours` and `delay` hold them. Without a time zone the flow's own counts. */
export const hoursFields = {
  timezone: z.string().refine(isTimeZone, findingText('TIME_ZONE_UNKNOWN')).optional(),
  weekly: z.partialRecord(z.enum(WEEKDAYS), z.array(span).max(10)),
  closedDates: z
    .array(z.string().regex(/^\d{4}-\d{2}-\d{2}$/, findingText('NO_DATE')))
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
      problems.push({ path, ...finding('ENDS_BEFORE_IT_BEGINS') })
    }
  }
  if (days.every(([, spans]) => (spans ?? []).length === 0)) {
    const path = `${prefix}weekly`
    problems.push({ path, ...finding('NEVER_OPEN') })
  }
  return problems
}
