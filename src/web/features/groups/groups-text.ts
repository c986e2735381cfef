import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about groups of a number. */
export const useGroupsText = createTextHook(
  {
    en: () => import('../../i18n/en/people/groups.ts'),
    pt: () => import('../../i18n/pt/people/groups.ts'),
    es: () => import('../../i18n/es/people/groups.ts'),
  },
  ({ groups }) => groups,
)
