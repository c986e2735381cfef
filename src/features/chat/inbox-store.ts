import { statement } from '../../db/statement.ts'
import type { Executor } from '../../db/transaction.ts'
import { type Position, toCursor } from './cursor.ts'
import type { StoredDetails } from './details-store.ts'
import { PAGE_COLUMNS, PAGE_JOINS, type PageRow, toConversationMessage } from './page-store.ts'
import { HIDDEN_TYPES } from './stored-message.ts'

export interface QuotedMessage {
  id: string
  fromMe: boolean
  type: string
  text: string | null
  displayName: string | null
}

export interface MessageFile {
  id: string
  state: 'waiting' | 'stored' | 'failed' | 'gone'
  mimetype: string
  fileName: string | null
  sizeBytes: number | null
}

interface InboxRow extends PageRow, Omit<StoredDetails, 'message'> {
  quoted: QuotedMessage | null
  file: MessageFile | null
}

export interface InboxEntry extends StoredDetails {
  quoted: QuotedMessage | null
  file: MessageFile | null
}

/** The content of a text is its text; that of everything else is read from its bytes. */
const buildSql = (comparison: '<' | '>', order: 'desc' | 'asc') => `
  select ${PAGE_COLUMNS}, p.quoted_id as "quotedId", p.reactions, p.votes, p.edited_at as "editedAt",
    p.revoked_at as "revokedAt", p.error, case when p.type <> 'text' then p.bytes end as bytes,
    (select jsonb_build_object('id', f.id, 'state', f.state, 'mimetype', f.mimetype, 'fileName', f.file_name,
      'sizeBytes', f.size_bytes) from media f where f.message_seq = p.seq) as file,
    (select jsonb_build_object('id', q.id, 'fromMe', q.from_me, 'type', q.type, 'text', left(q.text, 300),
        'displayName', case when q.from_me then coalesce(own.push_name, own.phone_number)
          else coalesce(a.name, q.push_name, a.notify) end)
      from message q left join contact a on a.client_id = q.client_id and a.id = coalesce(q.participant, q.chat)
      where q.client_id = p.client_id and q.id = p.quoted_id and q.chat = p.chat limit 1) as quoted
  from (
    select * from message
    where client_id = $1 and chat = $2 and (at_sec, seq) ${comparison} ($3::bigint, $4::bigint) and type not in ${HIDDEN_TYPES}
    order by at_sec ${order}, seq ${order} limit $5
  ) p
  ${PAGE_JOINS}
  order by p.at_sec ${order}, p.seq ${order}`

/** Over message_page, as every page of a conversation; quotes over message_identity, files over media_of_message. */
const BEFORE = statement<InboxRow>('chat_inbox_before', buildSql('<', 'desc'))
const AFTER = statement<InboxRow>('chat_inbox_after', buildSql('>', 'asc'))

const BEYOND: Position = { atSec: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }

/** One page of a conversation with all that is shown of each message, newest first. */
export async function readInboxPage(
  db: Executor,
  query: {
    clientId: string
    chat: string
    from: Position | null
    direction: 'before' | 'after'
    limit: number
  },
): Promise<{ entries: InboxEntry[]; nextCursor: string | null }> {
  const { clientId, chat, direction, limit } = query
  const from = query.from ?? (direction === 'before' ? BEYOND : { atSec: -1, seq: -1 })
  const stated = direction === 'before' ? BEFORE : AFTER
  const rows = await db.query(stated, [clientId, chat, from.atSec, from.seq, limit + 1])
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (direction === 'after') page.reverse()
  return {
    entries: page.map((row) => ({ ...row, message: toConversationMessage(clientId, row) })),
    nextCursor: last && rows.length > limit ? toCursor(last) : null,
  }
}
