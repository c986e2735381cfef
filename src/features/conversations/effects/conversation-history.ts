import { type AiEffect, describeForModel } from '../../../core/flow/index.ts'
import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { ConversationLine } from '../../models/index.ts'
import { HIDDEN_TYPES } from '../records/stored-message.ts'

/** What a model is shown of a conversation: what the contact wrote, with the messages before it. */
export interface ConversationHistory {
  read(asked: AskedHistory): Promise<ConversationLine[]>
}

interface AskedHistory {
  clientId: string
  contactJid: string
  said: AiEffect['said']
  /** How many messages beside what was said. */
  turns: number
}

interface HistoryRow {
  id: string
  fromMe: boolean
  type: string
  text: string | null
}

/** Messages that came while the model was asked are read too, and left out below; more than so many are not looked for. */
const MAX_LATER = 20

/** Newest first, without what was taken back or never went out. Over the index `message_page`. */
const READ_HISTORY = statement<HistoryRow>(
  'effect_read_history',
  `select id, from_me as "fromMe", type, text from message
   where client_id = $1 and chat = $2 and revoked_at is null and status <> 'ERROR' and type not in ${HIDDEN_TYPES}
   order by at_sec desc, seq desc limit $3`,
)

export function createConversationHistory(db: Executor): ConversationHistory {
  return {
    async read({ clientId, contactJid, said, turns }) {
      const spoken = said === null ? [] : [{ fromMe: false, text: describeForModel(said) }]
      if (turns === 0) return spoken
      const newest = await db.query(READ_HISTORY, [clientId, contactJid, turns + 1 + MAX_LATER])
      const at = newest.findIndex(({ id, fromMe }) => id === said?.messageId && !fromMe)
      const before = newest.slice(at + 1, at + 1 + turns).reverse()
      const lines = before.map(({ fromMe, type, text }) => ({
        fromMe,
        text: describeForModel({ type, text: text ?? '' }),
      }))
      return [...lines, ...spoken]
    },
  }
}
