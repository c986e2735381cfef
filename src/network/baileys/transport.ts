import { Agent } from 'node:https'
import type { Agent as FetchAgent } from 'undici'
import type { NetworkTarget, OpenOptions, ProxyError, ProxyRoute } from '../port.ts'
import { createTunnelDispatcher, TunnelAgent, type WayOptions } from '../proxy-agent.ts'
import type { OpenTunnel } from '../proxy-tunnel.ts'

/** How one connection reaches its network: directly, or with everything it does through one proxy. */
export interface Transport {
  route: ProxyRoute | null
  /** For files; also where the network's own authority is trusted. */
  mediaAgent: Agent
  /** What the library needs to go the same way. */
  socketOptions: { agent?: Agent; options?: RequestInit }
  /** The network answered. */
  worked(): void
  close(): void
}

const MAIN_URL = 'wss://web.whatsapp.com/ws/chat'

export const urlOf = (target: NetworkTarget): string => (target.kind === 'custom' ? target.url : MAIN_URL)

const caOf = (target: NetworkTarget): string | undefined =>
  target.kind === 'custom' ? target.mediaCaPem : undefined

/** The library hands this to `fetch`; the types of the browser's `fetch` do not know it. */
const throughDispatcher = (dispatcher: FetchAgent): RequestInit => ({ dispatcher }) as unknown as RequestInit

async function createDirectDispatcher(ca: string): Promise<FetchAgent> {
  const { Agent: FetchAgent } = await import('undici')
  return new FetchAgent({ connect: { ca } })
}

async function directTransport(ca: string | undefined): Promise<Transport> {
  const dispatcher = ca === undefined ? null : await createDirectDispatcher(ca)
  return {
    route: null,
    mediaAgent: new Agent({ keepAlive: false, ...(ca === undefined ? {} : { ca }) }),
    socketOptions: dispatcher ? { options: throughDispatcher(dispatcher) } : {},
    worked() {},
    close: () => void dispatcher?.destroy(),
  }
}

export function createSocketAgent(target: NetworkTarget, way: Omit<WayOptions, 'ca'>): Agent {
  const isSecure = new URL(urlOf(target)).protocol === 'wss:'
  return new TunnelAgent({ ...way, ca: undefined }, isSecure)
}

/** Agents for files through a proxy; what fails there ends a transfer, not the connection. */
export function createMediaAgent(target: NetworkTarget, way: Omit<WayOptions, 'ca'>): Agent {
  return new TunnelAgent({ ...way, ca: caOf(target) }, true, { keepAlive: false })
}

/** Asks which way to go. `onBlocked` is called once the proxy's failure was noted: the next attempt may go another way. */
export async function openTransport(
  { target, proxy }: OpenOptions,
  openTunnel: OpenTunnel,
  onBlocked: (error: ProxyError) => void,
): Promise<Transport> {
  const route = (await proxy?.choose()) ?? null
  if (!proxy || !route) return await directTransport(caOf(target))
  const blocked = (error: ProxyError): void => {
    void proxy
      .failed(route, error)
      .catch(() => {})
      .then(() => onBlocked(error))
  }
  const silent = { route, openTunnel, onFault: () => {} }
  const dispatcher = await createTunnelDispatcher({ ...silent, ca: caOf(target) })
  let hasWorked = false
  return {
    route,
    mediaAgent: createMediaAgent(target, silent),
    socketOptions: {
      agent: createSocketAgent(target, { route, openTunnel, onFault: blocked }),
      options: throughDispatcher(dispatcher),
    },
    worked() {
      if (hasWorked) return
      hasWorked = true
      proxy.worked(route).catch(() => {})
    },
    close: () => void dispatcher.destroy(),
  }
}
