import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** A process under measurement, its address, and the processor time it used so far. */
export interface Subject {
  readonly url: string
  /** Milliseconds of processor time of the process and its threads. Linux only; NaN elsewhere. */
  cpuMs(): number
  stop(): Promise<void>
}

/** Clock ticks a second in /proc; the same on every Linux that Node runs on. */
const TICKS_PER_SEC = 100

function readCpuMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SEC
  } catch {
    return Number.NaN
  }
}

/** Starts a program that prints `ready URL`. */
export async function startSubject(
  file: string,
  args: readonly string[],
  env: Record<string, string>,
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
    cpuMs: () => readCpuMs(child.pid ?? 0),
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await gone
    },
  }
}
