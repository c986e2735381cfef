import { newQuickJSWASMModuleFromVariant, RELEASE_SYNC } from 'quickjs-emscripten'
import {
  refuseScript,
  runScript,
  type ScriptResult,
  type ScriptTask,
} from '../../../../core/script-interpreter.ts'

/** What a worker has of its own; the page's names for it mean a window. */
interface WorkerSelf {
  postMessage(message: ScriptResult | 'ready'): void
  addEventListener(type: 'message', listener: (event: { data: ScriptTask }) => void): void
}

const worker = self as unknown as WorkerSelf
const quickjs = await newQuickJSWASMModuleFromVariant(RELEASE_SYNC)

worker.addEventListener('message', ({ data }) => {
  try {
    worker.postMessage(runScript(quickjs, data, () => performance.now()))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    worker.postMessage(refuseScript('SANDBOX_LOST', `The interpreter stopped: ${message}`))
  }
})
worker.postMessage('ready')
