import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings of the sandbox. */
export const useSandboxText = createTextHook(
  {
    en: () => import('../../i18n/en/sandbox.ts'),
    pt: () => import('../../i18n/pt/sandbox.ts'),
    es: () => import('../../i18n/es/sandbox.ts'),
  },
  ({ sandbox }) => sandbox,
)
