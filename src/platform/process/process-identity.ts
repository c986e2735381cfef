import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Tells one process from a later one that was given the same pid. Null where the platform does not say, and where it
 * cannot be read right now. Linux: boot id and start time in clock ticks; elsewhere what `ps` prints as the start time.
 */
export function readProcessStart(pid: number): string | null {
  if (process.platform === 'win32') return null
  if (process.platform !== 'linux') {
    const shown = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' })
    return shown.status === 0 && shown.stdout.trim() !== '' ? shown.stdout.trim() : null
  }
  const stat = readProcStat(pid)
  const ticks = Array.isArray(stat) ? stat[19] : undefined
  const bootId = readBootId()
  return ticks === undefined || bootId === null ? null : `${bootId}/${ticks}`
}

/**
 * True while the process runs. One that has ended and waits to be reaped by its parent counts as gone. Whatever keeps
 * us from looking, such as having no file descriptor left, says nothing about the process: only "there is none" does.
 */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (isErrno(error, 'ESRCH')) return false
  }
  if (process.platform !== 'linux') return true
  const stat = readProcStat(pid)
  if (stat === 'gone') return false
  return stat === 'unknown' || (stat[0] !== 'Z' && stat[0] !== 'X')
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

/** The command line of a process, or undefined when it is gone, cannot be read or the platform does not tell. */
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
function readProcStat(pid: number): string[] | 'gone' | 'unknown' {
  try {
    const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return line.slice(line.lastIndexOf(')') + 2).split(' ')
  } catch (error) {
    return isErrno(error, 'ENOENT', 'ESRCH') ? 'gone' : 'unknown'
  }
}

/** The same for all processes until the machine starts again; null while it cannot be read. */
function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch (error) {
    return isErrno(error, 'ENOENT') ? 'unknown' : null
  }
}
