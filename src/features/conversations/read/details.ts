import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import { HIDDEN_TYPES } from '../records/stored-message.ts'
import {
  type ConversationMessage,
  PAGE_COLUMNS,
  PAGE_JOINS,
  type PageRow,
  toConversationMessage,
} from './pages.ts'

interface DetailsRow extends PageRow {
  quotedId: string | null
  reactions: Record<string, string> | null
  votes: Record<string, string[]> | null
  editedAt: Date | null
  revokedAt: Date | null
  error: string | null
  /** api, flow, phone, contact or history. */
  origin: string
  bytes: Uint8Array | null
}

const READ = statement<DetailsRow>(
  'chat_message_details',
  `select ${PAGE_COLUMNS}, p.quoted_id as "quotedId", p.reactions, p.votes, p.edited_at as "editedAt",
     p.revoked_at as "revokedAt", p.error, p.origin, p.bytes
   from message p ${PAGE_JOINS}
   where p.client_id = $1 and p.id = $2 and p.chat = $3 and ($4::boolean is null or p.from_me = $4)
     and p.type not in ${HIDDEN_TYPES}
   order by p.seq limit 1`,
)

export interface StoredDetails extends Omit<DetailsRow, keyof PageRow> {
  seq: number
  chat: string
  participant: string | null
  message: ConversationMessage
}

/** One message by id within its conversation (canonical address), with all that is stored of it. */
export async function readDetails(
  db: Executor,
  clientId: string,
  ref: { id: string; chat: string; fromMe: boolean | null },
): Promise<StoredDetails | undefined> {
  const row = await db.queryOne(READ, [clientId, ref.id, ref.chat, ref.fromMe])
  return row && { ...row, message: toConversationMessage(clientId, row) }
}
