import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about webhooks. */
export const useWebhooksText = createTextHook(
  {
    en: () => import('../../i18n/en/webhooks.ts'),
    pt: () => import('../../i18n/pt/webhooks.ts'),
    es: () => import('../../i18n/es/webhooks.ts'),
  },
  ({ webhooks }) => webhooks,
)
