import type { Address } from '../core/addresses.ts'
import type { StatusCause } from '../core/client/status-cause.ts'
import type { CallKind, Content, PreparationProblem } from '../core/conversation/content.ts'
import type { MessageKey } from '../core/conversation/message.ts'
import type { SendOutcome } from '../core/conversation/send-outcome.ts'
import type { NewChatQuota } from '../core/new-chats.ts'
import type { GroupNotice, NetworkGroups } from './group-port.ts'
import type { InboundMessage, PersonAddresses } from './inbound-message.ts'
import type { NetworkMedia, ReceivedFile } from './media-port.ts'
import type { OutgoingMessage, PreparationParts } from './outgoing.ts'
import type {
  PairingCode,
  PairingCodeOutcome,
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyOutcome,
} from './pairing-steps.ts'
import type { CallNotice } from './ports/call-port.ts'
import type { ChannelNotice, NetworkChannels } from './ports/channel-port.ts'
import type { ChatNotice, NetworkChats } from './ports/chat-port.ts'
import type { CredentialStore } from './ports/credential-port.ts'
import type { NetworkPersons } from './ports/person-port.ts'
import type { PictureNotice, ProfilePicture } from './ports/picture-port.ts'
import type { NetworkPresence, PresenceNews } from './ports/presence-port.ts'
import type { NetworkProfile, ProfileNotice } from './ports/profile-port.ts'
import type { NetworkStatuses } from './ports/status-port.ts'
import type { ProxyAccess, ProxyRoute } from './proxy-route.ts'
import type { OwnAddresses, ReadSession } from './read-session.ts'

export type * from './group-port.ts'
export type { InboundMessage, InboundOrigin, PersonAddresses, QuotedSummary } from './inbound-message.ts'
export {
  type DownloadOptions,
  type FileToUpload,
  type NetworkMedia,
  NetworkMediaError,
  type ReceivedFile,
} from './media-port.ts'
export type {
  MediaTraits,
  OpenFile,
  OutgoingMessage,
  PreparationParts,
  QuotedOriginal,
  UploadedFile,
  UploadedMedia,
} from './outgoing.ts'
export type {
  PairingCode,
  PairingCodeOutcome,
  PasskeyAssertion,
  PasskeyOptions,
  PasskeyOutcome,
} from './pairing-steps.ts'
export type { CallNotice } from './ports/call-port.ts'
export * from './ports/channel-port.ts'
export {
  ChatChangeError,
  type ChatChangeProblem,
  type ChatMark,
  type ChatMessage,
  type ChatNews,
  type ChatNotice,
  type ChatRemoval,
  isOfPeople,
  type LabelKind,
  type LabelNews,
  type LabelPlace,
  type MarkNews,
  type MutedUntil,
  type NetworkChats,
  type NetworkLabel,
} from './ports/chat-port.ts'
export {
  type CredentialBatch,
  type CredentialStore,
  type JournalEntry,
  LeaseLostError,
} from './ports/credential-port.ts'
export type * from './ports/network-answer.ts'
export type * from './ports/person-port.ts'
export type * from './ports/picture-port.ts'
export type * from './ports/presence-port.ts'
export type * from './ports/profile-port.ts'
export type * from './ports/status-port.ts'
export { type ProxyAccess, ProxyError, type ProxyRoute } from './proxy-route.ts'
export type { KeyName, OwnAddresses, ReadSession, SessionProblem, StoredKey } from './read-session.ts'
export type { VersionAccess, VersionState } from './web-versions.ts'

/**
 * What the service needs of a messaging network. One connector implements it (`network/baileys`);
 * nothing outside that folder knows the library's names. Times are whole seconds since 1970 where the
 * field ends in `Sec`, milliseconds where it ends in `Ms`.
 */
export interface NetworkConnector {
  /** Opens the connection of one client. Returns at once; progress arrives through `handlers`. */
  open(options: OpenOptions): NetworkConnection
  /**
   * Builds the network's message for a content, without a connection, with the parts that its kind needs. The bytes are what
   * is stored and sent.
   * Rejects with `PreparationError` when a quoted or forwarded message cannot be used.
   */
  prepare(content: Content, parts?: PreparationParts): Promise<PreparedMessage>
  /** A fresh message id as the network's own clients draw them (`3EB0` + 18 hex). */
  newMessageId(): string
  /**
   * What somebody chose: names of options, or `going`, `not_going`, `maybe` for an event. `about` are the bytes of the
   * message voted on. Any of the writer's and the voter's addresses may have been used. Null when it cannot be read.
   */
  readVote(vote: SealedVote, about: VotedMessage, voters: readonly string[]): string[] | null
  /** What a stored message says of its file; null when it has none that could be downloaded. */
  readFile(bytes: Uint8Array): ReceivedFile | null
  /** Whether stored credentials log in to an account, and do not only wait for one to be paired. */
  isPaired(credentials: Uint8Array): boolean
  /**
   * Reads a session that another program on the same library kept: a folder of it as a zip, a JSON document, or database
   * rows as JSON. `wanted` names the one when there are several. What cannot be used is answered, never thrown. A large one
   * takes half a minute and several hundred MB for that time: ask for few at once.
   */
  readSession(file: Uint8Array, wanted?: string): Promise<ReadSession>
  /** The message as JSON (bytes in base64), for `res.message`. */
  toJson(bytes: Uint8Array): Record<string, unknown>
  /** Reaches the network's server through a proxy, without an account, in that time. Rejects with `ProxyError`. */
  tryProxy(target: NetworkTarget, route: ProxyRoute, withinMs?: number): Promise<void>
}

/** A poll or an event, and under which addresses its writer may have sent it. */
export interface VotedMessage {
  id: string
  bytes: Uint8Array
  writers: readonly string[]
}

/** Which network a client lives on. `rootKeyHex` is the 32-byte public root of the handshake's certificates. */
export type NetworkTarget =
  | { kind: 'whatsapp' }
  | { kind: 'custom'; url: string; rootKeyHex: string; rootSerial: number; mediaCaPem?: string }

export interface OpenOptions {
  clientId: string
  target: NetworkTarget
  credentials: CredentialStore
  handlers: NetworkHandlers
  /**
   * Messages this client sent, by id, kept so that a device that could not decrypt may ask again. `by`: whose device asks, null
   * when that is not known; a status is for its audience only.
   */
  readSentMessage(id: string, chat: Address, by: Address | null): Promise<Uint8Array | null>
  /** The LIDs of contacts with this hash, by which the network names those who are not in the account's address book. */
  findLidsByHash?(hash: string): Promise<Address[]>
  /** Without it the connection goes directly. */
  proxy?: ProxyAccess
  /** Asked when all is read, right before the network is called; false ends the attempt as `connection_lost`. */
  mayConnect?(): boolean
}

export interface NetworkConnection {
  /** Identifies this attempt; answered as `socketId`. */
  readonly socketId: string
  send(message: OutgoingMessage): Promise<SendOutcome>
  markRead(keys: readonly MessageKey[]): Promise<void>
  /** Shows in a chat what the account does there. */
  sendPresence(presence: 'composing' | 'recording' | 'paused', to: Address): Promise<void>
  /** Which of these phone numbers are on the network, and their addresses. Unknown numbers have `exists: false`. */
  checkNumbers(phoneNumbers: readonly string[]): Promise<NumberCheck[]>
  /** The picture of a person or a group. Rejects when the network does not answer in time. */
  profilePicture(of: Address, size: 'preview' | 'full', timeoutMs: number): Promise<ProfilePicture>
  /** Makes a link under which a call can be joined from `startSec` on. Rejects when the network gives none in time. */
  createCallLink(call: CallKind, startSec: number, timeoutMs: number): Promise<string>
  /** After how many seconds messages of a group disappear; 0 when they stay. Asked of the network once until it changes. */
  groupTimerSec(group: Address): Promise<number>
  /**
   * The address by which a group names one of its people: groups are by phone numbers or by LIDs, and who is named
   * otherwise is nobody to its members. The given one when no other is known. Rejects when the network does not answer.
   */
  memberAddress(group: Address, person: Address): Promise<Address>
  /** The account's own view of its chats, which its phone and linked devices share. */
  readonly chats: NetworkChats
  readonly groups: NetworkGroups
  readonly profile: NetworkProfile
  readonly persons: NetworkPersons
  readonly channels: NetworkChannels
  readonly presence: NetworkPresence
  readonly statuses: NetworkStatuses
  /** Files of messages. */
  readonly media: NetworkMedia
  /** Other ways to link the device than its QR codes; null when it belongs to an account, or nothing is shown yet. */
  readonly pairing: NetworkPairing | null
  /** The proxy this attempt goes through; null for none, undefined while it is not chosen yet. */
  readonly route: ProxyRoute | null | undefined
  /** What it keeps in memory, about: its own parts by measurement, what it caches by count. */
  memoryBytes(): number
  /** Asks the server for a sign of life; rejects when none comes within the time. */
  probe(timeoutMs: number): Promise<void>
  /** Unlinks the device on the network, then closes. */
  logout(): Promise<void>
  /** Closes without unlinking. Idempotent; waits for the running `onEvents`; nothing is told once it resolved. */
  close(): Promise<void>
}

export interface NetworkPairing {
  /**
   * Asks the network for a code to type into the phone of that number (E.164); the one before is void. The QR codes go on
   * beside it. Resolves on the network's own verdict.
   */
  requestCode(phoneNumber: string): Promise<PairingCodeOutcome>
  /** Hands the network what the account's passkey signed of `passkey.options`. Nothing is lost when it is refused. */
  answerPasskey(assertion: PasskeyAssertion): Promise<PasskeyOutcome>
  /** A person has seen that the phone shows the code of `passkey_confirm`. */
  confirmPasskey(): Promise<PasskeyOutcome>
}

export interface NumberCheck {
  phoneNumber: string
  exists: boolean
  address: Address | null
  lid: Address | null
}

/** A content cannot be made into a message. Nothing was sent. */
export class PreparationError extends Error {
  readonly problem: PreparationProblem

  constructor(problem: PreparationProblem, options?: ErrorOptions) {
    super(problem.why, options)
    this.name = 'PreparationError'
    this.problem = problem
  }
}

export interface NetworkHandlers {
  /** Connection state, in order. */
  onState(state: ConnectionState): void
  /**
   * Facts from the network, in order, one call at a time. The connector awaits each call;
   * a throw means the batch was not stored: it is given again a few times, then the connection closes and what is in
   * the journal is given again after the next connect. Do not await `close()` or `logout()` of the same connection here.
   */
  onEvents(events: readonly NetworkEvent[]): Promise<void>
  /** Who is there and what they do, at once and beside the events: it waits for nothing, and is told once. */
  onPresence?(news: PresenceNews): void
}

/**
 * One connection's life. `connecting -> pairing* -> open -> closed`, `closed` is final for this connection.
 * `pairing` comes once per QR string, and again with the same expiry when the network had the secret in it replaced;
 * `pairing_code` once per code that was asked for, and with null when it counts no longer. After a scan or a typed code the
 * network may ask for the account's passkey: `passkey` until somebody has signed, again with `isAnswered` while the phone is
 * awaited, then `passkey_confirm` when a person has to compare a code; no QR or code counts any more.
 */
export type ConnectionState =
  | { kind: 'connecting' }
  | { kind: 'pairing'; qr: string; expiresAtMs: number }
  | { kind: 'pairing_code'; code: PairingCode | null }
  | { kind: 'passkey'; options: PasskeyOptions; isAnswered: boolean; expiresAtMs: number }
  | { kind: 'passkey_confirm'; code: string; expiresAtMs: number }
  | { kind: 'paired'; me: OwnAddresses }
  | { kind: 'open'; me: OwnAddresses }
  | { kind: 'closed'; reason: CloseReason; cause: StatusCause; rawCode: number | null; retryAfterMs?: number }

/**
 * Why a connection ended, and with it what the host does next:
 * `restart_required` open again at once (after pairing, 515, or when a newer version is known than the one refused); `connection_lost`, `unavailable` (503), `timed_out`
 * open again with backoff; `replaced` (440) never fight: long backoff, then only when asked; `device_removed` somebody took
 * the device off the account, a person or the network: the next login tells whether for good, and nothing is removed before;
 * `logged_out` (401 to a login) credentials are void, pair again; `qr_expired` nobody scanned; `restricted`, `forbidden` the account is limited or
 * banned; `pairing_rejected` what the phone signed for this device does not hold, scan anew; `passkey_failed` the account's passkey was not
 * confirmed in time, or not accepted; `outdated` the server refuses this version (405) and no newer one is known: open again with long backoff;
 * `proxy_failed` the client's proxy let nothing through; `lease_lost` another worker owns the client;
 * `closed_by_host` close() was called.
 */
export type CloseReason =
  | 'restart_required'
  | 'connection_lost'
  | 'timed_out'
  | 'unavailable'
  | 'replaced'
  | 'device_removed'
  | 'logged_out'
  | 'qr_expired'
  | 'pairing_rejected'
  | 'restricted'
  | 'forbidden'
  | 'passkey_failed'
  | 'outdated'
  | 'proxy_failed'
  | 'lease_lost'
  | 'closed_by_host'

export type NetworkEvent =
  | { kind: 'message'; message: InboundMessage }
  | {
      kind: 'reaction'
      target: MessageKey
      by: PersonAddresses
      fromMe: boolean
      emoji: string
      atSec: number
      journalId: string | null
    }
  | {
      kind: 'edit'
      target: MessageKey
      text: string
      bytes: Uint8Array
      fromMe: boolean
      atSec: number
      journalId: string | null
    }
  | {
      kind: 'revoke'
      target: MessageKey
      by: PersonAddresses
      fromMe: boolean
      atSec: number
      journalId: string | null
    }
  | {
      kind: 'vote'
      target: MessageKey
      by: PersonAddresses
      fromMe: boolean
      sealed: SealedVote
      atSec: number
      journalId: string | null
    }
  | { kind: 'receipt'; receipt: Receipt }
  /** What is known of somebody; `onlyKnown`: it came beside something else, and makes nobody a contact. */
  | {
      kind: 'contact'
      addresses: PersonAddresses
      name?: string
      notify?: string
      username?: string
      onlyKnown?: true
    }
  /** Somebody is found by another username from now on, or by none. */
  | { kind: 'username'; lid: Address; username: string | null; journalId: string | null }
  /** From now on messages of this chat of two disappear after so many seconds; 0: they stay. Sends to it follow. */
  | {
      kind: 'chat_timer'
      chat: Address
      chatAddresses: PersonAddresses
      expirationSec: number
      atSec: number
      journalId: string | null
    }
  /** Something about a group changed, by whomever. */
  | { kind: 'group'; notice: GroupNotice; journalId: string | null }
  /** Somebody calls the account, or their call went on. */
  | { kind: 'call'; notice: CallNotice; journalId: string | null }
  /** The account's profile or privacy was changed at its phone or another of its devices. */
  | { kind: 'profile'; notice: ProfileNotice; journalId: string | null }
  /** Somebody has another picture, or none any more. Of groups `group` tells it. */
  | { kind: 'picture'; notice: PictureNotice; journalId: string | null }
  /** What the account's devices keep of its chats changed, by any of them. */
  | { kind: 'chats'; notice: ChatNotice; journalId: string | null }
  /** Something happened in a channel the account follows, or became of it. */
  | { kind: 'channel'; notice: ChannelNotice; journalId: string | null }
  /** The phone has given older messages, which came right before this; `isAll`: it has no more. */
  | { kind: 'history_answer'; requestId: string; received: number; isAll: boolean }
  /** All whom the account has blocked: told after each login, and when it changed here or at another of its devices. */
  | { kind: 'blocklist'; people: PersonAddresses[] }
  /** The network keeps the account from writing to strangers, or no longer; `untilMs` null: it does not say. */
  | { kind: 'reach_out'; isRestricted: boolean; untilMs: number | null }
  /** How many chats the account may begin with strangers: told after each login, hourly, and when the network says so. */
  | { kind: 'new_chats'; quota: NewChatQuota }
  | { kind: 'other'; note: string; journalId: string | null }

/** A choice in a poll or an answer to an event, readable only with the secret of the message it is about. */
export interface SealedVote {
  about: 'poll' | 'event'
  payload: Uint8Array
  iv: Uint8Array
}

/** `by` tells whose device confirmed, for groups; `played` is for voice notes. */
export interface Receipt {
  chat: Address
  ids: readonly string[]
  kind: 'server' | 'delivered' | 'read' | 'played' | 'error'
  by: PersonAddresses
  atSec: number
}

export interface PreparedMessage {
  bytes: Uint8Array
  type: string
  text: string | null
  /** For an edit: the content the edited message has from now on. */
  edited?: Uint8Array
}
