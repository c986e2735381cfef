import { teamThread as en } from '../../../i18n/en/people/team-thread.ts'
import { createTextHook } from '../../../i18n/language.tsx'
import { teamThread as pt } from '../../../i18n/pt/people/team-thread.ts'

/** The strings of what a team does in a conversation. They come with it, not with the inbox. */
export const useTeamText = createTextHook<typeof en>({ en, pt })
