import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '../client.ts'
import { LOCK_SPACE } from '../connection-budget.ts'
import { statement } from '../statement.ts'

/**
 * The job queue gives a job back only four hours after its runner was killed, and the serial queue of that job
 * waits as long. Here every runner holds an advisory lock under its name on a connection of its own, which the
 * server drops when the process dies; the others see that and release what it held.
 */
export interface DeadRunnerWatch {
  /** A runner of this process is about to take jobs under this name. */
  register(runnerId: string): void
  /** Runners of this process have ended; what they still hold is released as that of a process that died. */
  deregister(runnerIds: readonly string[]): void
  stop(): Promise<void>
}

/** A runner that lost only its connection is back well within one interval; it takes two to be counted as dead. */
const SWEEP_INTERVAL_MS = 10_000
const RECONNECT_PAUSE_MS = 500

const HOLDERS = statement<{ runner: string; is_alive: boolean }>(
  'job_runners',
  `select runner, exists (
     select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
       and database = (select oid from pg_database where datname = current_database())
       and classid = $1::int::oid and objid = hashtext(runner)::bit(32)::bigint::oid
   ) as is_alive
   from (select locked_by as runner from graphile_worker._private_jobs where locked_by is not null
         union select locked_by from graphile_worker._private_job_queues where locked_by is not null) held`,
)
const RELEASE = statement<object>('job_release', 'select graphile_worker.force_unlock_workers($1::text[])')

/** Starts watching. On the built-in database, which one service owns, everything still held is released at once. */
export async function watchDeadRunners(
  db: Database,
  log: { warn(fields: object, message: string): void },
  intervalMs: number = SWEEP_INTERVAL_MS,
): Promise<DeadRunnerWatch> {
  const own = new Set<string>()
  const stopping = new AbortController()
  let suspects = new Set<string>()
  let presence = await openPresence(db, own)
  const sweep = async (isFirst: boolean) => {
    const holders = await db.query(HOLDERS, [LOCK_SPACE])
    const silent = holders.filter((row) => !row.is_alive && !own.has(row.runner)).map((row) => row.runner)
    const dead = isFirst && db.embedded ? silent : silent.filter((runner) => suspects.has(runner))
    suspects = new Set(silent)
    if (dead.length === 0) return
    await db.query(RELEASE, [dead])
    log.warn({ runners: dead.length }, 'jobs of runners that died were released')
  }
  try {
    await sweep(true)
  } catch (error) {
    await presence.close()
    throw error
  }
  const running = (async () => {
    while (!stopping.signal.aborted) {
      const lost = await Promise.race([presence.lost, pause(intervalMs, stopping.signal)])
      if (stopping.signal.aborted) return
      try {
        if (lost === 'lost') presence = await reopenPresence(db, own, presence)
        else await sweep(false)
      } catch (error) {
        log.warn({ err: error }, 'job runners could not be looked over')
        await pause(RECONNECT_PAUSE_MS, stopping.signal)
      }
    }
  })()
  return {
    register(runnerId) {
      own.add(runnerId)
      presence.announce(runnerId)
    },
    deregister(runnerIds) {
      for (const runnerId of runnerIds) {
        own.delete(runnerId)
        presence.withdraw(runnerId)
      }
    },
    async stop() {
      stopping.abort()
      await running
      await presence.close()
    },
  }
}

interface Presence {
  readonly lost: Promise<'lost'>
  announce(runnerId: string): void
  withdraw(runnerId: string): void
  close(): Promise<void>
}

async function reopenPresence(db: Database, own: Set<string>, old: Presence): Promise<Presence> {
  await old.close()
  return openPresence(db, own)
}

async function openPresence(db: Database, own: Set<string>): Promise<Presence> {
  const client: pg.Client = db.createClient()
  const lost = new Promise<'lost'>((resolve) => {
    client.once('end', () => resolve('lost'))
    client.once('error', () => resolve('lost'))
  })
  const call = (lock: string, runnerId: string) => {
    client.query(`select ${lock}($1, hashtext($2))`, [LOCK_SPACE, runnerId]).catch(() => {
      // The connection is gone; `lost` tells, and the next connection announces all runners that are left.
    })
  }
  const announce = (runnerId: string) => call('pg_advisory_lock_shared', runnerId)
  await client.connect()
  for (const runnerId of own) announce(runnerId)
  return {
    lost,
    announce,
    withdraw: (runnerId) => call('pg_advisory_unlock_shared', runnerId),
    async close() {
      await client.end().catch(() => {})
    },
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<'paused'> {
  await sleep(ms, undefined, { signal }).catch(() => {})
  return 'paused'
}
