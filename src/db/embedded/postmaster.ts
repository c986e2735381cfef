import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import {
  isErrno,
  isProcessAlive,
  readCommandLine,
  waitForProcessEnd,
} from '../../platform/process/process-identity.ts'
import type { Binaries } from './binaries.ts'

/** A running server as its own pid file describes it. */
export interface Postmaster {
  readonly pid: number
  readonly port: number
  /** `ready`, `starting`, `stopping`, `standby`; empty while the file is being written. */
  readonly status: string
}

/**
 * Reads postmaster.pid (pid, directory, start time, port, socket directory, address, shared memory, status).
 * Undefined when no server runs on that cluster, also when the pid now belongs to some other program. Throws when that
 * cannot be seen, as without a free file descriptor.
 */
export function readPostmaster(cluster: string): Postmaster | undefined {
  let lines: string[]
  try {
    lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch (error) {
    if (isErrno(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  }
  const pid = Number(lines[0])
  if (!isProcessAlive(pid)) return undefined
  const command = readCommandLine(pid)
  if (command !== undefined && !command.includes(cluster)) return undefined
  return { pid, port: Number(lines[3]), status: (lines[7] ?? '').trim() }
}

/** Stops a server: open transactions are rolled back, everything committed is kept. Killed when it does not end in time. */
export async function stopPostmaster(pid: number, cluster: string, binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', 'fast', '-w'], { timeout: 60_000 })
    return
  }
  signal(pid, 'SIGINT')
  if (await waitForProcessEnd(pid, 30_000)) return
  signal(pid, 'SIGQUIT')
  if (await waitForProcessEnd(pid, 10_000)) return
  signal(pid, 'SIGKILL')
  await waitForProcessEnd(pid, 5_000)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It ended between looking and signalling, which is what was wanted.
  }
}
