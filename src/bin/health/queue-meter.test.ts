import { expect, it } from 'vitest'
import type { JobBacklog } from '../../db/jobs/job-backlog.ts'
import { silentLog } from '../../platform/logger.ts'
import { createMetrics } from '../../platform/metrics.ts'
import { QueueMeter } from './queue-meter.ts'

const JOBS: JobBacklog = { ready: 3, running: 1, scheduled: 2, failed: 0, oldestReadySec: 8 }
const SHOWN = ['parley_jobs{state="ready"} 3', 'parley_webhook_deliveries_waiting 7']
const VALUES = /^parley_(?:jobs|webhook)\S* /m

function measure(readJobs: () => Promise<JobBacklog>, freshForMs = 0) {
  const metrics = createMetrics({ withProcess: false })
  const readWebhooks = () => Promise.resolve({ waiting: 7, oldestSec: 60 })
  new QueueMeter({ metrics, readJobs, readWebhooks, log: silentLog, giveUpAfterMs: 20, freshForMs })
  return () => metrics.render()
}

it('numbers of before are not shown while the database cannot be asked, and new ones are when it can again', async () => {
  let isAway = false
  const render = measure(() => (isAway ? Promise.reject(new Error('away')) : Promise.resolve(JOBS)))
  for (const line of SHOWN) expect(await render()).toContain(line)
  isAway = true
  expect(await render()).not.toMatch(VALUES)
  isAway = false
  for (const line of SHOWN) expect(await render()).toContain(line)
})

it('a database that does not answer holds no scrape up, and is asked by one query at a time', async () => {
  const answers: (() => void)[] = []
  const render = measure(() => new Promise((resolve) => answers.push(() => resolve(JOBS))))
  expect(await render()).not.toMatch(VALUES)
  expect(await render()).not.toMatch(VALUES)
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await expect
    .poll(() => {
      const shown = render()
      for (const answer of answers) answer()
      return shown
    })
    .toContain(SHOWN[0])
})

it('scrapes that follow one another share what was counted', async () => {
  let count = 0
  const render = measure(() => {
    count += 1
    return Promise.resolve(JOBS)
  }, 3_600_000)
  expect(await render()).toContain(SHOWN[0])
  expect(await render()).toContain(SHOWN[0])
  expect(count).toBe(1)
})
