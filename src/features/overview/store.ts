import { STATUS_ADDRESS } from '../../core/addresses.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import { subjectOf } from '../contacts/index.ts'
import { HIDDEN_TYPES } from '../conversations/index.ts'

/** From a second to another, which is not in it. */
export interface DayBounds {
  fromSec: number
  toSec: number
}

/** Counting ends here: more is told as so many. */
const COUNTED = 1_000
/** Of so many conversations of a number, those that wait longest and those that were written in last, it is looked how they are. */
const LOOKED_AT = 1_000
/** Somebody whose address book was read has known so many people since then. */
const MOST_NEW_CONTACTS = 20_000
const MOST_FAILED = 100

/** Over the index `client_by_user`. */
const NUMBERS = statement<{ id: string; connected: boolean }>(
  'overview_numbers',
  `select id, live_status = 'connected' as connected from client
   where user_id = $1 and ($2::uuid[] is null or id = any($2)) and ($3::uuid is null or id = $3) order by id`,
)

/** Each day $2 to $3 as row `d`, and each number $1 as row `mine`. */
const DAYS_OF_NUMBERS = `unnest($2::bigint[], $3::bigint[]) with ordinality as d (from_sec, to_sec, n)
   cross join unnest($1::uuid[]) as mine (id)`

const IN_DAY = 'm.client_id = mine.id and m.at_sec >= d.from_sec and m.at_sec < d.to_sec'

const byOrigin = ['contact', 'flow', 'phone', 'api']
  .map((origin) => `count(*) filter (where m.origin = '${origin}') as ${origin}`)
  .join(', ')

export interface Written {
  received: number
  byFlows: number
  byPeople: number
  byKeys: number
}

interface WrittenRow extends Written {
  clientId: string
  /** Which of the days, from 1. */
  n: number
}

/**
 * Day by day and number by number over `message_recent`, which holds all that is looked at. Of status posts, which it does not
 * know, only those are read. Who of the callers was a person, also one behind a key, is in `message_by_person`.
 */
export const WRITTEN = statement<WrittenRow>(
  'overview_written',
  `select mine.id as "clientId", d.n::int as n, (t.contact - p.contact)::int as received, (t.flow - p.flow)::int as "byFlows",
     (t.phone - p.phone + u.people)::int as "byPeople", greatest(t.api - p.api - u.people, 0)::int as "byKeys"
   from ${DAYS_OF_NUMBERS}
   cross join lateral (select ${byOrigin} from message m where ${IN_DAY} and m.type not in ${HIDDEN_TYPES}) t
   cross join lateral (select ${byOrigin} from message m
     where ${IN_DAY} and m.chat = '${STATUS_ADDRESS}' and m.type not in ${HIDDEN_TYPES}) p
   cross join lateral (select count(*) as people from message m
     where ${IN_DAY} and (m.sent_by like 'user:%' or m.sent_by like 'human:%') and m.chat <> '${STATUS_ADDRESS}' and m.type not in ${HIDDEN_TYPES}) u`,
)

/** Contacts of a number over the primary key, and the first message of those that came since $4 over `message_page`. */
const NEW_CONTACTS = statement<{ atSec: number }>(
  'overview_new_contacts',
  `with came as (
     select c.client_id, c.id from contact c where c.client_id = any($1::uuid[]) and c.created_at >= $2
     limit ${MOST_NEW_CONTACTS}
   )
   select f.at_sec as "atSec" from came cross join lateral (
     select m.at_sec, m.origin from message m where m.client_id = came.client_id and m.chat = came.id
     order by m.at_sec, m.seq limit 1
   ) f where f.origin <> 'history'`,
)

interface WaitingRow {
  count: number
  clientId: string
  jid: string
  contactName: string | null
  since: Date
}

/** Over the index `conversation_waiting`. No row when nothing waits. */
const WAITING = statement<WaitingRow>(
  'overview_waiting',
  `with waiting as materialized (
     select w.* from unnest($1::uuid[]) as mine (id) cross join lateral (
       select s.client_id, s.chat, s.waiting_since, s.updated_at from conversation s
       where s.client_id = mine.id and s.state = 'waiting' order by s.last_seq limit ${LOOKED_AT}
     ) w
   )
   select (select least(count(*), ${COUNTED})::int from waiting) as count, w.client_id as "clientId", w.chat as jid,
     coalesce(c.name, c.notify, '@' || c.username, '+' || split_part(c.phone, '@', 1), ${subjectOf('w.client_id', 'w.chat')}) as "contactName", coalesce(w.waiting_since, w.updated_at) as since
   from waiting w left join contact c on c.client_id = w.client_id and c.id = w.chat
   order by coalesce(w.waiting_since, w.updated_at), w.chat limit 1`,
)

/** Over the index `conversation_open`, and each newest message by its key. */
const UNREAD = statement<{ count: number }>(
  'overview_unread',
  `select count(*)::int as count from (
     select from unnest($1::uuid[]) as mine (id) cross join lateral (
       select s.last_seq from conversation s where s.client_id = mine.id and s.state in ('open', 'waiting')
       order by s.last_seq desc limit ${LOOKED_AT}
     ) s join message m on m.seq = s.last_seq
     where not m.from_me and m.status not in ('READ', 'PLAYED') limit ${COUNTED}
   ) unread`,
)

export interface FailedRow {
  flowStateId: string
  flowId: string
  flowName: string
  clientId: string
  contactJid: string
  contactName: string | null
  failedAt: Date
}

/** Newest first, number by number over the index `flow_state_failed`. */
const FAILED = statement<FailedRow>(
  'overview_failed',
  `select s.id as "flowStateId", s.flow_id as "flowId", f.name as "flowName", s.client_id as "clientId",
     s.contact_jid as "contactJid", coalesce(c.name, c.notify, '@' || c.username, '+' || split_part(c.phone, '@', 1), ${subjectOf('s.client_id', 's.contact_jid')}) as "contactName", s.updated_at as "failedAt"
   from unnest($1::uuid[]) as mine (id) cross join lateral (
     select r.id, r.flow_id, r.client_id, r.contact_jid, r.updated_at from flow_state r
     where r.client_id = mine.id and r.state = 'failed' and not r.is_test and r.updated_at >= $2
     order by r.updated_at desc limit ${MOST_FAILED}
   ) s join flow f on f.id = s.flow_id left join contact c on c.client_id = s.client_id and c.id = s.contact_jid
   order by s.updated_at desc, s.id limit ${MOST_FAILED}`,
)

interface SetupRow {
  hasFlow: boolean
  isAnswering: boolean
  hasConversation: boolean
  members: number
}

/** Over `flow_by_user`, `flow_active_by_client`, the primary key of `conversation` and that of members. */
const SETUP = statement<SetupRow>(
  'overview_setup',
  `select exists (select from flow f where f.user_id = $2 and ($3::uuid[] is null or f.client_id = any($3))) as "hasFlow",
     exists (select from flow f where f.client_id = any($1::uuid[]) and f.is_active) as "isAnswering",
     exists (select from conversation s where s.client_id = any($1)) as "hasConversation",
     (select count(*)::int from workspace_member where workspace_id = $2) as members`,
)

/** What an overview is made of; each is about these numbers alone. */
export const overviewStore = {
  listNumbers: (
    db: Executor,
    owner: string,
    seen: readonly string[] | null | undefined,
    clientId: string | undefined,
  ) => db.query(NUMBERS, [owner, seen ?? null, clientId ?? null]),
  /** A row for each day of each number. */
  countWritten: (db: Executor, clientIds: readonly string[], days: readonly DayBounds[]) =>
    db.query(WRITTEN, [clientIds, days.map(({ fromSec }) => fromSec), days.map(({ toSec }) => toSec)]),
  /** When the first message was exchanged with each person who came since then. */
  listNewContacts: (db: Executor, clientIds: readonly string[], since: Date) =>
    db.query(NEW_CONTACTS, [clientIds, since]),
  readWaiting: (db: Executor, clientIds: readonly string[]) => db.queryOne(WAITING, [clientIds]),
  countUnread: async (db: Executor, clientIds: readonly string[]): Promise<number> =>
    (await db.queryOne(UNREAD, [clientIds]))?.count ?? 0,
  listFailed: (db: Executor, clientIds: readonly string[], since: Date) =>
    db.query(FAILED, [clientIds, since]),
  readSetup: (
    db: Executor,
    clientIds: readonly string[],
    owner: string,
    seen: readonly string[] | null | undefined,
  ) => db.queryOne(SETUP, [clientIds, owner, seen ?? null]),
}
