import { Worker } from 'node:worker_threads'
import type { ScriptResult } from '../core/script-interpreter.ts'

export interface Script {
  /** Body of a function whose parameters are the keys of `input`. */
  source: string
  input: Readonly<Record<string, unknown>>
  timeoutMs: number
  memoryMb: number
}

/**
 * Runs scripts of strangers: an interpreter of its own in a thread of its own, a fresh world for each script, no
 * input or output, bounded in time and memory. One at a time; a script that cannot be stopped costs its thread.
 */
export interface ScriptSandbox {
  run(script: Script): Promise<ScriptResult>
  close(): Promise<void>
}

/** Beyond a script's own time, until its thread counts as stuck. */
const GRACE_MS = 1_000
/** Loading the interpreter, once for each thread. */
const START_MS = 10_000
const THREAD = new URL('./script-sandbox-thread.ts', import.meta.url)

interface Job {
  script: Script
  settle(result: ScriptResult): void
}

export function createScriptSandbox(): ScriptSandbox {
  const queue: Job[] = []
  let thread: Worker | null = null
  let current: { job: Job; watchdog: NodeJS.Timeout } | null = null
  let isReady = false
  let isClosed = false

  function start(): Worker {
    // Its own limit keeps a runaway interpreter from taking the service's memory.
    const started = new Worker(THREAD, {
      resourceLimits: { maxOldGenerationSizeMb: 64 },
      env: {},
      stdin: false,
    })
    started.unref()
    started.on('message', (result: ScriptResult | 'ready') => {
      if (thread !== started) return
      if (result !== 'ready') return finish(result)
      isReady = true
      if (current) watch(current.job.script.timeoutMs + GRACE_MS)
    })
    started.on('error', (error: Error) => lose(started, error.message))
    started.on('exit', () => lose(started, 'its thread ended'))
    return started
  }

  function lose(lost: Worker, why: string): void {
    if (thread !== lost) return
    thread = null
    isReady = false
    void lost.terminate()
    const message = `The script could not be run to its end: ${why}.`
    finish({ ok: false, error: { code: 'SANDBOX_LOST', message } })
  }

  function watch(ms: number): void {
    if (!current) return
    clearTimeout(current.watchdog)
    current.watchdog = setTimeout(() => {
      const stuck = thread
      thread = null
      isReady = false
      void stuck?.terminate()
      finish({ ok: false, error: { code: 'TIMEOUT', message: 'The script took too long and was stopped.' } })
    }, ms)
  }

  function finish(result: ScriptResult): void {
    const done = current
    if (!done) return
    clearTimeout(done.watchdog)
    current = null
    done.job.settle(result)
    next()
  }

  function next(): void {
    if (current || isClosed) return
    const job = queue.shift()
    if (!job) return
    thread ??= start()
    current = { job, watchdog: setTimeout(() => {}, 0) }
    watch(isReady ? job.script.timeoutMs + GRACE_MS : START_MS + job.script.timeoutMs)
    thread.postMessage({ ...job.script, input: JSON.stringify(job.script.input) })
  }

  return {
    run(script) {
      if (isClosed) throw new Error('the script sandbox is closed')
      return new Promise((settle) => {
        queue.push({ script, settle })
        next()
      })
    },
    async close() {
      isClosed = true
      const closing = thread
      thread = null
      const error = { code: 'SANDBOX_LOST', message: 'The service stopped while the script ran.' } as const
      finish({ ok: false, error })
      for (const job of queue.splice(0)) job.settle({ ok: false, error })
      await closing?.terminate()
    },
  }
}
