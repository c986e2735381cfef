import type { WireOrder } from './message.ts'
import type { SendError } from './send-error.ts'

/**
 * What became of a send, and how certain it is.
 * `acked`: the server has it; `order` says where its acknowledgement stood. `refused`: the server said no, it certainly did
 * not leave. `not_sent`: nothing was put on the wire, for `no_answer` because the network kept silent on what was to be
 * known before. `unknown`: it was put on the wire and no answer came; only a resend under the same id is safe.
 */
export type SendOutcome =
  | { kind: 'acked'; atSec: number; order?: WireOrder | undefined }
  | { kind: 'refused'; code: string; restrictedUntilMs?: number }
  | ({ kind: 'not_sent' } & NotSent)
  | ({ kind: 'unknown' } & Unconfirmed)

/** `to` is whom the network has no keys of; `why` is what failed, in its own words. */
export type NotSent =
  | { reason: 'not_connected' | 'no_answer' }
  | { reason: 'recipient_not_found'; to: string }
  | { reason: 'encryption_failed'; to: string }
  | { reason: 'encryption_failed'; why: string }
  /** Not to this address; without one, the bytes cannot be read. */
  | { reason: 'bad_content'; to?: string }

export type Unconfirmed =
  | { reason: 'ack_timeout'; withinMs: number }
  | { reason: 'connection_lost' | 'connector_failed' }

/** What became of a message a flow sent; handed over in the transaction that stores it. */
export interface OutboxSettled {
  outboxId: string
  flowStateId: string | null
  nodeId: string | null
  messageId: string
  outcome: 'sent' | 'failed'
  /** When the network acknowledged it, or when it was given up. Epoch milliseconds. */
  atMs: number
  error: SendError | null
  /** Where its acknowledgement stood on its connection; absent unless the first attempt brought it. */
  order?: WireOrder
}
