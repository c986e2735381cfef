import { team as en } from '../../i18n/en/people/team.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { team as pt } from '../../i18n/pt/people/team.ts'

/** The strings about who works here together. */
export const useTeamText = createTextHook<typeof en>({ en, pt })
