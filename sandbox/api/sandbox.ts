import type { RefreshChild } from '../protocol/registration-refresh.ts'
import type { Call } from '../state/calls.ts'
import type { Interceptor, QrTiming, Timeouts } from '../state/network.ts'
import type { DelayRange } from '../state/phone-times.ts'
import type { Problem, RecordedStanza } from '../state/recorder.ts'
import type { Addressing } from '../state/user.ts'
import type { Versions } from '../state/versions.ts'
import type { OutgoingCall } from './call.ts'
import type { Channel, ChannelOptions } from './channel.ts'
import type { Contact } from './contact.ts'
import type { FaultControls } from './fault-controls.ts'
import type { Group, GroupOptions } from './group.ts'
import type { MediaControls } from './media-controls.ts'
import type { LinkedDevice, Phone } from './phone.ts'

export interface SandboxOptions {
  /** Port of the network itself, on loopback; 0 or absent chooses a free one. */
  port?: number
  /** Port of the HTTP scenario API, on loopback; 0 or absent chooses a free one. */
  httpPort?: number
  /** Port of the media server, on loopback; 0 or absent chooses a free one. */
  mediaPort?: number
  /** Where everything is kept in one SQLite file; absent keeps it in memory only. */
  dataDir?: string
  /** How histories travel: within a message (the default), or as encrypted files of the media server. */
  historyVia?: 'inline' | 'file'
  /**
   * How a client is given collections of app state of which it has nothing: by all their changes (the default), or whole,
   * as encrypted files of the media server, as on the real network.
   */
  appStateVia?: 'changes' | 'snapshot'
  /** How many messages of each conversation a newly linked client is given, 1,000 unless said; it can ask for more. */
  historyDepth?: number
  /** How late phones see what is sent to them; at once, unless said. */
  phoneDelay?: DelayRange
  /** What times by chance are drawn from: with the same seed every phone is as late as before. */
  phoneSeed?: string
  log?: (line: string) => void
  qr?: Partial<QrTiming>
  /** How long the network bears clients that do not answer pings, say nothing, or acknowledge nothing. */
  timeouts?: Partial<Timeouts>
  /** Which versions of WhatsApp Web clients may tell, and what its page says is the newest. */
  versions?: Partial<Versions>
}

/** A contact in a list. */
export interface ContactSummary {
  number: string
  lid: string
  name: string
  addressing: Addressing
  online: boolean
  messages: number
  errors: number
}

/** An account in a list: a number with linked devices. */
export interface AccountSummary {
  number: string
  lid: string
  name: string
  devices: LinkedDevice[]
}

/** A running network. Numbers may carry `+` and spaces; whoever is named for the first time is made. */
export interface Sandbox {
  readonly wsUrl: string
  readonly httpUrl: string
  /** The root a client must pin: its public key, 32 bytes in hex, and its serial number. */
  readonly rootKeyHex: string
  readonly rootSerial: number
  /** The authority of the media server's certificate, PEM; a client must trust it to send or receive media. */
  readonly mediaCaPem: string
  /** `https://127.0.0.1:port` of the media server. */
  readonly mediaUrl: string
  readonly media: MediaControls
  readonly faults: FaultControls
  /** An account's own phone; a name given is the one its contacts see. */
  phone(number: string, options?: { name?: string }): Phone
  /** A contact; options given change an existing one. */
  contact(number: string, options?: { name?: string; addressing?: Addressing }): Contact
  /** Where the network says its newest version, as `web.whatsapp.com/sw.js` does. */
  readonly versionPageUrl: string
  /** From now on: older ones than `oldest` are refused (405), and the page says `newest`. Open connections stay. */
  setVersions(versions: Partial<Versions>): void
  /** Puts the network's clock forward and looks at once at what its clients did until then; they notice nothing of it. */
  passTime(ms: number): void
  /** How late every phone sees what is sent to it from now on, in milliseconds; by chance between the two. */
  setPhoneDelay(minMs: number, maxMs?: number): void
  /** Resolves once phones have seen all that was sent to them, however late they are. */
  allSeen(): Promise<void>
  /** A phone scans a client's QR. Without `phone` a fictional number that has no linked device is chosen. */
  scan(qr: string, options?: { phone?: string }): Promise<{ jid: string }>
  /**
   * The network retires the secret of the QR that a client shows: the client is told, and a QR with that secret links
   * nothing any more. `child` is what the notification carries.
   */
  refreshRegistration(qr: string, child?: RefreshChild): void
  /** Makes a group and tells the clients of its members. */
  group(options: GroupOptions): Group
  /** The group a jid names; throws InputError when there is none. */
  findGroup(jid: string): Group
  groups(): Group[]
  /** Makes a channel. */
  channel(options: ChannelOptions): Channel
  /** The channel a jid names; throws InputError when there is none. */
  findChannel(jid: string): Channel
  /** A call to an account that somebody began since the network started, by its id. */
  call(id: string): OutgoingCall | undefined
  /** All of them, oldest first. */
  calls(): Call[]
  accounts(): AccountSummary[]
  contacts(): ContactSummary[]
  /** What clients asked and told besides messages and receipts, oldest first. */
  requests(): readonly RecordedStanza[]
  /** What clients did that a real network or phone would refuse, ignore or correct, oldest first. */
  problems(): readonly Problem[]
  /**
   * Looks at every stanza of a logged-in client before the network does: return a stanza to answer with, `'drop'`
   * to swallow it, or nothing to let the network answer. Gives how to stop.
   */
  intercept(interceptor: Interceptor): () => void
  /** Resolves with the first value that is not undefined or false, asked for every 10 ms; rejects after the timeout. */
  waitFor<T>(check: () => T | undefined | false, timeoutMs?: number): Promise<T>
  close(): Promise<void>
}
