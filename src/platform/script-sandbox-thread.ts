import { parentPort } from 'node:worker_threads'
import {
  newQuickJSWASMModule,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSRuntime,
} from 'quickjs-emscripten'
import type { ScriptErrorCode, ScriptResult } from './script-sandbox.ts'

/** The thread of `script-sandbox.ts`: one script a message, each in a runtime that is thrown away after it. */
interface Task {
  source: string
  /** JSON text. */
  input: string
  timeoutMs: number
  memoryMb: number
}

const MAX_STACK_BYTES = 256 * 1024
const MAX_RESULT_CHARS = 65_536
const MAX_MESSAGE_CHARS = 300

/** Compiles the body apart from running it, so that a syntax error is told as one. */
const COMPILE = `((source, input) => {
  const values = JSON.parse(input)
  const run = new Function(...Object.keys(values), '"use strict";' + source + '\\n')
  return () => {
    const value = run(...Object.values(values))
    if (value !== null && typeof value === 'object' && typeof value.then === 'function')
      throw new TypeError('a script returns its value at once; it cannot wait')
    return JSON.stringify(value === undefined ? null : value) ?? 'null'
  }
})`

const quickjs = await newQuickJSWASMModule()

function refuse(code: ScriptErrorCode, message: string): ScriptResult {
  return { ok: false, error: { code, message: message.slice(0, MAX_MESSAGE_CHARS) } }
}

function runTask({ source, input, timeoutMs, memoryMb }: Task): ScriptResult {
  const runtime = quickjs.newRuntime()
  const deadline = performance.now() + timeoutMs
  runtime.setMemoryLimit(memoryMb * 1024 * 1024)
  runtime.setMaxStackSize(MAX_STACK_BYTES)
  runtime.setInterruptHandler(() => performance.now() > deadline)
  try {
    return runIn(runtime, source, input, () => performance.now() > deadline)
  } finally {
    runtime.dispose()
  }
}

function runIn(runtime: QuickJSRuntime, source: string, input: string, isLate: () => boolean): ScriptResult {
  const context = runtime.newContext()
  try {
    const compile = context.unwrapResult(context.evalCode(COMPILE))
    const [sourceText, inputText] = [context.newString(source), context.newString(input)]
    const compiled = context.callFunction(compile, context.undefined, sourceText, inputText)
    for (const handle of [compile, sourceText, inputText]) handle.dispose()
    if (compiled.error) return toRefusal(context, compiled.error, isLate(), 'SYNTAX')
    const returned = context.callFunction(compiled.value, context.undefined)
    compiled.value.dispose()
    if (returned.error) return toRefusal(context, returned.error, isLate(), 'THREW')
    const text = context.getString(returned.value)
    returned.value.dispose()
    if (text.length > MAX_RESULT_CHARS) {
      return refuse(
        'RESULT_TOO_LARGE',
        `The script returned more than ${MAX_RESULT_CHARS} characters of JSON.`,
      )
    }
    return { ok: true, value: JSON.parse(text) as unknown }
  } finally {
    context.dispose()
  }
}

function toRefusal(
  context: QuickJSContext,
  handle: QuickJSHandle,
  isLate: boolean,
  code: 'SYNTAX' | 'THREW',
): ScriptResult {
  const thrown: unknown = context.dump(handle)
  handle.dispose()
  const { name = 'Error', message = '' } = (typeof thrown === 'object' && thrown !== null ? thrown : {}) as {
    name?: unknown
    message?: unknown
  }
  if (isLate) return refuse('TIMEOUT', 'The script took too long and was stopped.')
  if (message === 'out of memory') return refuse('MEMORY', 'The script used more memory than it may.')
  const said = typeof thrown === 'object' ? `${String(name)}: ${String(message)}` : String(thrown)
  return refuse(code, said)
}

parentPort?.on('message', (task: Task) => {
  let result: ScriptResult
  try {
    result = runTask(task)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // The interpreter itself gave way: its memory may be in any state, so the thread ends and is made anew.
    result = refuse('MEMORY', `The interpreter stopped: ${message}`)
    parentPort?.postMessage(result)
    process.exit(1)
  }
  parentPort?.postMessage(result)
})
parentPort?.postMessage('ready')
