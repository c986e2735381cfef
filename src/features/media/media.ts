import type { Readable } from 'node:stream'
import type { FileKind, MediaContent } from '../../core/conversation/content.ts'
import { refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { Executor } from '../../db/transaction.ts'
import type { NetworkConnection, ReceivedFile, UploadedFile } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import type { OutboundHttp, StreamedBody } from '../../platform/outbound-http.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { assetStore, type NamedFile } from './asset-rows.ts'
import { type Assets, createAssets, toAssetKey } from './assets.ts'
import type { Codecs } from './codecs/index.ts'
import {
  createDownloader,
  createDownloadSlots,
  type Downloader,
  type DownloaderOptions,
  type DownloadSlots,
  type Patience,
} from './downloads.ts'
import { withGivenBytes } from './given-bytes.ts'
import { addStored, noteMedia, readExpired, readMediaOfMessage, readOwnedMedia, setFailed } from './rows.ts'
import type { ByteRange, DraftFile, MediaStore } from './store/store.ts'
import { type MediaRow, maxBytesOf, toKey } from './types.ts'
import { uploadMedia } from './upload.ts'

const DAY_MS = 86_400_000
/** Bytes given in a call only have to last until they were sent. */
const GIVEN_MS = DAY_MS
const EXPIRED_AT_A_TIME = 100

export interface MediaOptions {
  db: Database
  log: Log
  store: MediaStore
  codecs: Codecs
  /** The guarded way to addresses that callers choose. */
  http: OutboundHttp
  newId(): string
  nowMs(): number
  /** How long files of messages are kept. */
  retentionDays: number
  /** By default half an hour for a file, and three more attempts at a download. */
  patience?: Patience
  /** Told when a file could not be written for want of room. */
  onFull?(): void
}

const PATIENCE: Patience = { transferMs: 1_800_000, retryAfterMs: [1_000, 5_000, 30_000] }

interface MediaDeps extends MediaOptions {
  patience: Patience
  slots: DownloadSlots
  arrivals: Arrivals
  expiresAt(): Date
}

/** A file that was given in a call: `keep` puts it into the store. */
export interface GivenFile {
  readonly sizeBytes: number
  readonly sha256: Uint8Array
  keep(key: string): Promise<void>
}

/** A stored file; nothing of it is read before `open`, which answers null when it is gone meanwhile. */
export interface FoundMedia {
  mimetype: string
  fileName: string | null
  sizeBytes: number
  /** Says the same as long as the bytes are the same. */
  etag: string
  open(range?: ByteRange): Promise<Readable | null>
}

/** A file as the body of a call; `message` is for people. */
export type FileToPost =
  | { kind: 'ready'; mimetype: string; fileName: string | null; body: StreamedBody }
  | { kind: 'missing' | 'unavailable'; message: string }

/** The files of messages: fetched and put on the network to be sent, taken from it and kept for a time. */
export interface Media {
  /** Puts bytes given in a call into the store; answers their media id. */
  keepBytes(clientId: string, media: FileKind, base64: string, mimetype: string): Promise<string>
  /** The same for bytes that are on disk already. */
  keepFile(clientId: string, media: FileKind, file: GivenFile, mimetype: string): Promise<string>
  /** Files kept for flows. */
  readonly assets: Assets
  /** A fresh file of the store to write into. */
  draft(): Promise<DraftFile>
  upload(clientId: string, connection: NetworkConnection, sent: MediaContent): Promise<UploadedFile>
  /** In the transaction that stores the messages. Answers media ids by seq: each stands before its bytes are here. */
  note(
    db: Executor,
    clientId: string,
    files: readonly { seq: number; file: ReceivedFile }[],
  ): Promise<Map<number, string>>
  createDownloader(options: DownloaderOptions): Downloader
  findOfMessage(seq: number): Promise<MediaRow | undefined>
  /** A file this user keeps, or a stored one of their clients; null when there is none. Kept ones are of no client. */
  find(id: string, userId: string, clientIds?: readonly string[] | null): Promise<FoundMedia | null>
  /** The same for a call that posts it: waits, until the signal ends it, for a file that is still on its way. */
  openToPost(userId: string, id: string, signal: AbortSignal): Promise<FileToPost>
  /** Deletes files whose time is over. Run it hourly. */
  cleanUp(): Promise<void>
}

const MISSING: FileToPost = {
  kind: 'missing',
  message: 'There is no file of this id any more. Files of messages are kept for a time only.',
}

function toPost({ mimetype, fileName, sizeBytes, open }: FoundMedia): FileToPost {
  const read = async () => {
    const stream = await open()
    if (!stream) throw new Error('the file is gone')
    return stream
  }
  return { kind: 'ready', mimetype, fileName, body: { sizeBytes, open: read } }
}

export function createMedia(options: MediaOptions): Media {
  const { db, store, nowMs } = options
  const deps: MediaDeps = {
    ...options,
    patience: options.patience ?? PATIENCE,
    slots: createDownloadSlots(),
    arrivals: createArrivals(db),
    expiresAt: () => new Date(nowMs() + options.retentionDays * DAY_MS),
  }

  async function keepFile(
    clientId: string,
    media: FileKind,
    { sizeBytes, sha256, keep }: GivenFile,
    mimetype: string,
  ): Promise<string> {
    if (sizeBytes === 0 || sizeBytes > maxBytesOf(media)) {
      throw refusal('PAYLOAD_TOO_LARGE', 'FILE_SIZE', {}, { data: { maxBytes: maxBytesOf(media) } })
    }
    const id = options.newId()
    await keep(toKey({ clientId, id }))
    const expiresAt = new Date(nowMs() + GIVEN_MS)
    const file = { mimetype, sizeBytes, sha256: Buffer.from(sha256), expiresAt }
    await addStored(db, { id, clientId, kind: media, fileName: null, ...file })
    return id
  }

  function toFound(
    { mimetype, fileName, sizeBytes, sha256 }: Omit<NamedFile, 'id' | 'sha256'> & Pick<MediaRow, 'sha256'>,
    key: string,
  ): FoundMedia {
    const etag = Buffer.from(sha256 ?? []).toString('hex')
    return { mimetype, fileName, sizeBytes, etag, open: (range) => store.open(key, range) }
  }

  return {
    keepFile,
    assets: createAssets(options),
    draft: () => store.draft(),
    keepBytes: (clientId, media, base64, mimetype) =>
      withGivenBytes(store, base64, (file) => keepFile(clientId, media, file, mimetype)),
    upload: (clientId, connection, sent) => uploadMedia(deps, clientId, connection, sent),
    note: noteMedia,
    createDownloader: (downloader) => deps.arrivals.join(downloader, createDownloader(deps, downloader)),
    findOfMessage: (seq) => readMediaOfMessage(db, seq),
    async find(id, userId, clientIds) {
      const asset = clientIds ? undefined : await assetStore.read(db, id, userId)
      if (asset) return toFound(asset, toAssetKey(asset))
      const row = await readOwnedMedia(db, id, userId)
      if (row && clientIds && !clientIds.includes(row.clientId)) return null
      if (row?.state !== 'stored' || row.sizeBytes === null) return null
      return toFound({ ...row, sizeBytes: row.sizeBytes }, toKey(row))
    },
    async openToPost(userId, id, signal) {
      const asset = await assetStore.read(db, id, userId)
      if (asset) return toPost(toFound(asset, toAssetKey(asset)))
      const noted = await readOwnedMedia(db, id, userId)
      const row = noted && (await deps.arrivals.settle(noted, signal))
      if (!row || row.state === 'gone') return MISSING
      if (row.state !== 'stored' || row.sizeBytes === null) {
        const why = row.error ?? 'It has not arrived in time.'
        return { kind: 'unavailable', message: `The file could not be had from the network: ${why}` }
      }
      return toPost(toFound({ ...row, sizeBytes: row.sizeBytes }, toKey(row)))
    },
    async cleanUp() {
      for (;;) {
        const expired = await readExpired(db, new Date(nowMs()), EXPIRED_AT_A_TIME)
        for (const row of expired) {
          await store.remove(toKey(row))
          await setFailed(db, row.id, 'gone', 'The file was deleted when its time was over.')
        }
        if (expired.length < EXPIRED_AT_A_TIME) return
      }
    },
  }
}
