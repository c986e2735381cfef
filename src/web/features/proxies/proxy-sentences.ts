import { useCallback } from 'react'
import type { MoveFailure } from '../../../core/client/move-failure.ts'
import { type Coded, renderCoded } from '../../../words/coded.ts'
import { renderMoveFailure } from '../../../words/proxies.ts'
import { findRefusalSentence } from '../../../words/refusals.ts'
import { useLanguage, useText } from '../../i18n/language.tsx'
import { createTextHook } from '../../i18n/text-hook.ts'

const useWords = createTextHook(
  {
    en: () => import('../../../words/en/proxies.ts'),
    pt: () => import('../../../words/pt/proxies.ts'),
    es: () => import('../../../words/es/proxies.ts'),
  },
  ({ proxyWords }) => proxyWords,
)

/** Something by a code; null in rows of before, which have a sentence alone. */
type Answered = Coded | null

/** What a proxy did wrong, in the present language. */
export function useProxyFailure(): (sentence: string, failure: Answered) => string {
  const { failures } = useWords()
  return useCallback(
    (sentence, failure) => (failure === null ? sentence : renderCoded(failures, failure)),
    [failures],
  )
}

/** Why an entry of a list is no proxy. */
export function useEntryProblem(): (sentence: string, problem: Answered) => string {
  const { entries } = useWords()
  return useCallback(
    (sentence, problem) => (problem === null ? sentence : renderCoded(entries, problem)),
    [entries],
  )
}

/** Why a client is not up on its new way. */
export function useMoveFailure(): (sentence: string, failure: Answered) => string {
  const words = useWords()
  const { statusCodes } = useText()
  const { refusals, causes } = useLanguage().serviceWords
  const statuses: Readonly<Record<string, { sentence: string }>> = statusCodes
  return (sentence, failure) =>
    failure === null
      ? sentence
      : renderMoveFailure(words, failure as MoveFailure, {
          renderStatus: (code) => statuses[code]?.sentence ?? code,
          renderCause: (cause) => (causes === null ? cause.code : renderCoded(causes.words, cause)),
          renderRefusal: (refusal) => findRefusalSentence(refusals, refusal) ?? refusal.message,
        })
}
