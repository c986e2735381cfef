import type { ProxyService } from '../features/proxies/index.ts'
import { type NetworkConnection, ProxyError } from '../network/port.ts'
import type { Log } from '../platform/logger.ts'

const FILE_TIMEOUT_MS = 20_000
const TRIES = 2

/**
 * Sends a file of noise through the client's proxy and gets it back. Null when there is nothing to learn: another way by now,
 * or the connection ended meanwhile.
 */
export async function checkByFile(
  current: () => NetworkConnection | null,
  proxyId: string,
  noteFile: ProxyService['noteFile'],
): Promise<'passed' | 'failed' | null> {
  const connection = current()
  const route = connection?.route
  if (!connection || route?.id !== proxyId) return null
  for (let attempt = 1; ; attempt += 1) {
    try {
      await connection.media.check(AbortSignal.timeout(FILE_TIMEOUT_MS))
      await noteFile(route, null)
      return 'passed'
    } catch (cause) {
      if (current() !== connection) return null
      if (attempt < TRIES) continue
      await noteFile(route, new ProxyError('media', { code: 'FILE_LOST', params: {} }, { cause }))
      return 'failed'
    }
  }
}

/** Of a client that this host owns. */
interface Routed {
  /** Undefined while no way is chosen. */
  routeId(): string | null | undefined
  isConnected(): boolean
  handle(command: { name: string; input: unknown }): Promise<unknown>
}

export interface ProxyWatchDeps {
  proxies: Pick<ProxyService, 'claimUsed' | 'checkUnused' | 'listRoutes'>
  owned: ReadonlyMap<string, { runtime: Routed }>
  restart(clientId: string): Promise<unknown>
  log: Log
}

const CHECKS_A_ROUND = 20
const AT_ONCE = 5

/** A few at a time, in order. */
async function forEachConcurrently<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const workNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, workNext))
}

/** Sees that the clients of this host go the way they should, and that their proxies carry files. */
export function createProxyWatch({ proxies, owned, restart, log }: ProxyWatchDeps) {
  /** Moves the clients whose way is another by now; with nothing named, all that are here. */
  async function reroute(clientIds: readonly string[] = [...owned.keys()]): Promise<void> {
    const here = clientIds.filter((clientId) => typeof owned.get(clientId)?.runtime.routeId() !== 'undefined')
    if (here.length === 0) return
    await forEachConcurrently(await proxies.listRoutes(here), async ({ clientId, proxyId }) => {
      const routeId = owned.get(clientId)?.runtime.routeId()
      if (routeId === undefined || routeId === proxyId) return
      log.info({ clientId, from: routeId, to: proxyId }, 'client goes another way')
      await restart(clientId).catch((error: unknown) =>
        log.warn({ clientId, err: error }, 'client could not be restarted for its new proxy'),
      )
    })
  }

  async function checkUsed(): Promise<void> {
    const connected = [...owned].filter(([, { runtime }]) => runtime.isConnected() && runtime.routeId())
    if (connected.length === 0) return
    const due = await proxies.claimUsed(
      connected.map(([clientId]) => clientId),
      CHECKS_A_ROUND,
    )
    await forEachConcurrently(due, async ({ clientId, proxyId }) => {
      await owned.get(clientId)?.runtime.handle({ name: 'proxy.check', input: { proxyId } })
    })
  }

  return {
    /** What others say of clients that were moved. */
    onWanted({ clientIds }: Record<string, unknown>): void {
      if (!Array.isArray(clientIds)) return
      const here = clientIds.filter((id): id is string => typeof id === 'string' && owned.has(id))
      reroute(here).catch((error: unknown) =>
        log.error({ err: error }, 'proxies of clients could not be read'),
      )
    },
    async look(): Promise<void> {
      await reroute()
      await checkUsed()
      await proxies.checkUnused()
    },
  }
}
