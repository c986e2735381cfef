import { chmodSync, existsSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Refusal } from '../../core/errors.ts'
import {
  acquireLockFile,
  type HeldLock,
  type LockHolder,
  readLiveHolder,
} from '../../platform/process/lock-file.ts'
import { isErrno } from '../../platform/process/process-identity.ts'

const SERVICE_LOCK = 'service.lock'

/** Makes the directory, closed to other users, and proves that it can be written; answers its absolute path. */
export function prepareDataDirectory(directory: string): string {
  const dataDir = path.resolve(directory)
  try {
    if (!existsSync(dataDir)) mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const mode = statSync(dataDir).mode
    // Passing through may be open (root hands the database to another user); looking around never is.
    if ((mode & 0o066) !== 0) chmodSync(dataDir, mode & 0o711)
    const probe = path.join(dataDir, `.probe-${process.pid}`)
    writeFileSync(probe, 'x')
    rmSync(probe)
  } catch (cause) {
    throw new Refusal('SERVICE_UNAVAILABLE', explain(dataDir, cause), {
      cause,
      data: { reason: 'DATA_DIR_UNUSABLE' },
    })
  }
  return dataDir
}

function explain(dataDir: string, cause: unknown): string {
  if (isErrno(cause, 'ENOSPC', 'EDQUOT')) {
    return `There is no space left in the data directory ${dataDir}. Free some space, or choose another DATA_DIR, and start again.`
  }
  if (isErrno(cause, 'ENOTDIR', 'EEXIST')) {
    return `The data directory ${dataDir} is, or lies below, a file. Choose another DATA_DIR.`
  }
  if (isErrno(cause, 'EACCES', 'EPERM', 'EROFS')) {
    return `The data directory ${dataDir} cannot be written. Give the user that runs Parley write access to it, or choose another DATA_DIR.`
  }
  const reason = cause instanceof Error ? cause.message : String(cause)
  return `The data directory ${dataDir} cannot be used (${reason}). Choose another DATA_DIR.`
}

/** A data directory belongs to one running service: takes it, or refuses with who has it. */
export async function claimDataDirectory(dataDir: string, address: string | null): Promise<HeldLock> {
  const attempt = await acquireLockFile(path.join(dataDir, SERVICE_LOCK), address)
  if ('held' in attempt) return attempt.held
  const { heldBy } = attempt
  const where = heldBy.address === null ? '' : ` at ${heldBy.address}`
  throw new Refusal(
    'CONFLICT',
    `A service already runs on the data directory ${dataDir}: process ${heldBy.pid}${where}, since ${heldBy.since}. Use that one, stop it first, or give this one another DATA_DIR.`,
    { data: { reason: 'DATA_DIR_IN_USE', pid: heldBy.pid, address: heldBy.address } },
  )
}

/** The service that now runs on a data directory, if any. */
export function findRunningService(dataDir: string): LockHolder | undefined {
  return readLiveHolder(path.join(path.resolve(dataDir), SERVICE_LOCK))
}
