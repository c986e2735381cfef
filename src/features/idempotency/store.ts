import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'

/** A call with an idempotency key. `response` is null until it was answered. */
export interface IdempotentCall {
  operation: string
  bodyHash: Buffer
  messageId: string
  /** The answer as JSON text, so that a repeat gets it to the letter. */
  response: string | null
  /** True for the call that took the key. */
  isFirst: boolean
}

/**
 * Takes the key or answers who has it, in one statement. A key older than 24 h counts as free. The update that
 * changes nothing makes a row of a parallel call visible.
 */
const TAKE = statement<IdempotentCall>(
  'idempotency_take',
  `insert into idempotency_key as known (user_id, key, operation, body_hash, message_id) values ($1, $2, $3, $4, $5)
   on conflict (user_id, key) do update set
     operation = case when known.created_at < now() - interval '24 hours' then excluded.operation else known.operation end,
     body_hash = case when known.created_at < now() - interval '24 hours' then excluded.body_hash else known.body_hash end,
     message_id = case when known.created_at < now() - interval '24 hours' then excluded.message_id else known.message_id end,
     response = case when known.created_at < now() - interval '24 hours' then null else known.response end,
     created_at = case when known.created_at < now() - interval '24 hours' then now() else known.created_at end
   returning operation, body_hash as "bodyHash", message_id as "messageId", response, message_id = $5 as "isFirst"`,
)

const ANSWER = statement<never>(
  'idempotency_answer',
  `update idempotency_key set response = to_jsonb($4::text)
   where user_id = $1 and key = $2 and message_id = $3 and response is null`,
)

const RELEASE = statement<never>(
  'idempotency_release',
  `delete from idempotency_key where user_id = $1 and key = $2 and message_id = $3 and response is null`,
)

const CLEAN_KEYS = statement<never>(
  'idempotency_clean',
  `delete from idempotency_key where created_at < now() - interval '24 hours'`,
)

const CLEAN_SENT_IDS = statement<never>(
  'sent_id_clean',
  `delete from sent_id where sent_at < now() - interval '7 days'`,
)

export async function takeIdempotencyKey(
  db: Executor,
  call: { userId: string; key: string; operation: string; bodyHash: Buffer; messageId: string },
): Promise<IdempotentCall> {
  const { userId, key, operation, bodyHash, messageId } = call
  const row = await db.queryOne(TAKE, [userId, key, operation, bodyHash, messageId])
  if (!row) throw new Error('an idempotency key was neither taken nor found')
  return row
}

export async function answerIdempotencyKey(
  db: Executor,
  call: { userId: string; key: string; messageId: string; response: string },
): Promise<void> {
  await db.query(ANSWER, [call.userId, call.key, call.messageId, call.response])
}

/** Nothing was handed to the network: the key may be used again, for a new message. */
export async function releaseIdempotencyKey(
  db: Executor,
  call: { userId: string; key: string; messageId: string },
): Promise<void> {
  await db.query(RELEASE, [call.userId, call.key, call.messageId])
}

/** Removes what no call can refer to any more. Relies on idempotency_key_by_age and sent_id_by_age. */
export async function cleanUpKeys(db: Executor): Promise<void> {
  await db.query(CLEAN_KEYS)
  await db.query(CLEAN_SENT_IDS)
}
