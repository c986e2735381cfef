import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { MessageKey } from '../../core/conversation/message.ts'
import { backoffMs } from '../../core/pacing/backoff.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { type NetworkConnection, NetworkMediaError } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import { KeyedQueue, type Next } from '../../platform/queue/keyed-queue.ts'
import { findStorageFull } from '../../platform/storage-full.ts'
import { readMimetype } from './mimetype.ts'
import { readMediaOfMessage, readWaiting, setFailed, setStored } from './rows.ts'
import type { MediaStore } from './store/store.ts'
import { type MediaRow, maxBytesOf, toKey } from './types.ts'

/** Files of one client on their way at the same time, and of all clients of this process. */
const PER_CLIENT = 2
const PER_PROCESS = 8
const RETRY_FULL_MS = 10_000
/** After our own database failed; what the network keeps from coming has `TransferTiming`. */
const RETRY_TROUBLE = { firstMs: 1_000, maxMs: 30_000 }
const LOAD = 'load'

const MESSAGE = statement<{
  id: string
  chat: string
  fromMe: boolean
  participant: string | null
  bytes: Uint8Array | null
}>('media_message', 'select id, chat, from_me as "fromMe", participant, bytes from message where seq = $1')

const RENEW = statement<{ id: string }>(
  'media_renew_bytes',
  'update message set bytes = $2 where seq = $1 and bytes is not null returning id',
)

export interface TransferTiming {
  /** For one file to be fetched, uploaded or downloaded, however slowly it moves. */
  transferMs: number
  /** Pauses before a download is tried again. */
  retryAfterMs: readonly number[]
  /** How long a download waits before it looks for room on a full disk again; 10 seconds unless said. */
  retryFullMs?: number
}

/** Resolves when fewer downloads than a process may have are under way; what it answers gives the place back. */
export type DownloadSlots = (signal: AbortSignal) => Promise<() => void>

export interface DownloadDeps {
  db: Database
  log: Log
  store: MediaStore
  timing: TransferTiming
  slots: DownloadSlots
  /** Until when a file is kept that is stored now. */
  expiresAt(): Date
  /** Told when a file could not be written for want of room. */
  onFull?(): void
}

/** Lets a bounded number of downloads of the whole process go on at a time, in the order in which they were asked for. */
export function createDownloadSlots(): DownloadSlots {
  let free = PER_PROCESS
  const waiting = new Set<() => void>()

  function giveBack(): void {
    const [next] = waiting
    if (!next) free += 1
    else {
      waiting.delete(next)
      next()
    }
  }

  async function waitForPlace(signal: AbortSignal): Promise<void> {
    const place = Promise.withResolvers<void>()
    const giveUp = () => {
      if (waiting.delete(place.resolve)) place.reject(signal.reason)
    }
    waiting.add(place.resolve)
    signal.addEventListener('abort', giveUp)
    await place.promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  return async (signal) => {
    signal.throwIfAborted()
    if (free > 0) free -= 1
    else await waitForPlace(signal)
    return giveBack
  }
}

/** A file that is to come, until it is stored, cannot be had, or waits for a connection. */
interface ExpectedFile {
  row: MediaRow
  /** Those that are left before it is given up. */
  pausesMs: number[]
  ended: PromiseWithResolvers<void>
}

export interface DownloaderOptions {
  clientId: string
  connection(): NetworkConnection | null
}

/** Downloads what one owned client's messages hold, as it arrives and as it is asked for. */
export interface Downloader {
  /** Messages with files were stored, or the connection is open again. */
  wake(): void
  /** Downloads the file of a message now; resolves when it is stored or cannot be had. */
  fetch(seq: number): Promise<void>
  close(): Promise<void>
}

export class ClientDownloader implements Downloader {
  readonly #deps: DownloadDeps
  readonly #options: DownloaderOptions
  readonly #db: Database
  readonly #log: Log
  readonly #store: MediaStore
  readonly #clientId: string
  /** By media id. */
  readonly #expected = new Map<string, ExpectedFile>()
  #isClosed = false
  readonly #downloads: KeyedQueue
  readonly #loads = new KeyedQueue({
    work: async () => {
      const room = PER_CLIENT - this.#expected.size
      // Without a connection all of it is still waiting; the next one wakes us.
      if (room <= 0 || !this.#options.connection()) return 'idle'
      const rows = await readWaiting(this.#db, this.#clientId, [...this.#expected.keys()], room)
      for (const row of rows) void this.#download(row)
      return 'idle'
    },
    concurrency: 1,
    pauseAfterFailureMs: (failures) => backoffMs(RETRY_TROUBLE, failures, 0.5),
    onFailure: (err) => this.#log.error({ err, clientId: this.#clientId }, 'waiting media could not be read'),
  })

  constructor(deps: DownloadDeps, options: DownloaderOptions) {
    this.#deps = deps
    this.#options = options
    this.#db = deps.db
    this.#log = deps.log
    this.#store = deps.store
    this.#clientId = options.clientId
    this.#downloads = new KeyedQueue({
      work: async (id, closing) => {
        const file = this.#expected.get(id)
        const next = file ? await this.#attempt(file, closing) : 'idle'
        if (next === 'idle') this.#forget(id)
        return next
      },
      concurrency: PER_PROCESS,
      pauseAfterFailureMs: (failures) => backoffMs(RETRY_TROUBLE, failures, 0.5),
      onFailure: (err, id) => {
        this.#log.error({ err, clientId: this.#clientId }, 'download failed')
        this.#forget(id)
      },
      admit: deps.slots,
      onFreePlace: () => this.#loads.wake(LOAD),
    })
  }

  wake(): void {
    this.#loads.wakeNow(LOAD)
  }

  async fetch(seq: number): Promise<void> {
    const row = await readMediaOfMessage(this.#db, seq)
    if (row && row.state !== 'stored') await this.#download(row)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await Promise.all([this.#loads.close(), this.#downloads.close()])
    for (const id of [...this.#expected.keys()]) this.#forget(id)
  }

  async #take({ row }: ExpectedFile, connection: NetworkConnection, closing: AbortSignal): Promise<void> {
    const message = row.messageSeq === null ? undefined : await this.#db.queryOne(MESSAGE, [row.messageSeq])
    if (!message?.bytes) return setFailed(this.#db, row.id, 'gone', 'The message was taken back.')
    const key: MessageKey = {
      chat: message.chat as MessageKey['chat'],
      id: message.id,
      fromMe: message.fromMe,
      ...(message.participant ? { participant: message.participant as MessageKey['chat'] } : {}),
    }
    try {
      await this.#save(row, connection, message.bytes, closing)
    } catch (error) {
      if (!(error instanceof NetworkMediaError) || error.code !== 'gone') throw error
      const renewed = await connection.media.renew(key, message.bytes)
      await this.#db.query(RENEW, [row.messageSeq, Buffer.from(renewed)])
      await this.#save(row, connection, renewed, closing)
    }
  }

  async #save(
    row: MediaRow,
    connection: NetworkConnection,
    bytes: Uint8Array,
    closing: AbortSignal,
  ): Promise<void> {
    // A sender that says so much is believed; one that says less is cut off on the way.
    const maxBytes = maxBytesOf(row.kind)
    if ((row.sizeBytes ?? 0) > maxBytes) {
      throw new NetworkMediaError('too_large', `The file is larger than ${maxBytes} bytes.`)
    }
    const draft = await this.#store.draft()
    const signal = AbortSignal.any([closing, AbortSignal.timeout(this.#deps.timing.transferMs)])
    const hash = createHash('sha256')
    let sizeBytes = 0
    try {
      await pipeline(
        connection.media.download(bytes, { maxBytes, signal }),
        async function* (chunks: AsyncIterable<Uint8Array>) {
          for await (const chunk of chunks) {
            hash.update(chunk)
            sizeBytes += chunk.length
            yield chunk
          }
        },
        createWriteStream(draft.path, { flags: 'wx' }),
      )
      // What a file is decides how it is shown; what its sender says of it does not.
      const mimetype =
        row.kind === 'document' ? row.mimetype : ((await readMimetype(draft.path)) ?? row.mimetype)
      await draft.keep(toKey(row))
      await setStored(this.#db, row.id, {
        mimetype,
        sizeBytes,
        sha256: hash.digest(),
        expiresAt: this.#deps.expiresAt(),
      })
    } finally {
      await draft.drop()
    }
  }

  /** Puts on record what cannot be had. What only the connection or our end kept from coming goes on waiting. */
  async #giveUp(row: MediaRow, error: unknown): Promise<void> {
    if (isTransient(error) && !this.#options.connection()) return
    if (error instanceof NetworkMediaError) {
      return setFailed(this.#db, row.id, error.code === 'gone' ? 'gone' : 'failed', error.message)
    }
    this.#log.error({ err: error, clientId: this.#clientId }, 'media could not be stored')
    await setFailed(this.#db, row.id, 'failed', 'The file could not be stored here.')
  }

  /** Null when it is not to be tried again. A full disk is waited for, however long that takes. */
  #choosePause(error: unknown, pausesMs: number[]): number | null {
    if (findStorageFull(error) === null) return isTransient(error) ? (pausesMs.shift() ?? null) : null
    this.#deps.onFull?.()
    return this.#deps.timing.retryFullMs ?? RETRY_FULL_MS
  }

  /** Tries a few times, once each time; what then still failed can be asked for again. */
  async #attempt(file: ExpectedFile, closing: AbortSignal): Promise<Next> {
    const connection = this.#options.connection()
    if (!connection) return 'idle'
    try {
      await this.#take(file, connection, closing)
    } catch (error) {
      if (closing.aborted) return 'idle'
      const pauseMs = this.#choosePause(error, file.pausesMs)
      if (pauseMs !== null) return { afterMs: pauseMs }
      await this.#giveUp(file.row, error)
    }
    return 'idle'
  }

  #forget(id: string): void {
    this.#expected.get(id)?.ended.resolve()
    this.#expected.delete(id)
  }

  #download(row: MediaRow): Promise<void> {
    const known = this.#expected.get(row.id)
    if (known) return known.ended.promise
    if (this.#isClosed) return Promise.resolve()
    const ended = Promise.withResolvers<void>()
    this.#expected.set(row.id, { row, pausesMs: [...this.#deps.timing.retryAfterMs], ended })
    this.#downloads.wake(row.id)
    return ended.promise
  }
}

function isTransient(error: unknown): boolean {
  return !(error instanceof NetworkMediaError) || error.code === 'unreachable'
}
