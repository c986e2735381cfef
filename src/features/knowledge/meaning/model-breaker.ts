import type { SearchProblem } from '../../../core/conversation/flow-event.ts'

export interface ModelBreakerOptions {
  now?: () => number
  /** How long a model that is down is left alone. */
  pauseMs?: number
}

interface Failing {
  inRow: number
  problem: SearchProblem
  /** Until then nobody asks; afterwards one question tries. */
  until: number
}

/** A model that was asked in vain so often is taken to be down. */
const FAILURES = 3
const PAUSE_MS = 30_000
/** Of accounts; the ones that failed longest ago are forgotten first. */
const MOST = 1_000

/** Keeps searches from waiting for a model that is down, each for as long as it may take. One for each account and model. */
export class ModelBreaker {
  readonly #now: () => number
  readonly #pauseMs: number
  readonly #failing = new Map<string, Failing>()

  constructor({ now = () => performance.now(), pauseMs = PAUSE_MS }: ModelBreakerOptions = {}) {
    this.#now = now
    this.#pauseMs = pauseMs
  }

  /** Why it is not to be asked now; null: ask, and say what came of it. */
  problemOf(key: string): SearchProblem | null {
    const failing = this.#failing.get(key)
    if (!failing || failing.inRow < FAILURES) return null
    if (this.#now() < failing.until) return failing.problem
    // Others go without until this one has an answer.
    failing.until = this.#now() + this.#pauseMs
    return null
  }

  failed(key: string, problem: SearchProblem): void {
    const inRow = (this.#failing.get(key)?.inRow ?? 0) + 1
    this.#failing.delete(key)
    this.#failing.set(key, { inRow, problem, until: this.#now() + this.#pauseMs })
    const [oldest] = this.#failing.keys()
    if (this.#failing.size > MOST && oldest !== undefined) this.#failing.delete(oldest)
  }

  answered(key: string): void {
    this.#failing.delete(key)
  }
}
