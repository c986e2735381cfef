import { createTextHook } from '../../../i18n/text-hook.ts'

/** The strings about sessions that move. */
export const useSessionText = createTextHook(
  {
    en: () => import('../../../i18n/en/clients/client-session.ts'),
    pt: () => import('../../../i18n/pt/clients/client-session.ts'),
    es: () => import('../../../i18n/es/clients/client-session.ts'),
  },
  ({ clientSession }) => clientSession,
)
