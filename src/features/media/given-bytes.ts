import { writeFile } from 'node:fs/promises'
import type { SpooledFile } from '../../contract/handlers.ts'
import { sha256 } from '../../platform/secrets.ts'
import type { MediaStore } from './store/store.ts'

/** Bytes that came in base64, as a file of the store for the time of the work: what is not kept by then is deleted. */
export async function withGivenBytes<T>(
  store: MediaStore,
  base64: string,
  work: (file: SpooledFile) => Promise<T>,
): Promise<T> {
  const bytes = Buffer.from(base64, 'base64')
  const draft = await store.draft()
  try {
    await writeFile(draft.path, bytes, { flag: 'wx' })
    return await work({ sizeBytes: bytes.length, sha256: sha256(bytes), keep: (key) => draft.keep(key) })
  } finally {
    await draft.drop()
  }
}
