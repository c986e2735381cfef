import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about secrets of flows. */
export const useSecretsText = createTextHook(
  {
    en: () => import('../../i18n/en/secrets.ts'),
    pt: () => import('../../i18n/pt/secrets.ts'),
    es: () => import('../../i18n/es/secrets.ts'),
  },
  ({ secrets }) => secrets,
)
