import { type NetworkConnector, type NetworkTarget, ProxyError, type ProxyRoute } from '../../network/port.ts'
import { identityOf } from './entries.ts'
import type { Tried } from './seed.ts'

/** Null when the network answered through the proxy. */
export type Reach = (route: ProxyRoute, withinMs?: number) => Promise<ProxyError | null>

/** A thousand that keep silent are known after twice this. */
const FIRST_TRY_WITHIN_MS = 10_000
const AT_ONCE = 500

export function createReach(
  connector: Pick<NetworkConnector, 'tryProxy'>,
  mainTarget: () => NetworkTarget,
): Reach {
  return (route, withinMs) =>
    connector.tryProxy(mainTarget(), route, withinMs).then(
      () => null,
      (error: unknown) => {
        if (error instanceof ProxyError) return error
        throw error
      },
    )
}

/** Reaches each of these once, many at a time, so that no client is moved to one that leads nowhere. */
export function createFirstTry(reach: Reach) {
  return async (routes: readonly ProxyRoute[]): Promise<Tried> => {
    const tried = new Map<string, ProxyError | null>()
    const waiting = [...routes]
    const checkNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        tried.set(identityOf(next), await reach(next, FIRST_TRY_WITHIN_MS))
      }
    }
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, routes.length) }, checkNext))
    return tried
  }
}
