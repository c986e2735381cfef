import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker'
import type pg from 'pg'
import { backoffMs } from '../../core/pacing/backoff.ts'
import type { Database } from '../client.ts'
import { statement } from '../statement.ts'
import type { Executor } from '../transaction.ts'
import { watchDueJobs } from './due-jobs.ts'
import { type DeadRunnerWatch, watchDeadRunners } from './jobs-recovery.ts'

/** What a task learns about the job it works on. */
export interface JobInfo {
  readonly id: string
  /** 1 on the first attempt. */
  readonly attempt: number
  readonly maxAttempts: number
  /** Aborted when the process stops and the job should end soon. */
  readonly signal: AbortSignal | undefined
}

/**
 * Works on one job. It may run twice (a process can die after the work and before the job is marked as done), so
 * its effects must be written in one transaction that notices a repeat. A throw tries again later, with growing pauses.
 */
export type JobTask = (payload: unknown, job: JobInfo) => Promise<void>

export interface JobsOptions {
  /** Jobs at a time. Default 10. */
  readonly concurrency?: number
  /** How often due jobs are looked for; jobs due at once are found without. Default 1 s. */
  readonly pollIntervalMs?: number
  readonly log?: JobsLog | undefined
  /** How long running jobs may take to end on `stop` before their signal is aborted. Default 5 s. */
  readonly stopTimeoutMs?: number
  /** How often jobs of killed processes are looked for; released when seen twice. Default 10 s. */
  readonly recoveryIntervalMs?: number
}

export interface JobsLog {
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export interface Jobs {
  /** Takes no more jobs and resolves when those it works on have ended. */
  stop(): Promise<void>
}

export interface JobOptions {
  /** Not before this time. */
  readonly runAt?: Date
  /** A job of the same key that has not begun yet is replaced. */
  readonly jobKey?: string
  /** Jobs of one queue run one after the other, in the order they were added. */
  readonly queueName?: string
  /** Default 25, spread over about three days. */
  readonly maxAttempts?: number
}

/** How often each worker looks for itself. What is due is found by `watchDueJobs`; this is only for what that misses. */
const OWN_LOOK_MS = 60_000
const RESTART_PAUSE = { firstMs: 500, maxMs: 15_000 }
/** A runner that worked this long starts its pauses anew. */
const STEADY_MS = 60_000
/**
 * Without batches the library does not wait for a job's outcome to be written, not even when it stops, and one that
 * could not be written is a rejection that nobody handles: it would end the process (graphile-worker 0.17.3).
 */
const WRITE_OUTCOMES_IN_BATCHES = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } }
const quiet: JobsLog = { warn() {}, error() {} }

const ADD_JOB = statement<{ id: string }>(
  'job_add',
  `select (graphile_worker.add_job($1::text, payload := $2::json, queue_name := $3::text,
     run_at := $4::timestamptz, max_attempts := $5::int, job_key := $6::text)).id::text as id`,
)
const REMOVE_JOB = statement<{ id: string | null }>(
  'job_remove',
  'select (graphile_worker.remove_job($1::text)).id::text as id',
)

/**
 * Adds a job as part of the given transaction: it exists when that commits, and never when it rolls back.
 * Answers the job's id.
 */
export async function addJob(
  tx: Executor,
  task: string,
  payload: unknown,
  options: JobOptions = {},
): Promise<string> {
  const row = await tx.queryOne(ADD_JOB, [
    task,
    JSON.stringify(payload ?? {}),
    options.queueName ?? null,
    options.runAt ?? null,
    options.maxAttempts ?? null,
    options.jobKey ?? null,
  ])
  if (row === undefined) throw new Error('the job queue answered nothing to add_job')
  return row.id
}

/** Takes back a job that has not begun. True when there was one; one that runs is not tried again. */
export async function removeJob(tx: Executor, jobKey: string): Promise<boolean> {
  const row = await tx.queryOne(REMOVE_JOB, [jobKey])
  return row?.id !== null && row?.id !== undefined
}

/** Starts working on jobs, and keeps doing so when the connection to the database comes and goes. */
export async function startJobs(
  db: Database,
  tasks: Readonly<Record<string, JobTask>>,
  options: JobsOptions = {},
): Promise<Jobs> {
  const log = options.log ?? quiet
  const stopping = new AbortController()
  const recovery = await watchDeadRunners(db, log, options.recoveryIntervalMs)
  let runner = await startRunner(db, tasks, options, log, recovery).catch(async (error: unknown) => {
    await recovery.stop()
    throw error
  })
  const running = (async () => {
    for (let attempt = 1; ; attempt += 1) {
      const startedAtMs = performance.now()
      await runner.promise.catch((error: unknown) =>
        log.error({ err: error }, 'job runner ended with an error'),
      )
      if (stopping.signal.aborted) return
      if (performance.now() - startedAtMs > STEADY_MS) attempt = 1
      await sleep(backoffMs(RESTART_PAUSE, attempt, Math.random()), undefined, stopping).catch(() => {})
      if (stopping.signal.aborted) return
      log.warn({ attempt }, 'job runner is started again')
      runner = await startRunner(db, tasks, options, log, recovery).catch((error: unknown) => {
        log.error({ err: error }, 'job runner could not be started')
        return runner
      })
    }
  })()
  return {
    async stop() {
      if (!stopping.signal.aborted) {
        stopping.abort()
        await runner.stop().catch(() => {
          // It had ended by itself; its error was logged where its promise was awaited.
        })
      }
      await running
      await recovery.stop()
    },
  }
}

async function startRunner(
  db: Database,
  tasks: Readonly<Record<string, JobTask>>,
  options: JobsOptions,
  log: JobsLog,
  recovery: DeadRunnerWatch,
): Promise<Runner> {
  const events: WorkerEvents = new EventEmitter()
  const poolIds: string[] = []
  events.on('pool:create', ({ workerPool }) => {
    poolIds.push(workerPool.id)
    recovery.register(workerPool.id)
  })
  const startedOnce = watchReading(events, log)
  events.on('pool:listen:error', ({ error }) => log.warn({ err: error }, 'job queue cannot listen'))
  events.on('pool:fatalError', ({ error }) =>
    log.error({ err: error }, 'outcome of jobs could not be written'),
  )
  events.on('worker:fatalError', ({ error }) => log.error({ err: error }, 'job worker ended'))
  events.on('job:error', ({ job, error }) => {
    const fields = { task: job.task_identifier, jobId: job.id, attempt: job.attempts, err: error }
    if (job.attempts >= job.max_attempts) log.error(fields, 'job failed for good')
    else log.warn(fields, 'job failed and will be tried again')
  })
  const { concurrency = 10, pollIntervalMs: intervalMs = 1_000 } = options
  const onError = (err: unknown) => log.error({ err }, 'job workers could not be woken')
  watchDueJobs(db, events, { intervalMs, concurrency, onError })
  const runner = await run({
    pgPool: releasingOnce(db.pool),
    taskList: toTaskList(tasks),
    parsedCronItems: [],
    concurrency,
    pollInterval: OWN_LOOK_MS,
    gracefulShutdownAbortTimeout: options.stopTimeoutMs ?? 5_000,
    noHandleSignals: true,
    // Its own log lines hold payloads; what matters is logged from its events above.
    logger: new Logger(() => () => {}),
    events,
    preset: WRITE_OUTCOMES_IN_BATCHES,
  })
  const forget = () => recovery.deregister(poolIds)
  runner.promise.then(forget, forget)
  startedOnce.onFailure(() => {
    runner.stop().catch(() => {
      // It is ending already, and is started again when it has.
    })
  })
  return runner
}

type Connected = (error: Error | undefined, client: pg.PoolClient | undefined, done: Release) => void
type Release = (error?: Error | boolean) => void

/**
 * The same pool, except that giving a connection back twice does nothing. The library does that with the connection
 * it listens on when it is lost while the runner stops, in a promise nobody awaits: it would end the process.
 */
function releasingOnce(pool: pg.Pool): pg.Pool {
  const connect = (connected?: Connected) => {
    if (connected === undefined) return pool.connect()
    return pool.connect((error, client, done) => {
      let isReleased = false
      connected(error, client, (reason) => {
        if (isReleased) return
        isReleased = true
        done(reason)
      })
    })
  }
  return Object.create(pool, { connect: { value: connect } })
}

/**
 * Logs once for each time the queue becomes unreadable, and tells when the very first reading failed: the library
 * looks up the ids of its tasks once, and keeps the outcome for ever even when that was a lost connection, so such a
 * runner would never find a job.
 */
function watchReading(events: WorkerEvents, log: JobsLog): { onFailure(act: () => void): void } {
  let hasRead = false
  let isReadable = true
  let act: (() => void) | undefined
  const noteRead = () => {
    hasRead = true
    isReadable = true
  }
  events.on('worker:getJob:empty', noteRead)
  events.on('job:start', noteRead)
  events.on('worker:getJob:error', ({ error }) => {
    if (!isReadable) return
    isReadable = false
    log.warn({ err: error }, 'job queue cannot be read')
    if (!hasRead) act?.()
  })
  return {
    onFailure(fn) {
      act = fn
      if (!hasRead && !isReadable) fn()
    },
  }
}

function toTaskList(tasks: Readonly<Record<string, JobTask>>): TaskList {
  const list: TaskList = {}
  for (const [name, task] of Object.entries(tasks)) {
    list[name] = (payload, helpers) =>
      task(payload, {
        id: helpers.job.id,
        attempt: helpers.job.attempts,
        maxAttempts: helpers.job.max_attempts,
        signal: helpers.abortSignal,
      })
  }
  return list
}
