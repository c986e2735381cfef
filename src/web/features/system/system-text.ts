import { system as en } from '../../i18n/en/system.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { system as pt } from '../../i18n/pt/system.ts'

/** The strings about the whole service. */
export const useSystemText = createTextHook<typeof en>({ en, pt })
