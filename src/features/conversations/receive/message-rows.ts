import type { SendError } from '../../../core/conversation/send-error.ts'
import { IS_SAME_LIFE } from '../../../db/database-life.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { type InboundMessage, LeaseLostError } from '../../../network/port.ts'
import type { ReceiptSummary } from '../records/message-status.ts'
import type { Holding } from '../records/owned-client.ts'
import { toErrorColumns } from '../records/stored-error.ts'
import type { StoredWords } from '../records/stored-words.ts'

/** A message that came in, with the canonical address of its chat and, where several people write, of its writer. */
export interface Arrival {
  message: InboundMessage
  chat: string
  writer: string | null
}

export interface StoredId {
  id: string
  chat: string
  fromMe: boolean
}

type StoredRow = StoredId & { seq: number }

/**
 * Stores what is new and releases the journal. Own echoes are known by the message we sent, whatever its chat is called by now,
 * by a waiting outbox row, or, of what was taken back, by sent_id, and never stored again; a message stored before is left
 * alone (message_identity). A row without a number says that the client is not held any more by $14 under the epoch $15.
 */
const STORE = statement<StoredRow | { seq: null }>(
  'chat_store_arrived',
  `with released as (
     delete from inbound_journal where client_id = $1 and id = any($2::text[])
   ), stored as (
   insert into message (client_id, chat, id, from_me, participant, at_sec, type, text, status, server_at, delivered_at,
     push_name, quoted_id, origin, bytes)
   select $1, r.chat, r.id, r.from_me, r.participant, r.at_sec, r.type, r.text,
     case when r.from_me then 'SERVER_ACK' else 'DELIVERY_ACK' end, to_timestamp(r.at_sec),
     case when r.from_me then null else now() end, r.push_name, r.quoted_id, r.origin, r.bytes
   from unnest($3::text[], $4::text[], $5::boolean[], $6::text[], $7::bigint[], $8::text[], $9::text[], $10::text[],
     $11::text[], $12::text[], $13::bytea[]) with ordinality
     as r(chat, id, from_me, participant, at_sec, type, text, push_name, quoted_id, origin, bytes, n)
   where not (r.from_me and (
     (select true from message m
       where m.client_id = $1 and m.id = r.id and m.from_me and m.origin in ('api', 'flow') limit 1) is not null
     or exists (select from sent_id s where s.client_id = $1 and s.message_id = r.id)
     or exists (select from outbox o where o.client_id = $1 and o.message_id = r.id)))
   order by r.n
   on conflict (client_id, id, chat, from_me) do nothing
   returning id, chat, from_me, seq
   )
   select id, chat, from_me as "fromMe", seq from stored
   union all
   select null, null, null, null where $14::text is not null and not exists (
     select from client_lease where client_id = $1 and owner = $14 and epoch = $15 and ${IS_SAME_LIFE})`,
)

const REFUSED_LATE: SendError = { code: 'REFUSED_LATE', params: {} }

const LADDER = "array['PENDING','SERVER_ACK','DELIVERY_ACK','READ','PLAYED']"

/**
 * Moves messages along by receipts, status only forward (see status.ts). Rows are locked in order of seq, as every
 * statement that touches many messages does. Answers the ids that are stored, moved or not. The commit does not wait for the
 * disk, no more than that of a send's outcome does.
 */
const RECEIVE = statement<{ id: string; fromMe: boolean }>(
  'chat_receive',
  `with fast as materialized (
     select set_config('synchronous_commit', 'off', true) is not null as done
   ), r as (
     select * from unnest($2::text[], $3::boolean[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::int[])
       as r(id, from_me, server_sec, delivered_sec, read_sec, played_sec, rank)
     where (select done from fast)
   ), hit as materialized (
     select m.seq, r.* from r join message m on m.client_id = $1 and m.id = r.id and m.from_me = r.from_me
       and m.id = any($2::text[])
     order by m.seq for update of m
   ), moved as (
     update message m set
       server_at = coalesce(m.server_at, to_timestamp(hit.server_sec)),
       delivered_at = coalesce(m.delivered_at, to_timestamp(hit.delivered_sec)),
       read_at = coalesce(m.read_at, to_timestamp(hit.read_sec)),
       played_at = coalesce(m.played_at, to_timestamp(hit.played_sec)),
       status = case
         when hit.rank > coalesce(array_position(${LADDER}, m.status), 0) then (${LADDER})[hit.rank]
         when hit.rank = 0 and m.status in ('PENDING', 'SERVER_ACK') then 'ERROR'
         else m.status end,
       error = case
         when hit.rank > 0 then null
         when m.status in ('PENDING', 'SERVER_ACK') then $9
         else m.error end,
       error_code = case
         when hit.rank > 0 then null
         when m.status in ('PENDING', 'SERVER_ACK') then $10
         else m.error_code end,
       error_params = case
         when hit.rank > 0 then null
         when m.status in ('PENDING', 'SERVER_ACK') then $11::jsonb
         else m.error_params end
     from hit where m.seq = hit.seq and (
       hit.rank > coalesce(array_position(${LADDER}, m.status), 0)
       or (hit.rank = 0 and m.status in ('PENDING', 'SERVER_ACK'))
       or (m.server_at is null and hit.server_sec is not null)
       or (m.delivered_at is null and hit.delivered_sec is not null)
       or (m.read_at is null and hit.read_sec is not null)
       or (m.played_at is null and hit.played_sec is not null))
   )
   select id, from_me as "fromMe" from hit`,
)

/** Where it came from, as the interface has it. */
function originOf({ key, origin }: InboundMessage): 'contact' | 'phone' | 'history' {
  if (origin === 'history') return 'history'
  return key.fromMe ? 'phone' : 'contact'
}

/**
 * Answers what was not stored before, in no particular order. Throws `LeaseLostError` when the client is not held any more, so
 * that the journal keeps what is in it: after a crash of the database it may have earlier messages again, which go first.
 */
export async function storeArrived(
  tx: Executor,
  clientId: string,
  journalIds: readonly string[],
  arrivals: readonly Arrival[],
  holding: Holding | null,
): Promise<StoredRow[]> {
  const messages = arrivals.map(({ message }) => message)
  const rows = await tx.query(STORE, [
    clientId,
    journalIds,
    arrivals.map(({ chat }) => chat),
    messages.map(({ key }) => key.id),
    messages.map(({ key }) => key.fromMe),
    arrivals.map(({ writer }) => writer),
    messages.map(({ atSec }) => atSec),
    messages.map(({ type }) => type),
    messages.map(({ text }) => text),
    messages.map(({ key, pushName }) => (key.fromMe ? null : pushName)),
    messages.map(({ quotedId }) => quotedId),
    messages.map(originOf),
    messages.map(({ bytes }) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    holding?.hostId ?? null,
    holding?.epoch ?? null,
  ])
  if (rows.some(({ seq }) => seq === null)) throw new LeaseLostError(clientId)
  return rows as StoredRow[]
}

/** Answers those whose message is stored. */
export function applyReceipts(
  tx: Executor,
  words: StoredWords,
  clientId: string,
  receipts: readonly ReceiptSummary[],
): Promise<{ id: string; fromMe: boolean }[]> {
  const { error, code, params } = toErrorColumns(words, REFUSED_LATE)
  return tx.query(RECEIVE, [
    clientId,
    receipts.map((r) => r.id),
    receipts.map((r) => r.fromMe),
    receipts.map((r) => r.serverSec),
    receipts.map((r) => r.deliveredSec),
    receipts.map((r) => r.readSec),
    receipts.map((r) => r.playedSec),
    receipts.map((r) => r.rank),
    error,
    code,
    params,
  ])
}
