import type { NewContent } from '../../../core/conversation/content.ts'
import type { PreparedMessage } from '../../../network/port.ts'

/** A row of the outbox as a decision makes it. Run and node are null for what no flow waits for. */
export interface NewSend {
  id: string
  runId: string | null
  nodeId: string | null
  messageId: string
  content: NewContent
}

/** A message ready to be stored and sent. */
export interface BuiltMessage extends PreparedMessage {
  quotedId: string | null
}

/** The message that an outbox row is stored as once it may go on the wire. */
export interface SendClaim extends BuiltMessage {
  rowId: string
  atSec: number
}

/** A row that was stored as being sent by the decision that made it. */
export interface ClaimedSend {
  id: string
  seq: number
  createdAtMs: number
}

/**
 * Messages that may leave as soon as the decision that made them is committed. The sender of the owner makes them
 * ready, the decision stores them as being sent, and the sender goes on with them: nobody has to read or claim their
 * rows. All others wait in the outbox. One hand-over is for one transaction, and ends with `commit` or `cancel`.
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
