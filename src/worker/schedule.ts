import type { Log } from '../platform/logger.ts'

/** Work that is due later or again and again, until it is stopped. */
export interface Schedule {
  after(ms: number, work: () => void): void
  /** Now and then again with pauses of half to one and a half times `everyMs`, so that hosts do not do it together. */
  repeat(everyMs: number, whenItFails: string, work: () => Promise<void>): void
  stop(): void
}

export function createSchedule({ log, random }: { log: Log; random: () => number }): Schedule {
  const timers = new Set<NodeJS.Timeout>()
  let stopped = false

  function after(ms: number, work: () => void): void {
    if (stopped) return
    const timer = setTimeout(() => {
      timers.delete(timer)
      work()
    }, ms)
    timers.add(timer)
  }

  return {
    after,
    repeat(everyMs, whenItFails, work) {
      const run = async (): Promise<void> => {
        await work().catch((error: unknown) => log.error({ err: error }, whenItFails))
        after(everyMs / 2 + everyMs * random(), () => void run())
      }
      void run()
    },
    stop() {
      stopped = true
      for (const timer of timers) clearTimeout(timer)
    },
  }
}
