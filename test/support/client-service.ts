import type { SandboxOptions } from '../../sandbox/index.ts'
import { startTestNetwork } from '../../sandbox/testing/network.ts'
import { createFeatureHandlers } from '../../src/bin/features.ts'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import { type Handlers, toOwner } from '../../src/contract/handlers.ts'
import type { Database } from '../../src/db/client.ts'
import { createBaileysConnector } from '../../src/network/baileys/index.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { insertUser } from './fixtures.ts'
import { toTarget } from './network-client.ts'
import { createWorkerStack } from './worker-stack.ts'

type CallContext = Parameters<Handlers['worker']['status']>[1]

export type ClientService = Awaited<ReturnType<typeof startClientService>>

/** A sandbox network with a worker host on it, and the operations as one person calls them. `now` is the connector's clock. */
export async function startClientService(
  db: Database,
  { network = {}, now = Date.now }: { network?: SandboxOptions; now?: () => number } = {},
) {
  const sandbox = await startTestNetwork(network)
  const bus = createInProcessBus({ now: Date.now })
  const connector = createBaileysConnector({ log: silentLog, now })
  const parts = { db, bus, log: silentLog, connector, hostId: 'host', target: toTarget(sandbox) }
  const stack = createWorkerStack(parts)
  stack.host.start()
  const userId = await insertUser(db.pool)
  const ctx: CallContext = {
    owner: toOwner(userId),
    principal: { userId, role: 'user', plan: 'pro', via: 'key' },
    requestId: 'r',
    signal: new AbortController().signal,
  }
  async function stop(): Promise<void> {
    await stack.stop()
    await sandbox.close()
  }
  return { sandbox, bus, stack, handlers: createFeatureHandlers(stack.features), ctx, stop }
}
