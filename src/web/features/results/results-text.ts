import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about what flows found out. */
export const useResultsText = createTextHook(
  {
    en: () => import('../../i18n/en/data/results.ts'),
    pt: () => import('../../i18n/pt/data/results.ts'),
    es: () => import('../../i18n/es/data/results.ts'),
  },
  ({ results }) => results,
)
