import { randomBytes } from 'node:crypto'
import { buildServerIdentity } from '../infra/certificates.ts'
import type { Journal } from '../infra/journal.ts'
import { buildMediaCertificate, type MediaCertificate } from '../infra/media-certificates.ts'
import { answerHistoryRequest } from '../protocol/history.ts'
import { readReceivedMedia } from '../protocol/received-media.ts'
import { AppStates } from '../state/app-states.ts'
import { Blobs } from '../state/blobs.ts'
import { Calls } from '../state/calls.ts'
import { Channels } from '../state/channels.ts'
import { DeliveryQueues } from '../state/delivery-queue.ts'
import { Directory } from '../state/directory.ts'
import { Faults } from '../state/faults.ts'
import { Groups } from '../state/groups.ts'
import { KeyedLock } from '../state/keyed-lock.ts'
import { Mailboxes } from '../state/mailbox.ts'
import { Media } from '../state/media.ts'
import { MediaFaults } from '../state/media-faults.ts'
import type { Network, QrTiming, Timeouts } from '../state/network.ts'
import { type DelayRange, PhoneTimes } from '../state/phone-times.ts'
import { Recorder } from '../state/recorder.ts'
import { TrustedTokens } from '../state/trusted-tokens.ts'
import { DEFAULT_VERSIONS, type Versions } from '../state/versions.ts'

/** Challenges of one to ten minutes were seen; the proof counts for five minutes (whatsmeow's `passkeyHandoffKey.Valid`). */
const PASSKEY_TIMES = { passkeyMs: 600_000, handoffMs: 300_000 }

/**
 * As on the real network: one minute for the first QR, twenty seconds for each further one. A code counts for three
 * minutes (whatsapp-rust's `pair_code.rs`), within the life of its connection, which ends with the QRs (whatsmeow's `PairPhone`).
 */
const DEFAULT_QR: QrTiming = {
  count: 6,
  firstMs: 60_000,
  nextMs: 20_000,
  graceMs: 1_000,
  codeMs: 180_000,
  ...PASSKEY_TIMES,
}

/**
 * Stanzas nobody acknowledges end the stream after some 3,001 s (waha#2151). That the server may ping is known from zapo
 * 0.3.0, which answers `urn:xmpp:ping` and `w:p` (`WaNodeOrchestrator`); whatsmeow (`pair.go`, `handleIQ`) and rc14 answer
 * neither, and stay connected. So that a ping without an answer ends a connection, how often one comes (60 s) and how long
 * a client may be silent (3 min) are guesses, on the strict side: clients speak every 20 to 30 s, and whatsmeow itself
 * gives up after three minutes without an answer (`keepalive.go`). How long the server waits to be asked for what waited
 * is a guess too.
 */
const DEFAULT_TIMEOUTS: Timeouts = { pingMs: 60_000, idleMs: 180_000, answerMs: 3_001_000, askMs: 1_000 }

const DEFAULT_HISTORY_DEPTH = 1_000

/** A row that is made once and stays the same for a data directory. */
function loadOrMake(journal: Journal, kind: string, make: () => string): string {
  const stored = journal.load(kind)[0]
  if (stored !== undefined) return stored.text
  const made = make()
  journal.put(kind, 'private', () => made)
  return made
}

const makeSecret = (): string => randomBytes(32).toString('base64')

/** The certificate of the media server, the same for the life of a data directory. */
export const loadMediaCertificate = (journal: Journal): MediaCertificate =>
  JSON.parse(
    loadOrMake(journal, 'media-certificate', () => JSON.stringify(buildMediaCertificate())),
  ) as MediaCertificate

interface NetworkOptions {
  dataDir?: string
  log?: (line: string) => void
  qr?: Partial<QrTiming>
  timeouts?: Partial<Timeouts>
  versions?: Partial<Versions>
  historyVia?: 'inline' | 'file'
  appStateVia?: 'changes' | 'snapshot'
  historyDepth?: number
  phoneDelay?: DelayRange
  phoneSeed?: string
}

/** Everything the protocol works on, as the journal has it. */
export function createNetwork(options: NetworkOptions, journal: Journal): Network {
  const secret = Buffer.from(loadOrMake(journal, 'media-secret', makeSecret), 'base64')
  const media = new Media(new Blobs(journal, options.dataDir), new MediaFaults(), secret)
  const network: Network = {
    identity: buildServerIdentity(Buffer.from(loadOrMake(journal, 'root-key', makeSecret), 'base64')),
    journal,
    directory: new Directory(journal),
    groups: new Groups(journal),
    channels: new Channels(journal),
    calls: new Calls(),
    mailboxes: new Mailboxes(journal, (raw) => readReceivedMedia(media, raw)),
    media,
    appStates: new AppStates(journal),
    trustedTokens: new TrustedTokens(journal),
    historyVia: options.historyVia ?? 'inline',
    appStateVia: options.appStateVia ?? 'changes',
    historyDepth: options.historyDepth ?? DEFAULT_HISTORY_DEPTH,
    queues: new DeliveryQueues(journal),
    faults: new Faults(),
    recorder: new Recorder(),
    qr: { ...DEFAULT_QR, ...options.qr },
    timeouts: { ...DEFAULT_TIMEOUTS, ...options.timeouts },
    versions: { ...DEFAULT_VERSIONS, ...options.versions },
    newChats: new Map(),
    restrictedUntil: new Map(),
    phoneLock: new KeyedLock(),
    phoneTimes: new PhoneTimes(options.log ?? (() => {}), options.phoneSeed),
    pairings: new Map(),
    sessions: new Map(),
    sessionByConnection: new Map(),
    interceptors: new Set(),
    aheadMs: 0,
    now: () => Date.now() + network.aheadMs,
    log: options.log ?? (() => {}),
    answerHistory: (owner, companion, id, request) =>
      answerHistoryRequest(network, owner, companion, id, request),
  }
  network.phoneTimes.standard = options.phoneDelay ?? network.phoneTimes.standard
  return network
}
