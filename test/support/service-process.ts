import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { runBuiltCommand } from './built-command.ts'
import { copyMadeCluster } from './made-cluster.ts'

const PARLEY = path.join(import.meta.dirname, '../../src/bin/parley.ts')
/** The folder that the program itself keeps its compiled code in: known to Node from the first file on, it spares 50 ms a process. */
const COMPILED_CODE = path.join(import.meta.dirname, '../../.runtime/compile-cache')
const READY_WITHIN_MS = 120_000
const AWAIT_STEP_MS = 50
const REMOVED_WITHIN_MS = 60_000

/** What a process ended with, when it did not become ready. */
export interface FailedStart {
  exitCode: number | null
  stderr: string
}

export interface ServiceProcess {
  readonly url: string
  readonly pid: number
  /** What it wrote to standard error so far. */
  readLog(): string
  /** Dies at once, as by a crash; nothing in it gets to run. */
  kill(): Promise<void>
  /** Ends as a person would end it; answers the exit code. */
  stop(): Promise<number | null>
}

export interface Workplace {
  readonly dataDir: string
  /**
   * Starts `parley start` (or another serving command) and waits for its ready line. With `isFirst` the service makes its
   * database by itself, as it does on a new machine; else it finds one that was made before, and empty.
   */
  start(options?: {
    args?: readonly string[]
    env?: Readonly<Record<string, string>>
    isFirst?: boolean
  }): Promise<ServiceProcess>
  /** The same, expecting that it refuses. */
  startRefused(options?: {
    args?: readonly string[]
    env?: Readonly<Record<string, string>>
  }): Promise<FailedStart>
  /** Runs one command to its end; throws with its stderr when it fails. */
  parley(...args: readonly string[]): Promise<string>
  /** The same in the process of the test, for what a test begins with: a third of the processor time. */
  prepare(...args: readonly string[]): Promise<string>
  /** Kills what still runs and removes the data. */
  remove(): Promise<void>
}

const run = promisify(execFile)

function isGone(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function waitForExit(child: ChildProcess): Promise<number | null> {
  if (!isGone(child)) await new Promise((resolve) => child.once('exit', resolve))
  return child.exitCode
}

/** The test runner has variables of its own (BASE_URL among them) that mean something else to the service. */
function readOuterEnvironment(): Record<string, string | undefined> {
  const { PATH, HOME, TMPDIR, USER } = process.env
  return { PATH, HOME, TMPDIR, USER }
}

/** Puts something around the programs of a workplace; a command is a program and its arguments. */
export interface Surroundings {
  ofService(dataDir: string, command: readonly string[]): readonly string[]
  /** `pid` is of the service that was started last. */
  ofCommand(dataDir: string, command: readonly string[], pid: number): readonly string[]
}

const NO_SURROUNDINGS: Surroundings = {
  ofService: (_, command) => command,
  ofCommand: (_, command) => command,
}

/** A data directory of its own and the processes that run on it. */
export function createWorkplace(
  baseEnv: Readonly<Record<string, string>> = {},
  around: Surroundings = NO_SURROUNDINGS,
): Workplace {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-system-'))
  let latestPid = 0
  const children = new Set<ChildProcess>()
  const environment = {
    ...readOuterEnvironment(),
    NODE_COMPILE_CACHE: COMPILED_CODE,
    LOG_LEVEL: 'warn',
    PORT: '0',
    // Nobody outside of this machine is asked.
    WEB_VERSION: 'built-in',
    ...baseEnv,
    DATA_DIR: dataDir,
  }

  function launch(args: readonly string[], env: Readonly<Record<string, string>>) {
    const [program = '', ...rest] = around.ofService(dataDir, [process.execPath, PARLEY, ...args])
    const child = spawn(program, rest, {
      env: { ...environment, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.add(child)
    latestPid = child.pid ?? 0
    let stderr = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text
      if (process.env.SHOW_LOGS === '1') process.stderr.write(text)
    })
    child.once('exit', (exitCode, signal) => {
      stderr += `the process ended: ${signal ?? `exit code ${exitCode}`}\n`
    })
    const ready = new Promise<string | null>((resolve) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.startsWith('ready ')) resolve(line.slice('ready '.length))
      })
      child.once('exit', () => resolve(null))
      setTimeout(resolve, READY_WITHIN_MS, null).unref()
    })
    return { child, ready, readStderr: () => stderr }
  }

  async function parley(...args: readonly string[]): Promise<string> {
    const command = [process.execPath, PARLEY, ...args]
    const [program = '', ...rest] = around.ofCommand(dataDir, command, latestPid)
    const { stdout } = await run(program, rest, {
      env: environment,
      timeout: READY_WITHIN_MS,
    })
    return stdout.trim()
  }

  return {
    dataDir,
    async start({ args = ['start'], env = {}, isFirst = false } = {}) {
      const hasOwnDatabase = args[0] === 'start' && { ...baseEnv, ...env }.DATABASE_URL === undefined
      if (hasOwnDatabase && !isFirst) copyMadeCluster(dataDir)
      const { child, ready, readStderr } = launch(args, env)
      const url = await ready
      if (url === null) {
        child.kill('SIGKILL')
        throw new Error(`parley ${args.join(' ')} did not become ready:\n${readStderr()}`)
      }
      return {
        url,
        pid: child.pid ?? 0,
        readLog: readStderr,
        async kill() {
          child.kill('SIGKILL')
          await waitForExit(child)
        },
        stop() {
          child.kill('SIGTERM')
          return waitForExit(child)
        },
      }
    },
    async startRefused({ args = ['start'], env = {} } = {}) {
      const { child, ready, readStderr } = launch(args, env)
      if ((await ready) !== null)
        throw new Error(`parley ${args.join(' ')} was expected to refuse, and serves`)
      if (!isGone(child))
        throw new Error(`parley ${args.join(' ')} neither serves nor ends:\n${readStderr()}`)
      return { exitCode: child.exitCode, stderr: readStderr() }
    },
    parley,
    prepare: (...args) => (around === NO_SURROUNDINGS ? runBuiltCommand(args, environment) : parley(...args)),
    async remove() {
      for (const child of children) {
        if (!isGone(child)) child.kill('SIGKILL')
        await waitForExit(child)
      }
      await removeDirectory(dataDir)
    },
  }
}

/** The database's own process ends a moment after its service was killed, and may still write until then. */
async function removeDirectory(directory: string): Promise<void> {
  const until = Date.now() + REMOVED_WITHIN_MS
  for (;;) {
    try {
      rmSync(directory, { recursive: true, force: true })
      // It does not always say so when something was put there meanwhile.
      if (!existsSync(directory)) return
    } catch (error) {
      if (Date.now() > until) throw error
    }
    if (Date.now() > until) throw new Error(`${directory} is still being written to`)
    await new Promise((resolve) => setTimeout(resolve, AWAIT_STEP_MS))
  }
}

/** Asks until the answer is there; throws with what was waited for. */
export async function awaitState<T>(
  what: string,
  look: () => Promise<T | null | undefined | false>,
  withinMs = 120_000,
): Promise<T> {
  const until = Date.now() + withinMs
  for (;;) {
    const found = await look()
    if (found !== null && found !== undefined && found !== false) return found
    if (Date.now() > until) throw new Error(`${what}: did not come about within ${withinMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, AWAIT_STEP_MS))
  }
}
