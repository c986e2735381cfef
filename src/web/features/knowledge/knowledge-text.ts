import { createTextHook } from '../../i18n/text-hook.ts'

/** The strings about documents that are kept as knowledge. */
export const useKnowledgeText = createTextHook(
  {
    en: () => import('../../i18n/en/data/knowledge.ts'),
    pt: () => import('../../i18n/pt/data/knowledge.ts'),
    es: () => import('../../i18n/es/data/knowledge.ts'),
  },
  ({ knowledge }) => knowledge,
)

/** Why a model gave nothing, by its code. */
export const useEffectWords = createTextHook(
  {
    en: () => import('../../../words/en/runs.ts'),
    pt: () => import('../../../words/pt/runs.ts'),
    es: () => import('../../../words/es/runs.ts'),
  },
  ({ effectErrors }): Readonly<Record<string, string>> => effectErrors,
)
