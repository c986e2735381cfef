import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Sandbox, startSandbox } from '../../sandbox/index.ts'
import { openHttpListener } from '../api/http/connections.ts'
import { createOwnNames } from '../api/index.ts'
import { createTracedBus } from '../bus/traced.ts'
import { VERSION } from '../contract/operation.ts'
import { type Database, openDatabase } from '../db/client.ts'
import { readJobBacklog } from '../db/jobs/job-backlog.ts'
import { measurePool } from '../db/pool-meter.ts'
import { ServerMail } from '../features/email/index.ts'
import { RunAddresses } from '../features/incoming-webhooks/index.ts'
import { createKeyStore } from '../features/keys/index.ts'
import { createUserStore, readServiceSecret, type ServiceSecret } from '../features/users/index.ts'
import { readWebhookBacklog } from '../features/webhooks/index.ts'
import { createBaileysConnector } from '../network/baileys/index.ts'
import type { NetworkConnector } from '../network/port.ts'
import { createTracedConnector } from '../network/traced-connector.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/logger.ts'
import { createMetrics, type Metrics } from '../platform/metrics.ts'
import { createOutboundHttp } from '../platform/outbound-http.ts'
import { IdleCollector } from '../platform/process/idle-collector.ts'
import { createScriptSandbox } from '../platform/scripts/script-sandbox.ts'
import { deriveSecret, openSecretBox } from '../platform/secrets.ts'
import { createShutdown, type Shutdown } from '../platform/shutdown.ts'
import { openTracing } from '../platform/tracing/open-tracing.ts'
import { prepareDashboard } from './builds/dashboard.ts'
import { createFeatures, type Features } from './features.ts'
import { type Files, openFiles } from './files.ts'
import { createHealth } from './health/health.ts'
import { createMetricsPage } from './health/metrics-page.ts'
import { createProbeApp } from './health/probe-pages.ts'
import { QueueMeter } from './health/queue-meter.ts'
import { createHttpApp } from './http-app.ts'
import { refuseLostKey } from './keys/lost-key.ts'
import { createNetworkTargets, refuseUnreachableNetwork } from './networks/network-targets.ts'
import { removeSandboxAddress, writeSandboxAddress } from './networks/sandbox-address.ts'
import { InProcessSandbox } from './networks/sandbox-network.ts'
import { openWebVersions } from './networks/web-versions.ts'
import { openBus } from './open-bus.ts'
import type { Parts } from './parts.ts'
import { hasApi, hasWorker, type Role, refuseIncompleteCluster } from './roles.ts'
import { startPushes, startWorkerRole } from './worker-role.ts'

/** What the work for calls that were cut off may still take. */
const CUT_OFF_MS = 3_000

export interface Service {
  readonly url: string
  /** Whether anybody has one yet; the first who comes makes the owner's. */
  hasAccount(): Promise<boolean>
  stop(reason: string): Promise<boolean>
  trapSignals(): void
}

/** One process of the service. What was started when a later part fails is stopped again. */
export async function startService(role: Role, config: Config, log: Log): Promise<Service> {
  refuseIncompleteCluster(role, config)
  const shutdown = createShutdown(log)
  try {
    if (config.networkUrl !== undefined) await refuseUnreachableNetwork(config.networkUrl)
    const listener = await openHttpListener(config.host, config.port, { answerMs: config.shutdownTimeoutMs })
    shutdown.add('http', () => listener.close())
    const collector = new IdleCollector()
    collector.start()
    shutdown.add('idle collector', () => collector.stop())
    const metrics = createMetrics({ withProcess: true })
    const tracing = await openTracing(config.tracing, { role, version: VERSION, log, metrics })
    shutdown.add('traces', () => tracing.close())
    const filesDir = path.join(config.dataDir, 'media', 'drafts')
    // Asked only when all of its parts are there.
    const health = createHealth({ db: () => db, isBusUp: () => isBusUp(), filesDir, log, metrics })
    // Begun as early as possible: only the first start after a change has to wait for it.
    const dashboard = hasApi(role)
      ? prepareDashboard(log, config.embedOrigins ?? [])
      : Promise.resolve(undefined)
    const db = await openDatabase({
      databaseUrl: config.databaseUrl,
      dataDir: config.dataDir,
      address: listener.url,
      poolSize: config.databasePoolSize,
      applicationName: role === 'start' ? 'parley' : `parley-${role}`,
      log,
      tracing,
      onError: (error) => void health.explain(error),
    })
    shutdown.add('database', () => db.close())
    measureDatabase(db, metrics, log)
    shutdown.add('health', () => health.close())
    const sandbox = role === 'start' ? await openSandbox(config, shutdown) : null
    const { bus: plainBus, isUp: isBusUp } = await openBus(config, role, log)
    shutdown.add('bus', () => plainBus.close())
    const bus = createTracedBus(plainBus, tracing)
    const targets = createNetworkTargets(config, sandbox)
    await refuseLostKey(config, db.pool)
    const box = openSecretBox(config)
    const shared = { role, config, log, db, bus, box, health, targets, metrics, tracing, shutdown, listener }
    await startParts({ ...shared, sandbox, dashboard })
    return {
      url: listener.url,
      hasAccount: () => createUserStore(db).hasAccount(),
      stop: (reason) => shutdown.stop(reason),
      trapSignals: () => shutdown.trapSignals(),
    }
  } catch (error) {
    await shutdown.stop('start failed')
    throw error
  }
}

function measureDatabase(db: Database, metrics: Metrics, log: Log): void {
  measurePool(metrics, db.pool)
  new QueueMeter({
    metrics,
    log,
    readJobs: () => readJobBacklog(db),
    readWebhooks: () => readWebhookBacklog(db),
  })
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

const readSecret = ({ db, box, config }: Parts, name: ServiceSecret): Promise<string> =>
  readServiceSecret(db, box, name, () => deriveSecret(config, name))

/** Runs are called where people reach the service, else where it listens. */
async function openRunAddresses(parts: Parts): Promise<RunAddresses> {
  const { config, listener } = parts
  return new RunAddresses({
    secret: await readSecret(parts, 'run-addresses'),
    origin: new URL(config.baseUrl ?? listener.url).origin,
  })
}

interface Opened {
  connector: NetworkConnector
  files: Files
  runAddresses: RunAddresses
}

function openFeatures(parts: Parts, opened: Opened): Features {
  const { config, targets, shutdown, sandbox } = parts
  const scripts = createScriptSandbox()
  shutdown.add('scripts', () => scripts.close())
  return createFeatures({
    ...parts,
    ...opened,
    scripts,
    outbound: createOutboundHttp({ allow: config.outboundAllow ?? [] }),
    checkNetwork: (network) => targets.check(network),
    targetOf: (network) => targets.targetOf(network),
    mainTarget: () => targets.targetOf('whatsapp'),
    serverMail: config.mail ? new ServerMail(config.mail) : null,
    signUp: config.signUp,
    onFilesFull: () => parts.health.noteFilesFull(),
    sandboxNetwork: sandbox && new InProcessSandbox(sandbox),
  })
}

async function startParts(parts: Parts): Promise<void> {
  const { role, config, log, db, shutdown, listener } = parts
  const baileys = createBaileysConnector({
    log,
    outboundAllow: config.outboundAllow ?? [],
    versionOf: openWebVersions(parts),
    linkedDevice: config.linkedDevice,
    ...(config.proxyCa === undefined ? {} : { proxyCaPem: readFileSync(config.proxyCa, 'utf8') }),
  })
  const connector = createTracedConnector(baileys, parts.tracing)
  const runAddresses = await openRunAddresses(parts)
  const features = openFeatures(parts, { connector, files: await openFiles(config), runAddresses })
  const keyStore = createKeyStore(db)
  shutdown.add('chat', () => features.chat.close())
  // Calls that are being answered may still need a worker of this process to say that it stops.
  const timeoutMs = config.shutdownTimeoutMs + CUT_OFF_MS
  shutdown.add('answers', () => listener.close(), { timeoutMs })
  shutdown.add('events', () => features.events.close())
  if (hasWorker(role)) {
    await startWorkerRole(parts, features, connector, keyStore)
    startPushes(parts, features)
  }
  const names = createOwnNames(config)
  const metricsPage = createMetricsPage(parts.metrics, config.metricsToken, names)
  if (hasApi(role)) {
    const dashboard = await parts.dashboard
    if (!dashboard) parts.health.noteNoDashboard()
    const app = createHttpApp({
      config,
      log,
      db,
      bus: parts.bus,
      features,
      keyStore,
      sessionSecret: await readSecret(parts, 'sessions'),
      metrics: parts.metrics,
      tracing: parts.tracing,
      names,
      metricsPage,
      health: parts.health,
      listenUrl: listener.url,
      dashboard,
    })
    listener.serve((req, res) => app.handle(req, res))
  } else listener.serve(createProbeApp(parts.health, metricsPage))
  shutdown.add('calls', () => void listener.close())
  db.setAddress(listener.url)
}
