import { statement } from '../../../../db/statement.ts'
import type { Transaction } from '../../../../db/transaction.ts'

/** How far people are with a conversation, as its row says. */
export interface HeldRow {
  state: 'open' | 'waiting' | 'snoozed' | 'resolved'
  snoozedUntil: Date | null
  assignedTo: string | null
  departmentId: string | null
}

/** A row at the place of the newest message, over message_page, where there is none yet. */
const MAKE = statement<never>(
  'chat_make_conversation',
  `insert into conversation (client_id, chat, state, waiting_since, last_seq)
   select $1, $2, $3::text, case when $3 = 'waiting' then now() end, newest.seq from (
     select q.seq from message q where q.client_id = $1 and q.chat = $2 order by q.at_sec desc, q.seq desc limit 1) newest
   on conflict (client_id, chat) do nothing`,
)

/** By the primary key. */
const LOCK = statement<HeldRow>(
  'chat_lock_conversation',
  `select state, snoozed_until as "snoozedUntil", assigned_to as "assignedTo", department_id as "departmentId"
   from conversation where client_id = $1 and chat = $2 for update`,
)

/**
 * A conversation as it is before a change: nobody else changes it until the end of the transaction, so each of two acts of the same
 * moment knows the one before. One without a row gets it, in the state that is given; none is answered where there is no message. Of
 * what a transaction locks, members and workspaces come first.
 */
export async function holdConversation(
  tx: Transaction,
  { clientId, chat, state }: { clientId: string; chat: string; state: 'open' | 'waiting' },
): Promise<HeldRow | undefined> {
  await tx.query(MAKE, [clientId, chat, state])
  return await tx.queryOne(LOCK, [clientId, chat])
}
