import { createTextHook } from '../../../i18n/text-hook.ts'

/** The strings of what a team does in a conversation. They come with it, not with the inbox. */
export const useTeamText = createTextHook(
  {
    en: () => import('../../../i18n/en/people/team-thread.ts'),
    pt: () => import('../../../i18n/pt/people/team-thread.ts'),
    es: () => import('../../../i18n/es/people/team-thread.ts'),
  },
  ({ teamThread }) => teamThread,
)
