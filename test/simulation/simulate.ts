import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { addTotals, describeFailed, NO_TOTALS, type RunTotals, runMany } from './run-many.ts'

interface Share {
  from: number
  count: number
  by: number
}

const USAGE = `npm run simulate -- [--seed N] [--schedules M] [--workers W] [--show]
  Plays M random schedules (default 1000) from seed N (default 1) on, in W threads. --show plays one and tells each step.
`
const REPORT_EVERY = 1_000

/** A thread: plays its share and reports as it goes. */
async function playShare(share: Share): Promise<void> {
  let reported = 0
  const totals = await runMany(share, {
    onProgress(now) {
      if (now.schedules - reported < REPORT_EVERY) return
      reported = now.schedules
      parentPort?.postMessage({ totals: now })
    },
  })
  parentPort?.postMessage({ totals })
}

async function playAll(from: number, count: number, workers: number): Promise<RunTotals> {
  const parts: RunTotals[] = Array.from({ length: workers }, () => NO_TOTALS)
  const sum = () => parts.reduce(addTotals, NO_TOTALS)
  const startedAt = performance.now()
  let reported = 0
  const play = (at: number) =>
    new Promise<void>((resolve, reject) => {
      const share: Share = { from: from + at, by: workers, count: Math.ceil((count - at) / workers) }
      const worker = new Worker(new URL(import.meta.url), { workerData: share })
      worker.on('message', ({ totals }: { totals: RunTotals }) => {
        for (const failed of totals.failed.slice(parts[at]?.failed.length ?? 0))
          console.error(describeFailed(failed))
        parts[at] = totals
        const now = sum()
        if (now.schedules - reported < count / 20) return
        reported = now.schedules
        const seconds = Math.round((performance.now() - startedAt) / 1_000)
        console.error(`${now.schedules} of ${count} schedules, ${now.failed.length} failed, ${seconds} s`)
      })
      worker.once('error', reject)
      worker.once('exit', (code) =>
        code === 0 ? resolve() : reject(new Error(`a thread ended with ${code}`)),
      )
    })
  await Promise.all(parts.map((_, at) => play(at)))
  return sum()
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      seed: { type: 'string', default: '1' },
      schedules: { type: 'string', default: '1000' },
      workers: { type: 'string', default: String(Math.max(1, availableParallelism())) },
      show: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  const [seed, schedules, workers] = [values.seed, values.schedules, values.workers].map(Number)
  if (values.help || !seed || !schedules || !workers) {
    process.stdout.write(USAGE)
    process.exitCode = values.help ? 0 : 2
    return
  }
  const startedAt = performance.now()
  const totals = values.show
    ? await runMany({ from: seed, count: 1 }, { onStep: (what) => console.log(what) })
    : await playAll(seed, schedules, Math.min(workers, schedules))
  if (values.show) for (const failed of totals.failed) console.error(describeFailed(failed))
  const seconds = Number(((performance.now() - startedAt) / 1_000).toFixed(1))
  console.log(JSON.stringify({ seed, ...totals, failed: totals.failed.length, seconds }))
  if (totals.failed.length > 0) process.exitCode = 1
}

if (isMainThread) await main()
else await playShare(workerData as Share)
