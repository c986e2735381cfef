import type { EffectError } from '../core/conversation/flow-event.ts'
import type { SendError } from '../core/conversation/send-error.ts'
import type { Finding, RunFailure, RunFailureParams, ValueProblems } from '../core/flow/index.ts'
import type { Sentences } from './sentences.ts'

/** Failures that hold something that is said by words of its own. */
type Composed =
  | 'EXIT_LEADS_NOWHERE'
  | 'SEND_FAILED'
  | 'SENDS_FAILED_IN_ROW'
  | 'NO_VALUE'
  | 'TEXT_UNREADABLE'
  | 'OTHER'

/** Why runs failed, in one language; a language without one of the codes does not compile. */
export interface RunFailureWords {
  failures: Sentences<Omit<RunFailureParams, Composed>>
  /** `why` is null where nothing but the exit is known. */
  leadsNowhere: (exit: string, node: string, why: string | null) => string
  /** Of `NO_VALUE`, and what stands before them. */
  values: Sentences<ValueProblems>
  noValue: (variable: string, why: string) => string
  sendFailed: (node: string, error: string) => string
  sendsFailedInRow: (count: number, sendFailed: string) => string
}

/** How what a failure holds is said in the same language. */
export interface FailureRenderers {
  renderSendError: (error: SendError) => string
  renderFinding: (finding: Finding) => string
  renderEffectError: (error: EffectError) => string
}

interface Coded {
  code: string
  params: object
}

/** By its code; one of a newer service has no words here. */
function renderSentence(words: object, { code, params }: Coded): string {
  const sentence = (words as Readonly<Record<string, string | ((params: object) => string)>>)[code]
  if (sentence === undefined) return code
  return typeof sentence === 'string' ? sentence : sentence(params)
}

export function renderRunFailure(
  words: RunFailureWords,
  { code, params }: RunFailure,
  { renderSendError, renderFinding, renderEffectError }: FailureRenderers,
): string {
  switch (code) {
    case 'EXIT_LEADS_NOWHERE':
      return words.leadsNowhere(params.exit, params.node, params.effect && renderEffectError(params.effect))
    case 'SEND_FAILED':
      return words.sendFailed(params.node, renderSendError(params.error))
    case 'SENDS_FAILED_IN_ROW':
      return words.sendsFailedInRow(
        params.count,
        words.sendFailed(params.node, renderSendError(params.error)),
      )
    case 'NO_VALUE':
      return words.noValue(params.variable, renderSentence(words.values, params.problem))
    case 'TEXT_UNREADABLE':
      return renderFinding(params.problem)
    case 'OTHER':
      return params.sentence
    default:
      return renderSentence(words.failures, { code, params })
  }
}
