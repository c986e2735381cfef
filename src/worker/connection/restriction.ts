import type { ColdPause } from '../../core/new-chats.ts'

/** Timers count at most 24.8 days; longer restrictions are looked at again once a day. */
const MAX_TIMER_MS = 86_400_000

/** Why nothing is sent to strangers right now, and until when. */
export interface Restriction {
  /** Null when there is none, or no longer. */
  set(pause: ColdPause | null): void
  current(): ColdPause | null
  stop(): void
}

/** `onChange` is called when it begins, moves or ends, also by itself when its time is over. */
export function createRestriction(now: () => number, onChange: () => void): Restriction {
  let current: ColdPause | null = null
  let timer: NodeJS.Timeout | undefined

  function look(): void {
    clearTimeout(timer)
    if (current === null) return
    const leftMs = current.untilMs - now()
    if (leftMs <= 0) {
      current = null
      onChange()
      return
    }
    timer = setTimeout(look, Math.min(leftMs, MAX_TIMER_MS))
  }

  return {
    set(next) {
      if (next?.untilMs === current?.untilMs && next?.reason === current?.reason) return
      current = next
      onChange()
      look()
    },
    current: () => current,
    stop() {
      clearTimeout(timer)
    },
  }
}
