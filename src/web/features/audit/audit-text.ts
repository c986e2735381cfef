import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings of the audit log. */
export const useAuditText = createTextHook(
  {
    en: () => import('../../i18n/en/audit.ts'),
    pt: () => import('../../i18n/pt/audit.ts'),
    es: () => import('../../i18n/es/audit.ts'),
  },
  ({ audit }) => audit,
)
