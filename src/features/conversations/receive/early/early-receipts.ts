import type { ReceiptSummary } from '../../records/message-status.ts'
import { createWaiting } from './waiting.ts'

const MAX_WAITING = 2_000

/**
 * Receipts of messages that the account's phone wrote may come before the message itself. They wait here in memory: a
 * restart in between costs a check mark, not a message.
 */
export type EarlyReceipts = ReturnType<typeof createEarlyReceipts>

export const createEarlyReceipts = () => createWaiting<ReceiptSummary>(MAX_WAITING, combine)

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
