import { desk as en } from '../../../i18n/en/desk.ts'
import { createTextHook } from '../../../i18n/language.tsx'
import { desk as pt } from '../../../i18n/pt/desk.ts'

/** The strings about how far people are with conversations. */
export const useDeskText = createTextHook<typeof en>({ en, pt })
