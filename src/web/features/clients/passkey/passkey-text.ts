import { passkey as en } from '../../../i18n/en/clients/passkey.ts'
import { createTextHook } from '../../../i18n/language.tsx'
import { passkey as pt } from '../../../i18n/pt/clients/passkey.ts'

/** The strings about linking with a passkey. */
export const usePasskeyText = createTextHook<typeof en>({ en, pt })
