import { parentPort } from 'node:worker_threads'
import { newQuickJSWASMModule } from 'quickjs-emscripten'
import { refuseScript, runScript, type ScriptResult, type ScriptTask } from '../../core/script-interpreter.ts'
import { threadMs } from './script-clock.ts'

/** The thread of `script-sandbox.ts`: one script a message. */
const quickjs = await newQuickJSWASMModule()

parentPort?.on('message', (task: ScriptTask) => {
  let result: ScriptResult
  try {
    result = runScript(quickjs, task, threadMs)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // The thread ends with its interpreter, and both are made anew.
    result = refuseScript('MEMORY', `The interpreter stopped: ${message}`)
    parentPort?.postMessage(result)
    process.exit(1)
  }
  parentPort?.postMessage(result)
})
parentPort?.postMessage('ready')
