import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about canned replies. */
export const useRepliesText = createTextHook(
  {
    en: () => import('../../i18n/en/people/replies.ts'),
    pt: () => import('../../i18n/pt/people/replies.ts'),
    es: () => import('../../i18n/es/people/replies.ts'),
  },
  ({ replies }) => replies,
)
