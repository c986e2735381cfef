import { refuseScript, type ScriptResult, type ScriptTask } from '../../../../core/script-interpreter.ts'

/** Beyond a script's own time, until its worker counts as stuck. */
const GRACE_MS = 1_000
/** Loading the interpreter. */
const START_MS = 15_000

export interface ScriptRunner {
  run(task: ScriptTask): Promise<ScriptResult>
  close(): void
}

/**
 * Runs scripts as the service does: by the same interpreter, with the same limits, in a worker that is thrown away with
 * each of them. A worker that cannot be had, or does not end, answers SANDBOX_LOST or TIMEOUT.
 */
export function createScriptRunner(): ScriptRunner {
  let stop: (why: ScriptResult) => void = () => {}

  function run(task: ScriptTask): Promise<ScriptResult> {
    return new Promise((resolve) => {
      const worker = new Worker(new URL('./script-worker.ts', import.meta.url), { type: 'module' })
      let timer: ReturnType<typeof setTimeout>
      const finish = (result: ScriptResult) => {
        clearTimeout(timer)
        worker.terminate()
        resolve(result)
      }
      stop = finish
      timer = setTimeout(
        () => finish(refuseScript('SANDBOX_LOST', 'The interpreter did not start.')),
        START_MS,
      )
      worker.addEventListener('error', ({ message }) =>
        finish(refuseScript('SANDBOX_LOST', `The interpreter did not start: ${message}`)),
      )
      worker.addEventListener('message', ({ data }: MessageEvent<ScriptResult | 'ready'>) => {
        if (data !== 'ready') return finish(data)
        clearTimeout(timer)
        const late = refuseScript('TIMEOUT', 'The script took too long and was stopped.')
        timer = setTimeout(() => finish(late), task.timeoutMs + GRACE_MS)
        worker.postMessage(task)
      })
    })
  }

  return { run, close: () => stop(refuseScript('SANDBOX_LOST', 'The simulator was closed.')) }
}
