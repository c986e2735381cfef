import { health as en } from '../../i18n/en/health.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { health as pt } from '../../i18n/pt/health.ts'

/** The strings about an account's health. */
export const useHealthText = createTextHook<typeof en>({ en, pt })
