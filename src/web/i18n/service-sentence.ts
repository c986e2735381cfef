import { useCallback } from 'react'
import type { CallFailure } from '../../core/conversation/call-failure.ts'
import type { SendError } from '../../core/conversation/send-error.ts'
import { renderCallFailure } from '../../words/call-failures.ts'
import { renderCoded } from '../../words/coded.ts'
import { findInputSentence } from '../../words/input-problems.ts'
import { findRefusalSentence } from '../../words/refusals.ts'
import type { Failure } from '../app/api.ts'
import { useLanguage } from './language.tsx'

/** Why a call failed, in the present language: by its reason, or by the first field that is wrong; what is neither stays as it came. */
export function useFailureSentence(): (failure: Failure) => string {
  const { refusals, inputs } = useLanguage().serviceWords
  return useCallback(
    ({ message, data }) => {
      if (message === null) return ''
      const sentence = findRefusalSentence(refusals, { data })
      // Of a field they begin in small letters, as its name stands before them in answers of the interface.
      return sentence === null
        ? (findInputSentence(inputs, data) ?? message)
        : sentence.charAt(0).toUpperCase() + sentence.slice(1)
    },
    [refusals, inputs],
  )
}

/** Why a call failed, as it is answered: by a code, and in rows of before by its sentence alone. */
export function useCallFailureSentence(): (sentence: string, failure: AnsweredCode | null) => string {
  const { calls } = useLanguage().serviceWords
  return useCallback(
    (sentence, failure) =>
      failure === null || calls === null ? sentence : renderCallFailure(calls, failure as CallFailure),
    [calls],
  )
}

interface AnsweredCode {
  code: string
  params: object
}

/** What the network or the connection said of a number's state, in the present language. */
export function useStatusCauseSentence(): (detail: string, cause: AnsweredCode | null) => string {
  const { causes } = useLanguage().serviceWords
  return useCallback(
    (detail, cause) => (causes === null ? detail : renderCoded(causes.words, cause ?? causes.read(detail))),
    [causes],
  )
}

/** Why a message was not sent, as it is answered; by a code where that is told. */
export interface AnsweredSendError {
  error: string
  failure?: { code: string; params: object } | null
}

/** Why a message was not sent, in the present language; what is not known here stays as it came. */
export function useSendErrorSentence(): (answered: AnsweredSendError) => string {
  const { refusals, sendErrors } = useLanguage().serviceWords
  return useCallback(
    ({ error, failure }) => {
      if (sendErrors === null) return error
      const known = failure ? (failure as SendError) : sendErrors.read(error)
      if (known.code === 'OTHER') return error
      const sentence = sendErrors.render(
        known,
        (refusal) => findRefusalSentence(refusals, refusal) ?? refusal.message,
      )
      return sentence === '' ? error : `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
    },
    [refusals, sendErrors],
  )
}
