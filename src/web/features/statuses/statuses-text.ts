import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about statuses of a number and of its contacts. */
export const useStatusesText = createTextHook(
  {
    en: () => import('../../i18n/en/clients/statuses.ts'),
    pt: () => import('../../i18n/pt/clients/statuses.ts'),
    es: () => import('../../i18n/es/clients/statuses.ts'),
  },
  ({ statuses }) => statuses,
)
