import { useCallback } from 'react'
import { dashboardRefusals } from '../../words/en/refusals/dashboard.ts'
import { refusals as ptRefusals } from '../../words/pt/refusals/index.ts'
import { serviceSentences } from '../../words/pt/service-sentences.ts'
import { findRefusalSentence } from '../../words/refusals.ts'
import type { Failure } from '../app/api.ts'
import { useLanguage } from './language.tsx'
import { translateFinding } from './translate-finding.ts'

/** The service's own are English. */
const SENTENCES = { en: [], pt: serviceSentences } as const
const REFUSALS = { en: dashboardRefusals, pt: ptRefusals } as const

/** What the service says, in the present language; a sentence that is not known stays as it came. */
export function useServiceSentence(): (sentence: string) => string {
  const { language } = useLanguage()
  return useCallback((sentence) => translateFinding(sentence, undefined, SENTENCES[language]), [language])
}

/** Why a call failed, in the present language: by its reason, or by its sentence where it has no parameters of one. */
export function useFailureSentence(): (failure: Failure) => string {
  const { language } = useLanguage()
  const toSentence = useServiceSentence()
  return useCallback(
    ({ message, data }) => {
      if (message === null) return ''
      const sentence = findRefusalSentence(REFUSALS[language], { data })
      // Of a field they begin in small letters, as its name stands before them in answers of the interface.
      return sentence === null ? toSentence(message) : sentence.charAt(0).toUpperCase() + sentence.slice(1)
    },
    [language, toSentence],
  )
}
