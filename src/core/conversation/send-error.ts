import type { Coded, NoParams } from './coded.ts'

/** A refusal as it was thrown, of which `words` makes the sentence. */
export interface EndedByRefusal {
  message: string
  data?: Readonly<Record<string, unknown>> | undefined
}

/** Why nobody knows whether a message left, with what varies. */
export interface UnknownCauses {
  ack_timeout: { withinMs: number }
  /** The connection ended while the server's word was awaited. */
  connection_lost: NoParams
  /** The connector failed in the middle of it. */
  connector_failed: NoParams
  /** On the wire for a day. */
  expired: NoParams
  flow_ended: NoParams
  service_stopped: NoParams
  outcome_not_stored: NoParams
  /** This attempt was refused; an earlier one may have left. */
  sent_before: { refusal: EndedByRefusal }
  no_word_yet: NoParams
  cannot_be_repeated: NoParams
  cannot_be_asked: NoParams
  worker_silent: NoParams
  /** Of read receipts and presence, which may be repeated. */
  reading_unconfirmed: NoParams
  presence_unconfirmed: NoParams
  /** Of rows of before, a cause that is not known any more. */
  other: { sentence: string }
}

type Unknown = {
  [Cause in keyof UnknownCauses]: UnknownCauses[Cause] extends NoParams
    ? { cause: Cause }
    : { cause: Cause } & UnknownCauses[Cause]
}[keyof UnknownCauses]

/** Why a message was not sent, or may not have been, with what varies. The sentences are in `words`. */
export interface SendErrorParams {
  /** It may or may not have left: only a resend under the same id is safe. */
  OUTCOME_UNKNOWN: Unknown
  /** The server said no, by a code of its own. */
  REFUSED: { code: string }
  /** Said of a message that the server had taken before. */
  REFUSED_LATE: NoParams
  /** Not to people the account has no chat with; until an ISO time, as far as the network says. */
  REACH_OUT_RESTRICTED: { until: string | null }
  NEW_CHAT_LIMIT: { until: string | null }
  NOT_CONNECTED: NoParams
  NO_ANSWER: NoParams
  RECIPIENT_NOT_FOUND: { to: string }
  NO_KEYS: { to: string }
  ENCRYPTION_FAILED: { why: string }
  RECIPIENT_UNSUPPORTED: { to: string }
  BYTES_UNREADABLE: NoParams
  EXPIRED: NoParams
  CANCELLED: NoParams
  NOT_AVAILABLE_YET: NoParams
  /** `as` is what the interface puts before the sentence. */
  REFUSAL: EndedByRefusal & { as: string }
  READ_FAILED: NoParams
  PRESENCE_FAILED: NoParams
  /** `item` of an album counts from 0; `why` is its error as it is answered. */
  ALBUM_INCOMPLETE: { sent: number; all: number; item: number; why: string }
  /** A sentence that was stored without a code. */
  OTHER: { sentence: string }
}

export type SendError = Coded<SendErrorParams>

export const outcomeUnknown = (params: Unknown): SendError => ({ code: 'OUTCOME_UNKNOWN', params })
