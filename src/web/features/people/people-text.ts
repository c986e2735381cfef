import { people as en } from '../../i18n/en/people/people.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { people as pt } from '../../i18n/pt/people/people.ts'

/** The strings about people and invitations. */
export const usePeopleText = createTextHook<typeof en>({ en, pt })
