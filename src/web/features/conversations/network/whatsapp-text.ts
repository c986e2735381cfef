import { createTextHook } from '../../../i18n/text-hook.ts'

/** The strings about what the account's phone keeps of chats. */
export const useWhatsappText = createTextHook(
  {
    en: () => import('../../../i18n/en/data/whatsapp.ts'),
    pt: () => import('../../../i18n/pt/data/whatsapp.ts'),
    es: () => import('../../../i18n/es/data/whatsapp.ts'),
  },
  ({ whatsapp }) => whatsapp,
)
