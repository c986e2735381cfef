import { afterEach, beforeEach, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { readJobBacklog } from '../../db/jobs/job-backlog.ts'
import { addJob, startJobs } from '../../db/jobs/jobs.ts'
import { measurePool } from '../../db/pool-meter.ts'
import { readWebhookBacklog } from '../../features/webhooks/index.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/logger.ts'
import { createMetrics, type Metrics } from '../../platform/metrics.ts'
import { QueueMeter } from './queue-meter.ts'

const database = useTestDatabase()
const soon = { timeout: 90_000, interval: 20 }
const HOUR_SEC = 3_600
let metrics: Metrics
let userId: string
let clientId: string

beforeEach(async () => {
  userId = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId })
  metrics = createMetrics({ withProcess: false })
  new QueueMeter({
    metrics,
    readJobs: () => readJobBacklog(database()),
    readWebhooks: () => readWebhookBacklog(database()),
    log: silentLog,
    freshForMs: 0,
    giveUpAfterMs: 60_000,
  })
})

afterEach(async () => {
  await database().pool.query('delete from webhook')
  await database().pool.query('truncate graphile_worker._private_jobs cascade')
})

/** The value that a scrape shows; undefined when it shows none. */
async function read(series: string): Promise<number | undefined> {
  const line = (await metrics.render()).split('\n').find((one) => one.startsWith(`parley_${series} `))
  return line === undefined ? undefined : Number(line.split(' ')[1])
}

async function insertWebhook(names: string[] | null = null, isEnabled = true): Promise<string> {
  const id = newId()
  await database().pool.query(
    `insert into webhook (id, user_id, url, names, sealed_secret, cursor, is_enabled)
     values ($1, $2, 'http://127.0.0.1:9/', $3, 'sealed', 0, $4)`,
    [id, userId, names === null ? null : JSON.stringify(names), isEnabled],
  )
  return id
}

async function logEvent(name: string, ageSec: number): Promise<void> {
  await database().pool.query(
    `insert into event_log (user_id, client_id, name, data, created_at)
     values ($1, $2, $3, '{}', now() - $4 * interval '1 second')`,
    [userId, clientId, name, ageSec],
  )
}

/** `waitedSec`: since it was made out, or asked for again. */
async function insertDelivery(webhookId: string, status: string, waitedSec: number): Promise<void> {
  await database().pool.query(
    `insert into webhook_delivery (webhook_id, seq, lane, status, expires_at, created_at)
     values ($1, coalesce((select max(seq) from webhook_delivery), 0) + 1, '', $2,
       now() + interval '24 hours' - $3 * interval '1 second', now() - interval '20 days')`,
    [webhookId, status, waitedSec],
  )
}

it('without work, the queues are shown as empty', async () => {
  for (const state of ['ready', 'running', 'scheduled', 'failed'])
    expect(await read(`jobs{state="${state}"}`)).toBe(0)
  expect(await read('jobs_oldest_ready_seconds')).toBe(0)
  expect(await read('webhook_deliveries_waiting')).toBe(0)
  expect(await read('webhook_oldest_waiting_seconds')).toBe(0)
})

it('jobs are counted by state, and the oldest that is due has its age', async () => {
  const failing = await startJobs(database(), { broken: () => Promise.reject(new Error('broken')) })
  await addJob(database(), 'broken', {}, { maxAttempts: 1 })
  await expect.poll(() => read('jobs{state="failed"}'), soon).toBe(1)
  await failing.stop()

  await addJob(database(), 'timer', {}, { runAt: new Date(Date.now() + HOUR_SEC * 1_000) })
  await addJob(database(), 'timer', {}, { runAt: new Date(Date.now() - HOUR_SEC * 1_000) })
  await addJob(database(), 'timer', {})
  expect(await read('jobs{state="scheduled"}')).toBe(1)
  expect(await read('jobs{state="ready"}')).toBe(2)
  expect(await read('jobs{state="failed"}')).toBe(1)
  const age = await read('jobs_oldest_ready_seconds')
  expect(age).toBeGreaterThanOrEqual(HOUR_SEC)
  expect(age).toBeLessThan(2 * HOUR_SEC)

  const ending = Promise.withResolvers<void>()
  const working = await startJobs(database(), { timer: () => ending.promise })
  await expect.poll(() => read('jobs{state="running"}'), soon).toBe(2)
  expect(await read('jobs{state="ready"}')).toBe(0)
  expect(await read('jobs_oldest_ready_seconds')).toBe(0)
  ending.resolve()
  await working.stop()
})

it('what webhooks have still to deliver is counted from the log and from what was made out for them', async () => {
  await logEvent('message.received', HOUR_SEC)
  await logEvent('message.sent', 2 * HOUR_SEC)
  await insertWebhook(['message.received'])
  expect(await read('webhook_deliveries_waiting')).toBe(1)
  const all = await insertWebhook()
  expect(await read('webhook_deliveries_waiting')).toBe(3)
  const age = await read('webhook_oldest_waiting_seconds')
  expect(age).toBeGreaterThanOrEqual(2 * HOUR_SEC)
  expect(age).toBeLessThan(3 * HOUR_SEC)

  await database().pool.query('update webhook set cursor = 1000000')
  await insertDelivery(all, 'waiting', 5 * HOUR_SEC)
  await insertDelivery(all, 'delivered', 9 * HOUR_SEC)
  await insertDelivery(all, 'dead', 9 * HOUR_SEC)
  expect(await read('webhook_deliveries_waiting')).toBe(1)
  expect(await read('webhook_oldest_waiting_seconds')).toBeGreaterThanOrEqual(5 * HOUR_SEC)
  expect(await read('webhook_oldest_waiting_seconds')).toBeLessThan(6 * HOUR_SEC)
})

it('what waits for a webhook that its owner switched off is nothing that is late', async () => {
  await logEvent('message.received', HOUR_SEC)
  await insertDelivery(await insertWebhook(null, false), 'waiting', HOUR_SEC)
  expect(await read('webhook_deliveries_waiting')).toBe(0)
  expect(await read('webhook_oldest_waiting_seconds')).toBe(0)
})

it('the pool shows what its connections do, and who waits for one', async () => {
  const { pool } = database()
  metrics = createMetrics({ withProcess: false })
  measurePool(metrics, pool)
  const size = pool.options.max
  const taken = await Promise.all(Array.from({ length: size }, () => pool.connect()))
  const waiting = pool.connect()
  const lines = () => metrics.render().then((text) => text.split('\n'))
  // Counting the queues needs a connection too, and so waits as well.
  await expect
    .poll(lines, soon)
    .toEqual(
      expect.arrayContaining([
        `parley_database_pool_connections{state="in_use"} ${size}`,
        'parley_database_pool_connections{state="idle"} 0',
        'parley_database_pool_waiting 1',
        `parley_database_pool_size ${size}`,
      ]),
    )
  for (const client of taken) client.release()
  ;(await waiting).release()
  expect(await read('database_pool_connections{state="in_use"}')).toBe(0)
  expect(await read('database_pool_connections{state="idle"}')).toBeGreaterThan(0)
  expect(await read('database_pool_waiting')).toBe(0)
})
