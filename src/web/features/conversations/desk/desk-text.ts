import { desk as en } from '../../../i18n/en/people/desk.ts'
import { createTextHook } from '../../../i18n/language.tsx'
import { desk as pt } from '../../../i18n/pt/people/desk.ts'

/** The strings about how far people are with conversations. */
export const useDeskText = createTextHook<typeof en>({ en, pt })
