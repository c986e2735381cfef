import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings of the calendar. */
export const useCalendarText = createTextHook(
  {
    en: () => import('../../i18n/en/data/calendar.ts'),
    pt: () => import('../../i18n/pt/data/calendar.ts'),
    es: () => import('../../i18n/es/data/calendar.ts'),
  },
  ({ calendar }) => calendar,
)
