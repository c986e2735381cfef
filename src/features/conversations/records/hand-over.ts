import type { NewContent } from '../../../core/conversation/content.ts'

/** A row of the outbox as a decision makes it. */
export interface NewSend {
  id: string
  runId: string
  nodeId: string
  messageId: string
  content: NewContent
}

/** What the message of an outbox row is stored as once it may go on the wire. */
export interface SendClaim {
  rowId: string
  atSec: number
  type: string
  text: string | null
  quotedId: string | null
  bytes: Uint8Array
}

/** A row that was stored as being sent by the decision that made it. */
export interface ClaimedSend {
  id: string
  seq: number
  createdAtMs: number
}

/**
 * Messages that may leave as soon as the decision that made them is committed. The owner's sender makes them ready before,
 * the decision stores them as being sent, and the sender goes on with them: nobody has to read or claim their rows. What
 * is not taken this way waits in the outbox like any other. Of one transaction; ends with `commit` or `cancel`.
 */
export interface HandOver {
  /** Makes a chat's next message ready. Null when it has to wait for something; then its row is a common one. */
  prepare(chat: string, send: NewSend): Promise<SendClaim | null>
  /** These of the prepared were stored as being sent, if the transaction commits. */
  noteStored(sends: readonly ClaimedSend[]): void
  /** The transaction has committed. */
  commit(): void
  /** Nothing is known to be stored. */
  cancel(): void
}
