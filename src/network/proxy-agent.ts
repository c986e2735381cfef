import { Agent, type AgentOptions } from 'node:https'
import { isIP, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { Agent as FetchAgent } from 'undici'
import { ProxyError, type ProxyRoute } from './proxy-route.ts'
import type { OpenTunnel } from './proxy-tunnel.ts'

interface Peer {
  host?: string | null
  port?: number | string | null
  servername?: string
}

export interface WayOptions {
  route: ProxyRoute
  openTunnel: OpenTunnel
  /** The authority of the other side, when it has its own. */
  ca: string | undefined
  onFault(error: ProxyError): void
}

type Connected = (error: Error | null, socket: Duplex) => void

const toError = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)))

/** A connection to the peer through the proxy; with `isSecure`, TLS with the peer inside of it. */
async function connectPeer(
  { route, openTunnel, ca, onFault }: WayOptions,
  peer: Peer,
  isSecure: boolean,
): Promise<Socket> {
  const host = peer.host ?? ''
  const port = Number(peer.port ?? (isSecure ? 443 : 80))
  const socket = await openTunnel(route, { host, port }).catch((error: unknown) => {
    if (error instanceof ProxyError) onFault(error)
    throw error
  })
  if (!isSecure) return socket
  const servername = peer.servername || host
  return connectTls({
    socket,
    ...(isIP(servername) ? { host: servername } : { servername }),
    ...(ca === undefined ? {} : { ca }),
    ALPNProtocols: ['http/1.1'],
  })
}

/** For requests of Node's own HTTP, with TLS or without, and of WebSockets: none of them ever reaches its peer but through the proxy. */
export class TunnelAgent extends Agent {
  /** Read by Node: which requests this agent is for. */
  readonly protocol: string
  readonly defaultPort: number
  private readonly way: WayOptions
  private readonly isSecure: boolean

  constructor(way: WayOptions, isSecure: boolean, options: AgentOptions = {}) {
    super(options)
    this.way = way
    this.isSecure = isSecure
    this.protocol = isSecure ? 'https:' : 'http:'
    this.defaultPort = isSecure ? 443 : 80
  }

  override createConnection(peer: Peer, connected?: Connected): undefined {
    connectPeer(this.way, peer, this.isSecure).then(
      (socket) => connected?.(null, socket),
      // Node looks at the error first; there is no socket then, whatever its types say.
      (error: unknown) => connected?.(toError(error), undefined as never),
    )
  }
}

/** The same for `fetch`, which the connection library uses for histories and settings of the account. */
export async function createTunnelDispatcher(way: WayOptions): Promise<FetchAgent> {
  const { Agent: FetchAgent } = await import('undici')
  return new FetchAgent({
    connect: ({ hostname, port, protocol, servername }, connected) => {
      const peer = { host: hostname, port: port || null, ...(servername ? { servername } : {}) }
      connectPeer(way, peer, protocol === 'https:').then(
        (socket) => connected(null, socket),
        (error: unknown) => connected(toError(error), null),
      )
    },
  })
}
