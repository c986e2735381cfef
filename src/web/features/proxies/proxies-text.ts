import { proxies as en } from '../../i18n/en/proxies.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { proxies as pt } from '../../i18n/pt/proxies.ts'

/** The strings about proxies; they are loaded with the pages that show them. */
const CATALOGUES = { en, pt } as const

export const useProxiesText = (): typeof en => CATALOGUES[useLanguage().language]
