import { sandbox as en } from '../../i18n/en/sandbox.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { sandbox as pt } from '../../i18n/pt/sandbox.ts'

/** The strings of the sandbox; they are loaded with its page. */
const CATALOGUES = { en, pt } as const

export const useSandboxText = (): typeof en => CATALOGUES[useLanguage().language]
