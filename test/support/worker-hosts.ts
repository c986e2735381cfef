import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { Bus } from '../../src/bus/port.ts'
import { toThrownCause } from '../../src/core/client/status-cause.ts'
import type { Database } from '../../src/db/client.ts'
import type { CloseReason, NetworkConnector, OpenOptions } from '../../src/network/port.ts'
import { silentLog } from '../../src/platform/logger.ts'
import type { WorkerHost } from '../../src/worker/host.ts'
import { createFakeConnection } from './fake-network.ts'
import { createMemoryConnector } from './memory-network.ts'
import { createWorkerStack } from './worker-stack.ts'

/** The connections of one host, as its network sees them. */
export interface TestHost {
  readonly host: Pick<WorkerHost, 'start' | 'stop' | 'ownedCount'>
  readonly bus: Bus
  /** Clients with a live connection of this host, in the order they were opened. */
  connected(): string[]
  /** How many connections were ever opened, and how many were open at the same moment at most while coming up. */
  readonly opens: string[]
  mostAtOnce(): number
  /** Ends the client's connection as the network would. */
  drop(clientId: string, reason: CloseReason): void
  /** Called before the host's own clock is read: a test may let it jump, as after a pause of the process. */
  skipMs(ms: number): void
  /** While true, connections stay in the making. */
  holdOpening: boolean
}

/** Buses of several processes in one: topics reach all of them, a command its owner. */
export function createSharedBus(): () => Bus {
  const shared = createInProcessBus({ now: Date.now })
  return () => ({
    ...shared,
    // A host that is told apart by nothing but the bus may still hold what another took over.
    serve(clientId, handler) {
      try {
        return shared.serve(clientId, handler)
      } catch {
        return async () => undefined
      }
    },
    async close() {},
  })
}

export function createTestHost(
  db: Database,
  bus: Bus,
  hostId: string,
  { random = Math.random }: { random?: () => number } = {},
): TestHost {
  const live = new Map<string, OpenOptions>()
  const opens: string[] = []
  let opening = 0
  let mostAtOnce = 0
  let skippedMs = 0
  const connector: NetworkConnector = {
    ...createMemoryConnector(),
    open(options) {
      const { clientId, handlers } = options
      opens.push(clientId)
      live.set(clientId, options)
      opening += 1
      mostAtOnce = Math.max(mostAtOnce, opening)
      const come = (): void => {
        if (testHost.holdOpening) return void setTimeout(come, 5)
        opening -= 1
        if (live.get(clientId) !== options) return
        const address = `${opens.length}@s.whatsapp.net` as never
        handlers.onState({ kind: 'open', me: { address, lid: null, phoneNumber: '+1', pushName: null } })
      }
      setTimeout(come, 1)
      return {
        ...createFakeConnection(),
        async close() {
          if (live.get(clientId) === options) live.delete(clientId)
        },
      }
    },
  }
  const stack = createWorkerStack({
    db,
    bus,
    log: silentLog,
    connector,
    hostId,
    monotonicMs: () => performance.now() + skippedMs,
    random,
  })
  const testHost: TestHost = {
    host: {
      start: () => stack.host.start(),
      ownedCount: () => stack.host.ownedCount(),
      async stop() {
        testHost.holdOpening = false
        await stack.stop()
      },
    },
    bus,
    connected: () => [...live.keys()],
    opens,
    mostAtOnce: () => mostAtOnce,
    drop(clientId, reason) {
      live
        .get(clientId)
        ?.handlers.onState({ kind: 'closed', reason, cause: toThrownCause('test'), rawCode: null })
      live.delete(clientId)
    },
    skipMs(ms) {
      skippedMs += ms
    },
    holdOpening: false,
  }
  return testHost
}
