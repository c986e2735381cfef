import { KeyedQueue, type Next } from './keyed-queue.ts'

/**
 * Lets costly calls of many share a few places: those of one key are made one after the other, in order, and keys take
 * turns. With two places or more, a call that lasts long leaves the other keys a place.
 */
export class KeyedCalls {
  /** By key; the first is under way, or the next. None is empty. */
  readonly #calls = new Map<string, (() => Promise<void>)[]>()
  readonly #queue: KeyedQueue

  constructor(places: number) {
    this.#queue = new KeyedQueue({
      work: (key) => this.#makeFirst(key),
      concurrency: places,
      // A call that fails tells who made it.
      pauseAfterFailureMs: () => 0,
      onFailure: () => {},
    })
  }

  /** Calls of this key that wait or are under way. */
  countOf(key: string): number {
    return this.#calls.get(key)?.length ?? 0
  }

  /** Answers what the call answers, or rejects as it does. */
  run<T>(key: string, call: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    const calls = this.#calls.get(key) ?? []
    calls.push(async () => {
      try {
        resolve(await call())
      } catch (error) {
        reject(error)
      }
    })
    this.#calls.set(key, calls)
    this.#queue.wake(key)
    return promise
  }

  async #makeFirst(key: string): Promise<Next> {
    const calls = this.#calls.get(key) ?? []
    await calls[0]?.()
    calls.shift()
    if (calls.length > 0) return 'again'
    this.#calls.delete(key)
    return 'idle'
  }
}
