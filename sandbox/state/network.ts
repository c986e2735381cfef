import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { proto } from 'baileys/WAProto/index.js'
import type { ServerIdentity } from '../infra/certificates.ts'
import type { Connection } from '../infra/connection.ts'
import type { Journal } from '../infra/journal.ts'
import type { KeyPair } from '../infra/keys.ts'
import type { AppStates } from './app-states.ts'
import type { Calls } from './calls.ts'
import type { Channels } from './channels.ts'
import type { Companion } from './companion.ts'
import type { DeliveryQueues } from './delivery-queue.ts'
import type { Directory } from './directory.ts'
import type { Faults } from './faults.ts'
import type { Groups } from './groups.ts'
import type { KeyedLock } from './keyed-lock.ts'
import type { Mailboxes } from './mailbox.ts'
import type { Media } from './media.ts'
import type { NewChatCount } from './new-chats.ts'
import type { PhoneTimes } from './phone-times.ts'
import type { Recorder } from './recorder.ts'
import type { Session } from './session.ts'
import type { TrustedTokens } from './trusted-tokens.ts'
import type { User } from './user.ts'
import type { Versions } from './versions.ts'

/** How long each QR of a pairing lives and how many there are. */
export interface QrTiming {
  count: number
  firstMs: number
  nextMs: number
  /** How much later than the server's timer a client may show the next QR before the old one stops counting. */
  graceMs: number
  /** How long a code lives that is typed into the phone instead. */
  codeMs: number
  /** How long somebody may take to sign with a passkey, and until when a proof spares comparing codes. */
  passkeyMs: number
  handoffMs: number
}

/** A code that somebody may type into the phone of a number, as the server knows it: never the code itself. */
export interface OpenPhoneCode {
  readonly number: string
  readonly ref: Buffer
  /** The client's ephemeral key under the code. */
  readonly wrappedEphemeral: Buffer
  readonly expiresAt: number
  /** What the phone waits for since the code was typed. */
  typed: TypedCode | undefined
}

export interface TypedCode {
  /** What phone and client have agreed on, when the code was right. */
  readonly shared: Buffer
  readonly done: PromiseWithResolvers<{ device: number | null }>
}

/** How long the network bears a client that does not do its part, in milliseconds. */
export interface Timeouts {
  /** How often it asks whether the client is there; the next time it has not answered, its connection ends. */
  pingMs: number
  /** How long a client may say nothing at all. */
  idleMs: number
  /** How long a stanza may go unacknowledged before the stream ends. */
  answerMs: number
  /** How long it waits for a client to ask for what waited, and then sends it unasked. */
  askMs: number
}

/** A passkey that the network asked a device for. */
export interface OpenPasskey {
  readonly number: string
  /** What the phone knows of the device from the scan or the typed code. */
  readonly secret: Buffer
  readonly challenge: string
  readonly askedAt: number
  readonly expiresAt: number
  /** The reference that the device was given last. */
  ref: string | undefined
  /** What the device has committed itself to, and what the phone has told of itself. */
  prologue: { identity: Buffer; commitment: Buffer; isProven: boolean } | undefined
  phone: { ephemeral: KeyPair; nonce: Buffer } | undefined
  /** What phone and device agreed on, when the device has opened its commitment. */
  agreed: { key: Buffer; code: string } | undefined
}

/** A registration that waits for somebody to scan one of its QRs. */
export interface PendingPairing {
  readonly connection: Connection
  readonly noise: Buffer
  readonly identity: Buffer
  readonly registrationId: number
  readonly signedPreKey: { id: number; public: Buffer; signature: Buffer }
  readonly shownAs: string
  /** Live references and when each stops being valid, in milliseconds of the clock. */
  readonly refs: Map<string, number>
  /** Secrets of QR codes that a refresh of the registration made worthless, in base64. */
  readonly retiredSecrets: Set<string>
  /** The last code that was asked for; each makes the one before void. */
  code: OpenPhoneCode | undefined
  /** What the network waits for since it asked for a passkey. */
  passkey: OpenPasskey | undefined
  /** Filled once scanned: what the client's answer must prove. */
  accepted: { number: string; device: number; details: Buffer; keyIndex: number } | undefined
  timer: NodeJS.Timeout | undefined
}

/** Looks at a client's stanza before the network does. Return a stanza to answer with, `'drop'`, or nothing. */
export type Interceptor = (
  stanza: BinaryNode,
  from: { number: string; device: number },
) => BinaryNode | 'drop' | undefined

/** Everything the protocol handlers work on. */
export interface Network {
  readonly identity: ServerIdentity
  readonly journal: Journal
  readonly directory: Directory
  readonly groups: Groups
  readonly channels: Channels
  readonly calls: Calls
  readonly mailboxes: Mailboxes
  readonly media: Media
  readonly appStates: AppStates
  readonly trustedTokens: TrustedTokens
  /** How many messages of each conversation a newly linked device is given. */
  readonly historyDepth: number
  /** How histories travel: within the message that announces them, or as files of the media server. */
  readonly historyVia: 'inline' | 'file'
  /** How collections of app state come that a client has nothing of: by all their changes, or whole, as files. */
  readonly appStateVia: 'changes' | 'snapshot'
  readonly queues: DeliveryQueues
  readonly faults: Faults
  readonly recorder: Recorder
  readonly qr: QrTiming
  readonly timeouts: Timeouts
  versions: Versions
  /** Of accounts that may begin only so many chats, by number. */
  readonly newChats: Map<string, NewChatCount>
  /** Of accounts that are restricted: until when, in milliseconds since 1970, by number. */
  readonly restrictedUntil: Map<string, number>
  /** Work of one simulated phone runs one piece at a time, so that its ratchets move in order. */
  readonly phoneLock: KeyedLock
  readonly phoneTimes: PhoneTimes
  readonly pairings: Map<Connection, PendingPairing>
  readonly sessions: Map<string, Session>
  readonly sessionByConnection: Map<Connection, Session>
  readonly interceptors: Set<Interceptor>
  /** Gives a linked device older messages of a conversation. */
  answerHistory(
    owner: User,
    companion: Companion,
    requestId: string,
    request: proto.Message.PeerDataOperationRequestMessage.IHistorySyncOnDemandRequest,
  ): Promise<void>
  /** How far its clock is ahead of the machine's, in milliseconds. */
  aheadMs: number
  now(): number
  log(line: string): void
}
