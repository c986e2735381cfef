import type { ConversationEvent } from '../../../../core/conversation/flow-event.ts'
import type { Database } from '../../../../db/client.ts'
import { statement } from '../../../../db/statement.ts'
import type { Transaction } from '../../../../db/transaction.ts'
import type { StoredCall } from '../calls.ts'
import { listCallEvents } from './call-events.ts'

/** Longer than a phone rings. Over call_ringing. */
const END_LOST = statement<StoredCall & { clientId: string }>(
  'chat_end_lost_calls',
  `update call set state = 'missed', ended_at = now(), ended_by = 'contact'
   where state = 'ringing' and created_at < now() - interval '2 minutes'
   returning client_id as "clientId", id, chat, caller, is_video as "isVideo", state`,
)

/** Stores events of one client for flows. */
export type StoreEvents = (tx: Transaction, events: readonly ConversationEvent[]) => Promise<unknown>

/**
 * Calls whose end the network never told are missed, of which flows are told in the same transaction. Safe to run at any time and
 * anywhere.
 */
export const endLostCalls = (db: Database, storeEvents: StoreEvents): Promise<void> =>
  db.transaction(async (tx) => {
    const lost = await tx.query(END_LOST)
    for (const [id, calls] of Map.groupBy(lost, ({ clientId }) => clientId))
      await storeEvents(tx, await listCallEvents(tx, { id }, calls))
  })
