import { secrets as en } from '../../i18n/en/secrets.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { secrets as pt } from '../../i18n/pt/secrets.ts'

/** The strings about secrets of flows. */
export const useSecretsText = createTextHook<typeof en>({ en, pt })
