import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about what people are told of. */
export const useNotificationsText = createTextHook(
  {
    en: () => import('../../i18n/en/people/notifications.ts'),
    pt: () => import('../../i18n/pt/people/notifications.ts'),
    es: () => import('../../i18n/es/people/notifications.ts'),
  },
  ({ notifications }) => notifications,
)
