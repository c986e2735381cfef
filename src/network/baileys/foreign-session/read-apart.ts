import { Worker } from 'node:worker_threads'
import { threadEnv } from '../../../platform/process/thread-env.ts'
import type { ReadSession } from '../../port.ts'
import type { SessionTask } from './session-thread.ts'

/** 58 MB with 18,000 contacts took 28 s of a busy processor. */
const MAX_TIME_MS = 180_000
/** More than the bounds of `read-json.ts` let anything take, however little the machine has. */
const MAX_MEMORY_MB = 1536
const THREAD = new URL('./session-thread.ts', import.meta.url)

const TOO_LONG: ReadSession = {
  kind: 'unusable',
  problem: { reason: 'SESSION_TOO_LARGE', params: { of: 'time' } },
}

/**
 * Reads a session of another program in a thread that ends with it: a large one takes many seconds, in which this one has
 * leases to renew and others to answer. Rejects when the thread fails, which no file should bring about.
 */
export function readSessionApart(
  file: Uint8Array,
  wanted?: string,
  maxTimeMs = MAX_TIME_MS,
): Promise<ReadSession> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadSession>()
  const task: SessionTask = { file, wanted }
  const thread = new Worker(THREAD, {
    workerData: task,
    env: threadEnv(),
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  })
  let answer: ReadSession | null = null
  let failure: unknown = new Error('the thread that read a session ended without an answer')
  const settle = (given: ReadSession): void => {
    answer ??= given
    void thread.terminate()
  }
  const deadline = setTimeout(settle, maxTimeMs, TOO_LONG)
  thread.once('message', settle)
  thread.once('error', (error) => {
    failure = error
  })
  // Only then is its memory free again.
  thread.once('exit', () => {
    clearTimeout(deadline)
    if (answer) resolve(answer)
    else reject(failure)
  })
  return promise
}
