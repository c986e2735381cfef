import { createTextHook } from '../../../i18n/text-hook.ts'
import { nameNodeType, useRunWords } from '../../runs/run-words.ts'

/** The strings about what flows do in a conversation. */
export const useFlowDeskText = createTextHook(
  {
    en: () => import('../../../i18n/en/people/flow-desk.ts'),
    pt: () => import('../../../i18n/pt/people/flow-desk.ts'),
    es: () => import('../../../i18n/es/people/flow-desk.ts'),
  },
  ({ flowDesk }) => flowDesk,
)

export const quote = (text: string): string => `“${text}”`

/** A step by its label, else by what kind it is. */
export function useStepName(): (step: { type: string; label: string | null }) => string {
  const words = useRunWords()
  return ({ type, label }) => label ?? nameNodeType(type, words)
}
