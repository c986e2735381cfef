import type { Address } from '../../../core/addresses.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { ChatMessage } from '../../../network/port.ts'
import type { MessageStatus } from './message-status.ts'
import { ERROR_COLUMNS, type StoredError } from './stored-error.ts'

/** A stored message another one refers to: to quote, edit, forward or react to. */
export interface StoredMessage {
  seq: number
  id: string
  chat: string
  fromMe: boolean
  participant: string | null
  atSec: number
  type: string
  text: string | null
  bytes: Uint8Array | null
}

/** Types that are shown on another message instead of in the conversation itself. */
export const HIDDEN_TYPES = "('reaction', 'edit', 'revoke', 'pin')"

const FIND = statement<StoredMessage>(
  'chat_find_message',
  `select seq, id, chat, from_me as "fromMe", participant, at_sec as "atSec", type, text, bytes from message
   where client_id = $1 and id = $2 and chat = $3 and ($4::boolean is null or from_me = $4)
     and revoked_at is null and type not in ${HIDDEN_TYPES}
   order by seq limit 1`,
)

/** By id within its conversation (canonical address), of one direction when `fromMe` is given. */
export function findStoredMessage(
  db: Executor,
  clientId: string,
  ref: { id: string; chat: string; fromMe: boolean | null },
): Promise<StoredMessage | undefined> {
  return db.queryOne(FIND, [clientId, ref.id, ref.chat, ref.fromMe])
}

const MARK_READ = statement<{ id: string }>(
  'chat_mark_read',
  `with hit as materialized (
     select m.seq from message m
     where m.client_id = $1 and m.id = any($2::text[]) and not m.from_me and m.status <> 'PLAYED' and m.status <> 'READ'
     order by m.seq for update
   )
   update message m set status = 'READ', read_at = coalesce(m.read_at, now()) from hit where m.seq = hit.seq returning m.id`,
)

/** Marks what contacts wrote as read; answers how many were unread. */
export async function markStoredRead(
  db: Executor,
  clientId: string,
  ids: readonly string[],
): Promise<number> {
  return (await db.query(MARK_READ, [clientId, ids])).length
}

export interface StoredSend extends StoredError {
  id: string
  chat: string
  status: MessageStatus
  atSec: number
  bytes: Uint8Array | null
}

const READ_SENT = statement<StoredSend>(
  'chat_read_sent',
  `select m.id, m.chat, m.status, ${ERROR_COLUMNS}, m.at_sec as "atSec", m.bytes from message m
   where m.client_id = $1 and m.id = $2 and m.from_me limit 1`,
)

export function readSent(db: Executor, clientId: string, id: string): Promise<StoredSend | undefined> {
  return db.queryOne(READ_SENT, [clientId, id])
}

const BYTES = statement<{ bytes: Uint8Array | null }>(
  'chat_sent_bytes',
  `select bytes from message where client_id = $1 and id = $2 and from_me limit 1`,
)

/** A message of ours as it was sent; null when it is not stored or was taken back. */
export async function readSentBytes(db: Executor, clientId: string, id: string): Promise<Uint8Array | null> {
  return (await db.queryOne(BYTES, [clientId, id]))?.bytes ?? null
}

const NEWEST = statement<Pick<StoredMessage, 'id' | 'fromMe' | 'participant' | 'atSec'>>(
  'chat_newest_message',
  // Index: message_page.
  `select id, from_me as "fromMe", participant, at_sec as "atSec" from message
   where client_id = $1 and chat = $2 and status not in ('PENDING', 'ERROR') and type not in ${HIDDEN_TYPES}
   order by at_sec desc, seq desc limit 1`,
)

/** The newest message of a conversation that the network has too; nothing when there is none. */
export async function readNewestMessage(
  db: Executor,
  clientId: string,
  chat: Address,
): Promise<ChatMessage[]> {
  const found = await db.queryOne(NEWEST, [clientId, chat])
  return found ? [toChatMessage(chat, found)] : []
}

function toChatMessage(
  chat: Address,
  { id, fromMe, participant, atSec }: Pick<StoredMessage, 'id' | 'fromMe' | 'participant' | 'atSec'>,
): ChatMessage {
  const author = participant && !fromMe ? { participant: participant as Address } : {}
  return { key: { chat, id, fromMe, ...author }, atSec }
}

const OLDEST = statement<Pick<StoredMessage, 'id' | 'fromMe' | 'participant' | 'atSec'>>(
  'chat_oldest_message',
  // Index: message_page.
  `select id, from_me as "fromMe", participant, at_sec as "atSec" from message
   where client_id = $1 and chat = $2 and status not in ('PENDING', 'ERROR') and type not in ${HIDDEN_TYPES}
   order by at_sec, seq limit 1`,
)

/** The oldest message of a conversation that the network has too. */
export async function readOldestMessage(
  db: Executor,
  clientId: string,
  chat: Address,
): Promise<ChatMessage | undefined> {
  const found = await db.queryOne(OLDEST, [clientId, chat])
  return found && toChatMessage(chat, found)
}

/** Who wrote a stored message, as a quote of it has to say. */
export function authorOf(message: StoredMessage, ownAddress: string): Address {
  const author = message.fromMe ? ownAddress : (message.participant ?? message.chat)
  return author as Address
}
