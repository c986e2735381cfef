import type { RefusalParams, RefusalReason } from './refusal-reasons.ts'

/** The codes an operation may be refused with, and the HTTP status of each (interface-decisions.md, "Errors"). */
export const REFUSAL_STATUS = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  CONFLICT: 409,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  TOO_MANY_REQUESTS: 429,
  INTERNAL_SERVER_ERROR: 500,
  SERVICE_UNAVAILABLE: 503,
  GATEWAY_TIMEOUT: 504,
} as const

export type RefusalCode = keyof typeof REFUSAL_STATUS

/**
 * An operation was refused for a reason its caller may know and act on.
 * `message` says what to do next; `data` is answered to the caller as it is. One made by `refusal` has its reason in both,
 * and `words` says what to do next.
 * Anything else that is thrown is a bug: it is logged and answered as INTERNAL_SERVER_ERROR.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly data: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: RefusalCode,
    message: string,
    options: { data?: Readonly<Record<string, unknown>>; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'Refusal'
    this.code = code
    this.data = options.data
  }

  get status(): number {
    return REFUSAL_STATUS[this.code]
  }
}

/** Codes whose answers have room for `reason` and `params` in their data. */
type ReasonedCode =
  | 'BAD_REQUEST'
  | 'FORBIDDEN'
  | 'NOT_FOUND'
  | 'CONFLICT'
  | 'UNPROCESSABLE_CONTENT'
  | 'SERVICE_UNAVAILABLE'
  | 'GATEWAY_TIMEOUT'

/**
 * A refusal without a sentence of its own: whoever shows it takes that from `words`. Reason and parameters are in `data`,
 * so they go wherever a refusal goes, between processes too. `extras` is what else the caller is answered.
 */
export function refusal<Reason extends RefusalReason>(
  code: ReasonedCode,
  reason: Reason,
  params: RefusalParams[Reason],
  extras: Readonly<Record<string, unknown>> = {},
): Refusal {
  return new Refusal(code, reason, { data: { ...extras, reason, params } })
}

/** Someone else's resource and a missing one are refused alike, so that ids cannot be probed. */
export function missing(
  what:
    | 'client'
    | 'flow'
    | 'flow state'
    | 'message'
    | 'key'
    | 'webhook'
    | 'user'
    | 'invitation'
    | 'pairing link'
    | 'session'
    | 'asset',
): Refusal {
  return new Refusal('NOT_FOUND', `No such ${what}. Check the id; it must belong to the key's user.`)
}
