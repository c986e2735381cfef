import { runs as en } from '../../i18n/en/runs.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { runs as pt } from '../../i18n/pt/runs.ts'

/** The strings about runs. */
export const useRunsText = createTextHook<typeof en>({ en, pt })
