import { system as en } from '../../i18n/en/system.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { system as pt } from '../../i18n/pt/system.ts'

/** The strings about the whole service; they are loaded with the page that shows them. */
const CATALOGUES = { en, pt } as const

export const useSystemText = (): typeof en => CATALOGUES[useLanguage().language]
