import type { WireOrder } from './message.ts'

/**
 * What became of a send, and how certain it is.
 * `acked`: the server has it; `order` says where its acknowledgement stood. `refused`: the server said no, it certainly did
 * not leave. `not_sent`: nothing was put on the wire, for `no_answer` because the network kept silent on what was to be
 * known before. `unknown`: it was put on the wire and no answer came; only a resend under the same id is safe.
 */
export type SendOutcome =
  | { kind: 'acked'; atSec: number; order?: WireOrder | undefined }
  | { kind: 'refused'; code: string; message: string; restrictedUntilMs?: number }
  | {
      kind: 'not_sent'
      reason: 'not_connected' | 'no_answer' | 'recipient_not_found' | 'encryption_failed' | 'bad_content'
      message: string
    }
  | { kind: 'unknown'; reason: 'ack_timeout' | 'connection_lost'; message: string }

/** What became of a message a flow sent; handed over in the transaction that stores it. */
export interface OutboxSettled {
  outboxId: string
  flowStateId: string | null
  nodeId: string | null
  messageId: string
  outcome: 'sent' | 'failed'
  /** When the network acknowledged it, or when it was given up. Epoch milliseconds. */
  atMs: number
  error: string | null
  /** Where its acknowledgement stood on its connection; absent unless the first attempt brought it. */
  order?: WireOrder
}
