import { randomBytes } from 'node:crypto'
import { buildServerIdentity } from '../infra/certificates.ts'
import { createFileJournal, createMemoryJournal, type Journal } from '../infra/journal.ts'
import { startSocketServer } from '../infra/socket-server.ts'
import { parseNumber } from '../protocol/addresses.ts'
import { closeSession, handleLogin } from '../protocol/login.ts'
import { handleStanza } from '../protocol/stanzas.ts'
import { DeliveryQueues } from '../state/delivery-queue.ts'
import { Directory } from '../state/directory.ts'
import { Faults } from '../state/faults.ts'
import { KeyedLock } from '../state/keyed-lock.ts'
import { Mailboxes } from '../state/mailbox.ts'
import type { Interceptor, Network, QrTiming } from '../state/network.ts'
import { type RecordedStanza, Recorder } from '../state/recorder.ts'
import type { Addressing } from '../state/user.ts'
import { Contact } from './contact.ts'
import { createFaultControls, type FaultControls } from './fault-controls.ts'
import { buildRoutes } from './http-routes.ts'
import { type Route, startHttpServer } from './http-server.ts'
import { type LinkedDevice, Phone } from './phone.ts'
import { chooseNumber } from './qr-numbers.ts'

/** As on the real network: one minute for the first QR, twenty seconds for each further one. */
const DEFAULT_QR: QrTiming = { count: 6, firstMs: 60_000, nextMs: 20_000, graceMs: 1_000 }

export interface SandboxOptions {
  /** Port of the network itself, on loopback; 0 or absent chooses a free one. */
  port?: number
  /** Port of the HTTP scenario API, on loopback; 0 or absent chooses a free one. */
  httpPort?: number
  /** Where everything is kept in one SQLite file; absent keeps it in memory only. */
  dataDir?: string
  log?: (line: string) => void
  qr?: Partial<QrTiming>
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
  readonly faults: FaultControls
  /** An account's own phone; a name given is the one its contacts see. */
  phone(number: string, options?: { name?: string }): Phone
  /** A contact; options given change an existing one. */
  contact(number: string, options?: { name?: string; addressing?: Addressing }): Contact
  /** A phone scans a client's QR. Without `phone` a fictional number that has no linked device is chosen. */
  scan(qr: string, options?: { phone?: string }): Promise<{ jid: string }>
  accounts(): AccountSummary[]
  contacts(): ContactSummary[]
  /** What clients asked and told besides messages and receipts, oldest first. */
  requests(): readonly RecordedStanza[]
  /**
   * Looks at every stanza of a logged-in client before the network does: return a stanza to answer with, `'drop'`
   * to swallow it, or nothing to let the network answer. Gives how to stop.
   */
  intercept(interceptor: Interceptor): () => void
  /** Resolves with the first value that is not undefined or false, asked for every 10 ms; rejects after the timeout. */
  waitFor<T>(check: () => T | undefined | false, timeoutMs?: number): Promise<T>
  close(): Promise<void>
}

function loadRootKey(journal: Journal): Buffer {
  const stored = journal.load('root-key')[0]
  if (stored !== undefined) return Buffer.from(stored.text, 'base64')
  const key = randomBytes(32)
  journal.put('root-key', 'private', () => key.toString('base64'))
  return key
}

function createNetwork(options: SandboxOptions, journal: Journal): Network {
  return {
    identity: buildServerIdentity(loadRootKey(journal)),
    journal,
    directory: new Directory(journal),
    mailboxes: new Mailboxes(journal),
    queues: new DeliveryQueues(journal),
    faults: new Faults(),
    recorder: new Recorder(),
    qr: { ...DEFAULT_QR, ...options.qr },
    phoneLock: new KeyedLock(),
    pairings: new Map(),
    sessions: new Map(),
    sessionByConnection: new Map(),
    interceptors: new Set(),
    now: Date.now,
    log: options.log ?? (() => {}),
  }
}

const WAIT_STEP_MS = 10
const DEFAULT_WAIT_MS = 5_000

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
function buildScenario(network: Network): Omit<Sandbox, 'wsUrl' | 'httpUrl' | 'close'> {
  const phone = (number: string, named?: { name?: string }) =>
    new Phone(network, network.directory.ensure(parseNumber(number), named))
  return {
    rootKeyHex: network.identity.rootKeyHex,
    rootSerial: network.identity.rootSerial,
    faults: createFaultControls(network),
    phone,
    contact: (number, options) =>
      new Contact(network, network.directory.ensure(parseNumber(number), options)),
    scan: async (qr, options = {}) => phone(options.phone ?? chooseNumber(network)).scan(qr),
    accounts: () => listAccounts(network),
    contacts: () => listContacts(network),
    requests: () => network.recorder.all(),
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
  const network = createNetwork(options, journal)
  const sockets = await startSocketServer(options.port ?? 0, network.identity, {
    onLogin: (connection, clientStatic, payload) => handleLogin(network, connection, clientStatic, payload),
    onStanza: (connection, stanza) => handleStanza(network, connection, stanza),
    onClose: (connection) => closeSession(network, connection),
    log: network.log,
  }).catch((error: unknown) => {
    journal.close()
    throw error
  })
  const routes: Record<string, Route> = {}
  const http = await startHttpServer(options.httpPort ?? 0, routes, network.log).catch(
    async (error: unknown) => {
      await sockets.close()
      journal.close()
      throw error
    },
  )
  const sandbox: Sandbox = {
    ...buildScenario(network),
    wsUrl: sockets.url,
    httpUrl: http.url,
    close: async () => {
      await http.close()
      await sockets.close()
      journal.close()
    },
  }
  Object.assign(routes, buildRoutes(sandbox))
  return sandbox
}
