import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about runs. */
export const useRunsText = createTextHook(
  {
    en: () => import('../../i18n/en/runs.ts'),
    pt: () => import('../../i18n/pt/runs.ts'),
    es: () => import('../../i18n/es/runs.ts'),
  },
  ({ runs }) => runs,
)
