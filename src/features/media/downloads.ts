import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MessageKey } from '../../core/conversation/message.ts'
import type { Database } from '../../db/client.ts'
import { statement } from '../../db/statement.ts'
import { type NetworkConnection, NetworkMediaError } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import { findStorageFull } from '../../platform/storage-full.ts'
import { readMimetype } from './mimetype.ts'
import { readMediaOfMessage, readWaiting, setFailed, setStored } from './rows.ts'
import type { MediaStore } from './store.ts'
import { type MediaRow, maxBytesOf, toKey } from './types.ts'

/** Files of one client on their way at the same time, and of all clients of this process. */
const PER_CLIENT = 2
const PER_PROCESS = 8
const RETRY_FULL_MS = 10_000

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

export interface Patience {
  /** For one file to be fetched, uploaded or downloaded, however slowly it moves. */
  transferMs: number
  /** Pauses before a download is tried again. */
  retryAfterMs: readonly number[]
  /** How long a download waits before it looks for room on a full disk again; 10 seconds unless said. */
  retryFullMs?: number
}

/** Does work as soon as fewer downloads than a process may have are under way. */
export type DownloadSlots = <T>(work: () => Promise<T>) => Promise<T>

export interface DownloadDeps {
  db: Database
  log: Log
  store: MediaStore
  patience: Patience
  slots: DownloadSlots
  /** Until when a file is kept that is stored now. */
  expiresAt(): Date
  /** Told when a file could not be written for want of room. */
  onFull?(): void
}

/** Lets a bounded number of downloads of the whole process go on at a time. */
export function createDownloadSlots(): DownloadSlots {
  let free = PER_PROCESS
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
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

export function createDownloader(deps: DownloadDeps, options: DownloaderOptions): Downloader {
  const { db, log, store } = deps
  const { clientId } = options
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()

  async function take(row: MediaRow, connection: NetworkConnection): Promise<void> {
    const message = row.messageSeq === null ? undefined : await db.queryOne(MESSAGE, [row.messageSeq])
    if (!message?.bytes) return setFailed(db, row.id, 'gone', 'The message was taken back.')
    const key: MessageKey = {
      chat: message.chat as MessageKey['chat'],
      id: message.id,
      fromMe: message.fromMe,
      ...(message.participant ? { participant: message.participant as MessageKey['chat'] } : {}),
    }
    try {
      await save(row, connection, message.bytes)
    } catch (error) {
      if (!(error instanceof NetworkMediaError) || error.code !== 'gone') throw error
      const renewed = await connection.media.renew(key, message.bytes)
      await db.query(RENEW, [row.messageSeq, Buffer.from(renewed)])
      await save(row, connection, renewed)
    }
  }

  async function save(row: MediaRow, connection: NetworkConnection, bytes: Uint8Array): Promise<void> {
    // A sender that says so much is believed; one that says less is cut off on the way.
    const maxBytes = maxBytesOf(row.kind)
    if ((row.sizeBytes ?? 0) > maxBytes) {
      throw new NetworkMediaError('too_large', `The file is larger than ${maxBytes} bytes.`)
    }
    const draft = await store.draft()
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(deps.patience.transferMs)])
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
      await setStored(db, row.id, { mimetype, sizeBytes, sha256: hash.digest(), expiresAt: deps.expiresAt() })
    } finally {
      await draft.drop()
    }
  }

  const isTransient = (error: unknown): boolean =>
    !(error instanceof NetworkMediaError) || error.code === 'unreachable'

  /** Puts on record what cannot be had. What only the connection or our end kept from coming goes on waiting. */
  async function giveUp(row: MediaRow, error: unknown): Promise<void> {
    if (closing.signal.aborted || (isTransient(error) && !options.connection())) return
    if (error instanceof NetworkMediaError) {
      return setFailed(db, row.id, error.code === 'gone' ? 'gone' : 'failed', error.message)
    }
    log.error({ err: error, clientId }, 'media could not be stored')
    await setFailed(db, row.id, 'failed', 'The file could not be stored here.')
  }

  /** Null when it is not to be tried again. A full disk is waited for, however long that takes. */
  function choosePause(error: unknown, pauses: number[]): number | null {
    if (findStorageFull(error) === null) return isTransient(error) ? (pauses.shift() ?? null) : null
    deps.onFull?.()
    return deps.patience.retryFullMs ?? RETRY_FULL_MS
  }

  /** Tries a few times; what then still failed can be asked for again. */
  async function attempt(row: MediaRow): Promise<void> {
    const pauses = [...deps.patience.retryAfterMs]
    for (;;) {
      const connection = options.connection()
      if (!connection || closing.signal.aborted) return
      const failure = await deps
        .slots(() => take(row, connection))
        .then(
          () => null,
          (error: unknown) => ({ error }),
        )
      if (!failure) return
      const pauseMs = choosePause(failure.error, pauses)
      if (pauseMs === null) return giveUp(row, failure.error)
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  function start(row: MediaRow): Promise<void> {
    const known = running.get(row.id)
    if (known) return known
    const run = attempt(row)
      .catch((err: unknown) => log.error({ err, clientId }, 'download failed'))
      .finally(() => running.delete(row.id))
    running.set(row.id, run)
    return run
  }

  let isFilling = false
  async function fill(): Promise<void> {
    if (isFilling || closing.signal.aborted || !options.connection()) return
    isFilling = true
    try {
      const room = PER_CLIENT - running.size
      const rows = room > 0 ? await readWaiting(db, clientId, [...running.keys()], room) : []
      for (const row of rows) {
        void start(row).then(() => {
          // Without a connection it is still waiting; the next one wakes us.
          if (options.connection()) void fill()
        })
      }
    } catch (err) {
      log.error({ err, clientId }, 'waiting media could not be read')
    } finally {
      isFilling = false
    }
  }

  return {
    wake: () => void fill(),
    async fetch(seq) {
      const row = await readMediaOfMessage(db, seq)
      if (row && row.state !== 'stored') await start(row)
    },
    async close() {
      closing.abort()
      await Promise.allSettled(running.values())
    },
  }
}
