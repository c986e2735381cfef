import { audit as en } from '../../i18n/en/audit.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { audit as pt } from '../../i18n/pt/audit.ts'

/** The strings of the audit log. */
export const useAuditText = createTextHook<typeof en>({ en, pt })
