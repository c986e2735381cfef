import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const LOOK_EVERY_MS = 15_000
/** Of the time between two looks, what the event loop may have been busy. */
const QUIET_SHARE = 0.1
/** In a row, so that nothing is held up in a short pause of something larger. */
const QUIET_LOOKS = 2
/** What the process has to have grown by. A crowd of 200 pairings left 120 MB that nothing held (`bench/paired.ts`). */
const WORTH_BYTES = 24 * 1_024 * 1_024

export interface IdleCollectorParts {
  /** Gives back what nothing holds. */
  collect(): void
  /** What the process takes of the machine. */
  readBytes(): number
  /** The share of the time since it was last asked that the event loop was busy. */
  readBusyShare(): number
}

/**
 * Collects garbage once the process has grown and has nothing to do: V8 collects when much is made, and what a crowd of
 * pairings, restored clients or files leaves would stay for as long as nobody comes. A collection holds the process up for
 * a tenth of a second, and there is none while it works.
 */
export class IdleCollector {
  readonly #parts: IdleCollectorParts
  #timer: NodeJS.Timeout | null = null
  #quietLooks = 0
  /** The least it was since the last collection; at the start, nothing of it is known to be needed. */
  #leastBytes = 0
  #isNew = false

  constructor(parts: IdleCollectorParts = buildParts()) {
    this.#parts = parts
  }

  start(): void {
    this.#timer ??= setInterval(() => this.look(), LOOK_EVERY_MS)
    this.#timer.unref()
  }

  stop(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  look(): void {
    const bytes = this.#parts.readBytes()
    // Pages are given back a while after a collection.
    this.#leastBytes = this.#isNew ? bytes : Math.min(this.#leastBytes, bytes)
    this.#isNew = false
    this.#quietLooks = this.#parts.readBusyShare() < QUIET_SHARE ? this.#quietLooks + 1 : 0
    if (this.#quietLooks < QUIET_LOOKS || bytes < this.#leastBytes + WORTH_BYTES) return
    this.#parts.collect()
    this.#isNew = true
  }
}

function buildParts(): IdleCollectorParts {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let last = performance.eventLoopUtilization()
  return {
    collect: () => collect(),
    readBytes: () => process.memoryUsage.rss(),
    readBusyShare() {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
  }
}
