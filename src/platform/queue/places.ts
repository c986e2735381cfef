export type Release = () => void

interface Waiter {
  give(release: Release): void
}

/** A number of places, given in the order in which they were asked for. What is held is given back once by whoever took it. */
export class Places {
  readonly #most: number
  #taken = 0
  #waiters: Waiter[] = []

  constructor(most: number) {
    this.#most = most
  }

  /** Nobody has a place or waits for one. */
  get isUnused(): boolean {
    return this.#taken === 0 && this.#waiters.length === 0
  }

  /** Null: the signal ended before there was one. */
  take(signal: AbortSignal): Promise<Release | null> {
    if (signal.aborted) return Promise.resolve(null)
    if (this.#taken < this.#most) return Promise.resolve(this.#hold())
    return new Promise((resolve) => {
      const waiter: Waiter = {
        give: (release) => {
          signal.removeEventListener('abort', leave)
          resolve(release)
        },
      }
      const leave = (): void => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter)
        resolve(null)
      }
      signal.addEventListener('abort', leave, { once: true })
      this.#waiters.push(waiter)
    })
  }

  #hold(): Release {
    this.#taken += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#taken -= 1
      const next = this.#waiters.shift()
      next?.give(this.#hold())
    }
  }
}
