import { keys as en } from '../../i18n/en/keys.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { keys as pt } from '../../i18n/pt/keys.ts'

/** The strings about API keys. */
export const useKeysText = createTextHook<typeof en>({ en, pt })
