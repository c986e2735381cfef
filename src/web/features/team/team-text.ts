import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about who works here together. */
export const useTeamText = createTextHook(
  {
    en: () => import('../../i18n/en/people/team.ts'),
    pt: () => import('../../i18n/pt/people/team.ts'),
    es: () => import('../../i18n/es/people/team.ts'),
  },
  ({ team }) => team,
)
