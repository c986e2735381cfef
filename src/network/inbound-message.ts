import type { Address } from '../core/addresses.ts'
import type { MessageDetails, MessageKey, QuotedMessage, WireOrder } from '../core/conversation/message.ts'
import type { ReceivedFile } from './media-port.ts'

/** Both addresses of a person as far as the network told them. */
export interface PersonAddresses {
  phone: Address | null
  lid: Address | null
}

/** How a message reached us. `own_device`: the person's own phone wrote it; `offline`: it waited while we were away. */
export type InboundOrigin = 'live' | 'offline' | 'own_device' | 'history'

/** The message another one answers, as its writer's phone repeats it. */
export interface QuotedSummary extends Pick<QuotedMessage, 'id' | 'text'> {
  /** Who wrote it. */
  sender: Address | null
  /** As `InboundMessage.type`. */
  type: string
  /** It was a status, and no message of the chat. */
  isStatus?: true
}

export interface InboundMessage {
  key: MessageKey
  /** Who wrote it (for `fromMe`: ourselves). */
  sender: PersonAddresses
  /** Both addresses of a one-to-one chat's other side, as far as known. */
  chatAddresses: PersonAddresses
  atSec: number
  origin: InboundOrigin
  pushName: string | null
  /** Where it stood among what came in on this connection; absent for what an earlier one left. */
  order?: WireOrder
  /**
   * `text image video audio document sticker location contacts poll event …`; `viewOnce` and `phoneOnly` (to be opened on the
   * account's phone); or `unknown:` and the network's own name of a kind that is not translated.
   */
  type: string
  /** Text or caption; null when it has none. */
  text: string | null
  quotedId: string | null
  /** What it answers, where its writer's phone says so. */
  quoted?: QuotedSummary
  mentions: readonly Address[]
  /** Recorded to be listened to or looked at on the spot: a voice note (`audio`) or a video note (`video`). */
  isNote?: true
  /** A sticker that moves. */
  isAnimated?: true
  /** The place, cards, poll and so on that it holds. */
  details?: MessageDetails
  /** After how many seconds it disappears, and since when that holds for its chat. */
  timer?: { expirationSec: number; atSec: number }
  /** What it says of its file, for messages that have one. */
  file?: ReceivedFile
  bytes: Uint8Array
  /** Release it (delete the journal row) in the transaction that stores the message. */
  journalId: string | null
}
