import { createHash } from 'node:crypto'
import { Refusal, refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import { answerIdempotencyKey, releaseIdempotencyKey, takeIdempotencyKey } from './store.ts'

/** What a caller asked for, apart from its key. */
export interface IdempotentRequest {
  userId: string
  /** Undefined: every call is its own. */
  key: string | undefined
  operation: string
  /** The parsed input; the same request parses to the same JSON. */
  body: Readonly<Record<string, unknown>>
}

/** `final` answers are kept for repeats; the others may still change when asked again. */
export interface Answer<R> {
  response: R
  final: boolean
}

/**
 * Runs `send` once per key: a repeat with the same body gets the first answer, one with another body CONFLICT.
 * `send` gets the message id to use, and whether an earlier call may have used it already; then it finds out what
 * became of that message instead of sending another.
 */
export async function runOnce<R>(
  deps: { db: Database; newMessageId(): string },
  request: IdempotentRequest,
  send: (messageId: string, repeat: boolean) => Promise<Answer<R>>,
): Promise<R> {
  const { db } = deps
  const { userId, key, operation, body } = request
  const newId = deps.newMessageId()
  if (key === undefined) return (await send(newId, false)).response
  const { idempotencyKey: _, ...asked } = body
  const bodyHash = createHash('sha256')
    .update(JSON.stringify([operation, asked]))
    .digest()
  const call = await takeIdempotencyKey(db, { userId, key, operation, bodyHash, messageId: newId })
  if (call.operation !== operation || !call.bodyHash.equals(bodyHash)) {
    throw refusal('CONFLICT', 'IDEMPOTENCY_KEY_REUSED', {})
  }
  if (call.response !== null) return JSON.parse(call.response) as R
  const { messageId } = call
  try {
    const { response, final } = await send(messageId, !call.isFirst)
    if (final) await answerIdempotencyKey(db, { userId, key, messageId, response: JSON.stringify(response) })
    return response
  } catch (error) {
    // Without an answer in time nobody knows what it came to: the repeat has to ask for the same thing.
    const isKnown = error instanceof Refusal && error.code !== 'GATEWAY_TIMEOUT'
    if (isKnown) await releaseIdempotencyKey(db, { userId, key, messageId })
    throw error
  }
}
