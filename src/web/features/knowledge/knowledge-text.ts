import { effectErrors as enErrors } from '../../../words/en/runs.ts'
import { effectErrors as ptErrors } from '../../../words/pt/runs.ts'
import { knowledge as en } from '../../i18n/en/data/knowledge.ts'
import { createTextHook } from '../../i18n/language.tsx'
import { knowledge as pt } from '../../i18n/pt/data/knowledge.ts'

/** The strings about documents that are kept as knowledge. */
export const useKnowledgeText = createTextHook<typeof en>({ en, pt })

/** Why a model gave nothing, by its code. */
export const useEffectWords = createTextHook<Readonly<Record<string, string>>>({ en: enErrors, pt: ptErrors })
