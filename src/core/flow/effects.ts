/**
 * Work outside the engine. The host writes effects in the event's transaction and carries them out after it commits.
 * The kinds of `FlowEffect` are told and forgotten; a run waits for those of `AwaitedEffect`.
 */

/** A text that may hold secrets, as the pieces it is put together from; the value of a secret is never seen here. */
export type SecretText = string | readonly (string | SecretPart)[]

/**
 * Where the host puts the value of the secret `secret`: `raw` as it is (a header refuses line breaks), `url`
 * percent-encoded, `json` as the inside of a JSON string.
 */
export interface SecretPart {
  secret: string
  as: SecretEncoding
}
export type SecretEncoding = 'raw' | 'url' | 'json'

interface EffectPlace {
  runId: string
  nodeId: string
}

export interface NotifyEffect extends EffectPlace {
  kind: 'notify'
  webhook?: string
  jid?: string
  label?: string
  reason: string
}

/** Shows "typing" to the contact for a time. */
export interface TypingEffect extends EffectPlace {
  kind: 'typing'
  durationMs: number
}

export const CHAT_ACTIONS = ['read', 'typing', 'recording', 'react', 'archive', 'label'] as const

/**
 * Something done in the chat that is no message. `value`: milliseconds for typing and recording, the emoji for
 * react, the label's name for label, `true` or `false` for archive. `messageId` is the contact's last message.
 */
export interface ChatActionEffect extends EffectPlace {
  kind: 'chat_action'
  action: (typeof CHAT_ACTIONS)[number]
  value: string | null
  messageId: string | null
}

/** An event for webhooks and the event stream: `event` is its name, `payload` JSON text. */
export interface EmitEffect extends EffectPlace {
  kind: 'emit'
  event: string
  payload: SecretText
}

/** Work nothing waits for. */
export type FlowEffect = NotifyEffect | TypingEffect | ChatActionEffect | EmitEffect

/** A request as it goes out, rendered and escaped; `Content-Type` and `Idempotency-Key` are among the headers. */
export interface HttpRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD'
  url: SecretText
  headers: { name: string; value: SecretText }[]
  body: SecretText | null
  /** A stored file instead of a body: its bytes as they are, with its type unless a header says another. */
  file?: { mediaId: string } | undefined
}

/**
 * A call of another system. `retries` more attempts are allowed after a failure that came before an answer, or a
 * 429 or 5xx, and only when `mayRetry`. Answer with `effect_result` {status, headers, body} whatever the status (body
 * parsed when it is JSON, else text), `effect_failed` when no answer could be had or it is larger than `maxBodyBytes`.
 */
export interface HttpEffect extends EffectPlace {
  kind: 'http'
  effectId: string
  request: HttpRequest
  timeoutMs: number
  retries: number
  mayRetry: boolean
  maxBodyBytes: number
}

/**
 * A script to run in a sandbox without clock, network or disk: `source` is the body of a function whose parameters are
 * the keys of `input`. Answer with `effect_result` {value} (JSON), or `effect_failed` when it threw or met a limit.
 */
export interface CodeEffect extends EffectPlace {
  kind: 'code'
  effectId: string
  source: string
  input: Record<string, unknown>
  timeoutMs: number
  memoryMb: number
}

/** What a model is to come to: a text, a JSON object that a schema fits, or one of several ways. */
export type AiTask =
  | { mode: 'reply' }
  | { mode: 'extract'; schema: Readonly<Record<string, unknown>> }
  | { mode: 'classify'; routes: readonly { id: string; description: string }[] }

/**
 * A question to the model that its owner calls `model`. `instructions` alone are the flow's own words; `facts`, `prompt` and what
 * the contact `said` hold words of others and go to the model in the role of the user. The host adds the last
 * `historyTurns` messages of the conversation. Answer with `effect_result` {text}, {object} or {route} as the task asks, and
 * {usage}; with `effect_failed` when there is no answer, when it is none of these, or when a limit of its owner is reached.
 * A question changes nothing, so one whose answer was lost is asked again, and counted again.
 */
export interface AiEffect extends EffectPlace {
  kind: 'ai'
  effectId: string
  model: string
  task: AiTask
  instructions: string
  facts: string | null
  prompt: string | null
  said: { messageId: string; type: string; text: string } | null
  historyTurns: number
  maxTokens: number
  timeoutMs: number
}

/** Work a run waits for in `waiting_effect`; answered by one `effect_result` or `effect_failed` event. */
export type AwaitedEffect = HttpEffect | CodeEffect | AiEffect

export type EffectKind = FlowEffect['kind'] | AwaitedEffect['kind']

/** Codes of calls that gave no result; those of scripts are `ScriptErrorCode`. */
export type EffectErrorCode =
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
  | 'FILE_MISSING'
  | 'FILE_UNAVAILABLE'
  | 'FAILED'

/** Codes of questions to a model that gave no result, beside those of calls. */
export type AiErrorCode =
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
  | 'LIMIT_RUN'
  | 'LIMIT_CONTACT'
  | 'LIMIT_DAY'

export function isAwaited(effect: FlowEffect | AwaitedEffect): effect is AwaitedEffect {
  return 'effectId' in effect
}
