import type { BusCommand } from '../../bus/port.ts'
import type { Handlers } from '../../contract/handlers.ts'
import type { Address } from '../../core/addresses.ts'
import type { Content } from '../../core/conversation/content.ts'
import type { ConversationEvent } from '../../core/conversation/flow-event.ts'
import type { MessageKey } from '../../core/conversation/message.ts'
import type { OutboxSettled } from '../../core/conversation/send-outcome.ts'
import type { ColdPause, NewChatQuota } from '../../core/new-chats.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { ChatMessage, NetworkConnection, NetworkEvent } from '../../network/port.ts'
import type { ReachOutNews } from './reach-out.ts'

/** A client this process holds the lease of. `address` and `lid` are null until it paired. */
export interface OwnedClient {
  id: string
  userId: string
  address: string | null
  lid: string | null
}

export interface MergedContact {
  /** The address that is no longer canonical. */
  from: string
  to: string
}

/** What a batch of network events changed. */
export interface Applied {
  /** What is new for flows, in order; nothing that was stored before. */
  events: ConversationEvent[]
  contactsMerged: MergedContact[]
  /** Call it once the transaction has committed: it drops what caches may hold of before. */
  committed(): void
}

/**
 * One send of the API, as the owner of the client gets it. `messageId` names its effect: the same id asked again,
 * in parallel or after a crash, never becomes a second message.
 */
export interface SendCommand {
  messageId: string
  to: Address
  content: Content
  /** True when an earlier call may already have handed this id to the network. */
  repeat?: boolean
  /** Answer as soon as it is stored and has its place in the queue. */
  until?: 'queued'
  /** Answer what is so after this time, and go on; never before the message is stored. */
  waitMs?: number
  /** A person wrote it: flows are told so once it was sent, or may have been. What was not sent did not happen. */
  byPerson?: WrittenByPerson
}

/** `eventId` is the same for all messages that one call sends, so that flows hear of it once. */
export interface WrittenByPerson {
  eventId: string
  text: string
  source: 'dashboard' | 'api'
}

/** `participant` is null in one-to-one chats. */
export interface SentKey {
  remoteJid: string
  id: string
  fromMe: true
  participant: string | null
}

/**
 * What became of a send after it was handed to the network; `sent` with status PENDING still waits for its turn or for
 * the network's word, which only callers get who did not want to wait for that. `failed`: certainly not sent. `unknown`: no answer came;
 * `final` is false when a repeat of the call may still find out.
 */
export type SendReply =
  | {
      kind: 'sent'
      key: SentKey
      atSec: number
      status: string
      message: Record<string, unknown>
    }
  | { kind: 'failed'; key: SentKey; error: string }
  | { kind: 'unknown'; key: SentKey; error: string; final: boolean }

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
  /** Called when contacts became one: lanes may have new names. */
  onContactsMerged?(): void
}

/** Everything one client sends goes through its sender, in order and paced. */
export interface Sender {
  /**
   * Resolves with the outcome after it is stored, or sooner when the command says so. Throws a Refusal (CLIENT_NOT_CONNECTED, SEND_QUEUE_FULL,
   * RECIPIENT_NOT_FOUND) when nothing was handed to the network.
   */
  send(command: SendCommand): Promise<SendReply>
  /** New outbox rows were committed. */
  wakeOutbox(): void
  /** The connection is open, for the first time or again: what waits for it goes on, messages and files. */
  goOn(): void
  /** Somebody wrote first, or the network spoke of writing to strangers: what waits for that may go, or has to wait. */
  noteReachOut(news: ReachOutNews): void
  /** The network showed that it has these messages (own echo or receipt). */
  confirm(messageIds: readonly string[], atSec: number): void
  /** These contacts became one each; the caches are told already. */
  merge(merged: readonly MergedContact[]): void
  setRate(rate: number, burst: number): void
  /** API sends that wait for their turn. */
  queueLength(): number
  /** Takes no more, lets what waits go out until the deadline (epoch ms), refuses the rest. */
  drain(deadlineMs: number): Promise<void>
  /** Takes no more, refuses what waits, and resolves when what is on the wire has settled. */
  close(): Promise<void>
}

/** What a command of another process finds at the owner. */
export interface ChatRuntime {
  client: OwnedClient
  sender: Sender
  connection(): NetworkConnection | null
}

/** The operations of the chat group. */
export type ChatHandlers = Pick<
  Handlers['chat'],
  | 'sendMessage'
  | 'reactMessage'
  | 'forwardMessage'
  | 'sendAlbum'
  | 'editMessage'
  | 'readMessages'
  | 'getConversationMessages'
  | 'fetchContacts'
  | 'listConversations'
  | 'listMessages'
  | 'searchMessages'
  | 'getMessage'
  | 'downloadMedia'
  | 'deleteMessage'
  | 'sendPresence'
>

/** The envelope of operations that send or change a message (interface: Send result). */
export type SendResult = Awaited<ReturnType<ChatHandlers['sendMessage']>>

/** The chat feature of one process: its API side and the owner's side. */
export interface Chat {
  handlers: ChatHandlers
  contactHandlers: Pick<Handlers['contacts'], 'check' | 'profilePicture'>
  /** Stores network events in the caller's transaction; call `committed()` of the answer after the commit. */
  applyEvents(tx: Transaction, client: OwnedClient, events: readonly NetworkEvent[]): Promise<Applied>
  /** One per owned client. What an earlier owner left unsettled is settled first. */
  createSender(options: SenderOptions): Sender
  /** Commands `handleCommand` answers; the host routes them here. */
  commandNames: readonly string[]
  handleCommand(runtime: ChatRuntime, command: BusCommand, commandId: string): Promise<unknown>
  /** A message this client sent, for a device that could not decrypt it (OpenOptions.readSentMessage). */
  readSentMessage(clientId: string, messageId: string): Promise<Uint8Array | null>
  /** The newest message of a conversation that the network has too; nothing when there is none. */
  readNewestMessage(clientId: string, chat: Address): Promise<ChatMessage[]>
  /** The same keys with the author in those of groups; throws MESSAGE_NOT_FOUND for one that is not stored. */
  completeKeys(
    clientId: string,
    keys: readonly MessageKey[],
    connection: NetworkConnection | null,
  ): Promise<MessageKey[]>
  /**
   * Settles sends that no sender will bring to an end any more, of whatever client. Run it each minute, on any host;
   * `onOutboxSettled` is that of SenderOptions.
   */
  settleStale(onOutboxSettled: SenderOptions['onOutboxSettled']): Promise<void>
  /** Removes idempotency keys older than 24 h and sent ids older than 7 days. Run it hourly. */
  cleanUp(): Promise<void>
  /** Waits for small writes behind (last activity). */
  close(): Promise<void>
}
