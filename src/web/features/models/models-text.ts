import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about language models. */
export const useModelsText = createTextHook(
  {
    en: () => import('../../i18n/en/models.ts'),
    pt: () => import('../../i18n/pt/models.ts'),
    es: () => import('../../i18n/es/models.ts'),
  },
  ({ models }) => models,
)
