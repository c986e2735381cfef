import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { refusal } from '../../../core/errors.ts'
import { createDrafts, requireKey } from './drafts.ts'
import { S3Requests, type S3Settings } from './s3-requests.ts'
import type { MediaStore } from './store.ts'

export interface S3Store extends MediaStore {
  /** Writes, reads and deletes a small file; refuses with what to correct when one of these does not work. */
  check(): Promise<void>
}

/** Files in a bucket that all processes share; what is being written, fetched or sent lies in `directory` meanwhile. */
export function createS3Store(directory: string, settings: S3Settings): S3Store {
  const requests = new S3Requests(settings)
  const nextDraft = createDrafts(directory)

  async function tryAll(): Promise<void> {
    const file = await nextDraft()
    const key = `check-${randomUUID()}`
    try {
      await writeFile(file, key)
      await requests.put(key, file)
      const found = await requests.get(key)
      const chunks = await found?.toArray()
      if (Buffer.concat(chunks ?? []).toString() !== key) throw new Error('it gives back something else')
      await requests.remove(key)
    } finally {
      await rm(file, { force: true })
    }
  }

  return {
    async check() {
      await tryAll().catch((cause: Error) => {
        const params = { bucket: settings.bucket, words: cause.message }
        throw refusal('SERVICE_UNAVAILABLE', 'BUCKET_UNUSABLE', params, { cause })
      })
    },
    async draft() {
      const file = await nextDraft()
      const drop = () => rm(file, { force: true })
      return {
        path: file,
        async keep(key) {
          await requests.put(requireKey(key), file)
          await drop()
        },
        drop,
      }
    },
    open: (key, range) => requests.get(requireKey(key), range),
    async locate(key) {
      const body = await requests.get(requireKey(key))
      if (!body) return null
      const file = await nextDraft()
      const release = () => rm(file, { force: true })
      try {
        await pipeline(body, createWriteStream(file, { flags: 'wx' }))
      } catch (error) {
        await release()
        throw error
      }
      return { path: file, release }
    },
    remove: (key) => requests.remove(requireKey(key)),
  }
}
