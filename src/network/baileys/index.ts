import { createAddressPolicy } from '../../core/address-policy.ts'
import type { LinkedDevice } from '../../core/client/linked-device.ts'
import type { NetworkConnector, NetworkTarget } from '../port.ts'
import { createTunnels } from '../proxy-tunnel.ts'
import type { VersionAccess } from '../web-versions.ts'
import { BUILT_IN_VERSION } from './built-in-version.ts'
import { BaileysConnection } from './connection.ts'
import { readSessionApart } from './foreign-session/read-apart.ts'
import { readVote } from './inbound/votes.ts'
import { isPaired } from './keys/value-codec.ts'
import type { ConnectorLog } from './library-log.ts'
import { messageToJson, newMessageId, prepareMessage, readFileOf } from './outbound/prepare.ts'
import { tryProxy } from './try-proxy.ts'

export { BUILT_IN_VERSION } from './built-in-version.ts'
export { MAX_FILES, MAX_UNPACKED_BYTES } from './foreign-session/archive.ts'
export type { ConnectorLog } from './library-log.ts'

export interface BaileysConnectorOptions {
  log: ConnectorLog
  now?: () => number
  /** Which version of WhatsApp Web a network is told; the one that the library pins unless said. */
  versionOf?: (target: NetworkTarget) => VersionAccess
  /** What phones show in their list of linked devices. */
  linkedDevice?: LinkedDevice
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

const ALWAYS_BUILT_IN: VersionAccess = {
  choose: async () => BUILT_IN_VERSION.version,
  refused: async () => null,
}

/** The connector over the Baileys library, for the real network and for every server that speaks its protocol. */
export function createBaileysConnector(options: BaileysConnectorOptions): NetworkConnector {
  const policy = createAddressPolicy(options.outboundAllow)
  const openTunnel = createTunnels({ ca: options.proxyCaPem, policy, timeoutMs: options.tunnelTimeoutMs })
  const deps = {
    openTunnel,
    log: options.log,
    now: options.now ?? Date.now,
    versionOf: options.versionOf ?? (() => ALWAYS_BUILT_IN),
    linkedDevice: options.linkedDevice ?? 'Parley/Chrome',
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
    prepare: async (content, parts) => prepareMessage(content, parts),
    newMessageId,
    readVote,
    readFile: readFileOf,
    isPaired,
    readSession: readSessionApart,
    toJson: messageToJson,
    tryProxy: (target, route, withinMs) => tryProxy(openTunnel, target, route, withinMs),
  }
}
