import {
  type AuthenticationCreds,
  type BinaryNode,
  DisconnectReason,
  initAuthCreds,
  makeCacheableSignalKeyStore,
  makeWASocket,
  type SignalDataSet,
  type SignalDataTypeMap,
  type SignalKeyStore,
  type WAMessage,
  type WASocket,
} from 'baileys'
import { withRootOf } from '../../src/network/baileys/root-certificate.ts'

/** Where a network is, and the root to check it against. */
interface ReachableNetwork {
  wsUrl: string
  rootKeyHex: string
  rootSerial: number
}

/** A network the bare library can pair with: the sandbox, in this or in another process. */
export interface BenchNetwork extends ReachableNetwork {
  scan(qr: string, options?: { phone?: string }): Promise<unknown>
}

/** The floor of every comparison: the library as its own guide sets it up, with keys in memory. */
export interface BareClient {
  readonly jid: string
  readonly socket: WASocket
  /** Sends a text and waits for the server's acknowledgement. */
  sendText(to: string, text: string): Promise<void>
  /** Calls back for every text of somebody else, with the chat to answer in. */
  onText(handler: (chat: string, text: string) => void): void
  close(): Promise<void>
}

const ACK_TIMEOUT_MS = 30_000

const silent = {
  level: 'silent',
  child: () => silent,
  trace() {},
  debug() {},
  info() {},
  warn() {},
  error() {},
}

/** Everything the library keeps, as live objects. */
export function createMemoryKeys(): SignalKeyStore {
  const data: Record<string, Record<string, unknown>> = {}
  return {
    get: async <T extends keyof SignalDataTypeMap>(type: T, ids: string[]) => {
      const found: Record<string, SignalDataTypeMap[T]> = {}
      for (const id of ids) {
        const value = data[type]?.[id]
        if (value) found[id] = value as SignalDataTypeMap[T]
      }
      return found
    },
    set: async (changes: SignalDataSet) => {
      for (const [type, values] of Object.entries(changes)) {
        const rows = data[type] ?? {}
        data[type] = Object.assign(rows, values)
      }
    },
  }
}

export interface Identity {
  creds: AuthenticationCreds
  keys: SignalKeyStore
}

function connect(network: ReachableNetwork, { creds, keys }: Identity): WASocket {
  const { wsUrl, rootKeyHex, rootSerial } = network
  const socket = withRootOf({ kind: 'custom', url: wsUrl, rootKeyHex, rootSerial }, () =>
    makeWASocket({
      waWebSocketUrl: wsUrl,
      auth: { creds, keys: makeCacheableSignalKeyStore(keys, silent) },
      logger: silent,
      markOnlineOnConnect: false,
    }),
  )
  socket.ev.on('creds.update', (update) => Object.assign(creds, update))
  return socket
}

/** Resolves when the connection is open (`true`) or has to be made anew after pairing (`false`). */
function untilSettled(socket: WASocket, onQr: (qr: string) => void): Promise<boolean> {
  return new Promise((resolve, reject) => {
    socket.ev.on('connection.update', ({ connection, qr, lastDisconnect }) => {
      if (qr) onQr(qr)
      if (connection === 'open') resolve(true)
      if (connection !== 'close') return
      const error = lastDisconnect?.error as { output?: { statusCode?: number } } | undefined
      if (error?.output?.statusCode === DisconnectReason.restartRequired) resolve(false)
      else reject(lastDisconnect?.error ?? new Error('the connection closed'))
    })
  })
}

/** Opens a device that is paired already. */
export async function openBareClient(network: ReachableNetwork, identity: Identity): Promise<WASocket> {
  const socket = connect(network, identity)
  if (!(await untilSettled(socket, () => {}))) throw new Error('the network asked for a restart')
  return socket
}

function createAcks(socket: WASocket): (id: string) => Promise<void> {
  const waiting = new Map<
    string,
    { resolve: () => void; reject: (error: Error) => void; timer: NodeJS.Timeout }
  >()
  socket.ws.on('CB:ack,class:message', ({ attrs }: BinaryNode) => {
    const entry = waiting.get(attrs.id ?? '')
    if (!entry) return
    waiting.delete(attrs.id ?? '')
    clearTimeout(entry.timer)
    if (attrs.error) entry.reject(new Error(`refused with ${attrs.error}`))
    else entry.resolve()
  })
  return (id) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`no acknowledgement of ${id}`)), ACK_TIMEOUT_MS)
      waiting.set(id, { resolve, reject, timer })
    })
}

const textOf = ({ message }: WAMessage): string | null =>
  message?.conversation || message?.extendedTextMessage?.text || null

/** Pairs a new device with a phone of the network and opens it. */
export async function pairBareClient(network: BenchNetwork, phone?: string): Promise<BareClient> {
  const identity: Identity = { creds: initAuthCreds(), keys: createMemoryKeys() }
  let socket = connect(network, identity)
  const isOpen = await untilSettled(socket, (qr) => void network.scan(qr, phone ? { phone } : {}))
  if (!isOpen) {
    socket = connect(network, identity)
    await untilSettled(socket, () => {})
  }
  const acked = createAcks(socket)
  let ids = 0
  return {
    jid: identity.creds.me?.id ?? '',
    socket,
    async sendText(to, text) {
      const id = `3EB0${(++ids).toString(16).toUpperCase().padStart(18, '0')}`
      const confirmed = acked(id)
      await socket.sendMessage(to, { text }, { messageId: id })
      await confirmed
    },
    onText(handler) {
      socket.ev.on('messages.upsert', ({ messages }) => {
        for (const message of messages) {
          const text = textOf(message)
          if (text && !message.key.fromMe && message.key.remoteJid) handler(message.key.remoteJid, text)
        }
      })
    },
    close: async () => socket.end(undefined),
  }
}

/** Answers every text with the same text, as fast as it can. */
export function startEchoBot(client: BareClient): void {
  client.onText((chat, text) => void client.sendText(chat, text).catch(() => {}))
}
