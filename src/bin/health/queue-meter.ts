import { setTimeout as sleep } from 'node:timers/promises'
import type { JobBacklog } from '../../db/jobs/job-backlog.ts'
import type { WebhookBacklog } from '../../features/webhooks/index.ts'
import type { Log } from '../../platform/logger.ts'
import type { Metrics } from '../../platform/metrics.ts'

export interface QueueMeterParts {
  metrics: Metrics
  readJobs(): Promise<JobBacklog>
  readWebhooks(): Promise<WebhookBacklog>
  log: Log
  /** Default: 2 seconds, well within the 10 that Prometheus waits. */
  giveUpAfterMs?: number
  /** Default: 5 seconds. */
  freshForMs?: number
}

const GIVE_UP_AFTER_MS = 2_000
/** Several servers may ask, and each wants its answer at once; the queues are counted for all of them together. */
const FRESH_FOR_MS = 5_000

/**
 * Measures the queues that stand in the database. Every process shows them, also one that does not work on them: they grow
 * when all that would work on them are gone. What cannot be counted now is not shown, so that nobody takes an old number
 * for a new one.
 */
export class QueueMeter {
  private readonly jobs
  private readonly oldestJob
  private readonly deliveries
  private readonly oldestDelivery
  private readonly parts: QueueMeterParts
  private reading: Promise<void> | null = null
  private freshUntilMs = Number.NEGATIVE_INFINITY
  private isFailing = false

  constructor(parts: QueueMeterParts) {
    const { metrics } = parts
    this.parts = parts
    this.jobs = metrics.gauge('jobs', 'Timers and background jobs of all processes, by state.', ['state'])
    this.oldestJob = metrics.gauge(
      'jobs_oldest_ready_seconds',
      'How long the oldest job that is due has not been begun; 0 when none is due.',
    )
    this.deliveries = metrics.gauge(
      'webhook_deliveries_waiting',
      'Events that enabled webhooks have still to deliver, of all owners.',
    )
    this.oldestDelivery = metrics.gauge(
      'webhook_oldest_waiting_seconds',
      'How long the oldest of these events has waited; 0 when there is none.',
    )
    metrics.beforeRender(() => this.update())
  }

  private async update(): Promise<void> {
    if (performance.now() < this.freshUntilMs) return
    this.reading ??= this.read().finally(() => {
      this.reading = null
    })
    const waiting = new AbortController()
    const isLate = await Promise.race([
      this.reading.then(() => false),
      sleep(this.parts.giveUpAfterMs ?? GIVE_UP_AFTER_MS, true, { signal: waiting.signal, ref: false }).catch(
        () => false,
      ),
    ])
    waiting.abort()
    if (isLate) this.forget()
  }

  private async read(): Promise<void> {
    try {
      const [jobs, webhooks] = await Promise.all([this.parts.readJobs(), this.parts.readWebhooks()])
      for (const state of ['ready', 'running', 'scheduled', 'failed'] as const)
        this.jobs.set({ state }, jobs[state])
      this.oldestJob.set(jobs.oldestReadySec)
      this.deliveries.set(webhooks.waiting)
      this.oldestDelivery.set(webhooks.oldestSec)
      this.freshUntilMs = performance.now() + (this.parts.freshForMs ?? FRESH_FOR_MS)
      this.isFailing = false
    } catch (error) {
      this.forget()
      if (!this.isFailing) this.parts.log.warn({ err: error }, 'queues could not be counted for the metrics')
      this.isFailing = true
    }
  }

  private forget(): void {
    this.jobs.reset()
    for (const gauge of [this.oldestJob, this.deliveries, this.oldestDelivery]) gauge.remove()
  }
}
