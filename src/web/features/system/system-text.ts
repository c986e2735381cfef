import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about the whole service. */
export const useSystemText = createTextHook(
  {
    en: () => import('../../i18n/en/system.ts'),
    pt: () => import('../../i18n/pt/system.ts'),
    es: () => import('../../i18n/es/system.ts'),
  },
  ({ system }) => system,
)
