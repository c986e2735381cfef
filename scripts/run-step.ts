import { spawn } from 'node:child_process'
import { constants, getPriority, setPriority } from 'node:os'
import path from 'node:path'

/** Where the tools' code is kept once it is compiled, as NODE_COMPILE_CACHE; see also `test/support/compiled-code.ts`. */
export const COMPILED_CODE = path.resolve('node_modules/.cache/parley/compiled')

/** One command of a check or a test run. */
export interface Step {
  name: string
  /** Arguments for Node: a script and its own arguments. */
  args: readonly string[]
  timeoutMs: number
  /** Added to this process's environment. */
  env?: Readonly<Record<string, string>>
  /** Whether it is done with what processor time the others leave. */
  isFiller?: boolean
}

/** How much less urgent what fills the gaps is: a third of the processor time of another process that wants it too. */
const FILLER_NICENESS = 5
const LEAST_URGENT = 19

/** The processes it starts are as urgent as it is. */
function makeLessUrgent(pid: number): void {
  try {
    setPriority(pid, Math.min(LEAST_URGENT, getPriority() + FILLER_NICENESS))
  } catch {
    // It has ended already.
  }
}

export interface StepResult {
  step: Step
  /** Null when the step was stopped because its time was up. */
  exitCode: number | null
  output: string
  durationMs: number
}

/** Runs one step to its end and keeps what it printed. At its end, or when its time is up, its processes are killed. */
export function runStep(step: Step, onOutput?: (text: string) => void): Promise<StepResult> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, step.args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...(step.env ?? { NO_COLOR: '1' }) },
      detached: true,
    })
    if (step.isFiller && child.pid !== undefined) makeLessUrgent(child.pid)
    let output = ''
    const collect = (chunk: Buffer): void => {
      output += chunk.toString()
      onOutput?.(chunk.toString())
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    const stopAll = (signal: NodeJS.Signals): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, signal)
      } catch {
        // The group is gone already.
      }
    }
    const stopOnExit = (): void => stopAll('SIGKILL')
    const timer = setTimeout(() => stopAll('SIGKILL'), step.timeoutMs)
    // Before other work of that moment, such as removing the folder these processes write to.
    process.prependOnceListener('exit', stopOnExit)
    child.once('error', reject)
    // What a step left behind would hold its output open, and must not outlive it anyhow.
    child.once('exit', () => stopAll('SIGKILL'))
    child.once('close', (exitCode) => {
      clearTimeout(timer)
      process.removeListener('exit', stopOnExit)
      resolve({ step, exitCode, output, durationMs: performance.now() - startedAt })
    })
  })
}

/** Runs steps `width` at a time, in order of the list, and reports each as it ends. */
export async function runSteps(
  steps: readonly Step[],
  width: number,
  onResult: (result: StepResult) => void,
): Promise<StepResult[]> {
  const waiting = [...steps]
  const results: StepResult[] = []
  const work = async (): Promise<void> => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const result = await runStep(step)
      results.push(result)
      onResult(result)
    }
  }
  await Promise.all(Array.from({ length: width }, work))
  return results
}

/** Ends this process on a signal in the way that also ends the steps it started. */
export function exitOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => process.exit(128 + constants.signals[signal]))
  }
}
