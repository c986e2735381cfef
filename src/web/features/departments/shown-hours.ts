import { DAYS, type StartHours } from '../start/start-hours.ts'

type Weekly = Readonly<Partial<Record<string, readonly (readonly string[])[] | undefined>>>

/** Hours as the form has them: the same span on each of some days; null where they are more detailed. */
export function toShownHours(weekly: Weekly, closedDates: readonly string[]): StartHours | null {
  const days = DAYS.filter((day) => (weekly[day] ?? []).length > 0)
  const spans = days.flatMap((day) => weekly[day] ?? [])
  const [first] = spans
  const [from, to] = first ?? []
  if (from === undefined || to === undefined || closedDates.length > 0) return null
  const isSame = spans.length === days.length && spans.every((span) => span[0] === from && span[1] === to)
  // A field for a time of day knows no 24:00.
  return isSame && to !== '24:00' ? { days, from, to } : null
}
