import { Worker } from 'node:worker_threads'
import type { ScriptResult } from '../../core/script-interpreter.ts'
import { threadEnv } from '../process/thread-env.ts'

/** A script and what bounds it. */
export interface Script {
  /** Body of a function whose parameters are the keys of `input`. */
  source: string
  input: Readonly<Record<string, unknown>>
  timeoutMs: number
  memoryMb: number
}

/** Beyond a script's own time, until its thread counts as stuck. */
const GRACE_MS = 1_000
/** Loading the interpreter, once for each thread. */
const START_MS = 10_000
/** Keeps a runaway interpreter from taking the service's memory. */
const MAX_HEAP_MB = 64
const THREAD = new URL('./script-sandbox-thread.ts', import.meta.url)

/** What a script is answered that the service's own end cut off, or kept from its turn. */
export const LOST_AT_STOP: ScriptResult = {
  ok: false,
  error: { code: 'SANDBOX_LOST', message: 'The service stopped while the script ran.' },
}

interface Job {
  script: Script
  settle(result: ScriptResult): void
  watchdog: NodeJS.Timeout | undefined
}

/** One thread, which runs one script at a time. It is started by the first script, and anew after one that cost it. */
export class ScriptRunner {
  #thread: Worker | null = null
  #isReady = false
  #job: Job | null = null

  get isBusy(): boolean {
    return this.#job !== null
  }

  /** Only while it is not busy. Never rejects. */
  run(script: Script): Promise<ScriptResult> {
    return new Promise((settle) => {
      this.#thread ??= this.#start()
      this.#job = { script, settle, watchdog: undefined }
      this.#watch(this.#isReady ? script.timeoutMs + GRACE_MS : START_MS + script.timeoutMs)
      this.#thread.postMessage({ ...script, input: JSON.stringify(script.input) })
    })
  }

  /** Ends the thread; a script that runs is answered so. */
  async close(): Promise<void> {
    const closing = this.#drop()
    this.#finish(LOST_AT_STOP)
    await closing?.terminate()
  }

  #start(): Worker {
    const started = new Worker(THREAD, {
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
      env: threadEnv(),
      stdin: false,
    })
    started.unref()
    started.on('message', (result: ScriptResult | 'ready') => {
      if (this.#thread !== started) return
      if (result !== 'ready') return this.#finish(result)
      this.#isReady = true
      if (this.#job) this.#watch(this.#job.script.timeoutMs + GRACE_MS)
    })
    started.on('error', (error: Error) => this.#lose(started, error.message))
    started.on('exit', () => this.#lose(started, 'its thread ended'))
    return started
  }

  #drop(): Worker | null {
    const dropped = this.#thread
    this.#thread = null
    this.#isReady = false
    return dropped
  }

  #lose(lost: Worker, why: string): void {
    if (this.#thread !== lost) return
    void this.#drop()?.terminate()
    const message = `The script could not be run to its end: ${why}.`
    this.#finish({ ok: false, error: { code: 'SANDBOX_LOST', message } })
  }

  #watch(ms: number): void {
    if (!this.#job) return
    clearTimeout(this.#job.watchdog)
    this.#job.watchdog = setTimeout(() => {
      void this.#drop()?.terminate()
      const message = 'The script took too long and was stopped.'
      this.#finish({ ok: false, error: { code: 'TIMEOUT', message } })
    }, ms)
  }

  #finish(result: ScriptResult): void {
    const done = this.#job
    if (!done) return
    clearTimeout(done.watchdog)
    this.#job = null
    done.settle(result)
  }
}
