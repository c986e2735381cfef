import { createFeatureHandlers, createFeatures } from '../../src/bin/features.ts'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { PartialHandlers } from '../../src/contract/handlers.ts'
import type { Database } from '../../src/db/client.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { createOutboundHttp } from '../../src/platform/outbound-http.ts'
import { createScriptSandbox } from '../../src/platform/script-sandbox.ts'
import { createSecretBox } from '../../src/platform/secrets.ts'
import { createWorkerMeter } from '../../src/worker/client-meter.ts'
import { createWorkerHost } from '../../src/worker/host.ts'
import { createMemoryConnector } from './memory-network.ts'

const ACK_TIMEOUT_MS = 1000

export interface ServedHandlers {
  readonly handlers: PartialHandlers
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
  const connector = createMemoryConnector()
  const scripts = createScriptSandbox()
  const features = createFeatures({
    db,
    bus,
    log,
    connector,
    scripts,
    box: createSecretBox([Buffer.alloc(32, 7)]),
    outbound: createOutboundHttp(),
    checkNetwork: () => {},
    scanQr: null,
    files: null,
  })
  const host = createWorkerHost({
    db,
    bus,
    connector,
    chat: features.chat,
    runs: features.runs,
    log,
    hostId: 'test',
    now: Date.now,
    meter: createWorkerMeter(createMetrics({ withProcess: false }), Date.now),
    monotonicMs: () => performance.now(),
    random: Math.random,
    ackTimeoutMs: ACK_TIMEOUT_MS,
    targetOf: () => ({ kind: 'whatsapp' }),
  })
  host.start()
  return {
    handlers: createFeatureHandlers(features),
    problems,
    async close() {
      await host.stop()
      await features.chat.close()
      await scripts.close()
    },
  }
}
