import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import { type NetworkConnection, NetworkMediaError, type ReceivedFile } from '../../network/port.ts'
import { addStored } from './rows.ts'
import type { MediaStore } from './store/store.ts'
import { type MediaRow, maxBytesOf, toKey } from './types.ts'

/** Of a post of a channel; it can be had from the network again, so it is kept for a day. */
const KEPT_MS = 86_400_000

export interface OpenFileDeps {
  db: Database
  store: MediaStore
  newId(): string
  nowMs(): number
  transferMs: number
}

export type KeptFile = Pick<MediaRow, 'id' | 'kind' | 'mimetype' | 'fileName'> & {
  sizeBytes: number
  sha256: Buffer
  expiresAt: Date
}

function toRefusal(error: unknown): unknown {
  if (!(error instanceof NetworkMediaError)) return error
  const words = error.message
  if (error.code === 'gone') return refusal('NOT_FOUND', 'MEDIA_GONE', { words }, { cause: error })
  return refusal('SERVICE_UNAVAILABLE', 'MEDIA_NOT_AVAILABLE', { words }, { cause: error })
}

/** Takes the file of a post from the network into the store. Leaves nothing behind when it cannot be had. */
export async function keepOpenFile(
  deps: OpenFileDeps,
  clientId: string,
  connection: Pick<NetworkConnection, 'media'>,
  bytes: Uint8Array,
  file: ReceivedFile,
): Promise<KeptFile> {
  const draft = await deps.store.draft()
  try {
    const options = { maxBytes: maxBytesOf(file.media), signal: AbortSignal.timeout(deps.transferMs) }
    const hash = createHash('sha256')
    let sizeBytes = 0
    async function* measured() {
      for await (const chunk of connection.media.downloadOpen(bytes, options)) {
        hash.update(chunk)
        sizeBytes += chunk.length
        yield chunk
      }
    }
    await pipeline(measured(), createWriteStream(draft.path, { flags: 'wx' }))
    const { media: kind, mimetype, fileName } = file
    const id = deps.newId()
    await draft.keep(toKey({ clientId, id }))
    const stored = { mimetype, sizeBytes, sha256: hash.digest(), expiresAt: new Date(deps.nowMs() + KEPT_MS) }
    await addStored(deps.db, { id, clientId, kind, fileName, ...stored })
    return { id, kind, fileName, ...stored }
  } catch (error) {
    throw toRefusal(error)
  } finally {
    await draft.drop()
  }
}
