import { createTextHook } from '../../../i18n/text-hook.ts'

/** The strings about how far people are with conversations. */
export const useDeskText = createTextHook(
  {
    en: () => import('../../../i18n/en/people/desk.ts'),
    pt: () => import('../../../i18n/pt/people/desk.ts'),
    es: () => import('../../../i18n/es/people/desk.ts'),
  },
  ({ desk }) => desk,
)
