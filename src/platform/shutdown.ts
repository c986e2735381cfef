import type { Log } from './logger.ts'

/** Stops the parts of a process in the reverse order of their start, each within its own deadline. */
export interface Shutdown {
  /** Registers how to stop a part. Register right after starting it. */
  add(name: string, stop: () => Promise<void> | void, options?: { timeoutMs?: number }): void
  /** Stops everything; later calls wait for the first. Resolves false when a part failed or took too long. */
  stop(reason: string): Promise<boolean>
  /** SIGINT and SIGTERM stop everything and end the process; a second signal ends it at once. */
  trapSignals(): void
}

interface Part {
  readonly name: string
  readonly stop: () => Promise<void> | void
  readonly timeoutMs: number
}

const DEFAULT_TIMEOUT_MS = 10_000

export function createShutdown(
  log: Log,
  exit: (code: number) => void = (code) => process.exit(code),
): Shutdown {
  const parts: Part[] = []
  let stopping: Promise<boolean> | undefined
  const stopAll = async (reason: string): Promise<boolean> => {
    log.info({ reason }, 'stopping')
    let isClean = true
    for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
      isClean = (await stopPart(part, log)) && isClean
    }
    log.info({ isClean }, 'stopped')
    return isClean
  }
  const shutdown: Shutdown = {
    add(name, stop, options = {}) {
      parts.push({ name, stop, timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS })
    },
    stop(reason) {
      stopping ??= stopAll(reason)
      return stopping
    },
    trapSignals() {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.on(signal, () => {
          if (stopping !== undefined) exit(1)
          else void shutdown.stop(signal).then((isClean) => exit(isClean ? 0 : 1))
        })
      }
    },
  }
  return shutdown
}

async function stopPart(part: Part, log: Log): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), part.timeoutMs)
  })
  try {
    const outcome = await Promise.race([Promise.resolve().then(part.stop), late])
    if (outcome !== 'late') return true
    log.warn({ part: part.name, timeoutMs: part.timeoutMs }, 'a part did not stop in time')
  } catch (error) {
    log.error({ part: part.name, err: error }, 'a part failed to stop')
  } finally {
    clearTimeout(timer)
  }
  return false
}
