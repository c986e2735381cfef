import { DEFAULT_CONNECTION_CONFIG } from 'baileys'
import { createAddressPolicy } from '../../core/address-policy.ts'
import type { NetworkConnector } from '../port.ts'
import { createTunnels } from '../proxy-tunnel.ts'
import { BaileysConnection } from './connection.ts'
import type { ConnectorLog } from './library-log.ts'
import { messageToJson, newMessageId, prepareMessage, readFileOf } from './prepare.ts'
import { tryProxy } from './try-proxy.ts'
import { isPaired } from './value-codec.ts'
import { readVote } from './votes.ts'

export type { ConnectorLog } from './library-log.ts'

export interface BaileysConnectorOptions {
  log: ConnectorLog
  now?: () => number
  /** The web client's version that is told to the server, `[2, 3000, …]`; absent means the one the library pins. */
  clientVersion?: [number, number, number]
  /** Pauses before `onEvents` is called again with a batch it threw on; when they are used up the connection closes. */
  eventRetryDelaysMs?: readonly number[]
  /** Authorities of https proxies beside the usual ones, PEM. */
  proxyCaPem?: string
  /** How long a proxy may take until the way through it is open. */
  tunnelTimeoutMs?: number
  /** Addresses inside private networks that clients' own proxies may have. */
  outboundAllow?: readonly string[]
  /** A file on its way on which nothing moves for so long is given up. */
  mediaIdleMs?: number
  /** How long the network may take to answer a question; what it does not answer is unknown, never no. */
  queryTimeoutMs?: number
}

const EVENT_RETRY_DELAYS_MS = [100, 1000, 3000]
const MEDIA_IDLE_MS = 30_000
const QUERY_TIMEOUT_MS = 30_000

/** The connector over the Baileys library, for the real network and for every server that speaks its protocol. */
export function createBaileysConnector(options: BaileysConnectorOptions): NetworkConnector {
  const policy = createAddressPolicy(options.outboundAllow)
  const openTunnel = createTunnels({ ca: options.proxyCaPem, policy, timeoutMs: options.tunnelTimeoutMs })
  const deps = {
    openTunnel,
    log: options.log,
    now: options.now ?? Date.now,
    version: options.clientVersion ?? DEFAULT_CONNECTION_CONFIG.version,
    eventRetryDelaysMs: options.eventRetryDelaysMs ?? EVENT_RETRY_DELAYS_MS,
    mediaIdleMs: options.mediaIdleMs ?? MEDIA_IDLE_MS,
    queryTimeoutMs: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
  }
  return {
    open(openOptions) {
      const connection = new BaileysConnection(deps, openOptions)
      connection.start()
      return connection
    },
    prepare: async (content) => prepareMessage(content),
    newMessageId,
    readVote,
    readFile: readFileOf,
    isPaired,
    toJson: messageToJson,
    tryProxy: (target, route, withinMs) => tryProxy(openTunnel, target, route, withinMs),
  }
}
