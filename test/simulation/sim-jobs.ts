import type { Random } from './random.ts'
import type { SimProcess } from './sim-process.ts'
import type { MemoryStorage } from './storage/memory-storage.ts'

/** The queue of jobs: by the database's clock, to any process, at least once, and now and then too early. */
export class SimJobs {
  private readonly storage: MemoryStorage
  private readonly random: Random
  private readonly running = new Set<string>()

  constructor(storage: MemoryStorage, random: Random) {
    this.storage = storage
    this.random = random
  }

  /** Jobs of a process that died are given out again. */
  forgetRunning(): void {
    this.running.clear()
  }

  nextMs(databaseAheadMs: number): number | null {
    let next: number | null = null
    for (const { key, runAt } of this.storage.base('job').values()) {
      const atMs = runAt - databaseAheadMs
      if (!this.running.has(key) && (next === null || atMs < next)) next = atMs
    }
    return next
  }

  offer(processes: readonly SimProcess[], isCalm: boolean): void {
    if (processes.length === 0) return
    for (const { key, runAt } of this.storage.rows('job')) {
      const isEarly = runAt > this.storage.nowMs
      if (this.running.has(key)) continue
      if (isEarly && (isCalm || !this.random.chance(0.01))) continue
      this.run(key, this.random.pick(processes), isEarly || (!isCalm && this.random.chance(0.1)))
    }
  }

  /** A job that failed is given out again. `isExtra`: this time does not count, it is given out once more. */
  private run(key: string, process: SimProcess, isExtra: boolean): void {
    const job = this.storage.base('job').get(key)
    if (!job) return
    if (!isExtra) this.running.add(key)
    const done = () => {
      this.running.delete(key)
      if (isExtra || this.storage.base('job').get(key)?.runAt !== job.runAt) return
      const session = this.storage.begin()
      this.storage.run(session, (view) => view.remove('job', job))
      this.storage.commit(session)
    }
    const fire = async ({ runs }: Pick<SimProcess, 'runs'>) => {
      try {
        await runs.tasks.flow_timer(job.payload)
      } catch (error) {
        this.running.delete(key)
        throw error
      }
    }
    process.act(fire, done)
  }
}
