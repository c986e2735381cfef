import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about labels. */
export const useLabelsText = createTextHook(
  {
    en: () => import('../../i18n/en/people/labels.ts'),
    pt: () => import('../../i18n/pt/people/labels.ts'),
    es: () => import('../../i18n/es/people/labels.ts'),
  },
  ({ labels }) => labels,
)
