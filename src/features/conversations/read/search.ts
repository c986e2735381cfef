import { toSearchPattern } from '../../../core/search-pattern.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { HIDDEN_TYPES } from '../records/stored-message.ts'
import { type Position, toCursor } from './cursor.ts'
import {
  type ConversationPage,
  NEWEST,
  PAGE_COLUMNS,
  PAGE_JOINS,
  type PageRow,
  toConversationMessage,
} from './pages.ts'

/** Messages looked at in one call: a tenth of a second of work. What lies further back is found from the cursor on. */
const LOOKED_AT = 20_000

/** The newest of a conversation before a place. Runs over message_page. */
const RECENT = `select * from message
    where client_id = $1 and chat = $2 and (at_sec, seq) < ($3::bigint, $4::bigint) and type not in ${HIDDEN_TYPES}
    order by at_sec desc, seq desc`

const SEARCH = statement<PageRow>(
  'chat_search',
  `select ${PAGE_COLUMNS}
  from (
    select * from (${RECENT} limit ${LOOKED_AT}) recent
    where recent.text ~ $5
    order by at_sec desc, seq desc limit $6
  ) p
  ${PAGE_JOINS}
  order by p.at_sec desc, p.seq desc`,
)

/** The last message that was looked at, when there are more behind it. */
const LAST_LOOKED_AT = statement<Position>(
  'chat_search_end',
  `select at_sec as "atSec", seq from (${RECENT} offset ${LOOKED_AT - 1} limit 1) as last`,
)

/**
 * Messages of a conversation with this text in them, newest first, as `toSearchPattern` finds it. A page may be short
 * or even empty and still have a `nextCursor`: the search goes on from there.
 */
export async function searchMessages(
  db: Executor,
  query: { clientId: string; chat: string; text: string; from: Position | null; limit: number },
): Promise<ConversationPage> {
  const { clientId, chat, text, limit } = query
  const from = query.from ?? NEWEST
  const place = [clientId, chat, from.atSec, from.seq]
  const rows = await db.query(SEARCH, [...place, toSearchPattern(text), limit + 1])
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : await db.queryOne(LAST_LOOKED_AT, place)
  return {
    messages: page.map((row) => toConversationMessage(clientId, row)),
    nextCursor: last ? toCursor(last) : null,
  }
}
