import { isPhoneAddress, toPhoneNumber } from '../../../core/addresses.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { MessageStatus } from '../records/message-status.ts'
import { HIDDEN_TYPES } from '../records/stored-message.ts'
import { type Position, toCursor } from './cursor.ts'

/** What one member of a group confirmed. An alias, so that it fits the contract's open objects. */
type MemberTimes = {
  jid: string
  serverAt: string | null
  deliveredAt: string | null
  readAt: string | null
  playedAt: string | null
}

/** A message as getConversationMessages answers it (interface: Conversation message). */
export interface ConversationMessage {
  id: string
  clientId: string
  jid: string
  fromMe: boolean
  timestamp: number
  type: string
  text: string | null
  status: MessageStatus
  receipt: {
    serverAt: string | null
    deliveredAt: string | null
    readAt: string | null
    playedAt: string | null
    participants?: MemberTimes[]
  }
  pushName: string | null
  displayName: string | null
  starred: boolean
  cursor: string
}

export interface ConversationPage {
  /** Newest first. */
  messages: ConversationMessage[]
  nextCursor: string | null
}

export interface PageRow {
  seq: number
  id: string
  chat: string
  participant: string | null
  fromMe: boolean
  atSec: number
  type: string
  text: string | null
  status: MessageStatus
  serverAt: Date | null
  deliveredAt: Date | null
  readAt: Date | null
  playedAt: Date | null
  pushName: string | null
  contactName: string | null
  contactNotify: string | null
  contactUsername: string | null
  contactPhone: string | null
  ownName: string | null
  isStarred: boolean
  /** Of our messages in groups: what each member confirmed, times as PostgreSQL writes them. */
  members?:
    | { jid: string; deliveredAt: string | null; readAt: string | null; playedAt: string | null }[]
    | null
}

/** Of a message `p`, over the primary key. */
export const IS_STARRED = `exists (select from message_star s where s.client_id = p.client_id and s.chat = p.chat
    and s.message_id = p.id and s.from_me = p.from_me) as "isStarred"`

/** Of a message `p`, its client `own` and the contact `c` who wrote it or is written to. */
export const PAGE_COLUMNS = `p.seq, p.id, p.chat, p.participant, p.from_me as "fromMe", p.at_sec as "atSec", p.type, p.text,
    p.status, p.server_at as "serverAt", p.delivered_at as "deliveredAt", p.read_at as "readAt", p.played_at as "playedAt",
    p.push_name as "pushName", c.name as "contactName", c.notify as "contactNotify",
    c.username as "contactUsername", c.phone as "contactPhone",
    coalesce(own.push_name, own.phone_number) as "ownName", ${IS_STARRED}, case when p.from_me and p.chat like '%@g.us' then (
      select jsonb_agg(jsonb_build_object('jid', r.participant, 'deliveredAt', r.delivered_at, 'readAt', r.read_at,
        'playedAt', r.played_at) order by r.participant)
      from message_receipt r where r.message_seq = p.seq) end as members`

export const PAGE_JOINS = `join client own on own.id = p.client_id
  left join contact c on c.client_id = p.client_id and c.id = coalesce(p.participant, p.chat)`

/** Of which messages pages are: of all, or of those that are starred. */
const FROM = {
  all: 'message q',
  starred: `message_star s join message q
      on q.client_id = s.client_id and q.id = s.message_id and q.chat = s.chat and q.from_me = s.from_me`,
} as const

/**
 * Runs over message_page from the cursor on, so a page costs the same wherever it is; starred ones over the stars of the chat,
 * which are few, and message_identity. The tuple comparison keeps the place exact while new messages arrive.
 */
const buildPageSql = (
  columns: string,
  from: keyof typeof FROM,
  comparison: '<' | '>',
  order: 'desc' | 'asc',
) => `
  select ${columns}
  from (
    select q.* from ${FROM[from]}
    where q.client_id = $1 and q.chat = $2 and (q.at_sec, q.seq) ${comparison} ($3::bigint, $4::bigint) and q.type not in ${HIDDEN_TYPES}
    order by q.at_sec ${order}, q.seq ${order} limit $5
  ) p
  ${PAGE_JOINS}
  order by p.at_sec ${order}, p.seq ${order}`

/** The statements that read pages with these columns, under names that begin with `name`. */
export const pageStatements = <Row extends PageRow>(
  name: string,
  columns: string,
  from: keyof typeof FROM = 'all',
) => ({
  before: statement<Row>(`${name}_before`, buildPageSql(columns, from, '<', 'desc')),
  after: statement<Row>(`${name}_after`, buildPageSql(columns, from, '>', 'asc')),
})

const PAGE = pageStatements<PageRow>('chat_page', PAGE_COLUMNS)

export const NEWEST: Position = { atSec: Number.MAX_SAFE_INTEGER, seq: Number.MAX_SAFE_INTEGER }
const OLDEST: Position = { atSec: -1, seq: -1 }

export interface PageQuery {
  clientId: string
  chat: string
  from: Position | null
  direction: 'before' | 'after'
  limit: number
}

/**
 * The rows of one page. `before` walks to older messages, `after` to newer ones; both answer newest first.
 * `nextCursor` goes on in the same direction and is null when there is no more for now.
 */
export async function readPageRows<Row extends PageRow>(
  db: Executor,
  statements: ReturnType<typeof pageStatements<Row>>,
  { clientId, chat, direction, limit, ...query }: PageQuery,
): Promise<{ rows: Row[]; nextCursor: string | null }> {
  const from = query.from ?? (direction === 'before' ? NEWEST : OLDEST)
  const found = await db.query(statements[direction], [clientId, chat, from.atSec, from.seq, limit + 1])
  const rows = found.slice(0, limit)
  const last = rows.at(-1)
  if (direction === 'after') rows.reverse()
  return { rows, nextCursor: last && found.length > limit ? toCursor(last) : null }
}

/** One page of a conversation, newest first. */
export async function readPage(db: Executor, query: PageQuery): Promise<ConversationPage> {
  const { rows, nextCursor } = await readPageRows(db, PAGE, query)
  return { messages: rows.map((row) => toConversationMessage(query.clientId, row)), nextCursor }
}

const toIso = (date: Date | null): string | null => date?.toISOString() ?? null

export function toConversationMessage(clientId: string, row: PageRow): ConversationMessage {
  return {
    id: row.id,
    clientId,
    jid: row.chat,
    fromMe: row.fromMe,
    timestamp: row.atSec,
    type: row.type,
    text: row.text,
    status: row.status,
    receipt: {
      serverAt: toIso(row.serverAt),
      deliveredAt: toIso(row.deliveredAt),
      readAt: toIso(row.readAt),
      playedAt: toIso(row.playedAt),
      ...(row.members ? { participants: row.members.map((member) => toMemberTimes(row, member)) } : {}),
    },
    pushName: row.pushName,
    displayName: row.fromMe ? row.ownName : toDisplayName(row),
    starred: row.isStarred,
    cursor: toCursor(row),
  }
}

const parseTime = (text: string | null): string | null =>
  text === null ? null : new Date(text).toISOString()

const toMemberTimes = (row: PageRow, member: NonNullable<PageRow['members']>[number]): MemberTimes => ({
  jid: member.jid,
  serverAt: toIso(row.serverAt),
  deliveredAt: parseTime(member.deliveredAt),
  readAt: parseTime(member.readAt),
  playedAt: parseTime(member.playedAt),
})

/** The address book's name, else the one the person chose, else the username, else the phone number. */
function toDisplayName(row: PageRow): string | null {
  const address = row.contactPhone ?? row.participant ?? row.chat
  const phone = isPhoneAddress(address) ? toPhoneNumber(address) : null
  const username = row.contactUsername === null ? null : `@${row.contactUsername}`
  return row.contactName ?? row.pushName ?? row.contactNotify ?? username ?? phone
}
