import { webhooks as en } from '../../i18n/en/webhooks.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { webhooks as pt } from '../../i18n/pt/webhooks.ts'

/** The strings about webhooks; they are loaded with the pages that show them. */
const CATALOGUES = { en, pt } as const

export const useWebhooksText = (): typeof en => CATALOGUES[useLanguage().language]
