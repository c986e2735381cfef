import { type JobTask, startJobs } from '../db/jobs/jobs.ts'
import { createAuditStore } from '../features/audit/index.ts'
import type { KeyStore } from '../features/keys/index.ts'
import { createUserStore } from '../features/users/index.ts'
import type { NetworkConnector } from '../network/port.ts'
import { newId } from '../platform/ids.ts'
import type { Log } from '../platform/logger.ts'
import { describeStatusCause } from '../words/english.ts'
import { WorkerMeter } from '../worker/client-meter.ts'
import { WorkerHost } from '../worker/host.ts'
import type { Features } from './features.ts'
import { loadHostId } from './host-id.ts'
import type { Parts } from './parts.ts'

const CLEAN_EVERY_MS = 3_600_000
const SETTLE_EVERY_MS = 60_000

/**
 * Leases are held under the host's name. A data directory that is this service's alone gives it one that outlives a
 * crash; otherwise a name of this process only, so that no two processes ever share one.
 */
function chooseHostId({ db, config }: Parts): string {
  return db.embedded ? loadHostId(config.dataDir) : newId()
}

/** The tasks of the job queue, by name. */
const listTasks = ({
  runs,
  campaigns,
  evaluations,
  knowledge,
}: Features): Readonly<Record<string, JobTask>> => ({
  flow_timer: (payload) => runs.tasks.flow_timer(payload),
  flow_schedule: (payload) => runs.tasks.flow_schedule(payload),
  campaign_step: (payload) => campaigns.delivery.step(payload),
  flow_retention: () => runs.tasks.flow_retention(),
  evaluation_run: (payload, job) => evaluations.tasks.evaluation_run(payload, job),
  knowledge_read: (payload, job) => knowledge.tasks.knowledge_read(payload, job),
  knowledge_embed: (payload, job) => knowledge.tasks.knowledge_embed(payload, job),
})

/** Timers and background jobs, and the host that owns clients. */
export async function startWorkerRole(
  parts: Parts,
  features: Features,
  connector: NetworkConnector,
  keyStore: KeyStore,
): Promise<void> {
  const { config, log, db, bus, box, targets, shutdown } = parts
  const { runs, chat, campaigns, proxies, webhooks, pairingLinks, incomingWebhooks } = features
  const jobs = await startJobs(db, listTasks(features), {
    concurrency: config.jobConcurrency,
    pollIntervalMs: config.jobPollIntervalMs,
    log,
  })
  shutdown.add('jobs', () => jobs.stop())
  const host = new WorkerHost({
    ...{ db, bus, box, log },
    connector,
    chat,
    runs,
    presence: features.presence,
    proxies,
    hostId: chooseHostId(parts),
    leaseSeconds: config.leaseSeconds,
    now: Date.now,
    meter: new WorkerMeter(parts.metrics, Date.now),
    monotonicMs: () => performance.now(),
    random: Math.random,
    describeCause: describeStatusCause,
    ackTimeoutMs: config.ackTimeoutMs,
    explain: (error) => parts.health.explain(error),
    targetOf: (network) => targets.targetOf(network),
  })
  host.start()
  shutdown.add('clients', () => host.stop(), { timeoutMs: config.shutdownTimeoutMs })
  webhooks.runner.start()
  shutdown.add('webhooks', () => {
    webhooks.live.close()
    return webhooks.runner.stop()
  })
  const tasks = [
    () => webhooks.runner.cleanUp(),
    () => incomingWebhooks.cleanUp(),
    () => chat.cleanUp(),
    () => runs.tasks.flow_retention(),
    () => campaigns.delivery.wakeOverdue(),
    () => keyStore.removeOldUsage(),
    () => createAuditStore(db).removeOld(),
    () => createUserStore(db).removeEndedSessions(),
  ]
  const cleaning = startRepeating(tasks, CLEAN_EVERY_MS, log)
  const unsettled = [
    () => chat.settleStale((tx, settled) => runs.onSendSettled(tx, settled)),
    () => Promise.all([chat.wakeSnoozed(), pairingLinks.cleanUp()]),
  ]
  const settling = startRepeating(unsettled, SETTLE_EVERY_MS, log)
  shutdown.add('cleaning', () => [cleaning, settling].forEach(clearInterval))
}

/** What is pushed to the devices of people, and written to them; apart from clients, so that it never waits for one. */
export function startPushes({ log, shutdown }: Parts, { notifications }: Features): void {
  const { runner, emails } = notifications
  runner.start()
  shutdown.add('pushes', () => runner.stop())
  emails?.start()
  shutdown.add('e-mails', () => emails?.stop())
  const cleaning = startRepeating(
    [() => runner.cleanUp(), async () => emails?.cleanUp()],
    CLEAN_EVERY_MS,
    log,
  )
  shutdown.add('cleaning of pushes', () => clearInterval(cleaning))
}

function startRepeating(
  tasks: readonly (() => Promise<unknown>)[],
  everyMs: number,
  log: Log,
): NodeJS.Timeout {
  const run = (): void => {
    for (const task of tasks)
      task().catch((error: unknown) => log.warn({ err: error }, 'upkeep failed and is tried again'))
  }
  return setInterval(run, everyMs)
}
