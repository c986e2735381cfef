interface Window {
  attempts: number
  endsAtMs: number
}

const PRUNE_ABOVE = 1000

/** Counts attempts by key in fixed windows that begin with the first attempt, in the memory of this process. */
export function createAttemptLimiter(nowMs: () => number) {
  const windows = new Map<string, Window>()

  function prune(now: number): void {
    for (const [key, { endsAtMs }] of windows) if (endsAtMs <= now) windows.delete(key)
  }

  return {
    /** `window` is in seconds; `retryAfter` too, and null for an allowed attempt. */
    async consume(key: string, rule: { window: number; max: number }) {
      const now = nowMs()
      const known = windows.get(key)
      const current =
        known && known.endsAtMs > now ? known : { attempts: 0, endsAtMs: now + rule.window * 1000 }
      if (current.attempts >= rule.max) {
        return { allowed: false, retryAfter: Math.ceil((current.endsAtMs - now) / 1000) }
      }
      current.attempts++
      windows.set(key, current)
      if (windows.size > PRUNE_ABOVE) prune(now)
      return { allowed: true, retryAfter: null }
    },
  }
}
