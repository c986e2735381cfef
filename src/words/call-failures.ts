import type { CallFailure, CallFailureParams } from '../core/conversation/call-failure.ts'
import type { Sentences } from './sentences.ts'

/** Why calls of other systems failed, in one language; a language without one of the reasons does not compile. */
export type CallFailureWords = Sentences<CallFailureParams>

type Render = (params: CallFailure['params']) => string

export function renderCallFailure(words: CallFailureWords, { code, params }: CallFailure): string {
  const sentence = words[code] as string | Render | undefined
  // A reason of a newer service has no words here.
  if (sentence === undefined) return code
  return typeof sentence === 'string' ? sentence : sentence(params)
}
