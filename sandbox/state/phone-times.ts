import { createHash, randomUUID } from 'node:crypto'

/** How late a phone sees what is sent to it: a time by chance between the two, in milliseconds. */
export interface DelayRange {
  minMs: number
  maxMs: number
}

/** A device that the network plays, as far as it is late. */
export interface LateDevice {
  readonly name: string
  /** Without a delay of its own it has that of all the others. */
  readonly record: { readonly delay?: DelayRange }
}

const FRACTION_BYTES = 6

/** Between 0 and 1, the same for the same text. */
function drawFraction(text: string): number {
  const digest = createHash('sha256').update(text).digest()
  return digest.readUIntBE(0, FRACTION_BYTES) / 2 ** (8 * FRACTION_BYTES)
}

/**
 * When phones see what is sent to them. On the real network that takes 50 to 500 ms, so that messages and new sessions
 * cross (sandbox-truth.md, too kind 16). Nothing overtakes what was sent to the same phone before.
 */
export class PhoneTimes {
  /** For every phone that has no delay of its own. */
  standard: DelayRange = { minMs: 0, maxMs: 0 }
  readonly #tails = new Map<string, Promise<void>>()
  readonly #draws = new Map<string, number>()
  readonly #log: (line: string) => void
  /** With the same seed the same phone sees its first, second, ... stanza as late as before. */
  readonly #seed: string
  #isOver = false

  constructor(log: (line: string) => void, seed: string = randomUUID()) {
    this.#log = log
    this.#seed = seed
  }

  /** Whether what is sent to a phone now is seen later. */
  isLate({ name, record }: LateDevice): boolean {
    return (record.delay ?? this.standard).maxMs > 0 || this.#tails.has(name)
  }

  /** Does something once the phone has seen what was sent to it, after all that was sent before. */
  later({ name, record }: LateDevice, work: () => Promise<void>): void {
    const { minMs, maxMs } = record.delay ?? this.standard
    const dueAt = Date.now() + minMs + this.#draw(name) * Math.max(0, maxMs - minMs)
    const before = this.#tails.get(name) ?? Promise.resolve()
    const tail = before.then(() => this.#at(dueAt, work))
    this.#tails.set(name, tail)
    void tail.then(() => {
      if (this.#tails.get(name) === tail) this.#tails.delete(name)
    })
  }

  /** Resolves once phones have seen what was sent to them before, also what they were sent while this waited. */
  async seen(): Promise<void> {
    while (this.#tails.size > 0) await Promise.all(this.#tails.values())
  }

  /** Nothing more is seen: what waits is in the queues. */
  end(): void {
    this.#isOver = true
  }

  #draw(name: string): number {
    const count = (this.#draws.get(name) ?? 0) + 1
    this.#draws.set(name, count)
    return drawFraction(`${this.#seed} ${name} ${count}`)
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
