import { mergeReceipts, type ReceiptSummary } from '../../records/message-status.ts'

/** Most are of messages from before the client was linked, which never come. */
const MAX_WAITING = 2_000

/**
 * Receipts of messages that the account's phone wrote may come before the message itself. They wait here in memory, those of
 * the newest 2,000 messages of a client: a restart in between costs a check mark, not a message.
 */
export class EarlyReceipts {
  /** By client, and by the id of the message. */
  readonly #clients = new Map<string, Map<string, ReceiptSummary>>()

  add(clientId: string, receipts: readonly ReceiptSummary[]): void {
    if (receipts.length === 0) return
    const waiting = this.#clients.get(clientId) ?? new Map<string, ReceiptSummary>()
    this.#clients.set(clientId, waiting)
    for (const receipt of receipts) waiting.set(receipt.id, mergeReceipts(waiting.get(receipt.id), receipt))
    for (const id of waiting.keys()) {
      if (waiting.size <= MAX_WAITING) break
      waiting.delete(id)
    }
  }

  find(clientId: string, messageIds: readonly string[]): ReceiptSummary[] {
    const waiting = this.#clients.get(clientId)
    return messageIds.map((id) => waiting?.get(id)).filter((receipt) => receipt !== undefined)
  }

  /** Those that came with their message. */
  remove(clientId: string, receipts: readonly ReceiptSummary[]): void {
    const waiting = this.#clients.get(clientId)
    for (const { id } of receipts) waiting?.delete(id)
  }

  forgetClient(clientId: string): void {
    this.#clients.delete(clientId)
  }
}
