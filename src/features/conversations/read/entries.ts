import type { EntryKind } from '../../../core/conversation/conversation-entry.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'

export interface EntryRow {
  id: string
  chat: string
  at: Date
  /** In microseconds since 1970, which a date cannot hold. */
  atUs: string
  kind: EntryKind
  actor: string
  actorName: string | null
  facts: Readonly<{
    userId?: string
    until?: string
    callId?: string
    isVideo?: boolean
    departmentId?: string
    labelId?: string
    name?: string
  }>
  memberName: string | null
  departmentName: string | null
  text: string | null
  editedAt: Date | null
  mentions: { userId: string; name: string; isSeen: boolean }[]
}

/** Of a row `e`. Names are those of now, by primary keys. */
export const ENTRY_COLUMNS = `e.id, e.chat, e.at, e.text, e.edited_at as "editedAt", (extract(epoch from e.at) * 1000000)::bigint::text as "atUs", e.kind, e.actor, e.facts,
    case
      when e.actor like 'user:%' then (select u.name from "user" u where u.id = substr(e.actor, 6))
      when e.actor like 'key:%' then (select k.name from api_key k where k.id = substr(e.actor, 5)::uuid)
      when e.actor like 'flow:%' then (select f.name from flow f where f.id = substr(e.actor, 6)::uuid)
    end as "actorName",
    (select u.name from "user" u where u.id = e.facts ->> 'userId') as "memberName",
    (select p.name from department p where p.id = (e.facts ->> 'departmentId')::uuid) as "departmentName",
    (select coalesce(jsonb_agg(jsonb_build_object('userId', u.id, 'name', u.name, 'isSeen', n.seen_at is not null)
        order by u.name, u.id), '[]')
      from conversation_mention n join "user" u on u.id = n.user_id where n.entry_id = e.id) as mentions`

/** Over conversation_entry_page, backwards from the place before. */
const PAGE = statement<EntryRow>(
  'chat_entries_page',
  `select ${ENTRY_COLUMNS} from conversation_entry e
   where e.client_id = $1 and e.chat = $2
     and ($3::bigint is null or (e.at, e.id) < (to_timestamp(0) + $3::bigint * interval '1 microsecond', $4::uuid))
   order by e.at desc, e.id desc limit $5`,
)

const CURSOR = /^(\d{1,17})\.([0-9a-f-]{36})$/

/** Where a page of entries ended. */
export interface EntryPlace {
  atUs: string
  id: string
}

const toCursor = ({ atUs, id }: EntryPlace): string => Buffer.from(`${atUs}.${id}`).toString('base64url')

/** Null for what no page ended with. */
export function parseEntryCursor(cursor: string): EntryPlace | null {
  const [, atUs, id] = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  return atUs === undefined || id === undefined ? null : { atUs, id }
}

export interface EntryQuery {
  clientId: string
  chat: string
  from: EntryPlace | null
  limit: number
}

/** One page of what was done with a conversation, newest first. */
export async function readEntries(
  db: Executor,
  { clientId, chat, from, limit }: EntryQuery,
): Promise<{ rows: EntryRow[]; nextCursor: string | null }> {
  const found = await db.query(PAGE, [clientId, chat, from?.atUs ?? null, from?.id ?? null, limit + 1])
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  return { rows, nextCursor: found.length > limit && last ? toCursor(last) : null }
}
