import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'

/** A file being written: at `path` until it is kept. One of `keep` and `drop` has to be called, `drop` any number of times. */
export interface DraftFile {
  readonly path: string
  keep(key: string): Promise<void>
  drop(): Promise<void>
}

/** Where files are kept, by key. Keys are made of lower-case letters, digits, `-` and `/`. */
export interface MediaStore {
  draft(): Promise<DraftFile>
  /** Null when there is no such file. */
  open(key: string): Promise<{ sizeBytes: number; body: Readable } | null>
  /** A path to read the file from, or null; `release` it afterwards. */
  locate(key: string): Promise<{ path: string; release(): Promise<void> } | null>
  remove(key: string): Promise<void>
}

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

/** Files in a directory of this machine; processes on other machines see them only when it is shared. */
export function createDirectoryStore(root: string): MediaStore {
  const drafts = path.join(root, DRAFTS)
  let ready: Promise<void> | undefined

  async function prepare(): Promise<void> {
    await mkdir(drafts, { recursive: true, mode: 0o700 })
    await removeOldDrafts(drafts, Date.now())
  }

  const locate = (key: string): string => {
    if (!/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error(`"${key}" is no key of the media store`)
    return path.join(root, key)
  }

  return {
    async draft() {
      ready ??= prepare()
      await ready
      const file = path.join(drafts, randomUUID())
      return {
        path: file,
        async keep(key) {
          const kept = locate(key)
          await mkdir(path.dirname(kept), { recursive: true, mode: 0o700 })
          await rename(file, kept)
        },
        drop: () => rm(file, { force: true }),
      }
    },
    async open(key) {
      const file = locate(key)
      const found = await stat(file).catch(() => null)
      return found && { sizeBytes: found.size, body: createReadStream(file) }
    },
    async locate(key) {
      const file = locate(key)
      return (await stat(file).catch(() => null)) && { path: file, release: async () => {} }
    },
    remove: (key) => rm(locate(key), { force: true }),
  }
}
