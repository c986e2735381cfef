import { nextEventLoopTurn } from './event-loop-turn.ts'

/** In the place of an answer: this item alone was not written, and whoever added it gets the error. */
export class Failure {
  readonly error: unknown

  constructor(error: unknown) {
    this.error = error
  }
}

/** The same batch again after each of these pauses. When none is left, or more attempts cannot help, the batcher closes. */
export interface RetryThenClose {
  retryAfterMs: readonly number[]
  /** No further attempt can help. */
  isFinal?: (error: unknown) => boolean
  /** Called once with the error that closed the batcher; not when its owner closes it. */
  onClosed: (error: unknown) => void
}

/** One for each item, at its place. Nothing, where items have no answer but that they are written. */
// biome-ignore lint/suspicious/noConfusingVoidType: a write without answers is an async function that returns nothing
type Answers<Result> = readonly (Result | Failure)[] | void

export interface BatcherOptions<Item, Result> {
  write: (items: readonly Item[]) => Promise<Answers<Result>>
  /** Most items in one write. */
  maxBatch: number
  /**
   * What a batch waits for, so that others may join it.
   * `microtask`: the code that runs now; a batch that waited for the one before begins at once.
   * `turn`: the event loop's present turn.
   * `untilQuietMs`: a turn that brings no more items, at most so long.
   * `betweenMs`: so long after the batch before, at rest one turn: for what nobody waits for. An item that is `urgent`
   * ends that pause.
   */
  gather:
    | 'microtask'
    | 'turn'
    | { untilQuietMs: number }
    | { betweenMs: number; urgent?: (item: Item) => boolean }
  /** For each batch anew: asked for each of its items, the first included; false begins the next batch with the item. */
  mayJoin?: () => (item: Item) => boolean
  /** When a write throws: each of its items is tried alone, or all of them are rejected, or the write is repeated. */
  onFailure: 'split' | 'reject' | RetryThenClose
  /** From how many waiting items on `whenWritable` holds producers back. */
  maxWaiting?: number
}

type Waiter<Result> = PromiseWithResolvers<Result>

interface Batch<Item, Result> {
  readonly items: Item[]
  /** Who waits for an answer, at the place of the item; null while nobody does. */
  waiters: (Waiter<Result> | undefined)[] | null
  readonly mayJoin: ((item: Item) => boolean) | undefined
  /** Made when somebody waits for the end of the batch. */
  end: PromiseWithResolvers<void> | null
  next: Batch<Item, Result> | null
}

const ignore = (): void => {}

/** Whoever waits gets the error; that nobody does is no error. */
function rejectHandled({ promise, reject }: PromiseWithResolvers<void>, error: unknown): Promise<void> {
  promise.catch(ignore)
  reject(error)
  return promise
}

function settle<Result>(waiter: Waiter<Result> | undefined, answer: Result | Failure | undefined): void {
  if (answer instanceof Failure) waiter?.reject(answer.error)
  else waiter?.resolve(answer as Result)
}

function settleAll<Item, Result>({ waiters, end }: Batch<Item, Result>, answers: Answers<Result>): void {
  if (waiters) for (let i = 0; i < waiters.length; i += 1) settle(waiters[i], answers?.[i])
  end?.resolve()
}

function rejectAll<Item, Result>({ waiters, end }: Batch<Item, Result>, error: unknown): void {
  if (waiters) for (const waiter of waiters) waiter?.reject(error)
  if (end) void rejectHandled(end, error)
}

function findNewest<Item, Found>(
  items: readonly Item[],
  read: (item: Item) => Found | undefined,
): Found | undefined {
  for (let i = items.length - 1; i >= 0; i -= 1) {
    const found = read(items[i] as Item)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Makes one write of many items: while one write is under way, what arrives waits and forms the next. Writes run one at
 * a time, items keep the order in which they were added, and nothing is written behind: each answer comes after its write.
 */
export class Batcher<Item, Result = void> {
  readonly #options: BatcherOptions<Item, Result>
  /** Of the batches that wait, in order; all but the last are complete. */
  #first: Batch<Item, Result> | null = null
  #last: Batch<Item, Result> | null = null
  /** In all batches that wait. */
  #waitingItems = 0
  #underWay: Batch<Item, Result> | null = null
  #running: Promise<void> | null = null
  /** The pause after a batch. */
  #rest: Promise<void> | null = null
  #endPause: (() => void) | null = null
  #writable: PromiseWithResolvers<void> | null = null
  #closed: { reason: unknown } | null = null

  constructor(options: BatcherOptions<Item, Result>) {
    this.#options = options
  }

  /** Resolves with the item's answer once it is written. Rejects when it could not be, or when the batcher is closed. */
  add(item: Item): Promise<Result> {
    if (this.#closed) return Promise.reject(this.#closed.reason)
    const waiter = Promise.withResolvers<Result>()
    this.#join(item, waiter)
    return waiter.promise
  }

  /** Adds without an answer of its own; `pending` tells when it is written. A closed batcher drops it. */
  push(item: Item): void {
    if (!this.#closed) this.#join(item, undefined)
  }

  pushAll(items: readonly Item[]): void {
    for (const item of items) this.push(item)
  }

  /** Resolves while fewer than `maxWaiting` items wait, and when the batcher is closed. */
  async whenWritable(): Promise<void> {
    const { maxWaiting = Number.POSITIVE_INFINITY } = this.#options
    while (this.#waitingItems >= maxWaiting) {
      this.#writable ??= Promise.withResolvers()
      await this.#writable.promise
    }
  }

  /**
   * The end of the batch that was added to last, and with it of all before; null when everything is written. Rejects when
   * that batch could not be written, or when the batcher is closed; a rejection that nobody handles is no error here. All who
   * ask for the same batch share one promise.
   */
  pending(): Promise<void> | null {
    if (this.#closed) return rejectHandled(Promise.withResolvers(), this.#closed.reason)
    const last = this.#last ?? this.#underWay
    if (!last) return null
    last.end ??= Promise.withResolvers()
    return last.end.promise
  }

  /** The newest item that is not written yet and of which `read` finds something: that. */
  findUnwritten<Found>(read: (item: Item) => Found | undefined): Found | undefined {
    let found = this.#underWay ? findNewest(this.#underWay.items, read) : undefined
    for (let batch = this.#first; batch; batch = batch.next) {
      const newer = findNewest(batch.items, read)
      if (newer !== undefined) found = newer
    }
    return found
  }

  /** Resolves when everything added so far is written or rejected. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  /**
   * The end: what waits, and is not written within `graceMs`, is rejected with the reason, as is what is added later.
   * Resolves when no write is under way any more.
   */
  async close(reason: unknown, graceMs = 0): Promise<void> {
    if (graceMs > 0) await this.#idleWithin(graceMs)
    this.#end(reason)
    await this.#running
  }

  #join(item: Item, waiter: Waiter<Result> | undefined): void {
    const last = this.#last
    if (last && last.items.length < this.#options.maxBatch && (last.mayJoin?.(item) ?? true)) {
      if (waiter) {
        last.waiters ??= []
        last.waiters[last.items.length] = waiter
      }
      last.items.push(item)
    } else {
      const mayJoin = this.#options.mayJoin?.()
      mayJoin?.(item)
      const waiters = waiter ? [waiter] : null
      this.#last = { items: [item], waiters, mayJoin, end: null, next: null }
      if (last) last.next = this.#last
      else this.#first = this.#last
    }
    this.#waitingItems += 1
    if (this.#rest && this.#isUrgent(item)) this.#endPause?.()
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    const byMicrotask = this.#options.gather === 'microtask'
    if (byMicrotask) await null
    while (this.#waitingItems > 0) {
      if (!byMicrotask) await this.#gather()
      const batch = this.#take()
      // Closed meanwhile.
      if (!batch) break
      try {
        settleAll(batch, await this.#options.write(batch.items))
      } catch (error) {
        await this.#handleFailure(batch, error)
      }
      this.#underWay = null
      this.#beginRest()
    }
    this.#running = null
  }

  #take(): Batch<Item, Result> | null {
    const batch = this.#first
    if (!batch) return null
    this.#first = batch.next
    if (!this.#first) this.#last = null
    this.#waitingItems -= batch.items.length
    this.#underWay = batch
    this.#notifyWritable()
    return batch
  }

  #gather(): Promise<void> {
    const { gather } = this.#options
    if (typeof gather === 'object' && 'untilQuietMs' in gather) return this.#quiet(gather.untilQuietMs)
    return this.#rest ?? nextEventLoopTurn()
  }

  #beginRest(): void {
    const { gather } = this.#options
    if (typeof gather !== 'object' || !('betweenMs' in gather)) return
    for (let batch = this.#first; batch; batch = batch.next)
      if (batch.items.some((item) => this.#isUrgent(item))) return
    this.#rest = this.#pause(gather.betweenMs)
  }

  #isUrgent(item: Item): boolean {
    const { gather } = this.#options
    return typeof gather === 'object' && 'urgent' in gather && gather.urgent?.(item) === true
  }

  async #quiet(atMostMs: number): Promise<void> {
    const until = performance.now() + atMostMs
    for (let known = 0; this.#waitingItems > known && performance.now() < until; ) {
      known = this.#waitingItems
      await nextEventLoopTurn()
    }
  }

  async #handleFailure(batch: Batch<Item, Result>, error: unknown): Promise<void> {
    const { onFailure } = this.#options
    if (typeof onFailure === 'object') await this.#retry(batch, error, onFailure)
    else if (onFailure === 'split' && batch.items.length > 1) await this.#writeEach(batch)
    else rejectAll(batch, error)
  }

  /** So that one item that cannot be written does not take the others down with it. */
  async #writeEach(batch: Batch<Item, Result>): Promise<void> {
    let failed: Failure | null = null
    for (const [i, item] of batch.items.entries()) {
      try {
        const answers = await this.#options.write([item])
        settle(batch.waiters?.[i], answers?.[0])
      } catch (error) {
        failed = new Failure(error)
        settle(batch.waiters?.[i], failed)
      }
    }
    if (failed && batch.end) void rejectHandled(batch.end, failed.error)
    else batch.end?.resolve()
  }

  async #retry(batch: Batch<Item, Result>, first: unknown, how: RetryThenClose): Promise<void> {
    let latest = first
    for (const pauseMs of how.retryAfterMs) {
      if (this.#closed || how.isFinal?.(latest)) break
      await this.#pause(pauseMs)
      if (this.#closed) break
      try {
        settleAll(batch, await this.#options.write(batch.items))
        return
      } catch (error) {
        latest = error
      }
    }
    if (!this.#closed) {
      this.#end(latest)
      how.onClosed(latest)
    }
    rejectAll(batch, latest)
  }

  /** Ended by the batcher's end too. One at a time: it is the pause of the loop. */
  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#endPause?.(), ms)
      this.#endPause = () => {
        clearTimeout(timer)
        this.#endPause = null
        this.#rest = null
        resolve()
      }
    })
  }

  #end(reason: unknown): void {
    if (this.#closed) return
    this.#closed = { reason }
    for (let batch = this.#first; batch; batch = batch.next) rejectAll(batch, reason)
    this.#first = null
    this.#last = null
    this.#waitingItems = 0
    this.#endPause?.()
    this.#notifyWritable()
  }

  #notifyWritable(): void {
    this.#writable?.resolve()
    this.#writable = null
  }

  async #idleWithin(ms: number): Promise<void> {
    const elapsed = Promise.withResolvers<void>()
    const timer = setTimeout(elapsed.resolve, ms)
    await Promise.race([this.idle(), elapsed.promise])
    clearTimeout(timer)
  }
}
