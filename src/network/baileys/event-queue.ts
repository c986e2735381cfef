import type { NetworkEvent } from '../port.ts'

/** Events wait here while the host handles the ones before them: in order, one call at a time. */
export interface EventQueue {
  push(events: readonly NetworkEvent[]): void
  /** Resolves at once, or when the host has caught up: what produces events waits here so that memory stays bounded. */
  room(): Promise<void>
  /** Resolves when everything pushed so far was handled or dropped. */
  drained(): Promise<void>
  /** No further call to the host; resolves when the running one has ended. */
  stop(): Promise<void>
}

export interface EventQueueOptions {
  deliver: (events: readonly NetworkEvent[]) => Promise<void>
  /** Called once when a delivery failed for good; the queue delivers nothing after it. */
  onFailed: (error: unknown) => void
  /** Pauses before the second, third, … attempt of a delivery that threw. */
  retryDelaysMs: readonly number[]
  /** A failure that no further attempt can heal. */
  isFinal: (error: unknown) => boolean
  maxWaiting?: number
  maxBatch?: number
}

const DEFAULT_MAX_WAITING = 1000
const DEFAULT_MAX_BATCH = 100

export function createEventQueue(options: EventQueueOptions): EventQueue {
  const maxWaiting = options.maxWaiting ?? DEFAULT_MAX_WAITING
  const maxBatch = options.maxBatch ?? DEFAULT_MAX_BATCH
  let waiting: NetworkEvent[] = []
  let running: Promise<void> | null = null
  let stopped = false
  let caughtUp = Promise.withResolvers<void>()
  let stopSignal = Promise.withResolvers<void>()

  const isFull = (): boolean => waiting.length >= maxWaiting

  function pause(ms: number): Promise<void> {
    const ended = Promise.withResolvers<void>()
    const timer = setTimeout(ended.resolve, ms)
    void stopSignal.promise.then(() => {
      clearTimeout(timer)
      ended.resolve()
    })
    return ended.promise
  }

  async function deliver(batch: readonly NetworkEvent[]): Promise<void> {
    for (let attempt = 0; ; attempt++) {
      try {
        return await options.deliver(batch)
      } catch (error) {
        const delayMs = options.retryDelaysMs[attempt]
        if (delayMs === undefined || stopped || options.isFinal(error)) throw error
        await pause(delayMs)
        if (stopped) throw error
      }
    }
  }

  function letGo(): void {
    caughtUp.resolve()
    caughtUp = Promise.withResolvers()
  }

  function takeBatch(): readonly NetworkEvent[] {
    if (waiting.length > maxBatch) return waiting.splice(0, maxBatch)
    const all = waiting
    waiting = []
    return all
  }

  function giveUp(error: unknown): void {
    if (stopped) return
    stopped = true
    options.onFailed(error)
  }

  async function run(): Promise<void> {
    await Promise.resolve()
    while (waiting.length && !stopped) {
      await deliver(takeBatch()).catch(giveUp)
      letGo()
    }
    running = null
    if (stopped) waiting = []
    letGo()
  }

  return {
    push(events) {
      if (stopped || !events.length) return
      for (const event of events) waiting.push(event)
      running ??= run()
    },
    async room() {
      while (!stopped && isFull()) await caughtUp.promise
    },
    async drained() {
      while (!stopped && running) await running
    },
    async stop() {
      stopped = true
      stopSignal.resolve()
      stopSignal = Promise.withResolvers()
      letGo()
      await running
    },
  }
}

/** How long the end of a connection waits for the host to take the events that are already here. */
const DRAIN_MS = 5_000

export async function drainAndStop(events: Pick<EventQueue, 'drained' | 'stop'>): Promise<void> {
  const timer = Promise.withResolvers<void>()
  const handle = setTimeout(timer.resolve, DRAIN_MS)
  await Promise.race([events.drained(), timer.promise])
  clearTimeout(handle)
  await events.stop()
}
