import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { createDrafts, requireKey } from './drafts.ts'
import { type FilePage, listFiles } from './list-files.ts'

/** A file being written: at `path` until it is kept. One of `keep` and `drop` has to be called, `drop` any number of times. */
export interface DraftFile {
  readonly path: string
  keep(key: string): Promise<void>
  drop(): Promise<void>
}

/** Both ends are part of it, as in a Range header. */
export interface ByteRange {
  start: number
  end: number
}

/** Where files are kept, by key. Keys are made of lower-case letters, digits, `-` and `/`. */
export interface MediaStore {
  draft(): Promise<DraftFile>
  /** Null when there is no such file. Read the stream to its end, or destroy it. */
  open(key: string, range?: ByteRange): Promise<Readable | null>
  /** A path to read the file from, or null; `release` it afterwards. */
  locate(key: string): Promise<{ path: string; release(): Promise<void> } | null>
  remove(key: string): Promise<void>
  /** Some of the files in the order of their keys, from behind a place on. A bucket, whose listings cost, has none. */
  list?(after: string | null, limit: number): Promise<FilePage>
}

/** Files in a directory of this machine; processes on other machines see them only when it is shared. */
export function createDirectoryStore(root: string): MediaStore {
  const nextDraft = createDrafts(root)
  const locate = (key: string): string => path.join(root, requireKey(key))

  return {
    async draft() {
      const file = await nextDraft()
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
    async open(key, range) {
      // Opened before it is answered: a file that is deleted meanwhile is still read to its end.
      const file = createReadStream(locate(key), range)
      return once(file, 'open').then(
        () => file,
        () => null,
      )
    },
    async locate(key) {
      const file = locate(key)
      return (await stat(file).catch(() => null)) && { path: file, release: async () => {} }
    },
    remove: (key) => rm(locate(key), { force: true }),
    list: (after, limit) => listFiles(root, after, limit),
  }
}
