import { randomBytes } from 'node:crypto'
import { buildServerIdentity } from '../infra/certificates.ts'
import { createFileJournal, createMemoryJournal, type Journal } from '../infra/journal.ts'
import { startSocketServer } from '../infra/socket-server.ts'
import { parseNumber } from '../protocol/addresses.ts'
import { closeSession, handleLogin } from '../protocol/login.ts'
import { acceptPairing } from '../protocol/pairing.ts'
import { handleStanza } from '../protocol/stanzas.ts'
import { DeliveryQueues } from '../state/delivery-queue.ts'
import { Directory } from '../state/directory.ts'
import { Faults } from '../state/faults.ts'
import { KeyedLock } from '../state/keyed-lock.ts'
import { Mailboxes } from '../state/mailbox.ts'
import type { Network, QrTiming } from '../state/network.ts'
import { type RecordedStanza, Recorder } from '../state/recorder.ts'
import { chooseNumber } from './qr-numbers.ts'

/** As on the real network: one minute for the first QR, twenty seconds for each further one. */
const DEFAULT_QR: QrTiming = { count: 6, firstMs: 60_000, nextMs: 20_000 }

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

/** A running network. */
export interface Sandbox {
  readonly wsUrl: string
  readonly httpUrl: string
  /** The root a client must pin: its public key, 32 bytes in hex, and its serial number. */
  readonly rootKeyHex: string
  readonly rootSerial: number
  /** A phone scans a client's QR. Without `phone` a fictional number that has no linked device is chosen. */
  scan(qr: string, options?: { phone?: string }): Promise<{ jid: string }>
  /** What clients asked and told besides messages and receipts, oldest first. */
  requests(): readonly RecordedStanza[]
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

/** Starts a network on loopback. Rejects when a port is taken or the data directory cannot be written. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const journal = options.dataDir === undefined ? createMemoryJournal() : createFileJournal(options.dataDir)
  const network = createNetwork(options, journal)
  const server = await startSocketServer(options.port ?? 0, network.identity, {
    onLogin: (connection, clientStatic, payload) => handleLogin(network, connection, clientStatic, payload),
    onStanza: (connection, stanza) => handleStanza(network, connection, stanza),
    onClose: (connection) => closeSession(network, connection),
    log: network.log,
  })
  return {
    wsUrl: server.url,
    httpUrl: '',
    rootKeyHex: network.identity.rootKeyHex,
    rootSerial: network.identity.rootSerial,
    scan: async (qr, { phone } = {}) => {
      const number = phone === undefined ? chooseNumber(network.directory) : parseNumber(phone)
      const user = network.directory.ensure(number)
      const { device } = acceptPairing(network, user, qr)
      return { jid: user.jid('pn', device) }
    },
    requests: () => network.recorder.all(),
    close: async () => {
      await server.close()
      journal.close()
    },
  }
}
