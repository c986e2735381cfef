import { createTextHook } from '../../../i18n/text-hook.ts'

/** The strings of what is done with conversations. They come with it, not with the inbox. */
export const useEntriesText = createTextHook(
  {
    en: () => import('../../../i18n/en/people/entries.ts'),
    pt: () => import('../../../i18n/pt/people/entries.ts'),
    es: () => import('../../../i18n/es/people/entries.ts'),
  },
  ({ entries }) => entries,
)
