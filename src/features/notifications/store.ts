import type { NoticeChoice, NoticeKind } from '../../core/conversation/notices.ts'
import { NOTICE_TTL_SEC } from '../../core/conversation/notices.ts'
import { statement } from '../../db/statement.ts'
import { subjectOf } from '../contacts/index.ts'

export interface ChoiceRow {
  conversations: NoticeChoice
  contents: boolean
  emailAfterMin: number | null
  mentions: boolean
  devices: number
}

/** By the primary key, and the index `push_subscription_of_user`; who never chose has the defaults. */
export const READ_CHOICE = statement<ChoiceRow>(
  'notification_read_choice',
  `select coalesce(c.conversations, 'mine') as conversations, coalesce(c.contents, false) as contents, c.email_after_min as "emailAfterMin",
     coalesce(c.mentions, true) as mentions,
     (select count(*)::int from push_subscription s where s.user_id = $1) as devices
   from (values ($1)) as asked (id) left join notification_choice c on c.user_id = asked.id`,
)

/**
 * $4 whether $5 is given: after how many minutes an e-mail is sent, null for never; $6 the language of e-mails where that is given. What
 * began to wait before somebody asked for e-mails makes none. $7 whether of notes that name them, null where it stays.
 */
export const WRITE_CHOICE = statement<never>(
  'notification_write_choice',
  `insert into notification_choice as c (user_id, conversations, contents, email_after_min, email_since, language, mentions)
   values ($1, $2, $3, $5::int, case when $5::int is not null then now() end, $6, coalesce($7::boolean, true))
   on conflict (user_id) do update set conversations = $2, contents = $3, updated_at = now(),
     email_after_min = case when $4::boolean then $5::int else c.email_after_min end,
     email_since = case when not $4::boolean then c.email_since
       when $5::int is not null then coalesce(c.email_since, now()) end,
     language = coalesce($6, c.language), mentions = coalesce($7::boolean, c.mentions)`,
)

/** The newest of a person's devices, over the index `push_subscription_of_user`; those above the limit go. */
export const MAX_DEVICES = 20

/** $1 id, $2 person, $3 session, $4 endpoint, $5 p256dh, $6 auth, $7 language. A device belongs to who used it last. */
export const WRITE_SUBSCRIPTION = statement<never>(
  'push_write_subscription',
  `with gone as (
     delete from push_subscription where id in (
       select id from push_subscription where user_id = $2 and endpoint <> $4 order by created_at desc offset ${MAX_DEVICES - 1})
   )
   insert into push_subscription (id, user_id, session_id, endpoint, p256dh, auth, language) values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (endpoint) do update set user_id = $2, session_id = $3, p256dh = $5, auth = $6, language = $7`,
)

export const DELETE_SUBSCRIPTION = statement<never>(
  'push_delete_subscription',
  'delete from push_subscription where user_id = $1 and endpoint = $2',
)

/** One that its push service no longer knows; a device that subscribed anew meanwhile has other keys. */
export const FORGET_SUBSCRIPTION = statement<never>(
  'push_forget_subscription',
  'delete from push_subscription where id = $1 and p256dh = $2',
)

/**
 * Whoever may answer in the conversation, by the client's workspace: the row of members says so each time. Who is named in a
 * note has to see it only. `row` is what is told.
 */
const MAY_BE_TOLD = (row: string): string => `
  join client k on k.id = ${row}.client_id
  join workspace_member m on m.workspace_id = k.user_id
    and (m.role in ('owner', 'admin', 'agent') or ${row}.kind = 'mention')
    and (m.client_ids is null or k.id = any(m.client_ids))
  join "user" u on u.id = m.user_id and not u.banned`

export interface WaitingRow {
  clientId: string
  chat: string
  isOwn: boolean
  waitingSince: Date
  version: string
  clientName: string | null
  contactName: string | null
  text: string | null
}

/** Of each number; who has more than so many waiting has other cares. */
const WAITING_LOOKED_AT = 200
const MOST_WAITING = 50
/** What was being written while somebody looked carries an older time. */
const OVERLAP_SEC = 10

/** Conversation `s` waits for this member: it is theirs, or nobody's and of no department but one of theirs. By the primary key. */
export const waitsFor = (userId: string): string => `(s.assigned_to = ${userId} or s.assigned_to is null
  and (s.department_id is null or exists (
    select from department_member e where e.department_id = s.department_id and e.user_id = ${userId})))`

/** $1 the workspace, $2 the person, $3 since when. Over `conversation_waiting`. */
export const LIST_WAITING = statement<WaitingRow>(
  'notification_list_waiting',
  `select k.id as "clientId", s.chat, coalesce(s.assigned_to = $2, false) as "isOwn", s.waiting_since as "waitingSince",
     s.last_seq::text as version, k.name as "clientName",
     case when c.contents then coalesce(t.name, t.notify, '@' || t.username, '+' || split_part(t.phone, '@', 1), ${subjectOf('k.id', 's.chat')}) end as "contactName",
     case when c.contents then (select left(q.text, 200) from message q where q.client_id = k.id and q.chat = s.chat
       and not q.from_me order by q.at_sec desc, q.seq desc limit 1) end as text
   from workspace_member m
   join client k on k.user_id = m.workspace_id and (m.client_ids is null or k.id = any(m.client_ids))
   left join notification_choice c on c.user_id = m.user_id
   cross join lateral (
     select w.* from conversation w where w.client_id = k.id and w.state = 'waiting'
     order by w.last_seq desc limit ${WAITING_LOOKED_AT}) s
   left join contact t on t.client_id = k.id and t.id = s.chat
   where m.workspace_id = $1 and m.user_id = $2 and m.role in ('owner', 'admin', 'agent')
     and s.updated_at > $3::timestamptz - interval '${OVERLAP_SEC} seconds'
     and case coalesce(c.conversations, 'mine') when 'all' then true
       when 'mine' then ${waitsFor('$2')} else false end
   order by s.updated_at desc limit ${MOST_WAITING}`,
)

export interface MentionRow {
  clientId: string
  chat: string
  noteId: string
  at: Date
  clientName: string | null
  byName: string | null
  contactName: string | null
  text: string | null
}

/** Who wrote the note `e`, where a person did. By the primary key. */
export const MENTIONED_BY = `(select u.name from "user" u where e.actor like 'user:%' and u.id = substr(e.actor, 6))`

/** Notes that name the person and that they did not see, over `conversation_mention_unseen`; as LIST_WAITING otherwise. */
export const LIST_MENTIONS = statement<MentionRow>(
  'notification_list_mentions',
  `select k.id as "clientId", e.chat, e.id as "noteId", n.made_at as at, k.name as "clientName", ${MENTIONED_BY} as "byName",
     case when c.contents then coalesce(t.name, t.notify, '@' || t.username, '+' || split_part(t.phone, '@', 1), ${subjectOf('k.id', 'e.chat')}) end as "contactName",
     case when c.contents then left(e.text, 200) end as text
   from conversation_mention n
   join conversation_entry e on e.id = n.entry_id and e.actor <> 'user:' || $2
   join client k on k.id = e.client_id and k.user_id = $1
   join workspace_member m on m.workspace_id = $1 and m.user_id = $2 and (m.client_ids is null or k.id = any(m.client_ids))
   left join notification_choice c on c.user_id = $2
   left join contact t on t.client_id = k.id and t.id = e.chat
   where n.user_id = $2 and n.seen_at is null and coalesce(c.mentions, true)
     and n.made_at > $3::timestamptz - interval '${OVERLAP_SEC} seconds'
   order by n.made_at desc limit ${MOST_WAITING}`,
)

export const READ_NOW = statement<{ now: Date }>('notification_read_now', 'select now() as now')

/** What waits is nobody's, or was given to somebody since; that of a department waits for its members. By the primary keys. */
const IS_FOR_MEMBER = `not exists (select from conversation s
  where s.client_id = n.client_id and s.chat = n.chat and ${waitsFor('m.user_id')} is not true)`

const NOTICES_AT_ONCE = 200

/**
 * Notices become deliveries to the devices of those who are to be told, and go. Several processes do so at once; what one of
 * them holds the others pass over.
 */
export const SPREAD_NOTICES = statement<{ seq: number }>(
  'push_spread_notices',
  `with taken as (
     delete from notice where seq in (
       select seq from notice order by seq limit ${NOTICES_AT_ONCE} for update skip locked) returning *
   ), told as (
     select distinct on (s.id, n.client_id, n.chat) s.id, n.client_id, n.chat, n.kind, n.seq
     from taken n ${MAY_BE_TOLD('n')}
     join push_subscription s on s.user_id = m.user_id
     left join notification_choice c on c.user_id = m.user_id
     where case when n.told_to is not null then n.told_to = m.user_id and coalesce(c.mentions, true)
       else case coalesce(c.conversations, 'mine')
       when 'all' then n.kind = 'waiting' or n.assigned_to = m.user_id
       when 'mine' then n.assigned_to = m.user_id or n.kind = 'waiting' and n.assigned_to is null and ${IS_FOR_MEMBER}
       else false end end
     order by s.id, n.client_id, n.chat, n.seq desc
   ), written as (
     insert into push_delivery as d (subscription_id, client_id, chat, kind, version)
     select id, client_id, chat, kind, seq from told order by id, client_id, chat
     on conflict (subscription_id, client_id, chat) do update set kind = excluded.kind, version = excluded.version,
       attempts = 0, due_at = now(), created_at = now()
   )
   select seq from taken`,
)

export interface DeliveryRow {
  subscriptionId: string
  clientId: string
  chat: string
  kind: NoticeKind
  version: string
  attempts: number
  endpoint: string
  p256dh: string
  auth: string
  language: string
  userId: string
  /** Of the number; null where it has none. */
  clientName: string | null
  /** Of the contact and their newest message; null unless the person wants contents. */
  contactName: string | null
  text: string | null
}

/** How long a process has for what it claimed; another takes it up afterwards. */
const CLAIM_SEC = 60

/** Over `push_delivery_due`. What nobody may see any more, or is too old to matter, is not answered and goes with the next sweep. */
export const CLAIM_DELIVERIES = statement<DeliveryRow>(
  'push_claim_deliveries',
  `with claimed as (
     update push_delivery d set attempts = d.attempts + 1, due_at = now() + interval '${CLAIM_SEC} seconds'
     from (select subscription_id, client_id, chat from push_delivery where due_at <= now()
       order by due_at limit $1 for update skip locked) due
     where d.subscription_id = due.subscription_id and d.client_id = due.client_id and d.chat = due.chat returning d.*
   )
   select d.subscription_id as "subscriptionId", d.client_id as "clientId", d.chat, d.kind, d.version::text as version, d.attempts,
     s.endpoint, s.p256dh, s.auth, s.language, s.user_id as "userId", k.name as "clientName",
     case when c.contents then coalesce(t.name, t.notify, '@' || t.username, '+' || split_part(t.phone, '@', 1), ${subjectOf('d.client_id', 'd.chat')}) end as "contactName",
     case when c.contents then (select left(q.text, 200) from message q where q.client_id = d.client_id and q.chat = d.chat
       and not q.from_me order by q.at_sec desc, q.seq desc limit 1) end as text
   from claimed d join push_subscription s on s.id = d.subscription_id ${MAY_BE_TOLD('d')} and u.id = s.user_id
   left join notification_choice c on c.user_id = s.user_id
   left join contact t on t.client_id = d.client_id and t.id = d.chat
   where d.created_at > now() - interval '${NOTICE_TTL_SEC} seconds' 
     and case when d.kind = 'mention' then coalesce(c.mentions, true) else coalesce(c.conversations, 'mine') <> 'none' end`,
)

export const END_DELIVERY = statement<never>(
  'push_end_delivery',
  'delete from push_delivery where subscription_id = $1 and client_id = $2 and chat = $3 and version = $4::bigint',
)

/** $5 milliseconds from now, unless something newer is due already. */
export const POSTPONE_DELIVERY = statement<never>(
  'push_postpone_delivery',
  `update push_delivery set due_at = now() + $5::float8 * interval '1 millisecond'
   where subscription_id = $1 and client_id = $2 and chat = $3 and version = $4::bigint`,
)

export const SWEEP_DELIVERIES = statement<never>(
  'push_sweep_deliveries',
  `delete from push_delivery where created_at < now() - interval '${NOTICE_TTL_SEC} seconds'`,
)
