import { createTextHook } from '../../../i18n/text-hook.ts'

/** The strings about an account's health. */
export const useHealthText = createTextHook(
  {
    en: () => import('../../../../words/en/health.ts'),
    pt: () => import('../../../../words/pt/health.ts'),
    es: () => import('../../../../words/es/health.ts'),
  },
  ({ health }) => health,
)
