import { afterEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { addJob, type Jobs, type JobsOptions, type JobTask, removeJob, startJobs } from './jobs.ts'

const database = useTestDatabase()
let jobs: Jobs | undefined

async function start(tasks: Record<string, JobTask>, options: JobsOptions = {}): Promise<void> {
  jobs = await startJobs(database(), tasks, { pollIntervalMs: 100, concurrency: 4, ...options })
}

async function countJobs(): Promise<number> {
  const found = await database().pool.query<{ n: number }>('select count(*) as n from graphile_worker.jobs')
  return found.rows[0]?.n ?? -1
}

afterEach(async () => {
  await jobs?.stop()
  jobs = undefined
  await database().pool.query(
    'truncate graphile_worker._private_jobs, graphile_worker._private_job_queues cascade',
  )
})

describe('a job', () => {
  it('runs once its transaction has committed', async () => {
    const seen: unknown[] = []
    await start({
      note: async (payload) => {
        seen.push(payload)
      },
    })
    await database().transaction((tx) => addJob(tx, 'note', { n: 1 }))
    await expect.poll(() => seen).toEqual([{ n: 1 }])
    await expect.poll(countJobs).toBe(0)
  })

  it('never runs when its transaction rolls back', async () => {
    const seen: unknown[] = []
    await start({
      note: async (payload) => {
        seen.push(payload)
      },
    })
    const failing = database().transaction(async (tx) => {
      await addJob(tx, 'note', { n: 'lost' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    await addJob(database(), 'note', { n: 'kept' })
    await expect.poll(() => seen).toEqual([{ n: 'kept' }])
  })

  it('does not start before its time', async () => {
    const startedAt: number[] = []
    await start({
      note: async () => {
        startedAt.push(Date.now())
      },
    })
    const runAt = new Date(Date.now() + 700)
    await addJob(database(), 'note', {}, { runAt })
    await expect.poll(() => startedAt.length).toBe(1)
    expect(startedAt[0]).toBeGreaterThanOrEqual(runAt.getTime())
  })

  it('is replaced by a later one of the same key', async () => {
    const seen: unknown[] = []
    const later = new Date(Date.now() + 60_000)
    await addJob(database(), 'note', { n: 1 }, { jobKey: 'timer:1', runAt: later })
    await addJob(database(), 'note', { n: 2 }, { jobKey: 'timer:1' })
    await start({
      note: async (payload) => {
        seen.push(payload)
      },
    })
    await expect.poll(countJobs).toBe(0)
    expect(seen).toEqual([{ n: 2 }])
  })

  it('can be taken back while it waits', async () => {
    const runAt = new Date(Date.now() + 60_000)
    await addJob(database(), 'note', {}, { jobKey: 'timer:2', runAt })
    expect(await removeJob(database(), 'timer:2')).toBe(true)
    expect(await removeJob(database(), 'timer:2')).toBe(false)
    expect(await countJobs()).toBe(0)
  })

  it('waits for those before it in the same queue', async () => {
    const order: number[] = []
    let atOnce = 0
    let mostAtOnce = 0
    for (let n = 0; n < 6; n += 1) await addJob(database(), 'note', { n }, { queueName: 'contact:1' })
    await start({
      note: async (payload) => {
        atOnce += 1
        mostAtOnce = Math.max(mostAtOnce, atOnce)
        await new Promise((resolve) => setImmediate(resolve))
        order.push((payload as { n: number }).n)
        atOnce -= 1
      },
    })
    await expect.poll(() => order.length).toBe(6)
    expect(order).toEqual([0, 1, 2, 3, 4, 5])
    expect(mostAtOnce).toBe(1)
  })

  it('is tried again when it throws', async () => {
    const attempts: number[] = []
    await start({
      note: async (_payload, job) => {
        attempts.push(job.attempt)
        if (job.attempt === 1) throw new Error('not yet')
      },
    })
    await addJob(database(), 'note', {})
    await expect.poll(() => attempts).toEqual([1, 2])
  })
})

describe('working on jobs', () => {
  const countCalls = (name: string) => database().statements.filter((one) => one.startsWith(name)).length

  it('takes one look at a time for all workers while nothing is due, and finds what becomes due', async () => {
    const seen: unknown[] = []
    database().statements.length = 0
    await start({ note: async (payload) => void seen.push(payload) }, { pollIntervalMs: 20 })
    await addJob(database(), 'note', { n: 1 }, { runAt: new Date(Date.now() + 60_000) })
    // Each worker looks at its start, and one that is notified of the job.
    await expect.poll(() => countCalls('job_find_due')).toBeGreaterThan(5)
    const before = countCalls('get_job')
    await expect.poll(() => countCalls('job_find_due')).toBeGreaterThan(20)
    expect(countCalls('get_job')).toBe(before)
    await database().pool.query(`update graphile_worker._private_jobs set run_at = now()`)
    await expect.poll(() => seen).toEqual([{ n: 1 }])
  })

  const cutConnections =
    'select pg_terminate_backend(pid, 20_000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'

  it.each(['before', 'after'])('goes on when all connections were lost %s its first job', async (when) => {
    const seen: unknown[] = []
    await start({
      note: async (payload) => {
        seen.push(payload)
      },
    })
    if (when === 'after') {
      await addJob(database(), 'note', { n: 0 })
      await expect.poll(() => seen).toEqual([{ n: 0 }])
    }
    await database().pool.query(cutConnections)
    // The pool may still hand out a connection of which it has not heard that it is lost.
    const isAdded = () =>
      addJob(database(), 'note', { n: 1 }).then(
        () => true,
        () => false,
      )
    await expect.poll(isAdded).toBe(true)
    await expect.poll(() => seen.at(-1)).toEqual({ n: 1 })
  })
})

describe('stopping', () => {
  it('waits for the job that runs', async () => {
    let hasBegun = false
    let hasEnded = false
    let finish: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    await start({
      note: async () => {
        hasBegun = true
        await held
        hasEnded = true
      },
    })
    await addJob(database(), 'note', {})
    await expect.poll(() => hasBegun).toBe(true)
    const stopped = jobs?.stop()
    finish()
    await stopped
    expect(hasEnded).toBe(true)
    expect(await countJobs()).toBe(0)
  })
})

describe('the outcome of a job', () => {
  /** Makes the database refuse or delay the end of jobs in their first attempt; the trigger goes with the database. */
  async function hinder(body: string): Promise<void> {
    await database().pool.query(`
      create or replace function hinder_jobs() returns trigger language plpgsql as $$
        begin if old.attempts = 1 then ${body}; end if; return old; end $$;
      create or replace trigger hinder before delete on graphile_worker._private_jobs
        for each row execute function hinder_jobs()`)
  }

  afterEach(async () => {
    await database().pool.query('drop trigger if exists hinder on graphile_worker._private_jobs')
  })

  it('is written when the runner has stopped, however long that takes', async () => {
    await hinder('perform pg_sleep(0.3)')
    let runs = 0
    await start({
      note: async () => {
        runs += 1
      },
    })
    await addJob(database(), 'note', {})
    await expect.poll(() => runs).toBe(1)
    await jobs?.stop()
    expect(await countJobs()).toBe(0)
  })

  it('that cannot be written runs the job again, and harms neither the process nor other jobs', async () => {
    await hinder("raise exception 'refused'")
    const seen: unknown[] = []
    const errors: string[] = []
    await start(
      {
        note: async (payload, { attempt }) => {
          seen.push([payload, attempt])
        },
      },
      {
        recoveryIntervalMs: 50,
        log: { warn: () => {}, error: (_fields, message) => errors.push(message) },
      },
    )
    await addJob(database(), 'note', { n: 1 })
    await expect
      .poll(() => seen)
      .toEqual([
        [{ n: 1 }, 1],
        [{ n: 1 }, 2],
      ])
    expect(errors).toContain('outcome of jobs could not be written')
    await expect.poll(countJobs).toBe(0)
    await database().pool.query('drop trigger hinder on graphile_worker._private_jobs')
    await addJob(database(), 'note', { n: 2 })
    await expect.poll(() => seen.at(-1)).toEqual([{ n: 2 }, 1])
  })
})

describe('a runner that was killed', () => {
  it('loses its jobs and queues to the others', async () => {
    await addJob(database(), 'note', { n: 1 }, { queueName: 'contact:2' })
    const held = "locked_by = 'killed-runner', locked_at = now()"
    await database().pool.query(`update graphile_worker._private_jobs set attempts = 1, ${held}`)
    await database().pool.query(`update graphile_worker._private_job_queues set ${held}`)
    const seen: unknown[] = []
    await start(
      {
        note: async (payload) => {
          seen.push(payload)
        },
      },
      { recoveryIntervalMs: 50 },
    )
    await expect.poll(() => seen).toEqual([{ n: 1 }])
  })

  it('is told apart from one that lives', async () => {
    let runs = 0
    let finish: () => void = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    const note = async () => {
      runs += 1
      await held
    }
    await start({ note }, { recoveryIntervalMs: 30 })
    const other = await startJobs(database(), { note }, { pollIntervalMs: 100, recoveryIntervalMs: 30 })
    await addJob(database(), 'note', {})
    await expect.poll(() => runs).toBe(1)
    const sweeps = () => database().statements.filter((name) => name === 'job_runners').length
    const before = sweeps()
    await expect.poll(sweeps).toBeGreaterThan(before + 6)
    expect(runs).toBe(1)
    finish()
    await other.stop()
  })
})
