import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings of the first five minutes. */
export const useStartText = createTextHook(
  {
    en: () => import('../../i18n/en/data/start.ts'),
    pt: () => import('../../i18n/pt/data/start.ts'),
    es: () => import('../../i18n/es/data/start.ts'),
  },
  ({ start }) => start,
)
