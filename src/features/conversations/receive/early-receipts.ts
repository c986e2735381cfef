import type { ReceiptSummary } from '../records/message-status.ts'

/** Receipts kept for messages that are not stored yet, of one client at most. */
const MAX_WAITING = 2_000

/**
 * Receipts of messages that the account's phone wrote may come before the message itself. They wait here in memory: a
 * restart in between costs a check mark, not a message.
 */
export interface EarlyReceipts {
  add(clientId: string, receipts: readonly ReceiptSummary[]): void
  find(clientId: string, ids: readonly string[]): ReceiptSummary[]
  remove(clientId: string, receipts: readonly ReceiptSummary[]): void
  forgetClient(clientId: string): void
}

export function createEarlyReceipts(): EarlyReceipts {
  const clients = new Map<string, Map<string, ReceiptSummary>>()
  return {
    add(clientId, receipts) {
      if (receipts.length === 0) return
      const waiting = clients.get(clientId) ?? new Map<string, ReceiptSummary>()
      clients.set(clientId, waiting)
      for (const receipt of receipts) {
        const before = waiting.get(receipt.id)
        waiting.set(receipt.id, before ? combine(before, receipt) : receipt)
      }
      for (const id of waiting.keys()) {
        if (waiting.size <= MAX_WAITING) break
        waiting.delete(id)
      }
    },
    find(clientId, ids) {
      const waiting = clients.get(clientId)
      if (!waiting) return []
      return ids.map((id) => waiting.get(id)).filter((receipt) => receipt !== undefined)
    },
    remove(clientId, receipts) {
      const waiting = clients.get(clientId)
      for (const { id } of receipts) waiting?.delete(id)
    },
    forgetClient(clientId) {
      clients.delete(clientId)
    },
  }
}

function combine(a: ReceiptSummary, b: ReceiptSummary): ReceiptSummary {
  return {
    ...a,
    serverSec: a.serverSec ?? b.serverSec,
    deliveredSec: a.deliveredSec ?? b.deliveredSec,
    readSec: a.readSec ?? b.readSec,
    playedSec: a.playedSec ?? b.playedSec,
    rank: Math.max(a.rank, b.rank),
  }
}
