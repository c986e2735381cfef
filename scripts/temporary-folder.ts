import { existsSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcessAlive } from '../src/platform/process/process-identity.ts'

/** Where Linux has a file system in memory for everybody. */
const IN_MEMORY = '/dev/shm'
/** What `statfs` calls a file system in memory. */
const TMPFS = 0x01_02_19_94
const GB = 2 ** 30
/** A whole run has up to 3 GB of files at a time, most of them clusters of PostgreSQL. */
const NEEDED_ROOM = 6 * GB
/** The files, and the processes of the run. */
const NEEDED_MEMORY = 12 * GB
export const RUN_PREFIX = 'parley-test-'

/** What is known of the file system in memory. */
export interface MemoryFacts {
  /** Free room in it; 0 where there is none. */
  roomBytes: number
  availableMemoryBytes: number
  /** Whether programs can be run from it: tests write some. */
  mayRunPrograms: boolean
}

export function hasRoomForRun({ roomBytes, availableMemoryBytes, mayRunPrograms }: MemoryFacts): boolean {
  return mayRunPrograms && roomBytes >= NEEDED_ROOM && availableMemoryBytes >= NEEDED_MEMORY
}

/** From the system's list of what is mounted: whether `folder` is, and not without the right to run what is in it. */
export function mayRunFrom(folder: string, mounts: string): boolean {
  const options = mounts
    .split('\n')
    .map((line) => line.split(' '))
    .findLast(([, where]) => where === folder)?.[3]
  return options !== undefined && !options.split(',').includes('noexec')
}

function readMemoryFacts(): MemoryFacts {
  const none = { roomBytes: 0, availableMemoryBytes: 0, mayRunPrograms: false }
  if (process.platform !== 'linux' || !existsSync(IN_MEMORY)) return none
  const { type, bavail, bsize } = statfsSync(IN_MEMORY)
  if (type !== TMPFS) return none
  return {
    roomBytes: bavail * bsize,
    availableMemoryBytes: process.availableMemory(),
    mayRunPrograms: mayRunFrom(IN_MEMORY, readFileSync('/proc/self/mounts', 'utf8')),
  }
}

/**
 * Where a run keeps its temporary files: in memory where there is room, as making and removing some thousand files for each
 * database is a tenth of what a test against one costs on a disk. `TMPDIR` has the last word.
 */
export function chooseTemporaryFolder(): string {
  if (process.env.TMPDIR !== undefined || !hasRoomForRun(readMemoryFacts())) return tmpdir()
  removeAbandoned()
  return IN_MEMORY
}

/** Memory that a killed run holds would be held until the machine starts again. */
function removeAbandoned(): void {
  for (const name of readdirSync(IN_MEMORY)) {
    const pid = Number(/^parley-test-(\d+)-/.exec(name)?.[1] ?? Number.NaN)
    if (Number.isNaN(pid) || isProcessAlive(pid)) continue
    try {
      rmSync(join(IN_MEMORY, name), { recursive: true, force: true })
    } catch {
      // Somebody else's, who will remove it.
    }
  }
}
