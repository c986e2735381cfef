import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/** A line of JSON that a child printed. */
export type Line = Readonly<Record<string, unknown>>

/** A process under test: what it printed so far, and ways to steer and end it. */
export interface TestChild {
  readonly pid: number
  readonly lines: readonly Line[]
  send(line: string): void
  /** The first line with this `event`, waited for at most 60 s unless told; throws when the process ends before. */
  waitFor(event: string, withinMs?: number): Promise<Line>
  kill(signal: NodeJS.Signals): Promise<number | null>
  /** Resolves with the exit code. */
  ended(): Promise<number | null>
}

export interface ChildOptions {
  readonly user?: { readonly uid: number; readonly gid: number }
  readonly env?: Record<string, string>
}

/** A limit for what hangs: three servers that are made at once on a busy disk have taken half a minute. */
const WAIT_MS = 120_000
const running = new Set<ChildProcess>()

/** Starts a TypeScript file in a process of its own. */
export function startChild(file: string, args: readonly string[], options: ChildOptions = {}): TestChild {
  const child = spawn(process.execPath, [file, ...args], {
    ...options.user,
    env: { ...process.env, ...options.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  running.add(child)
  const exited = once(child, 'exit').then(() => {
    running.delete(child)
    return child.exitCode
  })
  child.stdin.on('error', () => {
    // It ended before it read the line; whoever waits for its answer finds out.
  })
  const lines: Line[] = []
  const reader = createInterface({ input: child.stdout })
  reader.on('line', (text) => lines.push(JSON.parse(text)))
  const closed = once(reader, 'close')
  return {
    pid: child.pid ?? 0,
    lines,
    send: (line) => child.stdin.write(`${line}\n`),
    async waitFor(event, withinMs = WAIT_MS) {
      const deadline = Date.now() + withinMs
      let hasEnded = false
      void closed.then(() => {
        hasEnded = true
      })
      for (;;) {
        const found = lines.find((line) => line.event === event)
        if (found !== undefined) return found
        if (hasEnded || Date.now() > deadline) throw new Error(`no "${event}" in ${JSON.stringify(lines)}`)
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    async kill(signal) {
      child.kill(signal)
      return exited
    },
    ended: () => exited,
  }
}

/** Ends every child that a test left running; call it after each test. */
export async function endChildren(): Promise<void> {
  const left = [...running]
  for (const child of left) child.kill('SIGKILL')
  await Promise.all(
    left.map((child) => (child.exitCode === null && child.signalCode === null ? once(child, 'exit') : 0)),
  )
}
