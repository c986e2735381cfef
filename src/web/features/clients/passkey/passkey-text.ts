import { createTextHook } from '../../../i18n/text-hook.ts'

/** The strings about linking with a passkey. */
export const usePasskeyText = createTextHook(
  {
    en: () => import('../../../i18n/en/clients/passkey.ts'),
    pt: () => import('../../../i18n/pt/clients/passkey.ts'),
    es: () => import('../../../i18n/es/clients/passkey.ts'),
  },
  ({ passkey }) => passkey,
)
