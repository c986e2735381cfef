/** The statuses of a message in order. `ERROR` stands outside: only a proof of arrival leads out of it. */
export const STATUS_LADDER = ['PENDING', 'SERVER_ACK', 'DELIVERY_ACK', 'READ', 'PLAYED'] as const
export type MessageStatus = (typeof STATUS_LADDER)[number] | 'ERROR'

export type ReceiptKind = 'server' | 'delivered' | 'read' | 'played' | 'error'

const STATUS_OF_RECEIPT = {
  server: 'SERVER_ACK',
  delivered: 'DELIVERY_ACK',
  read: 'READ',
  played: 'PLAYED',
  error: 'ERROR',
} as const satisfies Record<ReceiptKind, MessageStatus>

/** 1 for PENDING up to 5 for PLAYED; 0 for ERROR. The database's statements use the same numbers. */
export function rankOf(status: MessageStatus): number {
  return status === 'ERROR' ? 0 : STATUS_LADDER.indexOf(status) + 1
}

/**
 * The status after a receipt. It only moves forward. An error counts as long as nothing showed that the message
 * arrived, and a proof of arrival undoes it.
 */
export function nextStatus(current: MessageStatus, kind: ReceiptKind): MessageStatus {
  const status = STATUS_OF_RECEIPT[kind]
  if (status === 'ERROR') return rankOf(current) <= rankOf('SERVER_ACK') ? 'ERROR' : current
  return rankOf(status) > rankOf(current) ? status : current
}

/** All receipts of one message together, times in seconds. `rank` is that of the furthest; 0 means that it failed. */
export interface ReceiptSummary {
  id: string
  fromMe: boolean
  serverSec: number | null
  deliveredSec: number | null
  readSec: number | null
  playedSec: number | null
  rank: number
}

const FIELD_OF = {
  server: 'serverSec',
  delivered: 'deliveredSec',
  read: 'readSec',
  played: 'playedSec',
} as const

/** Adds a receipt. The earliest time of each kind counts, in whatever order they come. */
export function addReceipt(
  known: ReceiptSummary | undefined,
  receipt: { id: string; fromMe: boolean; kind: ReceiptKind; atSec: number },
): ReceiptSummary {
  const summary: ReceiptSummary = {
    ...{ id: receipt.id, fromMe: receipt.fromMe },
    ...{ serverSec: null, deliveredSec: null, readSec: null, playedSec: null, rank: 0 },
  }
  if (receipt.kind !== 'error') {
    summary[FIELD_OF[receipt.kind]] = receipt.atSec
    summary.rank = rankOf(STATUS_OF_RECEIPT[receipt.kind])
  }
  return mergeReceipts(known, summary)
}

/** Two summaries of one message as one. */
export function mergeReceipts(known: ReceiptSummary | undefined, next: ReceiptSummary): ReceiptSummary {
  if (!known) return next
  return {
    ...known,
    serverSec: earliest(known.serverSec, next.serverSec),
    deliveredSec: earliest(known.deliveredSec, next.deliveredSec),
    readSec: earliest(known.readSec, next.readSec),
    playedSec: earliest(known.playedSec, next.playedSec),
    rank: Math.max(known.rank, next.rank),
  }
}

const earliest = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)
