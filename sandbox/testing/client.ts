import { generateKeyPairSync } from 'node:crypto'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import {
  type AuthenticationCreds,
  type BaileysEventMap,
  type BinaryNode,
  BufferJSON,
  Curve,
  getBinaryNodeChildren,
  initAuthCreds,
  makeWASocket,
  proto,
  type SignalDataSet,
  type SignalDataTypeMap,
  type UserFacingSocketConfig,
  type WAMessage,
  type WASocket,
} from 'baileys'
import { WA_CERT_DETAILS } from 'baileys/lib/Defaults/index.js'
import pino from 'pino'
import { signByPlatform } from '../../src/network/baileys/keys/signatures.ts'
import type { Sandbox } from '../index.ts'

const WAIT_MS = 90_000
/** What a receipt says of messages; any other kind says nothing of them. */
const STATUS_BY_RECEIPT: Readonly<Record<string, number>> = { delivery: 3, read: 4, played: 5 }

// The library's Signal part prints whole sessions whenever one is replaced.
for (const level of ['info', 'warn', 'error'] as const) console[level] = () => {}

// Its keys and signatures are made by the platform, which takes a tenth of the time: each pairing makes 812 keys.
signByPlatform()
Curve.generateKeyPair = () => {
  const { publicKey, privateKey } = generateKeyPairSync('x25519', {
    publicKeyEncoding: { format: 'raw-public' },
    privateKeyEncoding: { format: 'raw-private' },
  })
  return { public: publicKey, private: privateKey }
}

/** Makes the real connection library of this process accept the root of a sandbox. */
export function pinRoot(sandbox: Pick<Sandbox, 'rootKeyHex' | 'rootSerial'>): void {
  Object.defineProperty(WA_CERT_DETAILS, 'PUBLIC_KEY', {
    value: Buffer.from(sandbox.rootKeyHex, 'hex'),
    configurable: true,
  })
  Object.defineProperty(WA_CERT_DETAILS, 'SERIAL', { value: sandbox.rootSerial, configurable: true })
}

/** Makes every HTTPS request of this process trust the media server of a sandbox, besides the usual authorities. */
export function trustMedia(sandbox: Pick<Sandbox, 'mediaCaPem'>): void {
  setDefaultCACertificates([...getCACertificates('bundled'), sandbox.mediaCaPem])
}

/** Waits for a state instead of a time: polls until the check gives something, or fails after three quarters of a minute. */
export async function until<T>(what: string, check: () => T | undefined | false | null): Promise<T> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const value = check()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`waited ${WAIT_MS} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

let numbersGiven = 0

/**
 * A fictional number no other test of this process uses. The library serializes its Signal work by address for the
 * whole process, so a client that was ended in the middle would hold up the next test with the same numbers.
 */
export function nextNumber(): string {
  numbersGiven += 1
  return String(447_700_901_000 + numbersGiven)
}

/** Credentials and keys that outlive a connection, in memory. */
export interface Credentials {
  creds: AuthenticationCreds
  keys: Map<string, string>
}

export const newCredentials = (): Credentials => ({ creds: initAuthCreds(), keys: new Map() })

function buildKeyStore({ keys }: Credentials) {
  return {
    get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found: Record<string, SignalDataTypeMap[T]> = {}
      for (const id of ids) {
        const stored = keys.get(`${type}-${id}`)
        if (stored === undefined) continue
        const value = JSON.parse(stored, BufferJSON.reviver)
        // The key is a protobuf: as JSON its bytes are base64, which only its own class reads back.
        found[id] =
          type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value) : value
      }
      return found
    },
    set: async (data: SignalDataSet) => {
      for (const [type, entries] of Object.entries(data)) {
        for (const [id, value] of Object.entries(entries ?? {})) {
          if (value === null || value === undefined) keys.delete(`${type}-${id}`)
          else keys.set(`${type}-${id}`, JSON.stringify(value, BufferJSON.replacer))
        }
      }
    },
  }
}

/** One connection of the real library, with everything it said. */
export class TestClient {
  readonly socket: WASocket
  readonly credentials: Credentials
  readonly qrs: string[] = []
  readonly messages: { message: WAMessage; type: string }[] = []
  readonly updates: BaileysEventMap['messages.update'] = []
  /** Ids of the message stanzas that arrived, in order, before anything was made of them. */
  readonly stanzaIds: string[] = []
  /** What receipts said of each message, as they arrived. */
  readonly receipts: { id: string | undefined; status: number }[] = []
  readonly acks: { id: string | undefined; error: string | undefined }[] = []
  readonly sent = new Map<string, proto.IMessage>()
  isOpen = false
  closeCode: number | undefined

  constructor(
    sandbox: Pick<Sandbox, 'wsUrl'>,
    credentials: Credentials = newCredentials(),
    options: Partial<UserFacingSocketConfig> = {},
  ) {
    this.credentials = credentials
    this.socket = makeWASocket({
      waWebSocketUrl: sandbox.wsUrl,
      auth: { creds: credentials.creds, keys: buildKeyStore(credentials) },
      logger: pino({ level: process.env.BAILEYS_LOG ?? 'silent' }) as never,
      enableRecentMessageCache: false,
      retryRequestDelayMs: 10,
      // Else it says that it is there where it knows its name by then, which is now so and now not.
      markOnlineOnConnect: false,
      getMessage: async ({ id }) => this.sent.get(id ?? ''),
      ...options,
    })
    const { ev, ws } = this.socket
    ev.on('creds.update', (update) => Object.assign(credentials.creds, update))
    ev.on('connection.update', ({ connection, qr, lastDisconnect }) => {
      if (qr !== undefined) this.qrs.push(qr)
      if (connection === 'open') this.isOpen = true
      if (connection === 'close') {
        this.isOpen = false
        const error = lastDisconnect?.error as { output?: { statusCode?: number } } | undefined
        this.closeCode = error?.output?.statusCode ?? 0
      }
    })
    ev.on('messages.upsert', ({ messages, type }) => {
      for (const message of messages) this.messages.push({ message, type })
    })
    ev.on('messages.update', (updates) => this.updates.push(...updates))
    ws.on('CB:message', ({ attrs }: { attrs: Record<string, string> }) => this.stanzaIds.push(attrs.id ?? ''))
    ws.on('CB:receipt', (stanza: BinaryNode) => this.#noteReceipt(stanza))
    ws.on('CB:ack,class:message', ({ attrs }: { attrs: Record<string, string> }) =>
      this.acks.push({ id: attrs.id, error: attrs.error }),
    )
  }

  get jid(): string {
    return this.credentials.creds.me?.id ?? ''
  }

  opened(): Promise<boolean> {
    return until('the connection to open', () => this.isOpen)
  }

  closed(): Promise<number> {
    return until('the connection to close', () => this.closeCode)
  }

  /** Sends and remembers, so that a retry can be served. */
  async send(jid: string, content: Parameters<WASocket['sendMessage']>[1]): Promise<string> {
    const message = await this.socket.sendMessage(jid, content)
    const id = message?.key.id ?? ''
    if (message?.message) this.sent.set(id, message.message)
    return id
  }

  /** A message somebody else sent, once it has arrived. */
  receivedText(text: string): Promise<{ message: WAMessage; type: string }> {
    return until(`the text "${text}"`, () => this.messages.find(({ message }) => textOf(message) === text))
  }

  acked(id: string): Promise<{ id: string | undefined; error: string | undefined }> {
    return until(`the acknowledgement of ${id}`, () => this.acks.find((ack) => ack.id === id))
  }

  /**
   * Waits until a receipt says that a message has at least this status (3 delivered, 4 read, 5 played). The library tells what came
   * within a tenth of a second as one update, with the status that came last, be it the word of the account's own phone (2).
   */
  async status(id: string, atLeast: number): Promise<void> {
    await until(`status ${atLeast} of ${id}`, () =>
      this.receipts.some((receipt) => receipt.id === id && receipt.status >= atLeast),
    )
  }

  #noteReceipt({ attrs: { id, type = 'delivery' }, content }: BinaryNode): void {
    const status = STATUS_BY_RECEIPT[type]
    if (status === undefined) return
    const [list] = Array.isArray(content) ? content : []
    const ids = [id, ...getBinaryNodeChildren(list, 'item').map(({ attrs }) => attrs.id)]
    for (const each of ids) this.receipts.push({ id: each, status })
  }

  async end(): Promise<void> {
    if (this.closeCode !== undefined) return
    await this.socket.end(undefined)
  }
}

export const textOf = ({ message }: WAMessage): string | undefined =>
  message?.conversation ?? message?.extendedTextMessage?.text ?? undefined

/** Pairs a new client with a phone and logs it in. */
export async function pairClient(sandbox: Sandbox, phone?: string): Promise<TestClient> {
  const pairing = new TestClient(sandbox)
  const qr = await until('a QR', () => pairing.qrs[0])
  await sandbox.scan(qr, phone === undefined ? {} : { phone })
  await pairing.closed()
  const client = new TestClient(sandbox, pairing.credentials)
  await client.opened()
  return client
}
