import { createFileJournal, createMemoryJournal } from '../infra/journal.ts'
import { startMediaServer } from '../infra/media-server.ts'
import { startSocketServer } from '../infra/socket-server.ts'
import { parseNumber } from '../protocol/addresses.ts'
import { closeSession, handleLogin } from '../protocol/login.ts'
import { handleMediaRequest } from '../protocol/media-requests.ts'
import { refreshRegistration } from '../protocol/pairing.ts'
import { checkSessions } from '../protocol/patience.ts'
import { resumePhones } from '../protocol/phone-inbox.ts'
import type { RefreshChild } from '../protocol/registration-refresh.ts'
import { handleStanza } from '../protocol/stanzas.ts'
import type { Interceptor, Network, Patience, QrTiming } from '../state/network.ts'
import type { DelayRange } from '../state/phone-times.ts'
import type { Problem, RecordedStanza } from '../state/recorder.ts'
import type { Addressing } from '../state/user.ts'
import type { Versions } from '../state/versions.ts'
import { Contact } from './contact.ts'
import { createNetwork, loadMediaCertificate } from './create-network.ts'
import { createFaultControls, type FaultControls } from './fault-controls.ts'
import { findGroup, type Group, type GroupOptions, openGroup } from './group.ts'
import { buildRoutes } from './http-routes.ts'
import { type Route, startHttpServer } from './http-server.ts'
import { createMediaControls, type MediaControls } from './media-controls.ts'
import { type LinkedDevice, Phone } from './phone.ts'
import { chooseNumber } from './qr-numbers.ts'
import { buildVersionPage, VERSION_PAGE } from './version-page.ts'

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
  patience?: Partial<Patience>
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

const WAIT_STEP_MS = 10
const DEFAULT_WAIT_MS = 45_000

async function waitFor<T>(check: () => T | undefined | false, timeoutMs = DEFAULT_WAIT_MS): Promise<T> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const value = check()
    if (value !== undefined && value !== false) return value
    if (Date.now() > deadline) throw new Error(`the state waited for did not come within ${timeoutMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, WAIT_STEP_MS))
  }
}

function listContacts(network: Network): ContactSummary[] {
  return [...network.directory.users()]
    .filter(({ companions }) => companions.size === 0)
    .map(({ number, lid, record }) => {
      const { inbox, errors } = network.mailboxes.of(number)
      const { name, addressing, online } = record
      return { number, lid, name, addressing, online, messages: inbox.length, errors: errors.length }
    })
}

function listAccounts(network: Network): AccountSummary[] {
  return [...network.directory.users()]
    .filter(({ companions }) => companions.size > 0)
    .map((user) => {
      const { devices } = new Phone(network, user)
      return { number: user.number, lid: user.lid, name: user.record.name, devices }
    })
}

/** The scenario half of a network; its addresses and `close` come from the servers. */
function buildScenario(
  network: Network,
): Omit<Sandbox, 'wsUrl' | 'httpUrl' | 'versionPageUrl' | 'mediaUrl' | 'mediaCaPem' | 'close'> {
  const phone = (number: string, named?: { name?: string }) =>
    new Phone(network, network.directory.ensure(parseNumber(number), named))
  return {
    rootKeyHex: network.identity.rootKeyHex,
    rootSerial: network.identity.rootSerial,
    faults: createFaultControls(network),
    media: createMediaControls(network),
    phone,
    contact: (number, options) =>
      new Contact(network, network.directory.ensure(parseNumber(number), options)),
    setVersions: (versions) => {
      network.versions = { ...network.versions, ...versions }
    },
    passTime: (ms) => {
      network.aheadMs += ms
      checkSessions(network)
    },
    setPhoneDelay: (minMs, maxMs = minMs) => {
      network.phoneTimes.standard = { minMs, maxMs }
    },
    allSeen: () => network.phoneTimes.seen(),
    scan: async (qr, options = {}) => phone(options.phone ?? chooseNumber(network)).scan(qr),
    refreshRegistration: (qr, child) => refreshRegistration(network, qr, child),
    group: (created) => openGroup(network, created),
    findGroup: (jid) => findGroup(network, jid),
    groups: () => [...network.groups.all()].map(({ jid }) => findGroup(network, jid)),
    accounts: () => listAccounts(network),
    contacts: () => listContacts(network),
    requests: () => network.recorder.all(),
    problems: () => network.recorder.problems(),
    intercept: (interceptor) => {
      network.interceptors.add(interceptor)
      return () => network.interceptors.delete(interceptor)
    },
    waitFor,
  }
}

/** Starts a network on loopback. Rejects when a port is taken or the data directory cannot be written. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { log = () => {} } = options
  const journal =
    options.dataDir === undefined ? createMemoryJournal() : createFileJournal(options.dataDir, log)
  const closers: (() => Promise<void> | void)[] = [() => journal.close()]
  const close = async () => {
    for (const each of closers.splice(0).reverse()) await each()
  }
  try {
    const network = createNetwork(options, journal)
    closers.push(() => network.media.blobs.close())
    closers.push(() => network.phoneTimes.end())
    resumePhones(network)
    const certificate = loadMediaCertificate(journal)
    const sockets = await startSocketServer(options.port ?? 0, network.identity, {
      onLogin: (connection, clientStatic, payload) => handleLogin(network, connection, clientStatic, payload),
      onStanza: (connection, stanza) => handleStanza(network, connection, stanza),
      onClose: (connection) => closeSession(network, connection),
      log: network.log,
    })
    closers.push(() => sockets.close())
    const media = await startMediaServer(options.mediaPort ?? 0, certificate, (request, response) => {
      void handleMediaRequest(network.media, network.now, request, response)
    })
    closers.push(() => media.close())
    network.media.host = media.host
    const routes: Record<string, Route> = {}
    const pages = { [VERSION_PAGE]: () => buildVersionPage(network.versions.newest) }
    const http = await startHttpServer(options.httpPort ?? 0, { routes, pages, log: network.log })
    closers.push(() => http.close())
    const sandbox: Sandbox = {
      ...buildScenario(network),
      wsUrl: sockets.url,
      httpUrl: http.url,
      versionPageUrl: `${http.url}${VERSION_PAGE}`,
      mediaUrl: `https://${media.host}`,
      mediaCaPem: certificate.caPem,
      close,
    }
    Object.assign(routes, buildRoutes(sandbox))
    return sandbox
  } catch (error) {
    await close()
    throw error
  }
}
