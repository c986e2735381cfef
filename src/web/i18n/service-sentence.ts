import { useCallback } from 'react'
import { translateFinding } from '../flow-editor/panel/translate-finding.ts'
import { serviceSentences as en } from './en/service-sentences.ts'
import { useLanguage } from './language.tsx'
import { serviceSentences as pt } from './pt/service-sentences.ts'

const SENTENCES = { en, pt } as const

/** What the service says, in the present language; a sentence that is not known stays as it came. */
export function useServiceSentence(): (sentence: string) => string {
  const { language } = useLanguage()
  return useCallback((sentence) => translateFinding(sentence, undefined, SENTENCES[language]), [language])
}
