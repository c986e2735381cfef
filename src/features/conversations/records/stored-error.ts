import type { SendError } from '../../../core/conversation/send-error.ts'
import type { StoredWords } from './stored-words.ts'

/** The code of why message `m` was not sent. Older rows have it in front of their sentence. */
export const ERROR_CODE = `coalesce(m.error_code, split_part(m.error, ':', 1))`

/** Columns of `m` that say why it was not sent. */
export const ERROR_COLUMNS = `m.error, ${ERROR_CODE} as "errorCode", m.error_params as "errorParams"`

export interface StoredError {
  error: string | null
  errorCode: string | null
  /** Null in rows of before. */
  errorParams: Readonly<Record<string, unknown>> | null
}

/** The sentence of older rows. */
export function readStoredError({
  error,
  errorCode: code,
  errorParams: params,
}: StoredError): SendError | null {
  if (error === null) return null
  return params === null ? { code: 'OTHER', params: { sentence: error } } : ({ code, params } as SendError)
}

/** The sentence that the interface answers, and what it was made of. */
export function toErrorColumns(words: Pick<StoredWords, 'sendError'>, error: SendError | null) {
  if (error === null) return { error: null, code: null, params: null }
  return { error: words.sendError(error), code: error.code, params: JSON.stringify(error.params) }
}
