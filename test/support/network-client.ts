import type { Address } from '../../src/core/addresses.ts'
import { type ConnectorLog, createBaileysConnector } from '../../src/network/baileys/index.ts'
import {
  createMemoryCredentialStore,
  type MemoryCredentialStore,
} from '../../src/network/memory-credentials.ts'
import type {
  ConnectionState,
  NetworkConnection,
  NetworkConnector,
  NetworkEvent,
  NetworkTarget,
  OpenOptions,
  PresenceNews,
  ProxyAccess,
} from '../../src/network/port.ts'
import { silentLog } from '../../src/platform/logger.ts'

/** No test is about how soon: a busy machine may take long, and what never comes fails before the test's own minute. */
const WAIT_MS = 90_000
const ACK_MS = 30_000
const POLL_MS = 5

/** Waits for a state instead of a time: looks until the check gives something, or fails after a while. */
export async function until<T>(what: string, check: () => T | undefined | false | null): Promise<T> {
  const deadline = Date.now() + WAIT_MS
  for (;;) {
    const value = check()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`waited ${WAIT_MS} ms in vain for ${what}`)
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** What the connector has to know of a network to reach it. */
export interface ReachableNetwork {
  wsUrl: string
  rootKeyHex: string
  rootSerial: number
  mediaCaPem?: string
}

export const toTarget = ({ wsUrl, rootKeyHex, rootSerial, mediaCaPem }: ReachableNetwork): NetworkTarget => ({
  kind: 'custom',
  url: wsUrl,
  rootKeyHex,
  rootSerial,
  ...(mediaCaPem === undefined ? {} : { mediaCaPem }),
})

const LOUD_LOG: ConnectorLog = {
  debug: console.log,
  info: console.log,
  warn: console.log,
  error: console.log,
}

export const testConnector = (
  eventRetryDelaysMs: readonly number[] = [],
  mediaIdleMs = 30_000,
  queryTimeoutMs = 30_000,
): NetworkConnector =>
  createBaileysConnector({
    log: process.env.CONNECTOR_LOG ? LOUD_LOG : silentLog,
    eventRetryDelaysMs,
    mediaIdleMs,
    queryTimeoutMs,
  })

export interface NetworkClientOptions {
  target: NetworkTarget
  connector?: NetworkConnector
  credentials?: MemoryCredentialStore
  clientId?: string
  /** Called before the events are noted; what it throws, the host threw. */
  onEvents?: (events: readonly NetworkEvent[]) => Promise<void> | void
  mayConnect?: () => boolean
  proxy?: ProxyAccess
  /** Where sent messages are stored; without it, those that were sent by this client itself. */
  readSentMessage?: (id: string, by: Address | null) => Promise<Uint8Array | null>
  findLidsByHash?: OpenOptions['findLidsByHash']
}

/** A host in small: notes states and events of one connection, and stores what it sends. */
export class NetworkClient {
  readonly states: ConnectionState[] = []
  readonly events: NetworkEvent[] = []
  readonly news: PresenceNews[] = []
  readonly sent = new Map<string, Uint8Array>()
  readonly connector: NetworkConnector
  readonly credentials: MemoryCredentialStore
  readonly target: NetworkTarget
  readonly connection: NetworkConnection

  constructor(options: NetworkClientOptions) {
    this.connector = options.connector ?? testConnector()
    this.credentials = options.credentials ?? createMemoryCredentialStore()
    this.target = options.target
    this.connection = this.connector.open({
      clientId: options.clientId ?? 'test-client',
      target: options.target,
      credentials: this.credentials,
      readSentMessage: (id, _chat, by) =>
        options.readSentMessage?.(id, by) ?? Promise.resolve(this.sent.get(id) ?? null),
      ...(options.findLidsByHash ? { findLidsByHash: options.findLidsByHash } : {}),
      ...(options.mayConnect ? { mayConnect: options.mayConnect } : {}),
      ...(options.proxy ? { proxy: options.proxy } : {}),
      handlers: {
        onState: (state) => void this.states.push(state),
        onEvents: async (events) => {
          await options.onEvents?.(events)
          this.events.push(...events)
        },
        onPresence: (news) => void this.news.push(news),
      },
    })
  }

  state<K extends ConnectionState['kind']>(kind: K): Extract<ConnectionState, { kind: K }> | undefined {
    return this.states.findLast((state) => state.kind === kind) as
      | Extract<ConnectionState, { kind: K }>
      | undefined
  }

  event<K extends NetworkEvent['kind']>(kind: K): Extract<NetworkEvent, { kind: K }>[] {
    return this.events.filter((event) => event.kind === kind) as Extract<NetworkEvent, { kind: K }>[]
  }

  qr = (): Promise<string> => until('a QR', () => this.state('pairing')?.qr)
  opened = () => until('the connection to open', () => this.state('open'))
  closed = () => until('the connection to close', () => this.state('closed'))

  /** Sends a text and remembers it, so that a retry can be served. */
  async sendText(to: string, text: string, ackTimeoutMs = ACK_MS) {
    const { bytes } = await this.connector.prepare({ type: 'text', text })
    return this.sendBytes(to, bytes, ackTimeoutMs)
  }

  async sendBytes(to: string, bytes: Uint8Array, ackTimeoutMs = ACK_MS) {
    const id = this.connector.newMessageId()
    this.sent.set(id, bytes)
    const outcome = await this.connection.send({ id, to: to as never, bytes, ackTimeoutMs })
    return { id, outcome }
  }

  /** A text message of somebody else, once it has arrived. */
  receivedText = (text: string) =>
    until(
      `the text "${text}"`,
      () => this.event('message').find(({ message }) => message.text === text)?.message,
    )
}

interface PairingNetwork extends ReachableNetwork {
  scan(qr: string, options?: { phone?: string }): Promise<unknown>
}

/** Pairs a new client with a phone of the network, follows the restart, and waits until it is open. */
export async function pairNetworkClient(
  network: PairingNetwork,
  options: Partial<NetworkClientOptions> & { phone?: string } = {},
): Promise<NetworkClient> {
  const { phone, ...rest } = options
  const target = toTarget(network)
  const pairing = new NetworkClient({ ...rest, target })
  await network.scan(await pairing.qr(), phone ? { phone } : {})
  const { reason } = await pairing.closed()
  if (reason !== 'restart_required') throw new Error(`pairing ended with ${reason}`)
  const client = new NetworkClient({
    ...rest,
    target,
    credentials: pairing.credentials,
    connector: pairing.connector,
  })
  await client.opened()
  return client
}
