import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from 'quickjs-emscripten'

/** A script of a flow, as a thread or worker is told to run it. */
export interface ScriptTask {
  /** Body of a function whose parameters are the keys of `input`. */
  source: string
  /** JSON text. */
  input: string
  timeoutMs: number
  memoryMb: number
}

/** `THREW` and `SYNTAX` are the script's own; the rest are limits it met. */
export type ScriptErrorCode = 'THREW' | 'SYNTAX' | 'TIMEOUT' | 'MEMORY' | 'RESULT_TOO_LARGE' | 'SANDBOX_LOST'

/** `value` is what the script returned, as JSON knows it. */
export type ScriptResult =
  | { ok: true; value: unknown }
  | { ok: false; error: { code: ScriptErrorCode; message: string } }

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

export function refuseScript(code: ScriptErrorCode, message: string): ScriptResult {
  return { ok: false, error: { code, message: message.slice(0, MAX_MESSAGE_CHARS) } }
}

/**
 * Runs one script in a runtime that is thrown away after it: no input or output, bounded in time and memory. The same
 * in the service and in the simulator of the browser. Throws when the interpreter itself gave way: its memory may then
 * be in any state, and it must not be used again. `nowMs` is a clock that only runs forward; it is read from where the script
 * begins, as an interpreter may need longer to be ready the first time than a script may take.
 */
export function runScript(
  quickjs: QuickJSWASMModule,
  { source, input, timeoutMs, memoryMb }: ScriptTask,
  nowMs: () => number,
): ScriptResult {
  const runtime = quickjs.newRuntime()
  let deadline = Number.POSITIVE_INFINITY
  const isLate = () => nowMs() > deadline
  const begin = () => {
    deadline = nowMs() + timeoutMs
  }
  runtime.setMemoryLimit(memoryMb * 1024 * 1024)
  runtime.setMaxStackSize(MAX_STACK_BYTES)
  runtime.setInterruptHandler(isLate)
  try {
    return runIn(runtime, { source, input, begin, isLate })
  } finally {
    runtime.dispose()
  }
}

interface TimedScript extends Pick<ScriptTask, 'source' | 'input'> {
  begin: () => void
  isLate: () => boolean
}

function runIn(runtime: QuickJSRuntime, { source, input, begin, isLate }: TimedScript): ScriptResult {
  const context = runtime.newContext()
  try {
    const compile = context.unwrapResult(context.evalCode(COMPILE))
    begin()
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
      return refuseScript(
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
  if (isLate) return refuseScript('TIMEOUT', 'The script took too long and was stopped.')
  if (message === 'out of memory') return refuseScript('MEMORY', 'The script used more memory than it may.')
  const sentence = typeof thrown === 'object' ? `${String(name)}: ${String(message)}` : String(thrown)
  return refuseScript(code, sentence)
}
