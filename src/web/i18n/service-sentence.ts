import { useCallback } from 'react'
import { serviceSentences as en } from '../../words/en/refusals.ts'
import { serviceSentences as pt } from '../../words/pt/refusals.ts'
import { useLanguage } from './language.tsx'
import { translateFinding } from './translate-finding.ts'

const SENTENCES = { en, pt } as const

/** What the service says, in the present language; a sentence that is not known stays as it came. */
export function useServiceSentence(): (sentence: string) => string {
  const { language } = useLanguage()
  return useCallback((sentence) => translateFinding(sentence, undefined, SENTENCES[language]), [language])
}
