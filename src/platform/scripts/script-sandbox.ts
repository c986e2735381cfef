import type { ScriptResult } from '../../core/script-interpreter.ts'
import { KeyedCalls } from '../queue/keyed-calls.ts'
import { LOST_AT_STOP, type Script, ScriptRunner } from './script-runner.ts'

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

class SharedScriptSandbox implements ScriptSandbox {
  readonly #runners = Array.from({ length: THREADS }, () => new ScriptRunner())
  readonly #calls = new KeyedCalls(THREADS)
  #isClosed = false

  async run(owner: string, script: Script): Promise<ScriptResult> {
    if (this.#isClosed) throw new Error('the script sandbox is closed')
    return this.#calls.run(owner, async () => {
      const runner = this.#runners.find((one) => !one.isBusy)
      return this.#isClosed || !runner ? LOST_AT_STOP : runner.run(script)
    })
  }

  /** What still waits comes to its turn as the threads end, and is told that it is lost. */
  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all(this.#runners.map((runner) => runner.close()))
  }
}

export function createScriptSandbox(): ScriptSandbox {
  return new SharedScriptSandbox()
}
