import type { ScriptResult } from '../core/script-interpreter.ts'
import { type Script, ScriptRunner } from './script-runner.ts'

export type { Script } from './script-runner.ts'

/**
 * Runs scripts of strangers: an interpreter of its own in a thread of its own, a fresh world for each script, no
 * input or output, bounded in time and memory. A script that cannot be stopped costs its thread.
 */
export interface ScriptSandbox {
  /**
   * Scripts of one owner run one at a time, in order, and owners take turns: what one of them runs without end leaves
   * the others a thread.
   */
  run(owner: string, script: Script): Promise<ScriptResult>
  close(): Promise<void>
}

/** One more than one owner can hold; each takes 20 MB once it was needed. */
const THREADS = 2

interface WaitingScript {
  script: Script
  settle(result: ScriptResult): void
}

class SharedScriptSandbox implements ScriptSandbox {
  readonly #runners = Array.from({ length: THREADS }, () => new ScriptRunner())
  /** By owner, whose turn comes first at the front; nobody stands here with nothing to run. */
  readonly #queues = new Map<string, WaitingScript[]>()
  /** Owners whose script runs. */
  readonly #running = new Set<string>()
  #isClosed = false

  run(owner: string, script: Script): Promise<ScriptResult> {
    if (this.#isClosed) throw new Error('the script sandbox is closed')
    return new Promise((settle) => {
      const queue = this.#queues.get(owner) ?? []
      queue.push({ script, settle })
      this.#queues.set(owner, queue)
      this.#startNext()
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    const message = 'The service stopped while the script ran.'
    for (const { settle } of [...this.#queues.values()].flat())
      settle({ ok: false, error: { code: 'SANDBOX_LOST', message } })
    this.#queues.clear()
    await Promise.all(this.#runners.map((runner) => runner.close()))
  }

  #startNext(): void {
    const runner = this.#runners.find((one) => !one.isBusy)
    const owner = [...this.#queues.keys()].find((name) => !this.#running.has(name))
    if (!runner || owner === undefined || this.#isClosed) return
    const queue = this.#queues.get(owner) ?? []
    const waiting = queue.shift()
    // Behind all others, for its next turn.
    this.#queues.delete(owner)
    if (queue.length > 0) this.#queues.set(owner, queue)
    if (!waiting) return
    this.#running.add(owner)
    void runner.run(waiting.script).then((result) => {
      this.#running.delete(owner)
      waiting.settle(result)
      this.#startNext()
    })
    this.#startNext()
  }
}

export function createScriptSandbox(): ScriptSandbox {
  return new SharedScriptSandbox()
}
