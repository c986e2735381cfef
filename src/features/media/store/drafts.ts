import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

const DRAFTS = 'drafts'
/** Drafts that old were left by a process that died. */
const DRAFT_AGE_MS = 3 * 3_600_000

async function removeOldDrafts(directory: string, nowMs: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const file = path.join(directory, name)
    const found = await stat(file).catch(() => null)
    if (found && nowMs - found.mtimeMs > DRAFT_AGE_MS) await rm(file, { force: true })
  }
}

/** Fresh paths on this machine's disk for files that are being written. */
export function createDrafts(root: string): () => Promise<string> {
  const directory = path.join(root, DRAFTS)
  let ready: Promise<void> | undefined

  async function prepare(): Promise<void> {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await removeOldDrafts(directory, Date.now())
  }

  return async () => {
    // A disk without room now may have some the next time.
    ready ??= prepare().catch((error: unknown) => {
      ready = undefined
      throw error
    })
    await ready
    return path.join(directory, randomUUID())
  }
}

/** Keys come from our own ids; anything else could lead out of the store. */
export function requireKey(key: string): string {
  if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`"${key}" is no key of the media store`)
  return key
}
