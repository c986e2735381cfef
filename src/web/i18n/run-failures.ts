import { useCallback } from 'react'
import type { EffectError } from '../../core/conversation/flow-event.ts'
import type { SendError } from '../../core/conversation/send-error.ts'
import type { RunFailure } from '../../core/flow/index.ts'
import { renderCallFailure } from '../../words/call-failures.ts'
import { describeFinding } from '../../words/findings.ts'
import { renderRunFailure } from '../../words/run-failures.ts'
import { wordFor } from '../../words/run-story.ts'
import type { FailureWords } from './run-words/run-words.ts'
import { useSendErrorSentence } from './service-sentence.ts'
import { createTextHook } from './text-hook.ts'

/** With the pages of runs and the editor only. */
const useFailureWords = createTextHook(
  {
    en: () => import('./run-words/en.ts'),
    pt: () => import('./run-words/pt.ts'),
    es: () => import('./run-words/es.ts'),
  },
  ({ failureWords }) => failureWords,
)

/** Errors that say in words of their own what is wrong with a script. */
const OF_SCRIPTS: ReadonlySet<string> = new Set(['THREW', 'SYNTAX'])

function renderEffect({ effects, calls }: FailureWords, { code, message, failure }: EffectError): string {
  if (failure) return renderCallFailure(calls, failure)
  const word = wordFor(effects, code)
  return OF_SCRIPTS.has(code) ? `${word} (${message})` : word
}

/** Why a run failed, in the present language. */
export function useRunFailureSentence(): (failure: RunFailure) => string {
  const words = useFailureWords()
  const renderError = useSendErrorSentence()
  return useCallback(
    (failure) =>
      renderRunFailure(words.failures, failure, {
        renderSendError: (error: SendError) => renderError({ error: '', failure: error }),
        renderFinding: (finding) => describeFinding(words.findings, finding),
        renderEffectError: (error) => renderEffect(words, error),
      }),
    [words, renderError],
  )
}
