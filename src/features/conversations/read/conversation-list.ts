import { isPhoneAddress, STATUS_ADDRESS, toPhoneNumber } from '../../../core/addresses.ts'
import { toSearchPattern } from '../../../core/search-pattern.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { type ShownPicture, toShownPicture } from '../../pictures/index.ts'
import { toMarkNames } from '../records/network/chat-marks.ts'
import { HIDDEN_TYPES } from '../records/stored-message.ts'
import { type Position, toCursor } from './cursor.ts'
import { type LabelledShown, labelledPlaces } from './labelled.ts'
import { MARKED, markedPlaces } from './marked.ts'
import { departmentPlaces } from './of-department.ts'
import { type ConversationMessage, IS_STARRED, type PageRow, toConversationMessage } from './pages.ts'
import {
  type ConversationState,
  type MarkedShown,
  type Shown,
  type StandingRow,
  type StandingShown,
  selectStanding,
  whichShown,
} from './standing.ts'

interface Conversation {
  clientId: string
  jid: string
  displayName: string | null
  picture: ShownPicture | null
  unreadCount: number
  lastMessage: ConversationMessage
  state: ConversationState
  /** The name of who looks after it. */
  assignee: string | null
  department: string | null
  waitingSince: string | null
  /** Their names. */
  labels: string[]
  marks: MarkedShown[]
}

interface ConversationRow extends PageRow, StandingRow {
  clientId: string
  unread: number
  /** Where a list that shows only some is in order by it. */
  place?: number
  chatName: string | null
  chatPhone: string | null
}

/** Unread messages are counted among this many of the newest of a conversation. */
const UNREAD_AMONG = 200
/**
 * A text is searched among this many of the newest messages of the client. `chat.searchMessages` goes further back.
 */
const SEARCHED_AMONG = 10_000

/** The messages of a conversation, newest first, over message_page. */
const newestOf = (client: string, chat: string, columns: string, limit: number): string =>
  `select ${columns} from message q where q.client_id = ${client} and q.chat = ${chat} and q.type not in ${HIDDEN_TYPES}
   order by q.at_sec desc, q.seq desc limit ${limit}`

/** The columns of the newest message of each conversation, `latest`, in this order. */
const show = (order: string, more = ''): string => `
  select ${more} p.client_id as "clientId", ${selectStanding('p')}, p.seq, p.id, p.chat, p.participant, p.from_me as "fromMe", p.at_sec as "atSec", p.type, p.text, p.status,
    p.server_at as "serverAt", p.delivered_at as "deliveredAt", p.read_at as "readAt", p.played_at as "playedAt",
    p.push_name as "pushName", c.name as "contactName", c.notify as "contactNotify",
    c.username as "contactUsername", c.phone as "contactPhone",
    coalesce(own.push_name, own.phone_number) as "ownName", ${IS_STARRED},
    coalesce(t.name, t.notify, '@' || t.username) as "chatName", t.phone as "chatPhone",
    (select count(*)::int from (${newestOf('p.client_id', 'p.chat', 'q.from_me, q.status', UNREAD_AMONG)}) newest
     where not newest.from_me and newest.status not in ('READ', 'PLAYED')) as unread
  from latest p
  join client own on own.id = p.client_id
  left join contact c on c.client_id = p.client_id and c.id = coalesce(p.participant, p.chat)
  left join contact t on t.client_id = p.client_id and t.id = p.chat
  left join conversation d on d.client_id = p.client_id and d.chat = p.chat
  left join "user" a on a.id = d.assigned_to
  order by ${order}`

const SHOW = show('p.at_sec desc, p.seq desc')

/**
 * Walks message_recent backwards from the cursor and passes over conversations met before. So a page costs as much as
 * the messages since its oldest conversation was last written in, and not as all. The first message met of a
 * conversation is its newest, unless a newer one stands above the cursor: then the conversation was on an earlier
 * page.
 */
const LIST = statement<ConversationRow>(
  'chat_list_conversations',
  `with latest as (select m.* from unnest($1::uuid[]) as mine (id) cross join lateral (with recursive walk as (
    select null::bigint as seq, $2::bigint as at_sec, $3::bigint as place, '{}'::text[] as met, false as is_newest,
      0 as found
    union all
    select n.seq, n.at_sec, n.seq, w.met || n.chat, n.is_newest, w.found + n.is_newest::int
    from walk w cross join lateral (
      select m.seq, m.chat, m.at_sec, $5 or m.seq = (${newestOf('mine.id', 'm.chat', 'q.seq', 1)}) as is_newest
      from message m
      where m.client_id = mine.id and m.type not in ${HIDDEN_TYPES} and m.chat <> '${STATUS_ADDRESS}'
        and (m.at_sec, m.seq) < (w.at_sec, w.place) and m.chat <> all(w.met)
      order by m.at_sec desc, m.seq desc limit 1
    ) n
    where w.found < $4
  ) select walk.seq from walk where walk.is_newest) found join message m on m.seq = found.seq
    order by m.at_sec desc, m.seq desc limit $4
  ) ${SHOW}`,
)

/**
 * Only conversations of some standing, that in which the contact wrote last first: one index of `conversation` for each number,
 * read backwards, and the newest message of those that are shown.
 */
const CONDITIONS = whichShown('$4')

const listPlaces = (name: string, places: string) =>
  statement<ConversationRow>(
    `chat_list_${name}`,
    `with shown as (
    ${places}
  ), latest as (
    select l.*, shown.last_seq as place from shown cross join lateral (${newestOf('shown.client_id', 'shown.chat', 'q.*', 1)}) l
  ) ${show('p.place desc', 'p.place,')}`,
  )

const listShown = (name: Exclude<StandingShown, 'mentions'>) =>
  listPlaces(
    name,
    `select k.client_id, k.chat, k.last_seq from unnest($1::uuid[]) as mine (id) cross join lateral (
      select s.client_id, s.chat, s.last_seq from conversation s
      where s.client_id = mine.id and s.last_seq < $2 and ${CONDITIONS[name]}
      order by s.last_seq desc limit $3
    ) k where $4::text is not null order by k.last_seq desc limit $3`,
  )

/** Larger than any moment in microseconds, so that what was not seen comes first; the sum is still exact in a double. */
const UNSEEN_FIRST = 4_000_000_000_000_000

/**
 * Conversations with notes that name somebody, what they did not see first, then by the newest note: over
 * conversation_mention_of_user. A conversation may be one in which nobody wrote but the account.
 */
const LIST_MENTIONS = statement<ConversationRow>(
  'chat_list_mentions',
  `with shown as (
    select k.client_id, k.chat, k.place from (
      select e.client_id, e.chat, (max(extract(epoch from e.at)) * 1000000)::bigint
        + case when bool_or(n.seen_at is null) then ${UNSEEN_FIRST} else 0 end as place
      from conversation_mention n join conversation_entry e on e.id = n.entry_id
      where n.user_id = $4 and e.client_id = any($1::uuid[]) group by e.client_id, e.chat
    ) k where k.place < $2 order by k.place desc limit $3
  ), latest as (
    select l.*, shown.place from shown cross join lateral (${newestOf('shown.client_id', 'shown.chat', 'q.*', 1)}) l
  ) ${show('p.place desc', 'p.place,')}`,
)

const listMarked = (name: MarkedShown) =>
  listPlaces(
    name,
    markedPlaces(name, (client, chat) => newestOf(client, chat, 'q.seq', 1)),
  )

/** One for each choice of `show`. */
export const SHOWN: Readonly<Record<Shown, ReturnType<typeof listPlaces>>> = {
  open: listShown('open'),
  waiting: listShown('waiting'),
  unassigned: listShown('unassigned'),
  mine: listShown('mine'),
  mentions: LIST_MENTIONS,
  snoozed: listShown('snoozed'),
  resolved: listShown('resolved'),
  archived: listMarked('archived'),
  pinned: listMarked('pinned'),
  muted: listMarked('muted'),
  marked_unread: listMarked('marked_unread'),
}

const listLabelled = (name: LabelledShown) => listPlaces(`labelled_${name}`, labelledPlaces(name))

/** The same with a label. */
export const LABELLED: Readonly<Record<LabelledShown, ReturnType<typeof listLabelled>>> = {
  all: listLabelled('all'),
  open: listLabelled('open'),
  waiting: listLabelled('waiting'),
  unassigned: listLabelled('unassigned'),
  mine: listLabelled('mine'),
  mentions: listLabelled('mentions'),
  snoozed: listLabelled('snoozed'),
  resolved: listLabelled('resolved'),
  archived: listLabelled('archived'),
  pinned: listLabelled('pinned'),
  muted: listLabelled('muted'),
  marked_unread: listLabelled('marked_unread'),
}

const listOfDepartment = (name: LabelledShown) => listPlaces(`of_department_${name}`, departmentPlaces(name))

/** The same of a department, and with a label where one is given. */
export const OF_DEPARTMENT: Readonly<Record<LabelledShown, ReturnType<typeof listOfDepartment>>> = {
  all: listOfDepartment('all'),
  open: listOfDepartment('open'),
  waiting: listOfDepartment('waiting'),
  unassigned: listOfDepartment('unassigned'),
  mine: listOfDepartment('mine'),
  mentions: listOfDepartment('mentions'),
  snoozed: listOfDepartment('snoozed'),
  resolved: listOfDepartment('resolved'),
  archived: listOfDepartment('archived'),
  pinned: listOfDepartment('pinned'),
  muted: listOfDepartment('muted'),
  marked_unread: listOfDepartment('marked_unread'),
}

/**
 * Finds people by a part of their name, number or address, groups by their subject or address, and all
 * whose newest messages have the text; message_recent gives those.
 */
const searchAmong = (name: string, among: string) =>
  statement<ConversationRow>(
    name,
    `with mine as (select id from unnest($1::uuid[]) as u (id)), chats as (
    select mine.id as client, t.id as chat from mine join contact t on t.client_id = mine.id
    where concat_ws(' ', t.name, t.notify, '@' || t.username, t.phone, t.id) ~ $6
    union select mine.id, $5 from mine
    union select mine.id, g.jid from mine join group_subject g on g.client_id = mine.id where g.subject ~ $6
    union select mine.id, recent.chat from mine cross join lateral (
      select m.chat, m.text from message m
      where m.client_id = mine.id and m.type not in ${HIDDEN_TYPES} and m.chat <> '${STATUS_ADDRESS}'
      order by m.at_sec desc, m.seq desc limit ${SEARCHED_AMONG}
    ) recent where recent.text ~ $6
  ), latest as (
    select l.* from chats ${among} cross join lateral (${newestOf('chats.client', 'chats.chat', 'q.*', 1)}) l
    where (l.at_sec, l.seq) < ($2::bigint, $3::bigint)
    order by l.at_sec desc, l.seq desc limit $4
  ) ${SHOW}`,
  )

const SEARCH = searchAmong('chat_search_conversations', '')

const AMONG = { ...whichShown('$7'), all: 'true' }

/** Of what was found only conversations of some standing, with the label $8 and of the department $9 where given: each by its primary key. */
const searchShown = (name: Exclude<LabelledShown, MarkedShown>) =>
  searchAmong(
    `chat_search_${name}`,
    `join conversation s on s.client_id = chats.client and s.chat = chats.chat
      and ${AMONG[name]} and $7::text is not null
      and ($9::uuid is null or s.department_id = $9)
      and ($8::uuid is null or exists (select from conversation_label x
        where x.client_id = s.client_id and x.chat = s.chat and x.label_id = $8))`,
  )

/** The same of what WhatsApp keeps so, which may be a chat that nobody wrote in since it is known here. */
const searchMarked = (name: MarkedShown) =>
  searchAmong(
    `chat_search_${name}`,
    `join chat_mark k on k.client_id = chats.client and k.chat = chats.chat and ${MARKED[name]} and $7::text is not null
      and ($9::uuid is null or exists (select from conversation d
        where d.client_id = k.client_id and d.chat = k.chat and d.department_id = $9))
      and ($8::uuid is null or exists (select from conversation_label x
        where x.client_id = k.client_id and x.chat = k.chat and x.label_id = $8))`,
  )

const SEARCH_SHOWN: Readonly<Record<LabelledShown, ReturnType<typeof searchShown>>> = {
  all: searchShown('all'),
  open: searchShown('open'),
  waiting: searchShown('waiting'),
  unassigned: searchShown('unassigned'),
  mine: searchShown('mine'),
  mentions: searchShown('mentions'),
  snoozed: searchShown('snoozed'),
  resolved: searchShown('resolved'),
  archived: searchMarked('archived'),
  pinned: searchMarked('pinned'),
  muted: searchMarked('muted'),
  marked_unread: searchMarked('marked_unread'),
}

const NEWEST: Position = { atSec: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }

/** The address book's name or the one the person chose, or what the group is called, else the number. */
function toDisplayName({ chat, chatName, chatPhone, subject }: ConversationRow): string | null {
  const address = chatPhone ?? chat
  return chatName ?? subject ?? (isPhoneAddress(address) ? toPhoneNumber(address) : null)
}

export interface ConversationQuery {
  clientIds: readonly string[]
  from: Position | null
  limit: number
  search: string | null
  show: Shown | null
  labelId: string | null
  departmentId: string | null
  /** Whose `mine` is. */
  userId: string
}

function readRows(db: Executor, query: ConversationQuery): Promise<ConversationRow[]> {
  const { clientIds, limit, search, show: shown, labelId, departmentId, userId } = query
  const from = query.from ?? NEWEST
  const place = [clientIds, from.atSec, from.seq, limit + 1]
  if (search !== null) {
    const found = [...place, search, toSearchPattern(search)]
    if ((shown ?? labelId ?? departmentId) === null) return db.query(SEARCH, found)
    return db.query(SEARCH_SHOWN[shown ?? 'all'], [...found, userId, labelId, departmentId])
  }
  const standing = [clientIds, from.seq, limit + 1, userId]
  if (departmentId !== null)
    return db.query(OF_DEPARTMENT[shown ?? 'all'], [...standing, departmentId, labelId])
  if (labelId !== null) return db.query(LABELLED[shown ?? 'all'], [...standing, labelId])
  if (shown !== null) return db.query(SHOWN[shown], standing)
  return db.query(LIST, [...place, query.from === null])
}

/** One page of the conversations of some clients, most recent first. */
export async function readConversations(
  db: Executor,
  query: ConversationQuery,
): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
  const { limit } = query
  const rows = await readRows(db, query)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    conversations: page.map((row) => ({
      clientId: row.clientId,
      jid: row.chat,
      displayName: toDisplayName(row),
      picture: toShownPicture(row.picture),
      unreadCount: row.unread,
      lastMessage: toConversationMessage(row.clientId, row),
      state: row.state,
      assignee: row.assignedName,
      department: row.departmentName,
      waitingSince: row.waitingSince?.toISOString() ?? null,
      labels: (row.labels ?? []).map(({ name }) => name),
      marks: toMarkNames(row.marks),
    })),
    nextCursor:
      last && rows.length > limit ? toCursor({ atSec: last.atSec, seq: last.place ?? last.seq }) : null,
  }
}
