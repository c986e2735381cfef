import { AsyncResource } from 'node:async_hooks'
import { buildTokenBucket, changeLimits, takeToken } from '../../../core/pacing.ts'
import type { NetworkConnection } from '../../../network/port.ts'
import { KeyedQueue, type Next } from '../../../platform/queue/keyed-queue.ts'

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
export interface Ticket {
  /** Everything is stored: `start` is called with the connection once it is this send's turn. */
  ready(start: (connection: NetworkConnection) => Promise<void>): void
  /** Gives the place up; for sends refused while they were made ready. */
  leave(): void
}

export interface SendQueue {
  /** `refuse` is called instead of `start` when there is no connection at its turn, or the queue closes. */
  enter(chat: string, refuse: () => void): Ticket
  setRate(rate: number, burst: number): void
  /** Sends that wait for their turn. */
  length(): number
  /** Resolves when nothing waits and nothing is on the wire. */
  idle(): Promise<void>
  /** Refuses all that wait; what is on the wire goes on. */
  clear(): void
}

interface Slot {
  /** The lowest was asked for first. */
  place: number
  start: ((connection: NetworkConnection) => Promise<void>) | null
  refuse: () => void
}

/**
 * All sends of a client in the order they were asked for, one token each. A send that is not ready yet holds up only
 * its own chat. Takes no token for a send that cannot go.
 */
export function createSendQueue(options: SendQueueOptions): SendQueue {
  let bucket = buildTokenBucket(options.rate, options.burst, options.nowMs())
  /** By chat, in order; none is empty. */
  const lanes = new Map<string, Slot[]>()
  let places = 0
  let pause = new AbortController()
  const onWire = new Set<Promise<void>>()
  let idleWaiters: (() => void)[] = []

  const chats = new KeyedQueue({
    work: startFirst,
    // A send is handed over and no longer at work when it is on the wire, so that several of a chat may be.
    concurrency: 1,
    rank: (chat) => lanes.get(chat)?.[0]?.place ?? Number.POSITIVE_INFINITY,
    admit: waitForToken,
    // What is started tells how it ended to whoever asked for it.
    pauseAfterFailureMs: () => 0,
    onFailure: () => {},
  })

  const isReady = (chat: string): boolean => typeof lanes.get(chat)?.[0]?.start === 'function'
  const wakeIfReady = (chat: string): void => {
    if (isReady(chat)) chats.wake(chat)
  }

  function remove(chat: string, slot: Slot): void {
    const lane = lanes.get(chat)
    const at = lane?.indexOf(slot) ?? -1
    if (at >= 0) lane?.splice(at, 1)
    if (lane?.length === 0) lanes.delete(chat)
  }

  const isEmpty = (): boolean => lanes.size === 0 && onWire.size === 0

  function tellIdle(): void {
    if (!isEmpty()) return
    const waiters = idleWaiters
    idleWaiters = []
    for (const resolve of waiters) resolve()
  }

  /** Takes none: who is to have it is chosen when it is there. What cannot go needs none. */
  async function waitForToken(): Promise<undefined> {
    for (;;) {
      if (onWire.size >= MAX_IN_FLIGHT) await Promise.race(onWire)
      else if (!options.connection() || ![...lanes.keys()].some(isReady)) return
      else {
        const { waitMs } = takeToken(bucket, options.nowMs())
        if (waitMs === 0) return
        pause = new AbortController()
        await options.sleep(waitMs, pause.signal).catch(() => {})
      }
    }
  }

  async function startFirst(chat: string): Promise<Next> {
    const slot = lanes.get(chat)?.[0]
    if (!slot?.start) return 'idle'
    const connection = options.connection()
    if (connection) {
      const taken = takeToken(bucket, options.nowMs())
      bucket = taken.bucket
      // The connection came back while nobody waited for a token.
      if (taken.waitMs > 0) return 'again'
    }
    remove(chat, slot)
    if (connection) launch(slot.start(connection))
    else slot.refuse()
    tellIdle()
    return isReady(chat) ? 'again' : 'idle'
  }

  function launch(sent: Promise<void>): void {
    const off = (): void => {
      onWire.delete(run)
      tellIdle()
    }
    const run = sent.then(off, off)
    onWire.add(run)
  }

  return {
    enter(chat, refuse) {
      places += 1
      const slot: Slot = { place: places, start: null, refuse }
      const lane = lanes.get(chat)
      if (lane) lane.push(slot)
      else lanes.set(chat, [slot])
      return {
        ready(start) {
          // Started by whoever comes by, it still belongs to who asked for it.
          slot.start = AsyncResource.bind(start)
          if (lanes.get(chat)?.includes(slot)) wakeIfReady(chat)
          else refuse()
        },
        leave() {
          remove(chat, slot)
          // Whatever waited behind it in its chat may go.
          wakeIfReady(chat)
          tellIdle()
        },
      }
    },
    setRate(rate, burst) {
      bucket = changeLimits(bucket, rate, burst, options.nowMs())
      pause.abort()
    },
    length: () => [...lanes.values()].reduce((sum, lane) => sum + lane.length, 0),
    idle() {
      if (isEmpty()) return Promise.resolve()
      return new Promise((resolve) => idleWaiters.push(resolve))
    },
    clear() {
      const refused = [...lanes.values()].flat()
      lanes.clear()
      for (const slot of refused) if (slot.start) slot.refuse()
      pause.abort()
      tellIdle()
    },
  }
}
