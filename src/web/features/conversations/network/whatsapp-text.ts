import { createTextHook } from '../../../i18n/text-hook.ts'

/** The strings about what the account's phone keeps of chats. */
export const useWhatsappText = createTextHook(
  {
    en: () => import('../../../i18n/en/people/whatsapp.ts'),
    pt: () => import('../../../i18n/pt/people/whatsapp.ts'),
    es: () => import('../../../i18n/es/people/whatsapp.ts'),
  },
  ({ whatsapp }) => whatsapp,
)
