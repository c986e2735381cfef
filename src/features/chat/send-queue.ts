import { AsyncResource } from 'node:async_hooks'
import { buildTokenBucket, changeLimits, takeToken } from '../../core/pacing.ts'
import type { NetworkConnection } from '../../network/port.ts'

/** Sends on the wire at the same time; the connector keeps those of one chat in order. */
const MAX_IN_FLIGHT = 32

export interface SendQueueOptions {
  rate: number
  burst: number
  connection(): NetworkConnection | null
  nowMs(): number
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

/** A place in the queue, taken when the send was asked for and used when it is ready. */
export interface Turn {
  /** Everything is stored: `start` is called with the connection once it is this send's turn. */
  ready(start: (connection: NetworkConnection) => Promise<void>): void
  /** Gives the place up; for sends refused while they were made ready. */
  leave(): void
}

export interface SendQueue {
  /** `refuse` is called instead of `start` when there is no connection at its turn, or the queue closes. */
  enter(chat: string, refuse: () => void): Turn
  setRate(rate: number, burst: number): void
  /** Sends that wait for their turn. */
  length(): number
  /** Resolves when nothing waits and nothing is on the wire. */
  idle(): Promise<void>
  /** Refuses all that wait; what is on the wire goes on. */
  clear(): void
}

interface Slot {
  chat: string
  start: ((connection: NetworkConnection) => Promise<void>) | null
  refuse: () => void
}

/**
 * All sends of a client in the order they were asked for, one token each. A send that is not ready yet holds up only
 * its own chat. Takes no token for a send that cannot go.
 */
export function createSendQueue(options: SendQueueOptions): SendQueue {
  let bucket = buildTokenBucket(options.rate, options.burst, options.nowMs())
  let slots: Slot[] = []
  let running = false
  let pause = new AbortController()
  const inFlight = new Set<Promise<void>>()
  let idleWaiters: (() => void)[] = []

  function nextReady(): Slot | null {
    const blocked = new Set<string>()
    for (const slot of slots) {
      if (slot.start && !blocked.has(slot.chat)) return slot
      blocked.add(slot.chat)
    }
    return null
  }

  function remove(slot: Slot): void {
    const at = slots.indexOf(slot)
    if (at >= 0) slots.splice(at, 1)
  }

  function tellIdle(): void {
    if (slots.length > 0 || inFlight.size > 0) return
    const waiters = idleWaiters
    idleWaiters = []
    for (const resolve of waiters) resolve()
  }

  function launch(slot: Slot, connection: NetworkConnection): void {
    remove(slot)
    const run = (slot.start?.(connection) ?? Promise.resolve()).finally(() => {
      inFlight.delete(run)
      tellIdle()
    })
    inFlight.add(run)
  }

  async function waitForToken(ms: number): Promise<void> {
    await options.sleep(ms, pause.signal).catch(() => {
      pause = new AbortController()
    })
  }

  async function pump(): Promise<void> {
    for (let slot = nextReady(); slot; slot = nextReady()) {
      const connection = options.connection()
      if (!connection) {
        remove(slot)
        slot.refuse()
        continue
      }
      const taken = takeToken(bucket, options.nowMs())
      bucket = taken.bucket
      if (taken.waitMs > 0) await waitForToken(taken.waitMs)
      else launch(slot, connection)
      if (inFlight.size >= MAX_IN_FLIGHT) await Promise.race(inFlight)
    }
    running = false
    tellIdle()
  }

  function wake(): void {
    if (running) return
    running = true
    void pump()
  }

  return {
    enter(chat, refuse) {
      const slot: Slot = { chat, start: null, refuse }
      slots.push(slot)
      return {
        ready(start) {
          // Started by whoever comes by, it still belongs to who asked for it.
          slot.start = AsyncResource.bind(start)
          if (slots.includes(slot)) wake()
          else refuse()
        },
        leave() {
          remove(slot)
          // Whatever waited behind it in its chat may go.
          wake()
        },
      }
    },
    setRate(rate, burst) {
      bucket = changeLimits(bucket, rate, burst, options.nowMs())
      pause.abort()
    },
    length: () => slots.length,
    idle() {
      if (slots.length === 0 && inFlight.size === 0) return Promise.resolve()
      return new Promise((resolve) => idleWaiters.push(resolve))
    },
    clear() {
      const refused = slots
      slots = []
      for (const slot of refused) if (slot.start) slot.refuse()
      pause.abort()
      tellIdle()
    },
  }
}
