import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import { MERGE_RUN_STEPS } from './merge-runs.ts'

const LADDER = "array['PENDING','SERVER_ACK','DELIVERY_ACK','READ','PLAYED']"

/** The same message stored under both addresses. Index message_identity. */
const TWICE = `select gone.seq as gone, kept.seq as kept from message gone
   join message kept on kept.client_id = $1 and kept.chat = $3 and kept.id = gone.id and kept.from_me = gone.from_me
   where gone.client_id = $1 and gone.chat = $2`

/** $1 client, $2 the address that goes, $3 the one that stays. Run in this order, in one transaction. */
const STEPS = [
  // Who writes something for one of the two in a transaction of their own waits here, or is waited for.
  `select id from contact where client_id = $1 and id in ($2, $3) order by id for update`,
  // Everybody who changes a conversation holds its lock, so no step of either is under way from here on.
  `insert into contact_automation (client_id, jid) select $1, jid from unnest(array[$2, $3]) as a(jid) order by jid
   on conflict do nothing`,
  `select jid from contact_automation where client_id = $1 and jid in ($2, $3) order by jid for update`,
  ...MERGE_RUN_STEPS,
  // What only one of the two rows of a message knows is kept.
  `update media m set message_seq = twice.kept from (${TWICE}) twice
   where m.message_seq = twice.gone and not exists (select from media own where own.message_seq = twice.kept)`,
  `update message kept set
     status = case when coalesce(array_position(${LADDER}, gone.status), 0)
       > coalesce(array_position(${LADDER}, kept.status), 0) then gone.status else kept.status end,
     server_at = least(kept.server_at, gone.server_at), delivered_at = least(kept.delivered_at, gone.delivered_at),
     read_at = least(kept.read_at, gone.read_at), played_at = least(kept.played_at, gone.played_at),
     text = case when changed then gone.text else kept.text end,
     bytes = case when changed then gone.bytes else kept.bytes end,
     type = case when changed then gone.type else kept.type end,
     edited_at = greatest(kept.edited_at, gone.edited_at), revoked_at = least(kept.revoked_at, gone.revoked_at),
     reactions = nullif(coalesce(gone.reactions, '{}') || coalesce(kept.reactions, '{}'), '{}'),
     votes = nullif(coalesce(gone.votes, '{}') || coalesce(kept.votes, '{}'), '{}')
   from (${TWICE}) twice join message gone on gone.seq = twice.gone
     join message other on other.seq = twice.kept cross join lateral (
       select other.revoked_at is null and (gone.revoked_at is not null
         or gone.edited_at > coalesce(other.edited_at, '-infinity')) as changed) c
   where kept.seq = twice.kept`,
  `delete from message gone using (${TWICE}) twice where gone.seq = twice.gone`,
  `update message set chat = $3 where client_id = $1 and chat = $2`,
  // Indexes message_by_participant, message_receipt_by_participant, message_reactors, message_voters.
  `update message set participant = $3 where client_id = $1 and participant = $2`,
  `with moved as (
     delete from message_receipt r using message m
     where r.participant = $2 and m.seq = r.message_seq and m.client_id = $1 returning r.*
   )
   insert into message_receipt as known (message_seq, participant, delivered_at, read_at, played_at)
   select message_seq, $3, delivered_at, read_at, played_at from moved order by message_seq
   on conflict (message_seq, participant) do update set
     delivered_at = least(known.delivered_at, excluded.delivered_at),
     read_at = least(known.read_at, excluded.read_at), played_at = least(known.played_at, excluded.played_at)`,
  `update message set reactions = jsonb_build_object($3::text, reactions -> $2::text) || (reactions - $2::text)
   where client_id = $1 and reactions ? $2::text`,
  `update message set votes = jsonb_build_object($3::text, votes -> $2::text) || (votes - $2::text)
   where client_id = $1 and votes ? $2::text`,
  `insert into chat_timer as kept (client_id, chat, expiration_sec, at_sec)
   select client_id, $3, expiration_sec, at_sec from chat_timer where client_id = $1 and chat = $2
   on conflict (client_id, chat) do update set expiration_sec = excluded.expiration_sec, at_sec = excluded.at_sec
   where excluded.at_sec > kept.at_sec`,
  `delete from chat_timer where client_id = $1 and chat = $2`,
  // The network keeps them of one chat under one address, so of the other one only that it was cleared or deleted counts. A row
  // that is there only because somebody asked for that says nothing of the rest.
  `insert into chat_mark as kept (client_id, chat, is_archived, is_pinned, muted_until_ms, is_unread, cleared_ms, deleted_ms, asked_ms,
     asked_by)
   select client_id, $3, is_archived, is_pinned, muted_until_ms, is_unread, cleared_ms, deleted_ms, asked_ms, asked_by
   from chat_mark where client_id = $1 and chat = $2
   on conflict (client_id, chat) do update set
     (is_archived, is_pinned, muted_until_ms, is_unread) = (
       select case when bare then excluded.is_archived else kept.is_archived end,
         case when bare then excluded.is_pinned else kept.is_pinned end,
         case when bare then excluded.muted_until_ms else kept.muted_until_ms end,
         case when bare then excluded.is_unread else kept.is_unread end
       from (select kept.asked_ms is not null and kept.cleared_ms is null and kept.deleted_ms is null and kept.muted_until_ms is null
         and not (kept.is_archived or kept.is_pinned or kept.is_unread) as bare) k),
     cleared_ms = greatest(kept.cleared_ms, excluded.cleared_ms), deleted_ms = greatest(kept.deleted_ms, excluded.deleted_ms),
     asked_ms = greatest(kept.asked_ms, excluded.asked_ms),
     asked_by = case when excluded.asked_ms > coalesce(kept.asked_ms, 0) then excluded.asked_by else kept.asked_by end`,
  `delete from chat_mark where client_id = $1 and chat = $2`,
  `insert into message_star (client_id, chat, message_id, from_me)
   select client_id, $3, message_id, from_me from message_star where client_id = $1 and chat = $2 on conflict do nothing`,
  `delete from message_star where client_id = $1 and chat = $2`,
  `insert into whatsapp_labelled (client_id, label_id, chat, message_id)
   select client_id, label_id, $3, message_id from whatsapp_labelled where client_id = $1 and chat = $2 on conflict do nothing`,
  `delete from whatsapp_labelled where client_id = $1 and chat = $2`,
  // It has the labels of both: of two that are linked it gets what only one of the contacts had.
  `delete from label_change where client_id = $1 and chat = $2`,
  `insert into label_change as known (client_id, whatsapp_id, chat, is_on, to_phone)
   select k.client_id, k.whatsapp_id, $3, true, d.here from label_link k cross join lateral (
     select exists (select from conversation_label c where c.client_id = $1 and c.chat = $3 and c.label_id = k.label_id) as here,
       exists (select from whatsapp_labelled w where w.client_id = $1 and w.chat = $3 and w.label_id = k.whatsapp_id
         and w.message_id = '') as there) d
   where k.client_id = $1 and d.here <> d.there and $2::text <> $3
   on conflict (client_id, chat, whatsapp_id) do update set is_on = true, seq = default, next_at = now()
     where known.to_phone and not known.is_on and excluded.to_phone`,
  `insert into presence_subscription as kept (client_id, jid, until)
   select client_id, $3, until from presence_subscription where client_id = $1 and jid = $2
   on conflict (client_id, jid) do update set until = greatest(kept.until, excluded.until)`,
  `delete from presence_subscription where client_id = $1 and jid = $2`,
  // The file of a picture goes with the row that named it.
  `insert into picture (client_id, jid, state, picture_id, file_id, link, asked_at, due_at)
   select client_id, $3, state, picture_id, file_id, link, asked_at, due_at from picture where client_id = $1 and jid = $2
   on conflict (client_id, jid) do nothing`,
  `with gone as (delete from picture where client_id = $1 and jid = $2 returning file_id)
   update media m set expires_at = now() from gone where m.id = gone.file_id
     and not exists (select from picture p where p.client_id = $1 and p.jid = $3 and p.file_id = m.id)`,
  `delete from history_request where client_id = $1 and chat = $2`,
  `insert into muted_statuses (client_id, person)
   select client_id, $3 from muted_statuses where client_id = $1 and person = $2 on conflict do nothing`,
  `delete from muted_statuses where client_id = $1 and person = $2`,
  `insert into status_reply (client_id, status_id, chat, message_id)
   select client_id, status_id, $3, message_id from status_reply where client_id = $1 and chat = $2 on conflict do nothing`,
  `delete from status_reply where client_id = $1 and chat = $2`,
  `delete from contact where client_id = $1 and id = $2`,
]

/** A statement takes exactly the values it names. */
const MERGE = STEPS.map((text, i) => ({
  stated: statement<object>(`contact_merge_${i}`, text),
  takes: text.includes('$3') ? 3 : 2,
}))

/**
 * Makes two stored contacts one: every row that names `from` names `to` afterwards. Rare, so plain and thorough
 * rather than fast. The caller writes the aliases of `to` afterwards. Also right when only `to` is stored and something
 * still names `from`.
 */
export async function mergeContacts(
  tx: Executor,
  clientId: string,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const { stated, takes } of MERGE) {
    await tx.query(stated, [clientId, from, to].slice(0, takes))
  }
}

/**
 * Jumps through message_page from one conversation to the next; the conversations come from contact_automation,
 * chat_mark and inbound_lane. Each address that is no contact, but another address of one, was written by somebody who had looked it up before its
 * contact became one with another.
 */
const READ_STRAYS = statement<{ from: string; to: string }>(
  'contact_strays',
  `with recursive chats (chat) as (
     (select m.chat from message m where m.client_id = $1 order by m.chat limit 1)
     union all
     select (select m.chat from message m where m.client_id = $1 and m.chat > chats.chat order by m.chat limit 1)
     from chats where chats.chat is not null
   ), named (jid) as (
     select chat from chats where chat is not null
     union select jid from contact_automation where client_id = $1
     union select chat from chat_mark where client_id = $1
     union select contact_jid from inbound_event where client_id = $1 and status in ('received', 'deferred')
   )
   select n.jid as "from", coalesce(l.id, p.id) as "to" from named n
   left join contact own on own.client_id = $1 and own.id = n.jid
   left join contact l on l.client_id = $1 and l.lid = n.jid
   left join contact p on p.client_id = $1 and p.phone = n.jid
   where own.id is null and coalesce(l.id, p.id) is not null`,
)

/** What still names a person by an address that another contact has taken over. */
export function readStrays(db: Executor, clientId: string): Promise<{ from: string; to: string }[]> {
  return db.query(READ_STRAYS, [clientId])
}
