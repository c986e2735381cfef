import { AsyncResource } from 'node:async_hooks'
import { buildTokenBucket, changeLimits, type TokenBucket, takeToken } from '../../../core/pacing/pacing.ts'
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

interface Slot {
  /** The lowest was asked for first. */
  place: number
  start: ((connection: NetworkConnection) => Promise<void>) | null
  refuse: () => void
}

/**
 * All sends of a client in the order they were asked for, one token each. A send that is not ready yet holds up only
 * its own chat. A send that cannot go takes no token.
 */
export class SendQueue {
  readonly #options: SendQueueOptions
  /** By chat, in order; none is empty. */
  readonly #queues = new Map<string, Slot[]>()
  readonly #chats: KeyedQueue
  readonly #onWire = new Set<Promise<void>>()
  #bucket: TokenBucket
  #places = 0
  #pause = new AbortController()
  #idleWaiters: (() => void)[] = []

  constructor(options: SendQueueOptions) {
    this.#options = options
    this.#bucket = buildTokenBucket(options.rate, options.burst, options.nowMs())
    this.#chats = new KeyedQueue({
      work: (chat) => this.#startFirst(chat),
      // A send is handed over and no longer at work when it is on the wire, so that several of a chat may be.
      concurrency: 1,
      rank: (chat) => this.#queues.get(chat)?.[0]?.place ?? Number.POSITIVE_INFINITY,
      admit: () => this.#waitForToken(),
      // What is started tells how it ended to whoever asked for it.
      pauseAfterFailureMs: () => 0,
      onFailure: () => {},
    })
  }

  /** `refuse` is called instead of `start` when there is no connection at its turn, or the queue closes. */
  enter(chat: string, refuse: () => void): Ticket {
    this.#places += 1
    const slot: Slot = { place: this.#places, start: null, refuse }
    const queue = this.#queues.get(chat)
    if (queue) queue.push(slot)
    else this.#queues.set(chat, [slot])
    return {
      ready: (start) => {
        // Started by whoever comes by, it still belongs to who asked for it.
        slot.start = AsyncResource.bind(start)
        if (this.#queues.get(chat)?.includes(slot)) this.#wakeIfReady(chat)
        else refuse()
      },
      leave: () => {
        this.#remove(chat, slot)
        // Whatever waited behind it in its chat may go.
        this.#wakeIfReady(chat)
        this.#notifyIdle()
      },
    }
  }

  setRate(rate: number, burst: number): void {
    this.#bucket = changeLimits(this.#bucket, rate, burst, this.#options.nowMs())
    this.#pause.abort()
  }

  /** Sends that wait for their turn. */
  length(): number {
    return [...this.#queues.values()].reduce((sum, queue) => sum + queue.length, 0)
  }

  /** Resolves when nothing waits and nothing is on the wire. */
  idle(): Promise<void> {
    if (this.#isEmpty()) return Promise.resolve()
    return new Promise((resolve) => this.#idleWaiters.push(resolve))
  }

  /** Refuses all that wait; what is on the wire goes on. */
  clear(): void {
    const refused = [...this.#queues.values()].flat()
    this.#queues.clear()
    for (const slot of refused) if (slot.start) slot.refuse()
    this.#pause.abort()
    this.#notifyIdle()
  }

  async #startFirst(chat: string): Promise<Next> {
    const slot = this.#queues.get(chat)?.[0]
    if (!slot?.start) return 'idle'
    const connection = this.#options.connection()
    if (connection) {
      const taken = takeToken(this.#bucket, this.#options.nowMs())
      this.#bucket = taken.bucket
      // The connection came back while nobody waited for a token.
      if (taken.waitMs > 0) return 'again'
    }
    this.#remove(chat, slot)
    if (connection) this.#launch(slot.start(connection))
    else slot.refuse()
    this.#notifyIdle()
    return this.#isReady(chat) ? 'again' : 'idle'
  }

  #launch(sent: Promise<void>): void {
    const off = (): void => {
      this.#onWire.delete(run)
      this.#notifyIdle()
    }
    const run = sent.then(off, off)
    this.#onWire.add(run)
  }

  /** Takes none: who is to have it is chosen when it is there. What cannot go needs none. */
  async #waitForToken(): Promise<undefined> {
    const { connection, nowMs, sleep } = this.#options
    for (;;) {
      if (this.#onWire.size >= MAX_IN_FLIGHT) await Promise.race(this.#onWire)
      else if (!connection() || !this.#hasReady()) return
      else {
        const { waitMs } = takeToken(this.#bucket, nowMs())
        if (waitMs === 0) return
        this.#pause = new AbortController()
        await sleep(waitMs, this.#pause.signal).catch(() => {})
      }
    }
  }

  #isReady(chat: string): boolean {
    return typeof this.#queues.get(chat)?.[0]?.start === 'function'
  }

  #hasReady(): boolean {
    for (const [first] of this.#queues.values()) if (typeof first?.start === 'function') return true
    return false
  }

  #wakeIfReady(chat: string): void {
    if (this.#isReady(chat)) this.#chats.wake(chat)
  }

  #remove(chat: string, slot: Slot): void {
    const queue = this.#queues.get(chat)
    const at = queue?.indexOf(slot) ?? -1
    if (at >= 0) queue?.splice(at, 1)
    if (queue?.length === 0) this.#queues.delete(chat)
  }

  #isEmpty(): boolean {
    return this.#queues.size === 0 && this.#onWire.size === 0
  }

  #notifyIdle(): void {
    if (!this.#isEmpty()) return
    const waiters = this.#idleWaiters
    this.#idleWaiters = []
    for (const resolve of waiters) resolve()
  }
}
