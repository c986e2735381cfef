import { statement } from '../../db/statement.ts'
import { subjectOf } from '../contacts/index.ts'
import { MENTIONED_BY, waitsFor } from './store.ts'

/** Somebody gets no more than one e-mail in so many minutes; what comes meanwhile goes into the next. */
const APART_MIN = 10

/**
 * What waits for as long as a person chose, in conversations that they choose to be told of, becomes an e-mail to them: one for
 * all that is due, unless one is under way or was made just now. Each time of waiting is taken once, and so is each note that names
 * them and that they did not see for as long. Over `conversation_waiting` and `conversation_mention_unseen`, and only where somebody
 * asked for e-mails; several processes may do so at once.
 */
export const COLLECT_EMAILS = statement<never>(
  'notice_email_collect',
  `with due as (
     select c.user_id, s.client_id, s.chat, s.waiting_since
     from notification_choice c
     join workspace_member m on m.user_id = c.user_id and m.role in ('owner', 'admin', 'agent')
     join "user" u on u.id = c.user_id and not u.banned
     join client k on k.user_id = m.workspace_id and (m.client_ids is null or k.id = any(m.client_ids))
     join conversation s on s.client_id = k.id and s.state = 'waiting' and s.waiting_since >= c.email_since
       and s.waiting_since <= now() - c.email_after_min * interval '1 minute'
     where c.email_after_min is not null
       and case c.conversations when 'all' then true
         when 'mine' then ${waitsFor('c.user_id')} else false end
       and not exists (select from notice_email_item i where i.user_id = c.user_id and i.client_id = s.client_id
         and i.chat = s.chat and i.waiting_since = s.waiting_since)
   ), named as (
     select n.user_id, n.entry_id from notification_choice c
     join "user" u on u.id = c.user_id and not u.banned
     join conversation_mention n on n.user_id = c.user_id and n.seen_at is null and n.mailed_at is null
       and n.made_at >= c.email_since and n.made_at <= now() - c.email_after_min * interval '1 minute'
     join conversation_entry e on e.id = n.entry_id and e.actor <> 'user:' || n.user_id
     join client k on k.id = e.client_id
     join workspace_member m on m.workspace_id = k.user_id and m.user_id = n.user_id
       and (m.client_ids is null or k.id = any(m.client_ids))
     where c.email_after_min is not null and c.mentions
   ), people as (
     select gen_random_uuid() as id, d.user_id from (select user_id from due union select user_id from named) d
     where not exists (select from notice_email e where e.user_id = d.user_id
       and (e.state in ('due', 'handing') or e.created_at > now() - interval '${APART_MIN} minutes'))
   ), made as (
     insert into notice_email (id, user_id) select id, user_id from people on conflict do nothing returning id, user_id
   ), told as (
     update conversation_mention n set mailed_at = now(), email_id = made.id from named d join made on made.user_id = d.user_id
     where n.entry_id = d.entry_id and n.user_id = d.user_id and n.mailed_at is null
   )
   insert into notice_email_item as i (user_id, client_id, chat, waiting_since, email_id)
   select d.user_id, d.client_id, d.chat, d.waiting_since, made.id from due d join made on made.user_id = d.user_id
   on conflict (user_id, client_id, chat) do update set waiting_since = excluded.waiting_since, email_id = excluded.email_id
     where i.waiting_since <> excluded.waiting_since`,
)

/** A conversation of an e-mail that waits still. */
export interface EmailItem {
  clientId: string
  chat: string
  clientName: string | null
  waitingMin: number
  contactName: string | null
  text: string | null
}

/** A note of an e-mail that was not seen yet. */
export interface EmailMention {
  clientId: string
  chat: string
  clientName: string | null
  byName: string | null
  contactName: string | null
  text: string | null
}

export interface EmailRow {
  id: string
  attempts: number
  userId: string
  email: string
  language: string
  items: EmailItem[]
  mentions: EmailMention[]
}

/** How long a process has for one that it claimed; an attempt ends within it. */
const CLAIM_SEC = 120

/**
 * Over `notice_email_due`. What is no longer so is left out: a conversation that was answered, a note that was seen, what is not theirs
 * to see any more, and all of somebody who wants no e-mails now.
 */
export const CLAIM_EMAILS = statement<EmailRow>(
  'notice_email_claim',
  `with claimed as (
     update notice_email e set attempts = e.attempts + 1, due_at = now() + interval '${CLAIM_SEC} seconds'
     from (select id from notice_email where state = 'due' and due_at <= now() order by due_at limit $1
       for update skip locked) d where e.id = d.id returning e.id, e.attempts, e.user_id
   )
   select claimed.id, claimed.attempts, claimed.user_id as "userId", u.email, coalesce(c.language, 'en') as language, coalesce((
     select jsonb_agg(jsonb_build_object('clientId', s.client_id, 'chat', s.chat, 'clientName', k.name,
         'waitingMin', floor(extract(epoch from now() - s.waiting_since) / 60),
         'contactName', case when c.contents then coalesce(t.name, t.notify, '@' || t.username, '+' || split_part(t.phone, '@', 1), ${subjectOf('i.client_id', 'i.chat')}) end,
         'text', case when c.contents then (select left(q.text, 200) from message q where q.client_id = s.client_id
           and q.chat = s.chat and not q.from_me order by q.at_sec desc, q.seq desc limit 1) end)
       order by s.waiting_since)
     from notice_email_item i
     join conversation s on s.client_id = i.client_id and s.chat = i.chat and s.state = 'waiting'
       and s.waiting_since = i.waiting_since
     join client k on k.id = i.client_id
     join workspace_member m on m.workspace_id = k.user_id and m.user_id = claimed.user_id
       and m.role in ('owner', 'admin', 'agent') and (m.client_ids is null or k.id = any(m.client_ids))
     left join contact t on t.client_id = i.client_id and t.id = i.chat
     where i.email_id = claimed.id and c.email_after_min is not null and not u.banned), '[]') as items, coalesce((
     select jsonb_agg(jsonb_build_object('clientId', k.id, 'chat', n.chat, 'clientName', k.name, 'byName', n.by_name,
         'contactName', case when c.contents then coalesce(t.name, t.notify, '@' || t.username, '+' || split_part(t.phone, '@', 1), ${subjectOf('k.id', 'n.chat')}) end,
         'text', case when c.contents then left(n.text, 200) end) order by n.made_at)
     from (
       select x.made_at, e.client_id, e.chat, e.text, ${MENTIONED_BY} as by_name
       from conversation_mention x join conversation_entry e on e.id = x.entry_id
       where x.email_id = claimed.id and x.seen_at is null) n
     join client k on k.id = n.client_id
     join workspace_member m on m.workspace_id = k.user_id and m.user_id = claimed.user_id
       and (m.client_ids is null or k.id = any(m.client_ids))
     left join contact t on t.client_id = k.id and t.id = n.chat
     where c.email_after_min is not null and c.mentions and not u.banned), '[]') as mentions
   from claimed join "user" u on u.id = claimed.user_id left join notification_choice c on c.user_id = claimed.user_id`,
)

/** Written down before a server gets it: whoever finds it so later knows that it may have been taken. */
export const BEGIN_HANDING = statement<{ id: string }>(
  'notice_email_begin',
  `update notice_email set state = 'handing' where id = $1 and attempts = $2 and state = 'due' returning id`,
)

/** How an e-mail ended; `unknown`: it may have been sent, and is not sent again. */
export type EmailEnd = 'sent' | 'unknown' | 'refused' | 'given_up' | 'needless'

export const END_EMAIL = statement<never>(
  'notice_email_end',
  `update notice_email set state = $3 where id = $1 and attempts = $2 and state in ('due', 'handing')`,
)

/** $3 milliseconds from now. */
export const POSTPONE_EMAIL = statement<never>(
  'notice_email_postpone',
  `update notice_email set state = 'due', due_at = now() + $3::float8 * interval '1 millisecond'
   where id = $1 and attempts = $2 and state in ('due', 'handing')`,
)

/** What a process was handing over when it died. Over `notice_email_due`. */
export const SETTLE_EMAILS = statement<{ id: string }>(
  'notice_email_settle',
  `update notice_email set state = 'unknown' where state = 'handing' and due_at < now() returning id`,
)

/** E-mails are known for a day, and what they told of for as long as it waits. */
export const SWEEP_EMAILS = statement<never>(
  'notice_email_sweep',
  `with gone as (
     delete from notice_email where state not in ('due', 'handing') and created_at < now() - interval '1 day'
   )
   delete from notice_email_item i where not exists (select from conversation s where s.client_id = i.client_id
     and s.chat = i.chat and s.state = 'waiting' and s.waiting_since = i.waiting_since)`,
)
