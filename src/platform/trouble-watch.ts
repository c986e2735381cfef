export interface TroubleWatch {
  /** Somebody met the trouble; from now on it is looked again and again whether it is over. */
  note(): void
  /** Somebody saw that it is over. */
  clear(): void
  isThere(): boolean
  close(): Promise<void>
}

export interface TroubleWatchOptions {
  /** Resolves when the trouble is over: to see that there is room it writes some, and leaves nothing. */
  probe(): Promise<void>
  /** Told at each change. */
  onChange(isThere: boolean): void
  /** Default: 2 seconds. */
  everyMs?: number | undefined
}

const PROBE_EVERY_MS = 2_000

/**
 * Knows whether something that the service needs is there: room in a store, the database. Nothing is asked while all is
 * well, as those who use it learn of the trouble first. Then the probe is what finds out that it is over, so that nobody has
 * to start anything anew.
 */
export function createTroubleWatch(options: TroubleWatchOptions): TroubleWatch {
  let isThere = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined

  async function look(): Promise<void> {
    try {
      await options.probe()
    } catch {
      // Also when it cannot be asked: that is no reason to say that all is well.
      return plan()
    }
    clear()
  }

  function plan(): void {
    if (isClosed || !isThere) return
    timer = setTimeout(() => {
      running = look()
    }, options.everyMs ?? PROBE_EVERY_MS)
    timer.unref()
  }

  function clear(): void {
    if (!isThere) return
    clearTimeout(timer)
    isThere = false
    options.onChange(false)
  }

  return {
    note() {
      if (isThere) return
      isThere = true
      options.onChange(true)
      plan()
    },
    clear,
    isThere: () => isThere,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}
