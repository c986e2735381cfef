import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about people and invitations. */
export const usePeopleText = createTextHook(
  {
    en: () => import('../../i18n/en/people/people.ts'),
    pt: () => import('../../i18n/pt/people/people.ts'),
    es: () => import('../../i18n/es/people/people.ts'),
  },
  ({ people }) => people,
)
