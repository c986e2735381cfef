import { STATUS_ADDRESS } from '../../../../core/addresses.ts'
import { STATUS_LIFE_SEC, type StatusSetting } from '../../../../core/conversation/status-post.ts'
import { statement } from '../../../../db/statement.ts'
import type { Executor } from '../../../../db/transaction.ts'
import type { MessageStatus } from '../../records/message-status.ts'
import { ERROR_COLUMNS, type StoredError } from '../../records/stored-error.ts'
import { HIDDEN_TYPES } from '../../records/stored-message.ts'
import type { Position } from '../cursor.ts'

export interface OwnStatusRow extends StoredError {
  seq: number
  id: string
  type: string
  text: string | null
  status: MessageStatus
  origin: string
  atSec: number
  revokedAt: Date | null
  /** Of a text and of a recording: how it looks. */
  bytes: Uint8Array | null
  setting: StatusSetting | null
  people: number | null
  leftOut: number | null
  delivered: number
  seen: number
  liked: number
  replies: number
}

/** Over message_page, backwards from the place before; the rest by the primary keys of what belongs to each. */
const OWN = statement<OwnStatusRow>(
  'status_page',
  `select m.seq, m.id, m.type, m.text, m.status, m.origin, m.at_sec as "atSec", m.revoked_at as "revokedAt", ${ERROR_COLUMNS},
     case when m.type in ('text', 'audio') then m.bytes end as bytes,
     p.setting, cardinality(p.audience) as people, p.left_out as "leftOut", r.delivered, r.seen,
     (select count(*)::int from jsonb_object_keys(coalesce(m.reactions, '{}'))) as liked,
     (select count(*)::int from status_reply a where a.client_id = $1 and a.status_id = m.id) as replies
   from message m left join status_post p on p.client_id = $1 and p.message_id = m.id
     cross join lateral (select count(*)::int as delivered, count(read_at)::int as seen
       from message_receipt k where k.message_seq = m.seq) r
   where m.client_id = $1 and m.chat = '${STATUS_ADDRESS}' and m.from_me and m.type not in ${HIDDEN_TYPES}
     and ($2::bigint is null or (m.at_sec, m.seq) < ($2::bigint, $3::bigint))
   order by m.at_sec desc, m.seq desc limit $4`,
)

/** One page of the account's own statuses, newest first. */
export const readOwnStatuses = (
  db: Executor,
  clientId: string,
  from: Position | null,
  limit: number,
): Promise<OwnStatusRow[]> => db.query(OWN, [clientId, from?.atSec ?? null, from?.seq ?? null, limit])

export interface FoundStatus {
  seq: number
  id: string
  participant: string | null
  atSec: number
  isPosted: boolean
}

// Index: message_identity.
const FIND = statement<FoundStatus>(
  'status_find',
  `select m.seq, m.id, m.participant, m.at_sec as "atSec", m.status <> 'ERROR' or m.error_code = 'OUTCOME_UNKNOWN' as "isPosted"
   from message m
   where m.client_id = $1 and m.id = any($2::text[]) and m.chat = '${STATUS_ADDRESS}' and m.from_me = $3
     and m.revoked_at is null and m.type not in ${HIDDEN_TYPES}`,
)

/** Those of these ids that are there and were not taken back; `isPosted` unless that certainly failed. */
export const findStatuses = (
  db: Executor,
  clientId: string,
  ids: readonly string[],
  fromMe: boolean,
): Promise<FoundStatus[]> => db.query(FIND, [clientId, ids, fromMe])

export interface ViewerRow {
  jid: string
  name: string | null
  deliveredAt: Date | null
  seenAt: Date | null
  reaction: string | null
  replies: string[]
}

/** Over message_identity and primary keys. Whoever liked or answered one has it, whatever became of their receipts. */
const VIEWERS = statement<ViewerRow>(
  'status_viewers',
  `with post as (
     select seq, id, coalesce(reactions, '{}') as reactions from message
     where client_id = $1 and id = $2 and chat = '${STATUS_ADDRESS}' and from_me and type not in ${HIDDEN_TYPES}
   ), person as (
     select k.participant as jid from post join message_receipt k on k.message_seq = post.seq
     union select jsonb_object_keys(reactions) from post
     union select a.chat from post join status_reply a on a.client_id = $1 and a.status_id = post.id
   )
   select p.jid, coalesce(c.name, c.notify, '@' || c.username) as name, k.delivered_at as "deliveredAt", k.read_at as "seenAt",
     post.reactions ->> p.jid as reaction,
     coalesce((select array_agg(a.message_id order by a.message_id) from status_reply a
       where a.client_id = $1 and a.status_id = post.id and a.chat = p.jid), '{}') as replies
   from post cross join person p left join message_receipt k on k.message_seq = post.seq and k.participant = p.jid
     left join contact c on c.client_id = $1 and c.id = p.jid
   order by k.read_at nulls last, k.delivered_at nulls last, p.jid limit 5000`,
)

export const readViewers = (db: Executor, clientId: string, id: string): Promise<ViewerRow[]> =>
  db.query(VIEWERS, [clientId, id])

export interface ReceivedStatusRow {
  id: string
  jid: string
  name: string | null
  type: string
  text: string | null
  bytes: Uint8Array | null
  atSec: number
  isSeen: boolean
  isMuted: boolean
  reaction: string | null
}

/** Over message_page, backwards for as long as a status is shown. */
const RECEIVED = statement<ReceivedStatusRow>(
  'status_received',
  `select m.id, m.participant as jid, coalesce(c.name, m.push_name, c.notify, '@' || c.username) as name,
     m.type, m.text, m.bytes, m.at_sec as "atSec", m.read_at is not null as "isSeen", u.person is not null as "isMuted", m.reactions ->> $5 as reaction
   from message m left join contact c on c.client_id = $1 and c.id = m.participant
     left join muted_statuses u on u.client_id = $1 and u.person = m.participant
   where m.client_id = $1 and m.chat = '${STATUS_ADDRESS}' and not m.from_me and m.revoked_at is null
     and m.participant is not null and m.type not in ${HIDDEN_TYPES}
     and m.at_sec > extract(epoch from now()) - ${STATUS_LIFE_SEC}
     and ($2::text is null or m.participant = $2) and ($3 or u.person is null)
   order by m.at_sec desc, m.seq desc limit $4`,
)

/** Those of contacts that are shown now, newest first; `own` is the address under which the account's reactions are stored. */
export const readReceivedStatuses = (
  db: Executor,
  clientId: string,
  query: { jid: string | null; withMuted: boolean; limit: number; own: string },
): Promise<ReceivedStatusRow[]> =>
  db.query(RECEIVED, [clientId, query.jid, query.withMuted, query.limit, query.own])

const OWN_ADDRESS = statement<{ address: string }>(
  'status_own_address',
  `select coalesce(address, lid, 'me') as address from client where id = $1`,
)

export const readOwnAddress = async (db: Executor, clientId: string): Promise<string> =>
  (await db.queryOne(OWN_ADDRESS, [clientId]))?.address ?? 'me'
