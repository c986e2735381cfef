import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Tells one process from a later one that was given the same pid. Null where the platform does not say.
 * Linux: boot id and start time in clock ticks; elsewhere what `ps` prints as the start time.
 */
export function readProcessStart(pid: number): string | null {
  if (process.platform === 'win32') return null
  if (process.platform !== 'linux') {
    const shown = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return shown.status === 0 && shown.stdout.trim() !== '' ? shown.stdout.trim() : null
  }
  const fields = readProcStat(pid)
  const ticks = fields?.[19]
  return ticks === undefined ? null : `${readBootId()}/${ticks}`
}

/** True while the process runs. One that has ended and waits to be reaped by its parent counts as gone. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!isErrno(error, 'EPERM')) return false
  }
  if (process.platform !== 'linux') return true
  const state = readProcStat(pid)?.[0]
  return state !== undefined && state !== 'Z' && state !== 'X'
}

/** Resolves true as soon as the process is gone, false when it still runs after `timeoutMs`. */
export async function waitForProcessEnd(pid: number, timeoutMs: number): Promise<boolean> {
  const deadline = Date.now() + timeoutMs
  while (isProcessAlive(pid)) {
    if (Date.now() >= deadline) return false
    await sleep(10)
  }
  return true
}

/** The command line of a process, or undefined when it is gone or the platform does not tell. */
export function readCommandLine(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    } catch {
      return undefined
    }
  }
  const shown = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  return shown.status === 0 ? shown.stdout.trim() : undefined
}

export function isErrno(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** Fields of /proc/PID/stat from the state on; the command in parentheses before it may hold blanks. */
function readProcStat(pid: number): string[] | undefined {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch {
    return undefined
  }
}

function readBootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return 'unknown'
  }
}
