export interface SharedReadsOptions {
  /** While several ask for the same, a read of it begins so often at most. */
  everyMs: number
  nowMs(): number
}

/** Keeps no process from ending. */
const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** A read that begins later, for all who ask until then. */
interface Gathering<Result> {
  callers: number
  result: Promise<Result>
}

interface Slot<Result> {
  beganAt: number
  /** Of the newest read that began. */
  callers: number
  running: Promise<unknown> | null
  next: Gathering<Result> | null
}

/**
 * Equal reads of several callers at a time are one. A caller gets what was read after they asked, never what was under way by then: so
 * somebody who asks because something changed sees that. Who asks alone never waits; where several ask, one waits for `everyMs` at
 * most and for the read before. What is answered is shared, and nobody changes it. A failure is that of all who share it.
 */
export class SharedReads<Result> {
  readonly #options: SharedReadsOptions
  readonly #slots = new Map<string, Slot<Result>>()

  constructor(options: SharedReadsOptions) {
    this.#options = options
  }

  /** `key` names all that the answer depends on, what the caller may see among it. */
  read(key: string, work: () => Promise<Result>): Promise<Result> {
    const slot = this.#slots.get(key)
    if (!slot) return this.#begin(key, this.#open(key), 1, work)
    if (slot.next) {
      slot.next.callers += 1
      return slot.next.result
    }
    const dueMs = slot.beganAt + this.#options.everyMs - this.#options.nowMs()
    const isCrowded = slot.running !== null || (slot.callers > 1 && dueMs > 0)
    return isCrowded ? this.#gather(key, slot, dueMs, work) : this.#begin(key, slot, 1, work)
  }

  /** How many keys are known: those that were asked for just now. */
  get size(): number {
    return this.#slots.size
  }

  #open(key: string): Slot<Result> {
    const slot = { beganAt: 0, callers: 0, running: null, next: null }
    this.#slots.set(key, slot)
    return slot
  }

  #begin(key: string, slot: Slot<Result>, callers: number, work: () => Promise<Result>): Promise<Result> {
    slot.beganAt = this.#options.nowMs()
    slot.callers = callers
    const result = work()
    const running = result.then(
      () => {},
      () => {},
    )
    slot.running = running
    void running.then(() => {
      if (slot.running === running) slot.running = null
      void this.#forget(key, slot)
    })
    return result
  }

  #gather(key: string, slot: Slot<Result>, dueMs: number, work: () => Promise<Result>): Promise<Result> {
    const wait = async (): Promise<void> => {
      if (dueMs > 0) await pause(dueMs)
      await slot.running
    }
    const next: Gathering<Result> = {
      callers: 1,
      result: wait().then(() => {
        slot.next = null
        return this.#begin(key, slot, next.callers, work)
      }),
    }
    slot.next = next
    return next.result
  }

  /** A slot that nobody used for as long as a read may wait has nothing to say any more. */
  async #forget(key: string, slot: Slot<Result>): Promise<void> {
    const { beganAt } = slot
    await pause(this.#options.everyMs)
    const isIdle = slot.beganAt === beganAt && slot.next === null && slot.running === null
    if (isIdle && this.#slots.get(key) === slot) this.#slots.delete(key)
  }
}
