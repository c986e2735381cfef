import { health as en } from '../../../../words/en/health.ts'
import { health as pt } from '../../../../words/pt/health.ts'
import { createTextHook } from '../../../i18n/language.tsx'

/** The strings about an account's health. */
export const useHealthText = createTextHook<typeof en>({ en, pt })
