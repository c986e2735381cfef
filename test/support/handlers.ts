import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createFeatureHandlers, type FeatureHandlers } from '../../src/bin/features.ts'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { Bus } from '../../src/bus/port.ts'
import type { Database } from '../../src/db/client.ts'
import type { IncomingWebhooks } from '../../src/features/incoming-webhooks/index.ts'
import { createDirectoryStore } from '../../src/features/media/index.ts'
import type { PairingLinks } from '../../src/features/pairing-links/index.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createMemoryConnector } from './memory-network.ts'
import { createWorkerStack } from './worker-stack.ts'

export interface ServedHandlers {
  readonly handlers: FeatureHandlers
  readonly bus: Bus
  readonly pairingLinks: PairingLinks
  readonly incomingWebhooks: IncomingWebhooks
  /** Lines of the features and the worker that tell of something broken. */
  readonly problems: readonly string[]
  /** Lets go of the clients; call it before the database is closed. */
  close(): Promise<void>
}

/** The handlers of every feature over one database, with a worker whose network is in memory. */
export function serveHandlers(db: Database): ServedHandlers {
  const problems: string[] = []
  const log = createLogger({ level: 'error', destination: { write: (line) => problems.push(line) } })
  const bus = createInProcessBus({ now: Date.now })
  const directory = mkdtempSync(path.join(tmpdir(), 'parley-files-'))
  const files = { store: createDirectoryStore(directory), retentionDays: 30, ffmpegPath: null }
  const stack = createWorkerStack({ db, bus, log, connector: createMemoryConnector(), hostId: 'test', files })
  stack.host.start()
  return {
    handlers: createFeatureHandlers(stack.features),
    bus,
    pairingLinks: stack.features.pairingLinks,
    incomingWebhooks: stack.features.incomingWebhooks,
    problems,
    async close() {
      await stack.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
