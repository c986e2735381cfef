import { sandbox as en } from '../../i18n/en/sandbox.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { sandbox as pt } from '../../i18n/pt/sandbox.ts'

/** The strings of the sandbox. */
export const useSandboxText = createTextHook<typeof en>({ en, pt })
