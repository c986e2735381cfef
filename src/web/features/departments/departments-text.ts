import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about departments and who is away. */
export const useDepartmentsText = createTextHook(
  {
    en: () => import('../../i18n/en/people/departments.ts'),
    pt: () => import('../../i18n/pt/people/departments.ts'),
    es: () => import('../../i18n/es/people/departments.ts'),
  },
  ({ departments }) => departments,
)
