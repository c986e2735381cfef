import { nextEventLoopTurn } from '../../src/platform/queue/event-loop-turn.ts'
import { KeyedQueue, type KeyedQueueOptions, type Next } from '../../src/platform/queue/keyed-queue.ts'
import { createManualTime } from './fake-network.ts'

interface Begun {
  key: string
  signal: AbortSignal
  end(next?: Next): Promise<void>
  fail(why?: unknown): Promise<void>
}

/** A queue whose work ends as the test says, on time that the test moves. */
export function buildKeyedQueue(options: Partial<KeyedQueueOptions> = {}) {
  const time = createManualTime(0)
  const begun: Begun[] = []
  const failures: string[] = []
  const queue = new KeyedQueue({
    work(key, signal) {
      const done = Promise.withResolvers<Next>()
      begun.push({
        key,
        signal,
        end: async (next = 'idle') => {
          done.resolve(next)
          await nextEventLoopTurn()
        },
        fail: async (why = new Error(`${key} failed`)) => {
          done.reject(why)
          await nextEventLoopTurn()
        },
      })
      return done.promise
    },
    concurrency: 8,
    pauseAfterFailureMs: (count) => count * 100,
    onFailure: (error) => failures.push((error as Error).message),
    sleep: time.sleep,
    ...options,
  })
  const started = () => begun.map(({ key }) => key)
  return { queue, time, begun, failures, started }
}
