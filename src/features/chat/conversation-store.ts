import { isPhoneAddress, toPhoneNumber } from '../../core/addresses.ts'
import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import { type Position, toCursor } from './cursor.ts'
import { type ConversationMessage, type PageRow, toConversationMessage } from './page-store.ts'
import { HIDDEN_TYPES } from './stored-message.ts'

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

/** Unread messages are looked for among this many of a conversation's newest. */
const UNREAD_AMONG = 200

/**
 * Jumps through message_page from one conversation to the next and takes the newest message of each, so the cost
 * grows with the conversations of a client and not with their messages. Only those of the page are looked at further.
 */
const LIST = statement<ConversationRow>(
  'chat_list_conversations',
  `with recursive chats (chat) as (
    (select m.chat from message m where m.client_id = $1 order by m.chat limit 1)
    union all
    select (select m.chat from message m where m.client_id = $1 and m.chat > chats.chat order by m.chat limit 1)
    from chats where chats.chat is not null
  ), latest as (
    select l.* from chats cross join lateral (
      select * from message m where m.client_id = $1 and m.chat = chats.chat and m.type not in ${HIDDEN_TYPES}
      order by m.at_sec desc, m.seq desc limit 1
    ) l
    where chats.chat is not null and chats.chat <> 'status@broadcast'
  )
  select p.seq, p.id, p.chat, p.participant, p.from_me as "fromMe", p.at_sec as "atSec", p.type, p.text, p.status,
    p.server_at as "serverAt", p.delivered_at as "deliveredAt", p.read_at as "readAt", p.played_at as "playedAt",
    p.push_name as "pushName", c.name as "contactName", c.notify as "contactNotify", c.phone as "contactPhone",
    coalesce(own.push_name, own.phone_number) as "ownName",
    coalesce(t.name, t.notify) as "chatName", t.phone as "chatPhone",
    (select count(*)::int from (
      select n.from_me, n.status from message n
      where n.client_id = $1 and n.chat = p.chat and n.type not in ${HIDDEN_TYPES}
      order by n.at_sec desc, n.seq desc limit ${UNREAD_AMONG}
    ) newest where not newest.from_me and newest.status not in ('READ', 'PLAYED')) as unread
  from latest p
  join client own on own.id = $1
  left join contact c on c.client_id = $1 and c.id = coalesce(p.participant, p.chat)
  left join contact t on t.client_id = $1 and t.id = p.chat
  where (p.at_sec, p.seq) < ($2::bigint, $3::bigint)
    and ($4::text is null or strpos(lower(concat_ws(' ', t.name, t.notify, t.phone, p.chat)), lower($4)) > 0)
  order by p.at_sec desc, p.seq desc limit $5`,
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
  const rows = await db.query(LIST, [clientId, from.atSec, from.seq, search, limit + 1])
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
