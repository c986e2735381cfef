import { createTextHook } from '../../../../i18n/text-hook.ts'

/** The strings of messages of kinds that are not translated. They come with the first such message. */
export const useUnknownText = createTextHook(
  {
    en: () => import('../../../../i18n/en/people/unknown-kinds.ts'),
    pt: () => import('../../../../i18n/pt/people/unknown-kinds.ts'),
    es: () => import('../../../../i18n/es/people/unknown-kinds.ts'),
  },
  ({ unknownKinds }) => unknownKinds,
)
