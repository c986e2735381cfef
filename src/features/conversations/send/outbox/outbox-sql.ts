import type { SendError } from '../../../../core/conversation/send-error.ts'
import type { OutboxSettled } from '../../../../core/conversation/send-outcome.ts'
import { statement } from '../../../../db/statement.ts'
import type { Executor } from '../../../../db/transaction.ts'
import type { NewSend, SendClaim } from '../../records/hand-over.ts'
import { toErrorColumns } from '../../records/stored-error.ts'
import type { StoredWords } from '../../records/stored-words.ts'
import { SETTLE_MESSAGES, toBuffer } from '../send-sql.ts'

/**
 * A row of the outbox as it was stored, perhaps by an earlier build: its content is still to be read. `chat` is the contact's
 * canonical address, `seq` the order of decision.
 */
export interface OutboxRow extends Omit<NewSend, 'content'> {
  seq: number
  chat: string
  content: unknown
  attempts: number
  status: 'pending' | 'sending'
  nextAt: Date
  createdAt: Date
}

/** Relies on outbox_unsent. Rows already in memory are left out by id: commits do not arrive in order of seq. */
const READ_UNSENT = statement<OutboxRow>(
  'outbox_read_unsent',
  `select id, seq, contact_jid as chat, flow_state_id as "runId", node_id as "nodeId",
     message_id as "messageId", content, attempts, status, next_at as "nextAt", created_at as "createdAt"
   from outbox where client_id = $1 and status in ('pending', 'sending') and not (id = any($2::uuid[]))
     and not (contact_jid = any($4::text[]))
   order by seq limit $3`,
)

/**
 * For rows that are named by their ids. Said this way round, the server does not take `outbox_unsent` for them: it thinks of
 * that index as nearly empty, and reads in it all that was sent since it was last cleaned up.
 */
const IS_UNSENT = "o.status not in ('sent', 'failed')"

/**
 * Marks rows as being sent and stores their messages, right before the wire; those cancelled meanwhile are not in the
 * answer. Not flushed to disk on its own: if the database or its machine dies, the rows are pending again and go out
 * under the same ids, which is what would happen to them anyway. Rows are locked in the order of their decisions.
 */
const CLAIM = statement<{ id: string; attempts: number }>(
  'outbox_claim',
  `with fast as materialized (
     select set_config('synchronous_commit', 'off', true) is not null as done
   ), r as (
     select * from unnest($1::uuid[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::bytea[])
       as r(id, at_sec, type, text, quoted_id, bytes)
     where (select done from fast)
   ), hit as materialized (
     select o.id from r join outbox o on o.id = r.id where o.id = any($1::uuid[]) and ${IS_UNSENT}
     order by o.seq for update of o
   ), claimed as (
     update outbox o set status = 'sending', attempts = o.attempts + 1 from hit where o.id = hit.id
     returning o.id, o.seq, o.client_id, o.message_id, o.contact_jid, o.attempts
   ), stored as (
     insert into message (client_id, chat, id, from_me, at_sec, type, text, status, quoted_id, origin, bytes)
     select c.client_id, c.contact_jid, c.message_id, true, r.at_sec, r.type, r.text, 'PENDING', r.quoted_id, 'flow', r.bytes
     from claimed c join r on r.id = c.id
     order by c.seq
     on conflict (client_id, id, chat, from_me) do nothing
   )
   select id, attempts from claimed`,
)

const RELEASE = statement<never>(
  'outbox_release',
  `update outbox set status = 'pending', next_at = $2, attempts = attempts - $3::int, error = $4, error_code = $5,
     error_params = $6
   where id = $1 and status = 'sending'`,
)

/**
 * Outbox rows and their messages in one statement. Answers the rows that still stood for a run. The transaction's
 * commit does not wait for the disk: if the machine dies before it is flushed, all of it is undone together, and the
 * message goes out again under the same id.
 */
const SETTLE = statement<{ id: string }>(
  'outbox_settle',
  `with fast as materialized (
     select set_config('synchronous_commit', 'off', true) is not null as done
   ), r as (
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::jsonb[])
       as r(id, message_id, outcome, at_ms, error, error_code, error_params)
     where (select done from fast)
   ), hit as materialized (
     select m.seq, r.at_ms / 1000 as at_sec, r.error, r.error_code, r.error_params from r
     join message m on m.client_id = $8 and m.id = r.message_id and m.from_me and m.id = any($2::text[])
     order by m.seq for update of m
   ), settled as (${SETTLE_MESSAGES})
   update outbox o set status = r.outcome, error = r.error, error_code = r.error_code, error_params = r.error_params,
     acked_at = case when r.outcome = 'sent' then to_timestamp(r.at_ms / 1000.0) end
   from r where o.id = r.id and o.id = any($1::uuid[]) and ${IS_UNSENT}
   returning o.id`,
)

export function readUnsent(
  db: Executor,
  clientId: string,
  loadedIds: readonly string[],
  limit: number,
  paused: readonly string[],
): Promise<OutboxRow[]> {
  return db.query(READ_UNSENT, [clientId, loadedIds, limit, paused])
}

/** Answers of each which attempt this is, or null when the row is gone. */
export async function claimOutboxRows(
  db: Executor,
  claims: readonly SendClaim[],
): Promise<(number | null)[]> {
  const rows = await db.query(CLAIM, [
    claims.map((c) => c.rowId),
    claims.map((c) => c.atSec),
    claims.map((c) => c.type),
    claims.map((c) => c.text),
    claims.map((c) => c.quotedId),
    claims.map((c) => toBuffer(c.bytes)),
  ])
  const attempts = new Map(rows.map((row) => [row.id, row.attempts]))
  return claims.map(({ rowId }) => attempts.get(rowId) ?? null)
}

/** Lets a row wait again. `counted` false takes the attempt back, as nothing was tried. */
export async function releaseOutboxRow(
  db: Executor,
  words: StoredWords,
  rowId: string,
  next: { atMs: number; error: SendError | null; counted: boolean },
): Promise<void> {
  const { error, code, params } = toErrorColumns(words, next.error)
  await db.query(RELEASE, [rowId, new Date(next.atMs), next.counted ? 0 : 1, error, code, params])
}

/** Answers the ids whose row was still there; a cancelled run's rows are not. */
export async function settleOutboxRows(
  tx: Executor,
  words: StoredWords,
  clientId: string,
  settled: readonly OutboxSettled[],
): Promise<Set<string>> {
  const errors = settled.map(({ error }) => toErrorColumns(words, error))
  const rows = await tx.query(SETTLE, [
    settled.map((s) => s.outboxId),
    settled.map((s) => s.messageId),
    settled.map((s) => s.outcome),
    settled.map((s) => s.atMs),
    errors.map(({ error }) => error),
    errors.map(({ code }) => code),
    errors.map(({ params }) => params),
    clientId,
  ])
  return new Set(rows.map((row) => row.id))
}
