import { setTimeout as sleep } from 'node:timers/promises'
import type { WorkerEvents, WorkerPool } from 'graphile-worker'
import { statement } from '../statement.ts'
import type { Executor } from '../transaction.ts'

/** The first in the order in which the library takes jobs, so that the look goes over its index `jobs_main_index`. */
const FIND_DUE = statement<{ id: string }>(
  'job_find_due',
  `select id::text from graphile_worker._private_jobs where is_available and run_at <= now()
   order by priority, run_at limit 1`,
)

export interface DueJobsOptions {
  readonly intervalMs: number
  readonly concurrency: number
  readonly onError: (error: unknown) => void
}

/**
 * Looks for due jobs, once for all workers of a runner, and wakes them when there is one. Left to itself each worker looks,
 * in a statement that locks and updates: ten of them took a twentieth of the database's time of a send (`bench/send.ts`).
 * Jobs without a delay need no look, as the library is notified of them. Ends when the runner does.
 */
export function watchDueJobs(db: Executor, events: WorkerEvents, options: DueJobsOptions): void {
  const ending = new AbortController()
  const { signal } = ending
  events.on('pool:create', ({ workerPool }) => void look(db, workerPool, signal, options))
  for (const event of ['pool:gracefulShutdown', 'pool:forcefulShutdown'] as const)
    events.on(event, () => ending.abort())
}

async function look(db: Executor, pool: WorkerPool, signal: AbortSignal, options: DueJobsOptions) {
  const { intervalMs, concurrency, onError } = options
  for (;;) {
    await sleep(intervalMs, undefined, { signal }).catch(() => {})
    // Where this cannot be read a worker cannot either, and tells so.
    const isDue = signal.aborted || (await db.queryOne(FIND_DUE).catch(() => true))
    if (signal.aborted) return
    if (!isDue) continue
    try {
      pool.nudge(concurrency)
    } catch (error) {
      onError(error)
    }
  }
}
