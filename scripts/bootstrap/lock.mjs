import {
  appendFileSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { BootstrapError, report } from './report.mjs'

const HEARTBEAT_MS = 5_000
/** Older than this, the lock of a process that cannot be asked (another machine or container) counts as abandoned. */
const ABANDONED_AFTER_MS = 60_000
const GIVE_UP_AFTER_MS = 15 * 60_000

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM'
  }
}

/**
 * Whether the process that wrote the lock is gone. A lock just created may still be empty: it counts as held.
 * @param {string} path
 * @returns {{ text: string, abandoned: boolean } | null} null when there is no lock any more
 */
function inspectLock(path) {
  try {
    const text = readFileSync(path, 'utf8')
    const ageMs = Date.now() - statSync(path).mtimeMs
    const [host, ...pids] = text.trim().split(/\s+/)
    const died = host === hostname() && pids.length > 0 && !pids.some((pid) => isAlive(Number(pid)))
    return { text, abandoned: died || ageMs > ABANDONED_AFTER_MS }
  } catch {
    return null
  }
}

/** @param {string} path */
function tryTake(path) {
  try {
    const fd = openSync(path, 'wx')
    writeSync(fd, `${hostname()}\n${process.pid}\n`)
    closeSync(fd)
    return true
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false
    throw error
  }
}

/**
 * Removes an abandoned lock. Renaming first means that of several waiting processes only one removes it, and the
 * text is compared afterwards so that a lock taken in between is put back.
 * @param {string} path
 * @param {string} seenText
 */
function removeAbandoned(path, seenText) {
  const aside = `${path}.${process.pid}.${Date.now()}`
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') === seenText) rmSync(aside)
    else renameSync(aside, path)
  } catch {
    // Somebody else removed it first.
  }
}

/**
 * Notes a process that works for the holder of the lock: should the holder be killed, the lock stays until this
 * one has ended too.
 * @param {string} runtimeDir
 * @param {number} pid
 */
export function noteWorker(runtimeDir, pid) {
  const path = join(runtimeDir, 'lock')
  if (existsSync(path)) appendFileSync(path, `${pid}\n`)
}

/** @param {string} path */
async function waitForLock(path) {
  const deadline = Date.now() + GIVE_UP_AFTER_MS
  let isReported = false
  while (!tryTake(path)) {
    const lock = inspectLock(path)
    if (lock?.abandoned) {
      removeAbandoned(path, lock.text)
      continue
    }
    if (!isReported) report('another start is setting this project up; waiting for it')
    isReported = true
    if (Date.now() > deadline) {
      throw new BootstrapError(
        `another start has been setting this project up for too long; if none is running, remove ${path}`,
      )
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/**
 * Runs `work` while no other process sets this project up. A holder that died is noticed and replaced.
 * @template T
 * @param {string} runtimeDir folder for the lock, created when missing
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function withLock(runtimeDir, work) {
  mkdirSync(runtimeDir, { recursive: true })
  const path = join(runtimeDir, 'lock')
  await waitForLock(path)
  const release = () => rmSync(path, { force: true })
  const heartbeat = setInterval(() => {
    try {
      utimesSync(path, new Date(), new Date())
    } catch {
      // Removed by hand: nothing to keep alive.
    }
  }, HEARTBEAT_MS)
  process.once('exit', release)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.removeListener('exit', release)
    release()
  }
}
