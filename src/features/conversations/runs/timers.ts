import type { Bus } from '../../../bus/port.ts'
import type { SendError } from '../../../core/conversation/send-error.ts'
import type { OutboxSettled } from '../../../core/conversation/send-outcome.ts'
import type { Database } from '../../../db/client.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { OpenConversation } from '../decide/inline.ts'
import { FIRE_TIMER, INSERT_ACK, INSERT_FAILURE, INSERT_RECONNECTED } from '../records/event-rows.ts'
import type { StoredWords } from '../records/stored-words.ts'

const NOT_DELIVERED: SendError = { code: 'OTHER', params: { sentence: 'not delivered' } }

const WAKE_TIMEOUT_MS = 5_000

/**
 * The task of the job queue for a timer that fell due: stores its event, then wakes the owner of the client if there
 * is one.
 */
export async function fireTimer(db: Database, bus: Bus, payload: unknown): Promise<void> {
  const timerId = (payload as { timerId?: unknown } | null)?.timerId
  if (typeof timerId !== 'string') throw new Error('a flow_timer job names no timer')
  const fired = await db.queryOne(FIRE_TIMER, [timerId])
  if (fired === undefined) return
  const { clientId, contactJid } = fired
  await bus.request(
    clientId,
    { name: 'runs.wake', input: { contactJid } },
    { commandId: `timer:${timerId}`, timeoutMs: WAKE_TIMEOUT_MS },
  )
}

/**
 * Stores an event when a run waits for this send: its acknowledgement starts the clock of the wait, and its failure
 * is an event too. Null when no run waits for it, as for most sends.
 */
export async function insertSettled(
  tx: Executor,
  words: StoredWords,
  settled: OutboxSettled,
): Promise<OpenConversation | null> {
  const { outboxId, flowStateId, nodeId, error, messageId, atMs } = settled
  if (flowStateId === null) return null
  const row =
    settled.outcome === 'sent'
      ? await tx.queryOne(INSERT_ACK, [
          outboxId,
          flowStateId,
          settled.order ? JSON.stringify(settled.order) : null,
          messageId,
          atMs,
        ])
      : await tx.queryOne(INSERT_FAILURE, [
          outboxId,
          flowStateId,
          nodeId ?? '',
          words.sendError(error ?? NOT_DELIVERED),
          JSON.stringify(error ?? NOT_DELIVERED),
        ])
  return row === undefined ? null : { clientId: row.clientId, contactJid: row.contactJid, seqs: [row.seq] }
}

/**
 * Stores an event for each wait of a client that came back; `occasion` names this return. Answers the contacts to
 * wake.
 */
export async function noteReconnected(db: Database, clientId: string, occasion: string): Promise<string[]> {
  return (await db.query(INSERT_RECONNECTED, [clientId, occasion])).map((row) => row.contactJid)
}
