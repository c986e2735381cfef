import { webhooks as en } from '../../i18n/en/webhooks.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { webhooks as pt } from '../../i18n/pt/webhooks.ts'

/** The strings about webhooks. */
export const useWebhooksText = createTextHook<typeof en>({ en, pt })
