import { spawnSync } from 'node:child_process'
import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'

/** Makes a namespace of mounts of its own, which needs no rights on the machine where namespaces of users are allowed. */
const NAMESPACE = ['--user', '--map-root-user', '--mount', '--', 'sh', '-c']
const BALLAST = 'ballast'
const BLOCK = Buffer.alloc(1_048_576, 7)

/** Whether this machine lets a test have a small disk of its own. */
export function hasSmallDisks(): boolean {
  const tried = spawnSync('unshare', [...NAMESPACE, 'mount -t tmpfs -o size=1m tmpfs /mnt'], {
    stdio: 'ignore',
  })
  return tried.status === 0
}

/** A program and its arguments, run with a disk of so many megabytes at `directory`, which nobody else sees. */
export function onSmallDisk(directory: string, megabytes: number, command: readonly string[]): string[] {
  const script = `mount -t tmpfs -o size=${megabytes}m,mode=700 tmpfs "$0" && exec "$@"`
  return ['unshare', ...NAMESPACE, script, directory, ...command]
}

/** The same for a command that is to see the disk of such a process. */
export function besideProcess(pid: number, command: readonly string[]): string[] {
  return ['nsenter', '--target', String(pid), '--user', '--mount', '--preserve-credentials', ...command]
}

/** The disk as the process sees it. */
export const inside = (pid: number, directory: string): string => path.join(`/proc/${pid}/root`, directory)

/** Writes until nothing more fits: first in large pieces, then in small ones. */
export function fillDisk(pid: number, directory: string): number {
  const file = openSync(path.join(inside(pid, directory), BALLAST), 'a')
  let written = 0
  try {
    for (const bytes of [1_048_576, 4_096, 1]) {
      try {
        for (;;) written += writeSync(file, BLOCK, 0, bytes)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    }
  } finally {
    closeSync(file)
  }
  return written
}

export function freeDisk(pid: number, directory: string): void {
  rmSync(path.join(inside(pid, directory), BALLAST))
}
