import type { CallContext, OwnerId } from '../../../contract/handlers.ts'
import type { CallFailure } from '../../../core/conversation/call-failure.ts'

/** For whom a question is asked; absent: for nobody in a conversation. */
export interface AskedIn {
  clientId: string
  contactJid: string
  flowStateId: string | null
}

export interface EmbedRequest {
  userId: string
  /** By its owner's name for it. */
  model: string
  texts: readonly string[]
  /** Some models make other vectors of what is looked for than of what is found. */
  use: 'question' | 'document'
  timeoutMs: number
  signal: AbortSignal
  askedIn?: AskedIn | undefined
}

/** What an embedding took; null where the model's server or its owner does not say. */
export interface EmbedUsage {
  model: string
  inputTokens: number | null
  cost: number | null
  durationMs: number
}

export interface EmbedFailure {
  kind: 'failed'
  failure: CallFailure
  /** It may be gone the next time. */
  mayPass: boolean
  /** How long the server wants to be left alone. */
  retryAfterMs: number | null
}

/** One vector a text, in its order, all of one length, and each of the length 1. */
export type EmbedOutcome = { kind: 'vectors'; vectors: Float32Array[]; usage: EmbedUsage } | EmbedFailure

/** Models that turn texts into vectors. Only vectors of one fingerprint can be compared. */
export interface EmbeddingPort {
  /** Null: there is no such model. */
  readFingerprint(userId: string, model: string): Promise<string | null>
  /** Refuses one that is not there, and one whose key the caller may not have used. */
  refuseChoice(principal: CallContext['principal'], owner: OwnerId, model: string): Promise<void>
  embed(request: EmbedRequest): Promise<EmbedOutcome>
}
