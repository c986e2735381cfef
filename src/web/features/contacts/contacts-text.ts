import { contacts as en } from '../../i18n/en/contacts.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { contacts as pt } from '../../i18n/pt/contacts.ts'

/** The strings about contacts and their fields. */
export const useContactsText = createTextHook<typeof en>({ en, pt })
