import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings of the overview. */
export const useOverviewText = createTextHook(
  {
    en: () => import('../../i18n/en/data/overview.ts'),
    pt: () => import('../../i18n/pt/data/overview.ts'),
    es: () => import('../../i18n/es/data/overview.ts'),
  },
  ({ overview }) => overview,
)
