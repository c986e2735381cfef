import { useCallback } from 'react'
import { refusals as enRefusals, serviceSentences as enSentences } from '../../words/en/refusals.ts'
import { refusals as ptRefusals, serviceSentences as ptSentences } from '../../words/pt/refusals.ts'
import { findRefusalSentence } from '../../words/refusals.ts'
import type { Failure } from '../app/api.ts'
import { useLanguage } from './language.tsx'
import { translateFinding } from './translate-finding.ts'

const SENTENCES = { en: enSentences, pt: ptSentences } as const
const REFUSALS = { en: enRefusals, pt: ptRefusals } as const

/** What the service says, in the present language; a sentence that is not known stays as it came. */
export function useServiceSentence(): (sentence: string) => string {
  const { language } = useLanguage()
  return useCallback((sentence) => translateFinding(sentence, undefined, SENTENCES[language]), [language])
}

/** Why a call failed, in the present language: by its reason, or by its sentence where it has no parameters of one. */
export function useFailureSentence(): (failure: Failure) => string {
  const { language } = useLanguage()
  const say = useServiceSentence()
  return useCallback(
    ({ message, data }) => {
      if (message === null) return ''
      return findRefusalSentence(REFUSALS[language], { message, data }) ?? say(message)
    },
    [language, say],
  )
}
