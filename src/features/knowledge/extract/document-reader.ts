import { Worker } from 'node:worker_threads'
import { threadEnv } from '../../../platform/process/thread-env.ts'
import type { ReadResult, ReadTask } from './thread-messages.ts'

const THREAD = new URL('./read-thread.ts', import.meta.url)
const MIB = 1024 ** 2

export interface ReaderLimits {
  timeoutMs: number
  /** Of the thread's own heap. */
  heapMb: number
  /** What the process may grow by meanwhile: a thread's heap is bounded, the bytes it unpacks are not. */
  growthBytes: number
}

/** A 16 MB PDF takes six seconds and 400 MB on one core that is shared; bombs take all there is. */
export const READER_LIMITS: ReaderLimits = { timeoutMs: 60_000, heapMb: 384, growthBytes: 1_024 * MIB }

const WATCH_MS = 100

/**
 * Reads a document in a thread of its own, which ends with it: whatever a file does to its reader, it does to that thread.
 * Rejects only when it is aborted.
 */
export async function readDocument(
  task: ReadTask,
  signal: AbortSignal,
  { timeoutMs, heapMb, growthBytes }: ReaderLimits = READER_LIMITS,
): Promise<ReadResult> {
  const { promise, resolve, reject } = Promise.withResolvers<ReadResult>()
  const startBytes = process.memoryUsage.rss()
  const thread = new Worker(THREAD, {
    workerData: task,
    transferList: [task.bytes.buffer],
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 64 },
    env: threadEnv(),
    stdin: false,
    stdout: true,
    stderr: true,
  })
  const fail = (problem: 'TOO_SLOW' | 'TOO_MUCH_MEMORY' | 'UNREADABLE') => resolve({ ok: false, problem })
  const deadline = setTimeout(() => fail('TOO_SLOW'), timeoutMs)
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() - startBytes > growthBytes) fail('TOO_MUCH_MEMORY')
  }, WATCH_MS)
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  thread.on('message', resolve)
  thread.on('error', (error: NodeJS.ErrnoException) =>
    fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'TOO_MUCH_MEMORY' : 'UNREADABLE'),
  )
  thread.on('exit', () => fail('UNREADABLE'))
  try {
    return await promise
  } finally {
    clearTimeout(deadline)
    clearInterval(watch)
    signal.removeEventListener('abort', abort)
    await thread.terminate()
  }
}
