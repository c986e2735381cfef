import type { ColdPause } from '../../core/new-chats.ts'

/** Timers count at most 24.8 days; longer restrictions are looked at again once a day. */
const MAX_TIMER_MS = 86_400_000

/** Why nothing is sent to strangers right now, and until when. */
export class Restriction {
  readonly #now: () => number
  readonly #onChange: () => void
  #current: ColdPause | null = null
  #timer: NodeJS.Timeout | undefined

  /** `onChange` is called when it begins, moves or ends, also by itself when its time is over. */
  constructor(now: () => number, onChange: () => void) {
    this.#now = now
    this.#onChange = onChange
  }

  /** Null when there is none, or no longer. */
  set(next: ColdPause | null): void {
    if (next?.untilMs === this.#current?.untilMs && next?.reason === this.#current?.reason) return
    this.#current = next
    this.#onChange()
    this.#look()
  }

  current(): ColdPause | null {
    return this.#current
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #look(): void {
    clearTimeout(this.#timer)
    if (this.#current === null) return
    const leftMs = this.#current.untilMs - this.#now()
    if (leftMs <= 0) {
      this.#current = null
      this.#onChange()
      return
    }
    this.#timer = setTimeout(() => this.#look(), Math.min(leftMs, MAX_TIMER_MS))
  }
}
