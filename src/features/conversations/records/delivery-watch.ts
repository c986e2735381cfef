import { statement } from '../../../db/statement.ts'
import type { Executor } from '../../../db/transaction.ts'
import type { MessageStatus } from './message-status.ts'

/** How far a message of ours got. In groups `isDelivered` means to one member at least. */
export interface Delivery {
  id: string
  status: MessageStatus
  error: string | null
  isDelivered: boolean
}

/** Relies on message_identity and the key of message_receipt. */
const READ = statement<Delivery>(
  'chat_read_delivery',
  `select m.id, m.status, m.error, (m.status in ('DELIVERY_ACK', 'READ', 'PLAYED')
     or exists (select from message_receipt r where r.message_seq = m.seq)) as "isDelivered"
   from message m where m.client_id = $1 and m.id = any($2::text[]) and m.from_me`,
)

export function readDeliveries(db: Executor, clientId: string, ids: readonly string[]): Promise<Delivery[]> {
  return db.query(READ, [clientId, ids])
}

interface Waiter {
  ids: ReadonlySet<string>
  wake(): void
}

/** Lets calls wait for receipts, at the owner of their client, where receipts arrive first. */
export interface DeliveryWatch {
  /** Resolves when each of these is delivered or has failed, when the time is over, or when the client is let go. */
  wait(clientId: string, ids: readonly string[], ms: number): Promise<void>
  /** Something was committed about these messages. */
  notify(clientId: string, ids: readonly string[]): void
  /** The client is let go: receipts arrive elsewhere from now on. */
  forgetClient(clientId: string): void
}

export function createDeliveryWatch(deps: {
  db: Executor
  sleep(ms: number, signal: AbortSignal): Promise<void>
}): DeliveryWatch {
  const clients = new Map<string, Set<Waiter>>()

  /** True once there is nothing more to wait for. */
  async function isOver(clientId: string, ids: readonly string[]): Promise<boolean> {
    const known = await readDeliveries(deps.db, clientId, ids)
    return known.every(({ status, isDelivered }) => isDelivered || status === 'ERROR')
  }

  return {
    async wait(clientId, ids, ms) {
      const waiters = clients.get(clientId) ?? new Set<Waiter>()
      clients.set(clientId, waiters)
      const stop = new AbortController()
      let isTimeOver = false
      const over = deps.sleep(ms, stop.signal).then(
        () => {
          isTimeOver = true
        },
        () => undefined,
      )
      const waiter = { ids: new Set(ids), wake: () => {} }
      waiters.add(waiter)
      try {
        while (!isTimeOver && clients.get(clientId) === waiters) {
          const woken = Promise.withResolvers<void>()
          waiter.wake = woken.resolve
          if (await isOver(clientId, ids)) return
          if (clients.get(clientId) === waiters) await Promise.race([woken.promise, over])
        }
      } finally {
        stop.abort()
        waiters.delete(waiter)
        if (waiters.size === 0 && clients.get(clientId) === waiters) clients.delete(clientId)
      }
    },
    notify(clientId, ids) {
      for (const waiter of clients.get(clientId) ?? []) {
        if (ids.some((id) => waiter.ids.has(id))) waiter.wake()
      }
    },
    forgetClient(clientId) {
      const waiters = clients.get(clientId)
      clients.delete(clientId)
      for (const { wake } of waiters ?? []) wake()
    },
  }
}
