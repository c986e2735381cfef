import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about API keys. */
export const useKeysText = createTextHook(
  {
    en: () => import('../../i18n/en/keys.ts'),
    pt: () => import('../../i18n/pt/keys.ts'),
    es: () => import('../../i18n/es/keys.ts'),
  },
  ({ keys }) => keys,
)
