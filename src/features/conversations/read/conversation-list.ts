import { isPhoneAddress, STATUS_ADDRESS, toPhoneNumber } from '../../../core/addresses.ts'
import { toSearchPattern } from '../../../core/search-pattern.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { HIDDEN_TYPES } from '../records/stored-message.ts'
import { type Position, toCursor } from './cursor.ts'
import { type ConversationMessage, type PageRow, toConversationMessage } from './pages.ts'

interface Conversation {
  clientId: string
  jid: string
  displayName: string | null
  unreadCount: number
  lastMessage: ConversationMessage
}

interface ConversationRow extends PageRow {
  unread: number
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
const newestOf = (chat: string, columns: string, limit: number): string =>
  `select ${columns} from message q where q.client_id = $1 and q.chat = ${chat} and q.type not in ${HIDDEN_TYPES}
   order by q.at_sec desc, q.seq desc limit ${limit}`

/** The columns of the newest message of each conversation, `latest`. */
const SHOW = `
  select p.seq, p.id, p.chat, p.participant, p.from_me as "fromMe", p.at_sec as "atSec", p.type, p.text, p.status,
    p.server_at as "serverAt", p.delivered_at as "deliveredAt", p.read_at as "readAt", p.played_at as "playedAt",
    p.push_name as "pushName", c.name as "contactName", c.notify as "contactNotify", c.phone as "contactPhone",
    coalesce(own.push_name, own.phone_number) as "ownName",
    coalesce(t.name, t.notify) as "chatName", t.phone as "chatPhone",
    (select count(*)::int from (${newestOf('p.chat', 'q.from_me, q.status', UNREAD_AMONG)}) newest
     where not newest.from_me and newest.status not in ('READ', 'PLAYED')) as unread
  from latest p
  join client own on own.id = $1
  left join contact c on c.client_id = $1 and c.id = coalesce(p.participant, p.chat)
  left join contact t on t.client_id = $1 and t.id = p.chat
  order by p.at_sec desc, p.seq desc`

/**
 * Walks message_recent backwards from the cursor and passes over conversations met before. So a page costs as much as
 * the messages since its oldest conversation was last written in, and not as all. The first message met of a
 * conversation is its newest, unless a newer one stands above the cursor: then the conversation was on an earlier
 * page.
 */
const LIST = statement<ConversationRow>(
  'chat_list_conversations',
  `with recursive walk as (
    select null::bigint as seq, $2::bigint as at_sec, $3::bigint as place, '{}'::text[] as met, false as is_newest,
      0 as found
    union all
    select n.seq, n.at_sec, n.seq, w.met || n.chat, n.is_newest, w.found + n.is_newest::int
    from walk w cross join lateral (
      select m.seq, m.chat, m.at_sec, $5 or m.seq = (${newestOf('m.chat', 'q.seq', 1)}) as is_newest
      from message m
      where m.client_id = $1 and m.type not in ${HIDDEN_TYPES} and m.chat <> '${STATUS_ADDRESS}'
        and (m.at_sec, m.seq) < (w.at_sec, w.place) and m.chat <> all(w.met)
      order by m.at_sec desc, m.seq desc limit 1
    ) n
    where w.found < $4
  ), latest as (
    select m.* from walk join message m on m.seq = walk.seq where walk.is_newest
  ) ${SHOW}`,
)

/**
 * Finds people by a part of their name, number or address, groups (which have no name here) by their address, and all
 * whose newest messages have the text; message_recent gives those.
 */
const SEARCH = statement<ConversationRow>(
  'chat_search_conversations',
  `with chats as (
    select t.id as chat from contact t
    where t.client_id = $1 and concat_ws(' ', t.name, t.notify, t.phone, t.id) ~ $6
    union select $5
    union select recent.chat from (
      select m.chat, m.text from message m
      where m.client_id = $1 and m.type not in ${HIDDEN_TYPES} and m.chat <> '${STATUS_ADDRESS}'
      order by m.at_sec desc, m.seq desc limit ${SEARCHED_AMONG}
    ) recent where recent.text ~ $6
  ), latest as (
    select l.* from chats cross join lateral (${newestOf('chats.chat', 'q.*', 1)}) l
    where (l.at_sec, l.seq) < ($2::bigint, $3::bigint)
    order by l.at_sec desc, l.seq desc limit $4
  ) ${SHOW}`,
)

const NEWEST: Position = { atSec: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }

/** The address book's name or the one the person chose, else the number. */
function toDisplayName({ chat, chatName, chatPhone }: ConversationRow): string | null {
  const address = chatPhone ?? chat
  return chatName ?? (isPhoneAddress(address) ? toPhoneNumber(address) : null)
}

/** One page of a client's conversations, most recent first. */
export async function readConversations(
  db: Executor,
  query: { clientId: string; from: Position | null; limit: number; search: string | null },
): Promise<{ conversations: Conversation[]; nextCursor: string | null }> {
  const { clientId, limit, search } = query
  const from = query.from ?? NEWEST
  const place = [clientId, from.atSec, from.seq, limit + 1]
  const rows =
    search === null
      ? await db.query(LIST, [...place, query.from === null])
      : await db.query(SEARCH, [...place, search, toSearchPattern(search)])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    conversations: page.map((row) => ({
      clientId,
      jid: row.chat,
      displayName: toDisplayName(row),
      unreadCount: row.unread,
      lastMessage: toConversationMessage(clientId, row),
    })),
    nextCursor: last && rows.length > limit ? toCursor(last) : null,
  }
}
