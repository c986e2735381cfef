import { randomUUID } from 'node:crypto'
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { isErrno, isProcessAlive, readProcessStart } from './process-identity.ts'

/** Who holds a lock file; `address` is where it can be reached, null when it serves nothing. */
export interface LockHolder {
  readonly token: string
  readonly pid: number
  readonly processStart: string | null
  readonly host: string
  readonly since: string
  readonly address: string | null
}

export interface HeldLock {
  readonly holder: LockHolder
  /** Tells others where the holder can be reached. */
  setAddress(address: string): void
  release(): void
}

export type LockAttempt = { readonly held: HeldLock } | { readonly heldBy: LockHolder }

/** A holder on another machine (or in another container) renews its lock's time; older than this it is dead. */
const FOREIGN_HOLDER_TIMEOUT_MS = 60_000
const HEARTBEAT_MS = 10_000
/** A lock file without readable content belongs to a process between creating and writing it, or one that died there. */
const UNWRITTEN_TIMEOUT_MS = 2_000
/** How often a lock that could not be given back, as its file could not be read, is tried again. */
const RELEASE_RETRY_MS = 200

/** Takes the lock, or says who holds it. A lock whose holder has died is taken over. */
export async function acquireLockFile(file: string, address: string | null = null): Promise<LockAttempt> {
  const holder: LockHolder = {
    token: randomUUID(),
    pid: process.pid,
    processStart: readProcessStart(process.pid),
    host: hostname(),
    since: new Date().toISOString(),
    address,
  }
  for (;;) {
    try {
      writeFileSync(file, JSON.stringify(holder), { flag: 'wx', mode: 0o600 })
      return { held: createHeldLock(file, holder) }
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error
    }
    const other = readLockFile(file)
    if (other !== undefined && isHolderAlive(file, other)) return { heldBy: other }
    if (other === undefined && !isOlderThan(file, UNWRITTEN_TIMEOUT_MS)) await sleep(20)
    else if (!breakLock(file, other?.token)) await sleep(20)
  }
}

/** The living holder of a lock, or undefined when nobody holds it. */
export function readLiveHolder(file: string): LockHolder | undefined {
  const holder = readLockFile(file)
  return holder !== undefined && isHolderAlive(file, holder) ? holder : undefined
}

function createHeldLock(file: string, holder: LockHolder): HeldLock {
  let current = holder
  let releasing: NodeJS.Timeout | undefined
  const isOurs = () => readLockFile(file)?.token === holder.token
  const heartbeat = setInterval(() => {
    try {
      if (isOurs()) utimesSync(file, new Date(), new Date())
    } catch {
      // The directory is gone or read-only; whoever works in it will report that.
    }
  }, HEARTBEAT_MS)
  heartbeat.unref()
  function release(): void {
    clearInterval(heartbeat)
    clearTimeout(releasing)
    try {
      if (isOurs()) rmSync(file, { force: true })
    } catch {
      // Without a free file descriptor nobody can look whose it is; left there, it would lock us out of our own place.
      releasing = setTimeout(release, RELEASE_RETRY_MS)
      releasing.unref()
    }
  }
  return {
    get holder() {
      return current
    },
    setAddress(address) {
      if (!isOurs()) return
      current = { ...current, address }
      const next = `${file}.${holder.token}`
      writeFileSync(next, JSON.stringify(current), { mode: 0o600 })
      renameSync(next, file)
    },
    release,
  }
}

function isHolderAlive(file: string, holder: LockHolder): boolean {
  if (holder.host !== hostname()) return !isOlderThan(file, FOREIGN_HOLDER_TIMEOUT_MS)
  if (!isProcessAlive(holder.pid)) return false
  const start = readProcessStart(holder.pid)
  return holder.processStart === null || start === null || holder.processStart === start
}

/**
 * Removes a dead holder's lock. Two processes that both found it dead must not remove each other's new one,
 * so the removal itself is a critical section, and what is removed is looked at once more inside it.
 */
function breakLock(file: string, deadToken: string | undefined): boolean {
  const breaking = `${file}.breaking`
  try {
    mkdirSync(breaking)
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error
    if (isOlderThan(breaking, UNWRITTEN_TIMEOUT_MS)) removeEmptyDirectory(breaking)
    return false
  }
  try {
    if (readLockFile(file)?.token === deadToken) rmSync(file, { force: true })
  } finally {
    removeEmptyDirectory(breaking)
  }
  return true
}

function removeEmptyDirectory(directory: string): void {
  try {
    rmdirSync(directory)
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
  }
}

function isOlderThan(file: string, ageMs: number): boolean {
  try {
    return Date.now() - statSync(file).mtimeMs > ageMs
  } catch {
    return false
  }
}

/** Undefined when there is no such file or nobody is written in it; throws when that cannot be seen. */
function readLockFile(file: string): LockHolder | undefined {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return isLockHolder(parsed) ? parsed : undefined
  } catch (error) {
    if (error instanceof SyntaxError || isErrno(error, 'ENOENT')) return undefined
    throw error
  }
}

function isLockHolder(value: unknown): value is LockHolder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'token' in value &&
    typeof value.token === 'string' &&
    'pid' in value &&
    typeof value.pid === 'number' &&
    'host' in value &&
    typeof value.host === 'string'
  )
}
