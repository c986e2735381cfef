import { useDates } from '../../i18n/dates.ts'

/** Today's moments by the clock, others with their date. */
export function useMoment(): (at: string) => string {
  const dates = useDates()
  return (at) => (dates.date(at) === dates.date(new Date().toISOString()) ? dates.time(at) : dates.exact(at))
}
