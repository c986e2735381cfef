import type { SendError } from '../../../core/conversation/send-error.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { WrittenByPerson } from '../records/send-command.ts'
import { ERROR_COLUMNS, toErrorColumns } from '../records/stored-error.ts'
import type { StoredSend } from '../records/stored-message.ts'
import type { StoredWords } from '../records/stored-words.ts'

/** A message of ours before its first wire attempt. */
export interface PendingMessage {
  clientId: string
  id: string
  chat: string
  atSec: number
  type: string
  text: string | null
  quotedId: string | null
  bytes: Uint8Array
  /** Set when flows are to be notified once it is sent. Stored with it, so that a crash in between loses nothing. */
  byPerson?: WrittenByPerson | undefined
  /** `user:` or `key:` with an id, where it is known. */
  sentBy?: string | null
  /** It is stored only if nobody else answered since these. */
  seen?: readonly string[] | undefined
}

/** What became of it. `atSec` is the network's time of acknowledgement; `error` is null when it was acknowledged. */
export interface MessageOutcome {
  clientId: string
  id: string
  atSec: number | null
  error: SendError | null
}

export const toBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** For many clients at once. Answers what was not stored before. */
const INSERT_PENDING = statement<{ client_id: string; id: string }>(
  'chat_insert_pending',
  `with r as (
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::bytea[],
         $9::text[], $10::text[], $11::text[], $12::text[])
       as r(client_id, id, chat, at_sec, type, text, quoted_id, bytes, sent_by, event_id, written, source)
   ), by_person as (
     insert into person_send (client_id, message_id, event_id, text, source)
     select client_id, id, event_id, written, source from r where event_id is not null on conflict do nothing
   )
   insert into message (client_id, chat, id, from_me, at_sec, type, text, status, quoted_id, origin, bytes, sent_by)
   select client_id, chat, id, true, at_sec, type, text, 'PENDING', quoted_id, 'api', bytes, sent_by from r
   on conflict (client_id, id, chat, from_me) do nothing
   returning client_id, id`,
)

/**
 * The same in every statement that settles: an acknowledgement moves the status forward, an error changes only what
 * is pending.
 */
export const SETTLE_MESSAGES = `
  update message m set
    status = case
      when hit.error is null and m.status in ('PENDING', 'ERROR') then 'SERVER_ACK'
      when hit.error is not null and m.status = 'PENDING' then 'ERROR'
      else m.status end,
    server_at = case when hit.error is null then coalesce(m.server_at, to_timestamp(hit.at_sec)) else m.server_at end,
    error = case when hit.error is null then null when m.status = 'PENDING' then hit.error else m.error end,
    error_code = case when hit.error is null then null when m.status = 'PENDING' then hit.error_code else m.error_code end,
    error_params = case when hit.error is null then null when m.status = 'PENDING' then hit.error_params else m.error_params end
  from hit where m.seq = hit.seq`

/**
 * Rows are locked in order of seq, like in every statement that touches many messages, and are also named by plain arrays, so
 * that a plan made while there were few goes by their ids. The commit does not wait for
 * the disk: if the database or its machine dies within the moment before it is flushed, the message is found pending and
 * settled as unknown until a receipt comes, which is what would be so anyway had it died a moment earlier.
 */
const SETTLE = statement<StoredSend & { clientId: string }>(
  'chat_settle',
  `with fast as materialized (
     select set_config('synchronous_commit', 'off', true) is not null as done
   ), r as (
     select * from unnest($1::uuid[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::jsonb[])
       as r(client_id, id, at_sec, error, error_code, error_params)
     where (select done from fast)
   ), hit as materialized (
     select m.seq, r.at_sec, r.error, r.error_code, r.error_params from r
     join message m on m.client_id = r.client_id and m.id = r.id and m.from_me
       and m.client_id = any($1::uuid[]) and m.id = any($2::text[])
     order by m.seq for update of m
   ) ${SETTLE_MESSAGES}
   returning m.client_id as "clientId", m.id, m.chat, m.status, ${ERROR_COLUMNS}, m.at_sec as "atSec", null as bytes`,
)

const REOPEN = statement<{ id: string }>(
  'chat_reopen_sent',
  `update message set status = 'PENDING', error = null, error_code = null, error_params = null
   where client_id = $1 and id = $2 and from_me and status in ('PENDING', 'ERROR') returning id`,
)

/** What the network may still show us of it is known by its id alone then. */
const REMOVE_PENDING = statement<never>(
  'chat_remove_pending',
  `with gone as (
     delete from message where client_id = $1 and id = $2 and from_me and status = 'PENDING' returning id
   ), noted as (
     insert into sent_id (client_id, message_id) select $1, id from gone on conflict do nothing
   ) delete from person_send p using gone where p.client_id = $1 and p.message_id = gone.id`,
)

/** Relies on message_pending. What an outbox row still stands for is sent again under the same id instead. */
const SETTLE_LEFT = statement<{ id: string }>(
  'chat_settle_left',
  `update message m set status = 'ERROR', error = $2, error_code = $3, error_params = $4
   where m.client_id = $1 and m.status = 'PENDING' and m.from_me and not exists (
     select from outbox o where o.client_id = $1 and o.message_id = m.id and o.status in ('pending', 'sending'))
   returning m.id`,
)

/** The columns of messages, in the order of `pendingPart` and of the statement above. */
export const toPendingColumns = (messages: readonly PendingMessage[]): unknown[][] => [
  messages.map((m) => m.clientId),
  messages.map((m) => m.id),
  messages.map((m) => m.chat),
  messages.map((m) => m.atSec),
  messages.map((m) => m.type),
  messages.map((m) => m.text),
  messages.map((m) => m.quotedId),
  messages.map((m) => toBuffer(m.bytes)),
  messages.map((m) => m.sentBy ?? null),
]

/** The same as one part of a statement that stores something else too, for messages that no person wrote. */
export const pendingPart = (n: number): string => `sent as (
  insert into message (client_id, chat, id, from_me, at_sec, type, text, status, quoted_id, origin, bytes, sent_by)
  select client_id, chat, id, true, at_sec, type, text, 'PENDING', quoted_id, 'api', bytes, sent_by
  from unnest($${n}::uuid[], $${n + 1}::text[], $${n + 2}::text[], $${n + 3}::bigint[], $${n + 4}::text[], $${n + 5}::text[],
    $${n + 6}::text[], $${n + 7}::bytea[], $${n + 8}::text[])
    as r(client_id, id, chat, at_sec, type, text, quoted_id, bytes, sent_by)
  on conflict (client_id, id, chat, from_me) do nothing
  returning client_id, id
)`

/** Whether a message is among the rows that were inserted. */
export function readInserted(
  rows: readonly { client_id: string; id: string }[],
): (message: Pick<PendingMessage, 'clientId' | 'id'>) => boolean {
  const stored = new Set(rows.map((row) => `${row.client_id}/${row.id}`))
  return ({ clientId, id }) => stored.has(`${clientId}/${id}`)
}

/** Stores messages of any clients. Each answer is whether that message is new. */
export async function insertPending(db: Executor, messages: readonly PendingMessage[]): Promise<boolean[]> {
  const rows = await db.query(INSERT_PENDING, [
    ...toPendingColumns(messages),
    messages.map((m) => m.byPerson?.eventId ?? null),
    messages.map((m) => m.byPerson?.text ?? null),
    messages.map((m) => m.byPerson?.source ?? null),
  ])
  return messages.map(readInserted(rows))
}

/** Stores outcomes; each answer is the message as it stands now, undefined when it is gone. */
export async function settleMessages(
  db: Executor,
  words: StoredWords,
  outcomes: readonly MessageOutcome[],
): Promise<(StoredSend | undefined)[]> {
  const errors = outcomes.map(({ error }) => toErrorColumns(words, error))
  const rows = await db.query(SETTLE, [
    outcomes.map((o) => o.clientId),
    outcomes.map((o) => o.id),
    outcomes.map((o) => o.atSec),
    errors.map(({ error }) => error),
    errors.map(({ code }) => code),
    errors.map(({ params }) => params),
  ])
  const byId = new Map(rows.map((row) => [`${row.clientId}/${row.id}`, row]))
  return outcomes.map((o) => byId.get(`${o.clientId}/${o.id}`))
}

/** Makes a message whose outcome is unknown pending again; false when it has one meanwhile. */
export async function reopenSent(db: Executor, clientId: string, id: string): Promise<boolean> {
  return (await db.query(REOPEN, [clientId, id])).length > 0
}

/** For messages that certainly were not handed over; the id stays noted. */
export async function removePending(db: Executor, clientId: string, id: string): Promise<void> {
  await db.query(REMOVE_PENDING, [clientId, id])
}

/** Settles what a process that died left pending. Answers how many. A later receipt still corrects it. */
export async function settleLeftPending(
  db: Executor,
  words: StoredWords,
  clientId: string,
  why: SendError,
): Promise<number> {
  const { error, code, params } = toErrorColumns(words, why)
  return (await db.query(SETTLE_LEFT, [clientId, error, code, params])).length
}
