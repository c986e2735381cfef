/** Timers count at most 24.8 days; longer restrictions are looked at again once a day. */
const MAX_TIMER_MS = 86_400_000

/** Whether the network keeps the account from writing to strangers right now, and until when. */
export interface Restriction {
  /** Null when there is none, or no longer. */
  set(untilMs: number | null): void
  untilMs(): number | null
  stop(): void
}

/** `onChange` is called when it begins, moves or ends, also by itself when its time is over. */
export function createRestriction(now: () => number, onChange: () => void): Restriction {
  let until: number | null = null
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    clearTimeout(timer)
    if (until === null) return
    const leftMs = until - now()
    if (leftMs <= 0) {
      until = null
      onChange()
      return
    }
    timer = setTimeout(look, Math.min(leftMs, MAX_TIMER_MS))
  }

  return {
    set(untilMs) {
      if (untilMs === until) return
      until = untilMs
      onChange()
      look()
    },
    untilMs: () => until,
    stop() {
      clearTimeout(timer)
    },
  }
}
