import { createHash, randomBytes } from 'node:crypto'
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  mkdtempSync,
  type ReadStream,
  writeFileSync,
} from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Journal } from '../infra/journal.ts'

/** A file on the media server, encrypted but for pictures of people and groups and what is posted in channels. */
export interface Blob {
  id: string
  /** The name of the file on disk; what a phone uploads again is another blob with the same file. */
  file: string
  size: number
  /** SHA-256 of the encrypted bytes, base64url. */
  sha256: string
  at: number
  /** `expired`: no longer served, but the phone still has it; `lost`: the phone has it no more either. */
  state: 'there' | 'expired' | 'lost'
}

/** Thrown when an upload is larger than what is taken. */
export class BlobTooLargeError extends Error {
  override name = 'BlobTooLargeError'
}

/** The encrypted files of the media server, on disk: with the other data, or in a temporary folder of this run. */
export class Blobs {
  readonly #journal: Journal
  readonly #folder: string
  readonly #isTemporary: boolean
  readonly #byId = new Map<string, Blob>()

  constructor(journal: Journal, dataDir: string | undefined) {
    this.#journal = journal
    this.#isTemporary = dataDir === undefined
    this.#folder =
      dataDir === undefined ? mkdtempSync(join(tmpdir(), 'sandbox-media-')) : join(dataDir, 'media')
    mkdirSync(this.#folder, { recursive: true })
    for (const { key, text } of journal.load('blob')) this.#byId.set(key, JSON.parse(text) as Blob)
  }

  all(): Iterable<Blob> {
    return this.#byId.values()
  }

  find(id: string): Blob | undefined {
    return this.#byId.get(id)
  }

  /** Stores a stream, holding no more than a chunk of it. Rejects with BlobTooLargeError, or as the stream does. */
  async write(
    source: AsyncIterable<Uint8Array>,
    at: number,
    maxBytes = Number.POSITIVE_INFINITY,
  ): Promise<Blob> {
    const id = randomBytes(18).toString('base64url')
    const path = join(this.#folder, id)
    const hash = createHash('sha256')
    let size = 0
    const measured = async function* () {
      for await (const chunk of source) {
        size += chunk.length
        if (size > maxBytes) throw new BlobTooLargeError(`the file is larger than ${maxBytes} bytes`)
        hash.update(chunk)
        yield chunk
      }
    }
    try {
      await pipeline(measured, createWriteStream(path))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    return this.#put({ id, file: id, size, sha256: hash.digest('base64url'), at, state: 'there' })
  }

  /** Stores what is small and in memory, at once. */
  add(bytes: Uint8Array, at: number): Blob {
    const id = randomBytes(18).toString('base64url')
    writeFileSync(join(this.#folder, id), bytes)
    const sha256 = createHash('sha256').update(bytes).digest('base64url')
    return this.#put({ id, file: id, size: bytes.length, sha256, at, state: 'there' })
  }

  open(blob: Blob): ReadStream {
    return createReadStream(join(this.#folder, blob.file))
  }

  setState(blob: Blob, state: Blob['state']): void {
    this.#put({ ...blob, state })
  }

  /** Uploads the file of an expired blob again, under a new id. */
  renew(blob: Blob, at: number): Blob {
    return this.#put({ ...blob, id: randomBytes(18).toString('base64url'), at, state: 'there' })
  }

  async close(): Promise<void> {
    if (this.#isTemporary) await rm(this.#folder, { recursive: true, force: true })
  }

  #put(blob: Blob): Blob {
    this.#byId.set(blob.id, blob)
    this.#journal.put('blob', blob.id, () => JSON.stringify(blob))
    return blob
  }
}
