import type { MissingThing } from './input/missing-thing.ts'
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

/** What of a refusal is not its reason. */
export interface RefusalOptions {
  /** The field of the input that is refused; it stands before the sentence. */
  path?: string
  /** What else the caller is answered. */
  data?: Readonly<Record<string, unknown>>
  cause?: unknown
}

/**
 * A refusal without a sentence of its own: whoever shows it takes that from `words`. Reason and parameters are in `data`,
 * so they go wherever a refusal goes, between processes too.
 */
export function refusal<Reason extends RefusalReason>(
  code: RefusalCode,
  reason: Reason,
  params: RefusalParams[Reason],
  { path, data, cause }: RefusalOptions = {},
): Refusal {
  return new Refusal(code, reason, {
    data: { ...data, reason, params, ...(path === undefined ? {} : { path }) },
    cause,
  })
}

/** A refusal as another process answered it, or with more in its data. */
export const toRefusal = ({
  code,
  message,
  data,
}: {
  code: string
  message: string
  data?: Readonly<Record<string, unknown>> | undefined
}): Refusal => new Refusal(code as RefusalCode, message, data ? { data } : {})

/** Someone else's resource and a missing one are refused alike, so that ids cannot be probed. */
export const missing = (what: MissingThing): Refusal => refusal('NOT_FOUND', 'NO_SUCH_THING', { what })
