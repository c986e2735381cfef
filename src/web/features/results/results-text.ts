import { results as en } from '../../i18n/en/data/results.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { results as pt } from '../../i18n/pt/data/results.ts'

/** The strings about what flows found out. */
export const useResultsText = createTextHook<typeof en>({ en, pt })
