import type { User } from './user.ts'

/** How late a phone sees what is sent to it: a time by chance between the two, in milliseconds. */
export interface DelayRange {
  minMs: number
  maxMs: number
}

/**
 * When phones see what is sent to them. On the real network that takes 50 to 500 ms, so that messages and new sessions
 * cross (sandbox-truth.md, too kind 16). Nothing overtakes what was sent to the same phone before.
 */
export class PhoneTimes {
  /** For every phone that has no delay of its own. */
  standard: DelayRange = { minMs: 0, maxMs: 0 }
  readonly #tails = new Map<string, Promise<void>>()
  readonly #log: (line: string) => void
  #isOver = false

  constructor(log: (line: string) => void) {
    this.#log = log
  }

  /** Whether what is sent to a phone now is seen later. */
  isLate({ number, record }: User): boolean {
    return (record.delay ?? this.standard).maxMs > 0 || this.#tails.has(number)
  }

  /** Does something once the phone has seen what was sent to it, after all that was sent before. */
  later({ number, record }: User, work: () => Promise<void>): void {
    const { minMs, maxMs } = record.delay ?? this.standard
    const dueAt = Date.now() + minMs + Math.random() * Math.max(0, maxMs - minMs)
    const before = this.#tails.get(number) ?? Promise.resolve()
    const tail = before.then(() => this.#at(dueAt, work))
    this.#tails.set(number, tail)
    void tail.then(() => {
      if (this.#tails.get(number) === tail) this.#tails.delete(number)
    })
  }

  /** Nothing more is seen: what waits is in the queues. */
  end(): void {
    this.#isOver = true
  }

  async #at(dueAt: number, work: () => Promise<void>): Promise<void> {
    const waitMs = dueAt - Date.now()
    if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs).unref())
    if (this.#isOver) return
    try {
      await work()
    } catch (error) {
      this.#log(`a phone could not take what was sent to it: ${error}`)
    }
  }
}
