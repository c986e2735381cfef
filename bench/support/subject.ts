import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'

/** A process under measurement, its address, and the processor time it used so far. */
export interface Subject {
  readonly url: string
  readonly pid: number
  /** Milliseconds of processor time of the process and its threads. Linux only; NaN elsewhere. */
  cpuMs(): number
  /** The same of the built-in database server below its data directory, all its processes together; 0 without one. */
  databaseCpuMs(): number
  /** Memory of the process now, in bytes. Linux only; NaN elsewhere. */
  memoryBytes(): number
  /** The most it had since the last call of `forgetPeak`. */
  peakBytes(): number
  forgetPeak(): void
  stop(): Promise<void>
}

/** Clock ticks a second in /proc; the same on every Linux that Node runs on. */
const TICKS_PER_SEC = 100

/** Parent and times of a process: its own, and those of its children that have ended. */
function readProcess(pid: number): { parent: number; ownMs: number; endedMs: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ').map(Number) ?? []
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15)
    const toMs = (ticks: number) => (ticks * 1000) / TICKS_PER_SEC
    return { parent: fields[1] ?? 0, ownMs: toMs(user + system), endedMs: toMs(endedUser + endedSystem) }
  } catch {
    return null
  }
}

function readMemory(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  try {
    const found = new RegExp(`${field}:\\s+(\\d+) kB`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(found?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}

function readDatabaseCpuMs(dataDir: string): number {
  const postmaster = Number(readFileSync(path.join(dataDir, 'pg/postmaster.pid'), 'utf8').split('\n', 1)[0])
  const server = readProcess(postmaster)
  if (server === null) return Number.NaN
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? [])
    .filter((found) => found.parent === postmaster)
  return children.reduce((sum, child) => sum + child.ownMs, server.ownMs + server.endedMs)
}

/** Starts a program that prints `ready URL`. */
export async function startSubject(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
  dataDir?: string,
): Promise<Subject> {
  const child: ChildProcess = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stdout = child.stdout
  if (!stdout) throw new Error('the subject has no output')
  const url = await new Promise<string>((resolve, reject) => {
    createInterface({ input: stdout }).on(
      'line',
      (line) => line.startsWith('ready ') && resolve(line.slice(6)),
    )
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    cpuMs: () => readProcess(child.pid ?? 0)?.ownMs ?? Number.NaN,
    databaseCpuMs: () => (dataDir === undefined ? 0 : readDatabaseCpuMs(dataDir)),
    memoryBytes: () => readMemory(child.pid ?? 0, 'VmRSS'),
    peakBytes: () => readMemory(child.pid ?? 0, 'VmHWM'),
    forgetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}
