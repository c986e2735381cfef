import type { OutboxSettled } from '../../../core/conversation/send-outcome.ts'
import type { ColdPause, NewChatQuota } from '../../../core/new-chats.ts'
import type { Transaction } from '../../../db/transaction.ts'
import type { NetworkConnection } from '../../../network/port.ts'
import type { MergedContact } from '../../contacts/index.ts'
import type { OwnedClient } from '../records/owned-client.ts'

export interface SenderOptions {
  client: OwnedClient
  /** Messages per second and how many may go at once (client.sendRatePerSecond, client.sendBurst). */
  rate: number
  burst: number
  /** The open connection, or null while there is none. */
  connection(): NetworkConnection | null
  ackTimeoutMs: number
  /** Nothing is sent to strangers until then; null: no longer. */
  onRestricted?(pause: ColdPause | null): void
  /** What is known of how many chats may be begun, with those of this process. */
  onNewChats?(quota: NewChatQuota): void
  /** Whether anything may wait for the outcome of a flow's message. Asked once, before it is stored. */
  isAwaited(settled: OutboxSettled): boolean
  /** Runs in the transaction that stores an outcome that is awaited. */
  onOutboxSettled(tx: Transaction, settled: OutboxSettled): Promise<void>
  /** Called after the commit, with each that was settled. */
  afterCommit?(settled: OutboxSettled): void
  /** Called when contacts became one: conversations may have new names. */
  onContactsMerged?(merged: readonly MergedContact[]): void
}
