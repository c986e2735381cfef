import { models as en } from '../../i18n/en/models.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { models as pt } from '../../i18n/pt/models.ts'

/** The strings about language models. */
export const useModelsText = createTextHook<typeof en>({ en, pt })
