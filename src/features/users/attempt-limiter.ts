/** Header by which the HTTP layer names the other end of the connection; callers cannot set it. */
export const PEER_HEADER = 'x-parley-peer'
interface Window {
  attempts: number
  endsAtMs: number
}

/** Some 10 MB. Who makes up that many keys within a window gets the oldest forgotten, and the process keeps its memory. */
const MAX_KEYS = 50_000

/** Counts attempts by key in fixed windows that begin with the first attempt, in the memory of this process. */
export function createAttemptLimiter(nowMs: () => number, maxKeys = MAX_KEYS) {
  /** In the order in which the windows began. */
  const windows = new Map<string, Window>()

  function begin(key: string, endsAtMs: number, now: number): Window {
    const begun = { attempts: 0, endsAtMs }
    windows.delete(key)
    for (const [oldest, window] of windows) {
      if (window.endsAtMs > now && windows.size < maxKeys) break
      windows.delete(oldest)
    }
    windows.set(key, begun)
    return begun
  }

  return {
    /** `window` is in seconds; `retryAfter` too, and null for an allowed attempt. */
    async consume(key: string, rule: { window: number; max: number }) {
      const now = nowMs()
      const known = windows.get(key)
      const current = known && known.endsAtMs > now ? known : begin(key, now + rule.window * 1000, now)
      if (current.attempts >= rule.max) {
        return { allowed: false, retryAfter: Math.ceil((current.endsAtMs - now) / 1000) }
      }
      current.attempts++
      return { allowed: true, retryAfter: null }
    },
  }
}
