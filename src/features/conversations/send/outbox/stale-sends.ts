import { outcomeUnknown } from '../../../../core/conversation/send-error.ts'
import type { OutboxSettled } from '../../../../core/conversation/send-outcome.ts'
import type { Database } from '../../../../db/client.ts'
import { statement } from '../../../../db/statement.ts'
import type { Transaction } from '../../../../db/transaction.ts'
import type { Log } from '../../../../platform/logger.ts'
import { toErrorColumns } from '../../records/stored-error.ts'
import type { StoredWords } from '../../records/stored-words.ts'
import { toExpired } from '../send-errors.ts'
import { settleOutboxRows } from './outbox-sql.ts'

/** Rows taken at once. The rest have their turn a minute later. */
const BATCH = 500

/** Longer than a full queue and an acknowledgement take at the lowest rate: what waits longer waits for nothing. */
const OWNED_STALE_MIN = 30

const LOST = outcomeUnknown({ cause: 'outcome_not_stored' })

/**
 * Settles messages whose outcome nobody will store any more: no process owns their client, or they are older than any
 * send takes. Those that an outbox row still stands for go out under the same id instead. Relies on message_pending.
 */
const SETTLE_STALE = statement<{ id: string }>(
  'chat_settle_stale',
  `with stale as materialized (
     select m.seq from message m
     where m.status = 'PENDING' and m.from_me
       and (m.created_at < now() - interval '${OWNED_STALE_MIN} minutes'
         or (m.created_at < now() - interval '1 minute' and not exists (
           select from client_lease l where l.client_id = m.client_id and l.owner is not null and l.expires_at > now())))
       and not exists (select from outbox o
         where o.client_id = m.client_id and o.message_id = m.id and o.status in ('pending', 'sending'))
     order by m.seq limit ${BATCH} for update of m skip locked
   )
   update message m set status = 'ERROR', error = $1, error_code = $2, error_params = $3 from stale where m.seq = stale.seq returning m.id`,
)

type ExpiredRow = Pick<OutboxSettled, 'flowStateId' | 'nodeId' | 'messageId'> & {
  id: string
  clientId: string
  status: 'pending' | 'sending'
}

/**
 * Rows that no sender took for a day, as their client was never connected. A little longer than senders wait
 * themselves, so that one that is at work ends first. Relies on outbox_unsent, which holds only what waits.
 */
const READ_EXPIRED = statement<ExpiredRow>(
  'outbox_read_expired',
  `select id, client_id as "clientId", flow_state_id as "flowStateId", node_id as "nodeId",
     message_id as "messageId", status
   from outbox where status in ('pending', 'sending') and created_at < now() - interval '24 hours 10 minutes'
   order by seq limit ${BATCH}`,
)

/** Settles what no sender will settle any more. Late receipts still correct it. */
export async function settleStaleSends(
  deps: { db: Database; log: Log; words: StoredWords; nowMs(): number },
  onOutboxSettled: (tx: Transaction, settled: OutboxSettled) => Promise<void>,
): Promise<void> {
  const { db, log, words } = deps
  const { error: sentence, code, params } = toErrorColumns(words, LOST)
  const lost = await db.query(SETTLE_STALE, [sentence, code, params])
  if (lost.length > 0) log.warn({ messages: lost.length }, 'messages without an outcome were settled')
  const expired = await db.query(READ_EXPIRED)
  const clients = Map.groupBy(expired, ({ clientId }) => clientId)
  for (const [clientId, rows] of clients) {
    const settled = rows.map(({ id: outboxId, flowStateId, nodeId, messageId, status }): OutboxSettled => {
      const error = toExpired(status === 'sending')
      return { outboxId, flowStateId, nodeId, messageId, outcome: 'failed', atMs: deps.nowMs(), error }
    })
    await db.transaction(async (tx) => {
      const kept = await settleOutboxRows(tx, words, clientId, settled)
      for (const one of settled) if (kept.has(one.outboxId)) await onOutboxSettled(tx, one)
    })
  }
}
