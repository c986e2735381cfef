import type { Handlers } from '../../../contract/handlers.ts'
import type { Address } from '../../../core/addresses.ts'
import type { Content } from '../../../core/conversation/content.ts'
import type { SendError } from '../../../core/conversation/send-error.ts'

/** Whom a status is for: these people, or whom the account's privacy means. */
export interface AskedAudience {
  people?: readonly Address[]
}

/**
 * One send of the API, as the owner of the client gets it. `messageId` names its effect: the same id asked again,
 * in parallel or after a crash, never becomes a second message.
 */
export interface SendCommand {
  messageId: string
  to: Address
  content: Content
  /** Of a status. */
  audience?: AskedAudience
  /** True when an earlier call may already have handed this id to the network. */
  repeat?: boolean
  /** Answer as soon as it is stored and has its place in the queue. */
  until?: 'queued'
  /** Answer what is so after this time, and go on; never before the message is stored. */
  waitMs?: number
  /**
   * Set when a person wrote it: flows are notified once it was sent or may have been. What was not sent did not
   * happen.
   */
  byPerson?: WrittenByPerson
  /** `user:` or `key:` with an id: who called; `human:` with that of a key whose program says that a person wrote it. */
  sentBy?: string
  /** Ids of messages the sender saw: it is refused when another person wrote since. */
  seen?: readonly string[]
}

/** `eventId` is the same for all messages of one call, so that flows are notified once. */
export interface WrittenByPerson {
  eventId: string
  text: string
  source: 'dashboard' | 'api'
  /** An `Actor`; that of the message. */
  by?: string
}

/** Who did it, of who is stored as its sender: a person behind a key is known by the key alone. */
export const toActorOfSender = (sentBy: string): string => sentBy.replace(/^human:/, 'key:')

/** `participant` is null in one-to-one chats. */
export interface SentKey {
  remoteJid: string
  id: string
  fromMe: true
  participant: string | null
}

/**
 * What became of a send after it was handed to the network. `sent` with status PENDING: it still waits for its turn
 * or for the network, which only callers get who did not want to wait for that. `failed`: certainly not sent.
 * `unknown`: no answer came; `final` is false when a repeat of the call may still find out.
 */
export type SendReply =
  | {
      kind: 'sent'
      key: SentKey
      atSec: number
      status: string
      message: Record<string, unknown>
    }
  | { kind: 'failed'; key: SentKey; error: SendError }
  | { kind: 'unknown'; key: SentKey; error: SendError; final: boolean }

/** The envelope of operations that send or change a message (interface: Send result). */
export type SendResult = Awaited<ReturnType<Handlers['chat']['sendMessage']>>
