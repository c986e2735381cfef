import { useCallback } from 'react'
import type { EffectError } from '../../core/conversation/flow-event.ts'
import type { SendError } from '../../core/conversation/send-error.ts'
import type { RunFailure } from '../../core/flow/index.ts'
import { type CallFailureWords, renderCallFailure } from '../../words/call-failures.ts'
import { callFailures as enCalls } from '../../words/en/call-failures.ts'
import { findings as enFindings } from '../../words/en/findings.ts'
import { describeSendError } from '../../words/en/lines/send-error.ts'
import { runFailures as enFailures } from '../../words/en/run-failures.ts'
import { effectErrors as enEffects } from '../../words/en/runs.ts'
import { describeFinding } from '../../words/findings.ts'
import { callFailures as ptCalls } from '../../words/pt/call-failures.ts'
import { findings as ptFindings } from '../../words/pt/findings.ts'
import { runFailures as ptFailures } from '../../words/pt/run-failures.ts'
import { effectErrors as ptEffects } from '../../words/pt/runs.ts'
import { renderRunFailure } from '../../words/run-failures.ts'
import { wordFor } from '../../words/run-story.ts'
import { createTextHook } from './language.tsx'
import { useSendErrorSentence } from './service-sentence.ts'

/** With the pages of runs and the editor only. */
const useFailureWords = createTextHook({
  en: {
    failures: enFailures,
    findings: enFindings,
    calls: enCalls,
    effects: enEffects as Readonly<Record<string, string>>,
  },
  pt: {
    failures: ptFailures,
    findings: ptFindings,
    calls: ptCalls,
    effects: ptEffects as Readonly<Record<string, string>>,
  },
})

/** Errors that say in words of their own what is wrong with a script. */
const OF_SCRIPTS: ReadonlySet<string> = new Set(['THREW', 'SYNTAX'])

interface EffectWords {
  effects: Readonly<Record<string, string>>
  calls: CallFailureWords
}

function renderEffect({ effects, calls }: EffectWords, { code, message, failure }: EffectError): string {
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
        renderSendError: (error: SendError) =>
          renderError({ error: describeSendError(error), failure: error }),
        renderFinding: (finding) => describeFinding(words.findings, finding),
        renderEffectError: (error) => renderEffect(words, error),
      }),
    [words, renderError],
  )
}
