import { replies as en } from '../../i18n/en/people/replies.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { replies as pt } from '../../i18n/pt/people/replies.ts'

/** The strings about canned replies. */
export const useRepliesText = createTextHook<typeof en>({ en, pt })
