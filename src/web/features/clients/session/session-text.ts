import { clientSession as en } from '../../../i18n/en/clients/client-session.ts'
import { createTextHook } from '../../../i18n/language.tsx'
import { clientSession as pt } from '../../../i18n/pt/clients/client-session.ts'

/** The strings about sessions that move. */
export const useSessionText = createTextHook<typeof en>({ en, pt })
