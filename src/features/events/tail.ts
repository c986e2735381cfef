import { setTimeout as sleep } from 'node:timers/promises'
import type { Bus } from '../../bus/port.ts'
import type { Executor } from '../../db/transaction.ts'
import type { Log } from '../../platform/logger.ts'
import { readOwners } from './store.ts'
import type { EventWatermark } from './watermark.ts'

/** Topics of the bus after which there is usually something new. They may be lost: the look below comes anyway. */
export const WAKING_TOPICS = ['events.logged', 'client.status', 'flow.state.changed'] as const
const LOOK_EVERY_MS = 250
const TROUBLE_PAUSE_MS = 1_000

export interface EventTail {
  /** `wake` is called whenever the log of this owner has grown, up to the watermark. Answers how to end that. */
  subscribe(userId: string, wake: () => void): () => void
  close(): Promise<void>
}

export interface EventTailDeps {
  db: Executor
  bus: Bus
  watermark: EventWatermark
  log: Log
}

/** Watches the log for everybody who listens in this process; nobody listening, it does nothing. */
export function createEventTail({ db, bus, watermark, log }: EventTailDeps): EventTail {
  const wakers = new Map<string, Set<() => void>>()
  const stopped = new AbortController()
  let ring = Promise.withResolvers<void>()
  let isWatching = false
  let running: Promise<void> = Promise.resolve()
  const leave = WAKING_TOPICS.map((topic) => bus.subscribe(topic, () => ring.resolve()))

  async function watch(): Promise<void> {
    let seen = watermark.current()
    while (wakers.size > 0 && !stopped.signal.aborted) {
      try {
        seen = await publishSince(seen)
        await untilRung()
      } catch (err) {
        if (!stopped.signal.aborted) log.warn({ err }, 'the event log could not be read')
        await pause(TROUBLE_PAUSE_MS)
      }
    }
    isWatching = false
  }

  async function publishSince(seen: number): Promise<number> {
    const final = await watermark.advance()
    if (final === seen) return seen
    for (const userId of await readOwners(db, seen, final)) {
      for (const wake of wakers.get(userId) ?? []) wake()
    }
    return final
  }

  const pause = (ms: number) => sleep(ms, undefined, { signal: stopped.signal }).catch(() => {})

  async function untilRung(): Promise<void> {
    await Promise.race([ring.promise, pause(LOOK_EVERY_MS)])
    ring = Promise.withResolvers()
  }

  return {
    subscribe(userId, wake) {
      const own = wakers.get(userId) ?? new Set()
      wakers.set(userId, own.add(wake))
      if (!isWatching) {
        isWatching = true
        running = watch()
      }
      return () => {
        own.delete(wake)
        if (own.size === 0 && wakers.get(userId) === own) wakers.delete(userId)
      }
    },
    async close() {
      stopped.abort()
      for (const end of leave) end()
      ring.resolve()
      await running
    },
  }
}
