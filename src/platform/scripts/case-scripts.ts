import { newQuickJSWASMModule } from 'quickjs-emscripten'
import type { RunScript } from '../../core/flow/index.ts'
import { refuseScript, runScript } from '../../core/script-interpreter.ts'
import { threadMs } from './script-clock.ts'

/** An interpreter for the scripts of test cases. One that gave way is not used again: later scripts are refused. */
export async function createCaseScripts(): Promise<RunScript> {
  const quickjs = await newQuickJSWASMModule()
  let isLost = false
  return (task) => {
    if (isLost) return refuseScript('SANDBOX_LOST', 'The interpreter stopped at an earlier script.')
    try {
      return runScript(quickjs, task, threadMs)
    } catch (error) {
      isLost = true
      const message = error instanceof Error ? error.message : String(error)
      return refuseScript('MEMORY', `The interpreter stopped: ${message}`)
    }
  }
}
