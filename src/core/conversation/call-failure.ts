import { type Coded, type CodedAs, type GivenParams, type NoParams, toCoded } from './coded.ts'

/** What a flow is told of a call that gave no result: a run's error exit, `node.ID.error`, and the interface name it. */
export type CallErrorCode =
  | 'BAD_URL'
  | 'BAD_HEADER'
  | 'ADDRESS_REFUSED'
  | 'NOT_ENCRYPTED'
  | 'HOST_NOT_FOUND'
  | 'CONNECT_FAILED'
  | 'CONNECTION_LOST'
  | 'TIMEOUT'
  | 'TOO_LARGE'
  | 'REDIRECT_REFUSED'
  | 'ABORTED'
  | 'INTERRUPTED'
  | 'SECRET_MISSING'
  | 'SECRET_REFUSED'
  | 'NOT_CONNECTED'
  | 'TOKEN_REFUSED'
  | 'TOKEN_FAILED'
  | 'FILE_MISSING'
  | 'FILE_UNAVAILABLE'
  | 'BAD_ADDRESS'
  | 'MAIL_REFUSED'
  | 'MAIL_DEFERRED'
  | 'MAIL_LOGIN_REFUSED'
  | 'MAIL_LIMIT'
  | 'OUTCOME_UNKNOWN'
  | 'TOOL_FAILED'
  | 'FAILED'

/** What a flow is told of a question to a model that gave no result, beside the codes of calls. */
export type ModelErrorCode =
  | 'MODEL_MISSING'
  | 'MODEL_KEY_REFUSED'
  | 'MODEL_UNKNOWN'
  | 'MODEL_REFUSED'
  | 'MODEL_BUSY'
  | 'MODEL_FAILED'
  | 'ANSWER_EMPTY'
  | 'ANSWER_INVALID'
  | 'ANSWER_TOO_LONG'
  | 'ANSWER_LINK'
  | 'ANSWER_SECRET'
  | 'ANSWER_CUT'
  | 'BAD_SCHEMA'
  | 'TOO_MANY_STEPS'
  | 'TURNS_TOO_LONG'
  | 'LIMIT_RUN'
  | 'LIMIT_CONTACT'
  | 'LIMIT_DAY'

/** What was used up of a model. */
export type ModelBound = 'calls' | 'tokens' | 'seconds' | 'cost'

/**
 * Why a call of another system failed, with what varies: more exact than its code. Hosts are named, never paths, headers or
 * bodies, which may hold secrets. The sentences are in `words`.
 */
export interface CallFailureParams {
  // Refused before anything is sent
  NO_METHOD: NoParams
  NO_HTTP_ADDRESS: NoParams
  CREDENTIALS_IN_ADDRESS: NoParams
  HEADER_REFUSED: { name: string }
  ADDRESS_PRIVATE: { host: string }
  NOT_ENCRYPTED: { host: string }
  HOST_NOT_FOUND: { host: string }
  /** A model is asked at the address alone that its owner named. */
  ADDRESS_OF_ANOTHER: NoParams
  REQUEST_TOO_LARGE: { most: number }
  SECRET_MISSING: { secret: string }
  SECRET_HELD: { secret: string }
  /** Nobody has agreed yet that flows act for them. */
  NOT_CONNECTED: { secret: string }
  /** Who agreed has taken it back, or it ran out. */
  CONNECTION_ENDED: { secret: string }
  /** `error` is the code that the other system gave, null: none. */
  TOKEN_REFUSED: { secret: string; error: string | null }
  TOKEN_FAILED: { secret: string; error: string | null }
  FILE_TOO_LARGE: { most: number }
  FILE_GONE: NoParams
  /** `why` is what the network said of it; null: it has not arrived in time. */
  FILE_UNAVAILABLE: { why: string | null }
  FILES_NOT_POSTED: NoParams
  // On its way
  CONNECTED_TOO_LATE: { host: string }
  /** `error` is the code of the system. */
  CONNECT_FAILED: { error: string }
  CONNECTION_LOST: NoParams
  NO_ANSWER: { withinMs: number }
  ANSWER_TOO_LARGE: { host: string; most: number }
  REDIRECTED: NoParams
  REDIRECTED_TOO_OFTEN: { most: number }
  REDIRECTED_UNENCRYPTED: { host: string }
  REDIRECTED_WITH_BODY: { host: string }
  GIVEN_UP: NoParams
  /** A call that may not be repeated. */
  SERVICE_STOPPED: NoParams
  // Of e-mail
  NO_MAIL_SERVER: { secret: string }
  MAILS_NOT_SENT_HERE: NoParams
  /** For good (5xx) and for now (4xx), by the codes of RFC 5321. */
  MAIL_REFUSED: { status: number }
  MAIL_DEFERRED: { status: number }
  MAIL_LOGIN_REFUSED: NoParams
  MAIL_SERVER_UNCLEAR: NoParams
  MAIL_TLS_FAILED: { host: string }
  MAIL_LIMIT_REACHED: { most: number }
  /** It may have been sent. */
  MAIL_UNKNOWN: NoParams
  // Of questions to models
  MODELS_NOT_ASKED_HERE: NoParams
  MODEL_NOT_SET_UP: { model: string }
  MODEL_DELETED: NoParams
  MODEL_KEY_MISSING: { model: string; secret: string }
  MODEL_KEY_HELD: { model: string; secret: string }
  RUN_LIMIT_REACHED: { model: string; bound: ModelBound }
  CONTACT_LIMIT_REACHED: { model: string; bound: ModelBound }
  DAY_LIMIT_REACHED: { model: string; bound: ModelBound }
  MODEL_KEY_REFUSED: { status: number }
  MODEL_UNKNOWN: { status: number }
  MODEL_BUSY: { status: number }
  /** As many questions as its owner allows are under way. */
  MODEL_PLACES_TAKEN: { model: string }
  MODEL_FAILED: { status: number }
  MODEL_REFUSED: { status: number }
  /** Null where there is no status to tell. */
  ANSWER_UNREADABLE: { status: number | null }
  ANSWER_HELD_BACK: NoParams
  ANSWER_CUT: NoParams
  ANSWER_NOT_AS_ASKED: NoParams
  ANSWER_WITH_SECRET: NoParams
  /** Each time it was asked. */
  SERVICE_STOPPED_ASKING: NoParams
  // Of tools that models call
  TOOLS_NOT_CALLED_HERE: NoParams
  TOOL_AT_OTHER_ADDRESS: NoParams
  TOOL_REFUSED: NoParams
  TOOL_OUTPUT_UNREADABLE: NoParams
  // Of webhooks
  ANSWERED: { status: number }
  RECEIVER_GONE: NoParams
  NOT_TRIED: NoParams
  /** A sentence that was stored without a code. */
  OTHER: { sentence: string }
}

export type CallFailureReason = keyof CallFailureParams

export type CallFailure = Coded<CallFailureParams>

export const callFailure = <Reason extends CallFailureReason>(
  code: Reason,
  ...[params]: GivenParams<CallFailureParams, Reason>
): CodedAs<CallFailureParams, Reason> => toCoded<CallFailureParams, Reason>(code, params)

const CODES = {
  NO_METHOD: 'BAD_URL',
  NO_HTTP_ADDRESS: 'BAD_URL',
  CREDENTIALS_IN_ADDRESS: 'BAD_URL',
  HEADER_REFUSED: 'BAD_HEADER',
  ADDRESS_PRIVATE: 'ADDRESS_REFUSED',
  NOT_ENCRYPTED: 'NOT_ENCRYPTED',
  HOST_NOT_FOUND: 'HOST_NOT_FOUND',
  ADDRESS_OF_ANOTHER: 'ADDRESS_REFUSED',
  REQUEST_TOO_LARGE: 'TOO_LARGE',
  SECRET_MISSING: 'SECRET_MISSING',
  SECRET_HELD: 'SECRET_REFUSED',
  NOT_CONNECTED: 'NOT_CONNECTED',
  CONNECTION_ENDED: 'NOT_CONNECTED',
  TOKEN_REFUSED: 'TOKEN_REFUSED',
  TOKEN_FAILED: 'TOKEN_FAILED',
  FILE_TOO_LARGE: 'TOO_LARGE',
  FILE_GONE: 'FILE_MISSING',
  FILE_UNAVAILABLE: 'FILE_UNAVAILABLE',
  FILES_NOT_POSTED: 'FILE_MISSING',
  CONNECTED_TOO_LATE: 'CONNECT_FAILED',
  CONNECT_FAILED: 'CONNECT_FAILED',
  CONNECTION_LOST: 'CONNECTION_LOST',
  NO_ANSWER: 'TIMEOUT',
  ANSWER_TOO_LARGE: 'TOO_LARGE',
  REDIRECTED: 'REDIRECT_REFUSED',
  REDIRECTED_TOO_OFTEN: 'REDIRECT_REFUSED',
  REDIRECTED_UNENCRYPTED: 'REDIRECT_REFUSED',
  REDIRECTED_WITH_BODY: 'REDIRECT_REFUSED',
  GIVEN_UP: 'ABORTED',
  SERVICE_STOPPED: 'INTERRUPTED',
  NO_MAIL_SERVER: 'SECRET_MISSING',
  MAILS_NOT_SENT_HERE: 'FAILED',
  MAIL_REFUSED: 'MAIL_REFUSED',
  MAIL_DEFERRED: 'MAIL_DEFERRED',
  MAIL_LOGIN_REFUSED: 'MAIL_LOGIN_REFUSED',
  MAIL_SERVER_UNCLEAR: 'FAILED',
  MAIL_TLS_FAILED: 'NOT_ENCRYPTED',
  MAIL_LIMIT_REACHED: 'MAIL_LIMIT',
  MAIL_UNKNOWN: 'OUTCOME_UNKNOWN',
  MODELS_NOT_ASKED_HERE: 'MODEL_MISSING',
  MODEL_NOT_SET_UP: 'MODEL_MISSING',
  MODEL_DELETED: 'MODEL_MISSING',
  MODEL_KEY_MISSING: 'SECRET_MISSING',
  MODEL_KEY_HELD: 'SECRET_REFUSED',
  RUN_LIMIT_REACHED: 'LIMIT_RUN',
  CONTACT_LIMIT_REACHED: 'LIMIT_CONTACT',
  DAY_LIMIT_REACHED: 'LIMIT_DAY',
  MODEL_KEY_REFUSED: 'MODEL_KEY_REFUSED',
  MODEL_UNKNOWN: 'MODEL_UNKNOWN',
  MODEL_BUSY: 'MODEL_BUSY',
  MODEL_PLACES_TAKEN: 'MODEL_BUSY',
  MODEL_FAILED: 'MODEL_FAILED',
  MODEL_REFUSED: 'MODEL_REFUSED',
  ANSWER_UNREADABLE: 'ANSWER_INVALID',
  ANSWER_HELD_BACK: 'MODEL_REFUSED',
  ANSWER_CUT: 'ANSWER_CUT',
  ANSWER_NOT_AS_ASKED: 'ANSWER_INVALID',
  ANSWER_WITH_SECRET: 'ANSWER_SECRET',
  SERVICE_STOPPED_ASKING: 'INTERRUPTED',
  TOOLS_NOT_CALLED_HERE: 'TOOL_FAILED',
  TOOL_AT_OTHER_ADDRESS: 'ADDRESS_REFUSED',
  TOOL_REFUSED: 'TOOL_FAILED',
  TOOL_OUTPUT_UNREADABLE: 'TOOL_FAILED',
  ANSWERED: 'FAILED',
  RECEIVER_GONE: 'FAILED',
  NOT_TRIED: 'FAILED',
  OTHER: 'FAILED',
} as const satisfies Record<CallFailureReason, CallErrorCode | ModelErrorCode>

export type OutboundErrorCode = CallErrorCode | ModelErrorCode

/** What a flow is told. */
export const toErrorCode = ({ code }: CallFailure): OutboundErrorCode => CODES[code]
