import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about the profile of a number. */
export const useProfileText = createTextHook(
  {
    en: () => import('../../i18n/en/clients/profile.ts'),
    pt: () => import('../../i18n/pt/clients/profile.ts'),
    es: () => import('../../i18n/es/clients/profile.ts'),
  },
  ({ profile }) => profile,
)
