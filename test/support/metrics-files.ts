import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { expect } from 'vitest'
import { parse } from 'yaml'
import { createHttpMeter } from '../../src/api/index.ts'
import { createHealth } from '../../src/bin/health/health.ts'
import { QueueMeter } from '../../src/bin/health/queue-meter.ts'
import { measureWebVersions } from '../../src/bin/networks/web-versions.ts'
import { measurePool } from '../../src/db/pool-meter.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { createMetrics } from '../../src/platform/metrics.ts'
import { WorkerMeter } from '../../src/worker/client-meter.ts'

/** The alert rules that are deployed. */
export const ALERTS = path.join(import.meta.dirname, '../../deploy/prometheus-alerts.yaml')

export interface Rule {
  alert: string
  expr: string
  annotations: { summary: string }
}

export const readRules = (): Rule[] => {
  const { groups } = parse(readFileSync(ALERTS, 'utf8')) as { groups: { rules: Rule[] }[] }
  return groups.flatMap((group) => group.rules)
}

const WEB_VERSION = {
  ...({ version: [2, 3000, 1], newest: null, source: 'built_in', confirmedAtMs: 0 } as const),
  ...{ checkedAtMs: null, problem: null },
}

/** All that a process measures, but for what only traces bring. */
export async function renderAll(): Promise<string> {
  const metrics = createMetrics({ withProcess: true })
  new WorkerMeter(metrics, Date.now)
  createHttpMeter(metrics)
  measurePool(metrics, new pg.Pool({ max: 1 }))
  const jobs = { ready: 1, running: 0, scheduled: 0, failed: 0, oldestReadySec: 1 }
  const readJobs = () => Promise.resolve(jobs)
  const readWebhooks = () => Promise.resolve({ waiting: 1, oldestSec: 1 })
  new QueueMeter({ metrics, readJobs, readWebhooks, log: silentLog })
  const db = () => expect.unreachable('nothing asks for the health here')
  measureWebVersions(metrics, { whatsapp: { state: WEB_VERSION }, sandbox: { state: null } })
  createHealth({ db, isBusUp: () => true, filesDir: '', log: silentLog, metrics })
  return metrics.render()
}
