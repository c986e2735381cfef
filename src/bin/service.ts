import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { type Sandbox, startSandbox } from '../../sandbox/index.ts'
import type { Dashboard } from '../api/index.ts'
import { createInProcessBus } from '../bus/in-process.ts'
import type { Bus } from '../bus/port.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { startJobs } from '../db/jobs.ts'
import { createKeyStore } from '../features/keys/index.ts'
import { createBaileysConnector } from '../network/baileys/index.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/logger.ts'
import { createOutboundHttp } from '../platform/outbound-http.ts'
import { createScriptSandbox } from '../platform/script-sandbox.ts'
import { openSecretBox } from '../platform/secrets.ts'
import { createShutdown, type Shutdown } from '../platform/shutdown.ts'
import { createWorkerHost } from '../worker/host.ts'
import { prepareDashboard } from './dashboard.ts'
import { createFeatures } from './features.ts'
import { loadHostId } from './host-id.ts'
import { createHttpApp } from './http-app.ts'
import { type HttpListener, openHttpListener } from './http-listener.ts'
import { createNetworkTargets, type NetworkTargets, refuseUnreachableNetwork } from './network-targets.ts'
import { removeSandboxAddress, writeSandboxAddress } from './sandbox-address.ts'

export interface Service {
  readonly url: string
  stop(reason: string): Promise<boolean>
  trapSignals(): void
}

interface Parts {
  config: Config
  log: Log
  db: Database
  bus: Bus
  targets: NetworkTargets
  shutdown: Shutdown
  listener: HttpListener
  sandbox: Sandbox | null
  dashboard: Promise<Dashboard | undefined>
}

/** The service with all roles in one process. What was started when a later part fails is stopped again. */
export async function startService(config: Config, log: Log): Promise<Service> {
  const shutdown = createShutdown(log)
  try {
    if (config.networkUrl !== undefined) await refuseUnreachableNetwork(config.networkUrl)
    const listener = await openHttpListener(config.host, config.port)
    shutdown.add('http', () => listener.close())
    // Begun as early as possible: only the first start after a change has to wait for it.
    const dashboard = prepareDashboard(log)
    const db = await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      address: listener.url,
      poolSize: config.databasePoolSize,
      log,
    })
    shutdown.add('database', () => db.close())
    const sandbox = await openSandbox(config, shutdown)
    const bus = createInProcessBus({ now: Date.now })
    const targets = createNetworkTargets(config, sandbox)
    await startParts({ config, log, db, bus, targets, shutdown, listener, sandbox, dashboard })
    return {
      url: listener.url,
      stop: (reason) => shutdown.stop(reason),
      trapSignals: () => shutdown.trapSignals(),
    }
  } catch (error) {
    await shutdown.stop('start failed')
    throw error
  }
}

/** The sandbox is another network that happens to run here: it is reached over its own wire, as any other. */
async function openSandbox(config: Config, shutdown: Shutdown): Promise<Sandbox | null> {
  if (!config.sandbox || config.networkUrl !== undefined) return null
  mkdirSync(config.dataDir, { recursive: true })
  const sandbox = await startSandbox({ dataDir: path.join(config.dataDir, 'sandbox') })
  const { wsUrl, httpUrl, rootKeyHex, rootSerial } = sandbox
  writeSandboxAddress(config.dataDir, { wsUrl, httpUrl, rootKeyHex, rootSerial, pid: process.pid })
  shutdown.add('sandbox', async () => {
    removeSandboxAddress(config.dataDir)
    await sandbox.close()
  })
  return sandbox
}

async function startParts(parts: Parts): Promise<void> {
  const { config, log, db, bus, targets, shutdown, listener, sandbox } = parts
  const connector = createBaileysConnector({ log })
  const scripts = createScriptSandbox()
  shutdown.add('scripts', () => scripts.close())
  const features = createFeatures({
    ...parts,
    connector,
    scripts,
    box: openSecretBox(config),
    outbound: createOutboundHttp({ allow: config.outboundAllow ?? [] }),
    checkNetwork: (network) => targets.check(network),
    scanQr: sandbox && ((qr) => sandbox.scan(qr)),
  })
  const { runs, chat } = features
  const keyStore = createKeyStore(db)
  const host = createWorkerHost({
    db,
    bus,
    connector,
    chat,
    runs,
    log,
    hostId: loadHostId(config.dataDir),
    now: Date.now,
    random: Math.random,
    ackTimeoutMs: config.ackTimeoutMs,
    targetOf: (network) => targets.targetOf(network),
  })
  const jobs = await startJobs(
    db,
    {
      flow_timer: (payload) => runs.tasks.flow_timer(payload),
      flow_retention: () => runs.tasks.flow_retention(),
    },
    { concurrency: config.jobConcurrency, pollIntervalMs: config.jobPollIntervalMs, log },
  )
  shutdown.add('jobs', () => jobs.stop())
  shutdown.add('chat', () => chat.close())
  host.start()
  shutdown.add('clients', () => host.stop(), { timeoutMs: config.shutdownTimeoutMs })
  const cleaning = startCleaning(
    [() => chat.cleanUp(), () => runs.tasks.flow_retention(), () => keyStore.removeOldUsage()],
    log,
  )
  shutdown.add('cleaning', () => clearInterval(cleaning))
  const app = createHttpApp({
    config,
    log,
    db,
    features,
    keyStore,
    listenUrl: listener.url,
    dashboard: await parts.dashboard,
  })
  listener.serve((req, res) => app.handle(req, res))
  db.setAddress(listener.url)
}

const CLEAN_EVERY_MS = 3_600_000

function startCleaning(tasks: readonly (() => Promise<unknown>)[], log: Log): NodeJS.Timeout {
  const clean = (): void => {
    for (const task of tasks)
      task().catch((error: unknown) => log.warn({ err: error }, 'old rows could not be removed'))
  }
  return setInterval(clean, CLEAN_EVERY_MS)
}
