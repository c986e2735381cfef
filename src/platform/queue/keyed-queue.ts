/** What a key wants after its work: nothing, its next turn behind the others, or a turn later. */
export type Next = 'idle' | 'again' | { afterMs: number }

/** Gives back what was taken for a start. */
type Release = () => void

export interface KeyedQueueOptions {
  /**
   * Does what there is to do for a key, which may be nothing. `signal` is aborted when the queue is closed and the grace is
   * over; the work has to end then.
   */
  work: (key: string, signal: AbortSignal) => Promise<Next>
  /** Most keys at work. */
  concurrency: number
  /** How long a key pauses after its work has thrown so many times in a row. */
  pauseAfterFailureMs: (failures: number) => number
  /** Work threw, or `admit` did; the key has its turn again after the pause. Not called for an `AbortError` at the end. */
  onFailure: (error: unknown, key: string) => void
  /** Of the keys that wait the one with the lowest rank starts first; without it the one that has waited longest. */
  rank?: (key: string) => number
  /**
   * Awaited before each start, one at a time: pacing, or a place elsewhere, which is released when the work has ended or
   * nothing was left to start. Only then the key is chosen. `signal` is aborted as soon as the queue is closed.
   */
  admit?: (signal: AbortSignal) => Promise<Release | undefined>
  /** A key has left its place, and places are free: who loads what waits in a table may bring more. */
  onFreePlace?: () => void
  /** For tests; by default real time. Rejects when the signal is aborted. */
  sleep?: (ms: number, signal: AbortSignal) => Promise<void>
}

/** One run of `work`. Its key changes when its key is merged into another. */
interface Work {
  key: string
}

/** What was asked of a key that is at work: `now` also means that no pause follows. */
type Woken = 'once more' | 'now'

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

/** By the global timers, which a simulation replaces with its own. */
function sleepReally(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    const end = (): void => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    signal.addEventListener('abort', end, { once: true })
  })
}

/**
 * Has work done for keys: for each key one after the other, for several keys side by side. It holds no items. They stay
 * where they live, in a table or in a list of its user, who wakes the key when there is something new.
 */
export class KeyedQueue {
  readonly #options: KeyedQueueOptions
  /** In the order in which they were woken; none of them is at work or paused. */
  readonly #queued = new Set<string>()
  readonly #atWork = new Set<Work>()
  /** Only keys that are at work. */
  readonly #woken = new Map<string, Woken>()
  readonly #paused = new Map<string, AbortController>()
  readonly #failures = new Map<string, number>()
  /** Nothing starts any more. */
  readonly #closed = new AbortController()
  /** What is at work has to end. */
  readonly #brokenOff = new AbortController()
  #isAdmitting = false
  #idleWaiters: (() => void)[] = []

  constructor(options: KeyedQueueOptions) {
    this.#options = options
  }

  /** There may be something to do. A key that is at work has one more turn after it; a pause holds. */
  wake(key: string): void {
    if (!this.#paused.has(key)) this.#enqueue(key, 'once more')
  }

  /** The same without a pause: the one that the key has ends, and its work of now is followed by none. */
  wakeNow(key: string): void {
    this.#endPause(key)
    this.#enqueue(key, 'now')
  }

  /**
   * Two keys turned out to be one. What `from` waited for, `to` waits for now, and no work of `to` starts while work that
   * was begun for either goes on.
   */
  merge(from: string, to: string): void {
    if (from === to) return
    const isWanted = this.#queued.delete(from) || this.#endPause(from)
    const woken = this.#woken.get(from)
    this.#woken.delete(from)
    this.#failures.delete(from)
    let isAtWork = false
    for (const work of this.#atWork) {
      if (work.key !== from) continue
      work.key = to
      isAtWork = true
    }
    // What was queued waits for the end of the work that has this name now.
    if (isAtWork && this.#queued.delete(to)) this.#enqueue(to, 'once more')
    if (woken) this.#enqueue(to, woken)
    else if (isWanted) this.wake(to)
  }

  /** How many keys a loader may bring so that none of them waits for another to end. */
  freePlaces(): number {
    return Math.max(0, this.#options.concurrency - this.#atWork.size - this.#queued.size)
  }

  /** Queued, at work or paused: what a loader leaves out. */
  keys(): ReadonlySet<string> {
    const keys = new Set([...this.#queued, ...this.#paused.keys()])
    for (const { key } of this.#atWork) keys.add(key)
    return keys
  }

  /** Whether work of this key goes on. */
  isAtWork(key: string): boolean {
    for (const work of this.#atWork) if (work.key === key) return true
    return false
  }

  isIdle(): boolean {
    return this.#queued.size + this.#atWork.size + this.#paused.size === 0 && !this.#isAdmitting
  }

  /** Resolves when no key is queued, at work or paused. */
  idle(): Promise<void> {
    if (this.isIdle()) return Promise.resolve()
    return new Promise((resolve) => this.#idleWaiters.push(resolve))
  }

  /** Starts nothing more. Resolves when no work goes on; the signal of what still does after `graceMs` is aborted. */
  async close(graceMs = 0): Promise<void> {
    this.#closed.abort()
    this.#queued.clear()
    for (const key of [...this.#paused.keys()]) this.#endPause(key)
    if (graceMs <= 0) this.#brokenOff.abort()
    const grace = setTimeout(() => this.#brokenOff.abort(), graceMs)
    this.#notifyIdle()
    await this.idle()
    clearTimeout(grace)
  }

  #notifyIdle(): void {
    if (!this.isIdle()) return
    const waiters = this.#idleWaiters
    this.#idleWaiters = []
    for (const resolve of waiters) resolve()
  }

  #enqueue(key: string, how: Woken): void {
    if (this.#closed.signal.aborted) return
    if (!this.isAtWork(key)) this.#queued.add(key)
    else if (this.#woken.get(key) !== 'now') this.#woken.set(key, how)
    this.#startNext()
  }

  #canStart(): boolean {
    return this.#queued.size > 0 && this.#atWork.size < this.#options.concurrency
  }

  #startNext(): void {
    const { admit } = this.#options
    if (!admit) {
      while (this.#canStart()) this.#start(undefined)
    } else if (!this.#isAdmitting) {
      void this.#startAdmitted(admit)
    }
  }

  async #startAdmitted(admit: NonNullable<KeyedQueueOptions['admit']>): Promise<void> {
    this.#isAdmitting = true
    while (this.#canStart()) {
      try {
        this.#start(await admit(this.#closed.signal))
      } catch (error) {
        const key = this.#takeFirst()
        if (key !== undefined) this.#pause(key, this.#countFailure(error, key))
      }
    }
    this.#isAdmitting = false
    this.#notifyIdle()
  }

  #start(release: Release | undefined): void {
    const key = this.#takeFirst()
    if (key === undefined) return release?.()
    const work: Work = { key }
    this.#atWork.add(work)
    void this.#run(work, release)
  }

  /** Out of those that wait. Nothing, when the queue was closed while a start was being admitted. */
  #takeFirst(): string | undefined {
    const { rank } = this.#options
    let [first] = this.#queued
    if (rank) {
      let lowest = Number.POSITIVE_INFINITY
      for (const key of this.#queued) {
        const own = rank(key)
        if (own >= lowest) continue
        lowest = own
        first = key
      }
    }
    if (first !== undefined) this.#queued.delete(first)
    return first
  }

  async #run(work: Work, release: Release | undefined): Promise<void> {
    let next: Next
    try {
      next = await this.#options.work(work.key, this.#brokenOff.signal)
      this.#failures.delete(work.key)
    } catch (error) {
      next = { afterMs: this.#countFailure(error, work.key) }
    }
    release?.()
    this.#atWork.delete(work)
    this.#follow(work.key, next)
    this.#startNext()
    if (this.freePlaces() > 0 && !this.#closed.signal.aborted) this.#options.onFreePlace?.()
    this.#notifyIdle()
  }

  #countFailure(error: unknown, key: string): number {
    if (this.#brokenOff.signal.aborted && isAbort(error)) return 0
    const failures = (this.#failures.get(key) ?? 0) + 1
    this.#failures.set(key, failures)
    this.#options.onFailure(error, key)
    return this.#options.pauseAfterFailureMs(failures)
  }

  /** What comes after the work of a key. It may be at work still, or paused, since another was merged into it. */
  #follow(key: string, next: Next): void {
    const woken = this.#woken.get(key)
    this.#woken.delete(key)
    if (this.#paused.has(key)) return
    if (typeof next === 'object' && woken !== 'now') this.#pause(key, next.afterMs)
    else if (next !== 'idle' || woken) this.#enqueue(key, woken ?? 'once more')
  }

  #pause(key: string, ms: number): void {
    if (this.#closed.signal.aborted) return
    const ending = new AbortController()
    this.#paused.set(key, ending)
    const elapsed = (): void => {
      if (this.#paused.get(key) !== ending) return
      this.#paused.delete(key)
      this.#enqueue(key, 'once more')
    }
    const { sleep = sleepReally } = this.#options
    sleep(ms, ending.signal).then(elapsed, () => {})
  }

  #endPause(key: string): boolean {
    const ending = this.#paused.get(key)
    this.#paused.delete(key)
    ending?.abort()
    return ending !== undefined
  }
}
