import { createFeatures } from '../../src/bin/features.ts'
import type { Files } from '../../src/bin/files.ts'
import type { Bus } from '../../src/bus/port.ts'
import type { Database } from '../../src/db/client.ts'
import { RunAddresses } from '../../src/features/incoming-webhooks/index.ts'
import type { NetworkConnector, NetworkTarget } from '../../src/network/port.ts'
import type { Log } from '../../src/platform/logger.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import {
  type AddressFinder,
  createOutboundHttp,
  type OutboundHttp,
} from '../../src/platform/outbound-http.ts'
import { createScriptSandbox } from '../../src/platform/scripts/script-sandbox.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { describeStatusCause } from '../../src/words/english.ts'
import { WorkerMeter } from '../../src/worker/client-meter.ts'
import { WorkerHost } from '../../src/worker/host.ts'

/** Where runs of tests are called. */
export const RUN_ORIGIN = 'https://parley.example.com'

const ACK_TIMEOUT_MS = 30_000

export interface WorkerStackOptions {
  db: Database
  bus: Bus
  log: Log
  connector: NetworkConnector
  hostId: string
  /** The host's own clock in milliseconds; a test may let it jump. */
  monotonicMs?: () => number
  /** From 0 to 1; a test may take pauses to any length. */
  random?: () => number
  /** The network's server; the real one's name by default, which nothing here calls. */
  target?: NetworkTarget
  /** Where files are kept; none by default. */
  files?: Files | null
  /** The way to addresses that flows name; to public ones only by default. */
  outbound?: OutboundHttp & AddressFinder
  /** One second by default. */
  ackTimeoutMs?: number
}

/** The features of one process and the worker host that runs clients with them, on a network the test brings. */
export function createWorkerStack({
  db,
  bus,
  log,
  connector,
  hostId,
  monotonicMs,
  random = Math.random,
  target,
  files = null,
  outbound = createOutboundHttp(),
  ackTimeoutMs = ACK_TIMEOUT_MS,
}: WorkerStackOptions) {
  const targetOf = (): NetworkTarget => target ?? { kind: 'whatsapp' }
  const scripts = createScriptSandbox()
  const box = createSecretBox([Buffer.alloc(32, 7)])
  const runAddresses = new RunAddresses({ secret: 'of the service', origin: RUN_ORIGIN })
  const features = createFeatures({
    runAddresses,
    db,
    bus,
    log,
    connector,
    scripts,
    box,
    outbound,
    checkNetwork: () => {},
    targetOf,
    mainTarget: targetOf,
    sandboxNetwork: null,
    files,
  })
  const host = new WorkerHost({
    db,
    bus,
    connector,
    chat: features.chat,
    runs: features.runs,
    presence: features.presence,
    proxies: features.proxies,
    box,
    log,
    hostId,
    now: Date.now,
    meter: new WorkerMeter(createMetrics({ withProcess: false }), Date.now),
    monotonicMs: monotonicMs ?? (() => performance.now()),
    random,
    ackTimeoutMs,
    describeCause: describeStatusCause,
    targetOf,
  })
  return {
    features,
    host,
    /** Lets go of the clients and of what the features hold; call it before the database is closed. */
    async stop(): Promise<void> {
      await host.stop()
      await features.chat.close()
      await scripts.close()
    },
  }
}
