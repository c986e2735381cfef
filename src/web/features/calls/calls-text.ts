import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about calls to a number. */
export const useCallsText = createTextHook(
  {
    en: () => import('../../i18n/en/people/calls.ts'),
    pt: () => import('../../i18n/pt/people/calls.ts'),
    es: () => import('../../i18n/es/people/calls.ts'),
  },
  ({ calls }) => calls,
)
