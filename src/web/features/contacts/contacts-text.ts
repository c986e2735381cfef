import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about contacts and their fields. */
export const useContactsText = createTextHook(
  {
    en: () => import('../../i18n/en/contacts.ts'),
    pt: () => import('../../i18n/pt/contacts.ts'),
    es: () => import('../../i18n/es/contacts.ts'),
  },
  ({ contacts }) => contacts,
)
