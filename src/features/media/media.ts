import type { Readable } from 'node:stream'
import { type CallFailure, callFailure } from '../../core/conversation/call-failure.ts'
import type { FileKind, MediaContent } from '../../core/conversation/content.ts'
import { refusal } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import type { NetworkConnection, ReceivedFile, UploadedFile } from '../../network/port.ts'
import type { Log } from '../../platform/logger.ts'
import type { OutboundHttp, StreamedBody } from '../../platform/outbound-http.ts'
import { type Arrivals, createArrivals } from './arrivals.ts'
import { assetStore, type NamedFile } from './asset-rows.ts'
import { type Assets, createAssets, toAssetKey } from './assets.ts'
import type { Codecs } from './codecs/index.ts'
import {
  ClientDownloader,
  createDownloadSlots,
  type Downloader,
  type DownloaderOptions,
  type DownloadSlots,
  type TransferTiming,
} from './downloads.ts'
import { withGivenBytes } from './given-bytes.ts'
import { type KeptFile, keepOpenFile } from './open-files.ts'
import { keepPicture } from './pictures.ts'
import {
  addStored,
  forgetLeft,
  noteMedia,
  readExpired,
  readLeft,
  readMediaOfMessage,
  readOwnedMedia,
  setFailed,
} from './rows.ts'
import type { ByteRange, DraftFile, MediaStore } from './store/store.ts'
import { UnnamedFiles } from './store/unnamed-files.ts'
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
  timing?: TransferTiming
  /** Told when a file could not be written for want of room. */
  onFull?(): void
}

const DEFAULT_TIMING: TransferTiming = { transferMs: 1_800_000, retryAfterMs: [1_000, 5_000, 30_000] }

interface MediaDeps extends MediaOptions {
  timing: TransferTiming
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

/** A file as the body of a call. */
export type FileToPost =
  | { kind: 'ready'; mimetype: string; fileName: string | null; body: StreamedBody }
  | { kind: 'missing' | 'unavailable'; failure: CallFailure }

const MISSING: FileToPost = { kind: 'missing', failure: callFailure('FILE_GONE') }

function toPost({ mimetype, fileName, sizeBytes, open }: FoundMedia): FileToPost {
  const read = async () => {
    const stream = await open()
    if (!stream) throw new Error('the file is gone')
    return stream
  }
  return { kind: 'ready', mimetype, fileName, body: { sizeBytes, open: read } }
}

/** The files of messages: fetched and put on the network to be sent, taken from it and kept for a time. */
export class Media {
  readonly #options: MediaOptions
  readonly #db: Database
  readonly #store: MediaStore
  readonly #nowMs: () => number
  readonly #deps: MediaDeps
  readonly #unnamed: UnnamedFiles
  /** Files kept for flows. */
  readonly assets: Assets
  /** In the transaction that stores the messages. Answers media ids by seq: each stands before its bytes are here. */
  readonly note = noteMedia

  constructor(options: MediaOptions) {
    this.#options = options
    this.#db = options.db
    this.#store = options.store
    this.#nowMs = options.nowMs
    this.#deps = {
      ...options,
      timing: options.timing ?? DEFAULT_TIMING,
      slots: createDownloadSlots(),
      arrivals: createArrivals(this.#db),
      expiresAt: () => new Date(this.#nowMs() + this.#options.retentionDays * DAY_MS),
    }
    this.assets = createAssets(options)
    this.#unnamed = new UnnamedFiles(this.#db, this.#store)
  }

  /** A fresh file of the store to write into. */
  draft(): Promise<DraftFile> {
    return this.#store.draft()
  }

  /** Puts bytes given in a call into the store; answers their media id. */
  keepBytes(clientId: string, media: FileKind, base64: string, mimetype: string): Promise<string> {
    return withGivenBytes(this.#store, base64, (file) => this.keepFile(clientId, media, file, mimetype))
  }

  /** The same for bytes that are on disk already. */
  async keepFile(
    clientId: string,
    media: FileKind,
    { sizeBytes, sha256, keep }: GivenFile,
    mimetype: string,
  ): Promise<string> {
    if (sizeBytes === 0 || sizeBytes > maxBytesOf(media)) {
      throw refusal('PAYLOAD_TOO_LARGE', 'FILE_SIZE', {}, { data: { maxBytes: maxBytesOf(media) } })
    }
    const id = this.#options.newId()
    await keep(toKey({ clientId, id }))
    const expiresAt = new Date(this.#nowMs() + GIVEN_MS)
    const file = { mimetype, sizeBytes, sha256: Buffer.from(sha256), expiresAt }
    await addStored(this.#db, { id, clientId, kind: media, fileName: null, ...file })
    return id
  }

  upload(clientId: string, connection: NetworkConnection, sent: MediaContent): Promise<UploadedFile> {
    return uploadMedia(this.#deps, clientId, connection.media, sent)
  }

  /** The same for a post of a channel, which is not encrypted. */
  uploadOpen(clientId: string, connection: NetworkConnection, sent: MediaContent): Promise<UploadedFile> {
    const { media } = connection
    return uploadMedia(this.#deps, clientId, { upload: (file) => media.uploadOpen(file) }, sent)
  }

  /** Takes the file of a post of a channel from the network, for a day. */
  keepOpen(
    clientId: string,
    connection: NetworkConnection,
    bytes: Uint8Array,
    file: ReceivedFile,
  ): Promise<KeptFile> {
    const deps = { ...this.#deps, transferMs: this.#deps.timing.transferMs }
    return keepOpenFile(deps, clientId, connection, bytes, file)
  }

  /** Takes the picture of a person or a group from the network; answers its id. An hour later it is gone, unless it is kept. */
  keepPicture(clientId: string, connection: NetworkConnection, link: string): Promise<string> {
    return keepPicture(this.#deps, clientId, connection, link)
  }

  createDownloader(downloader: DownloaderOptions): Downloader {
    return this.#deps.arrivals.join(downloader, new ClientDownloader(this.#deps, downloader))
  }

  findOfMessage(seq: number): Promise<MediaRow | undefined> {
    return readMediaOfMessage(this.#db, seq)
  }

  /** A file this user keeps, or a stored one of their clients; null when there is none. Kept ones are of no client. */
  async find(id: string, userId: string, clientIds?: readonly string[] | null): Promise<FoundMedia | null> {
    const asset = clientIds ? undefined : await assetStore.read(this.#db, id, userId)
    if (asset) return this.#toFound(asset, toAssetKey(asset))
    const row = await readOwnedMedia(this.#db, id, userId)
    if (row && clientIds && !clientIds.includes(row.clientId)) return null
    if (row?.state !== 'stored' || row.sizeBytes === null) return null
    return this.#toFound({ ...row, sizeBytes: row.sizeBytes }, toKey(row))
  }

  /** The same for a call that posts it: waits, until the signal ends it, for a file that is still on its way. */
  async openToPost(userId: string, id: string, signal: AbortSignal): Promise<FileToPost> {
    const asset = await assetStore.read(this.#db, id, userId)
    if (asset) return toPost(this.#toFound(asset, toAssetKey(asset)))
    const noted = await readOwnedMedia(this.#db, id, userId)
    const row = noted && (await this.#deps.arrivals.settle(noted, signal))
    if (!row || row.state === 'gone') return MISSING
    if (row.state !== 'stored' || row.sizeBytes === null) {
      return { kind: 'unavailable', failure: callFailure('FILE_UNAVAILABLE', { why: row.error }) }
    }
    return toPost(this.#toFound({ ...row, sizeBytes: row.sizeBytes }, toKey(row)))
  }

  /** Deletes files whose time is over, those whose rows went with something else, and what else no row names. Run it hourly. */
  async cleanUp(): Promise<void> {
    await this.#removeExpired()
    await this.#removeLeft()
    const count = await this.#unnamed.removeSome(this.#nowMs())
    if (count > 0) this.#options.log.info({ count }, 'files that nothing names were deleted')
  }

  async #removeExpired(): Promise<void> {
    for (;;) {
      const expired = await readExpired(this.#db, new Date(this.#nowMs()), EXPIRED_AT_A_TIME)
      for (const row of expired) {
        await this.#store.remove(toKey(row))
        await setFailed(this.#db, row.id, 'gone', 'The file was deleted when its time was over.')
      }
      if (expired.length < EXPIRED_AT_A_TIME) return
    }
  }

  async #removeLeft(): Promise<void> {
    for (;;) {
      const left = await readLeft(this.#db, new Date(this.#nowMs()), EXPIRED_AT_A_TIME)
      const keys = left.map(({ key }) => key)
      for (const key of keys) await this.#store.remove(key)
      await forgetLeft(this.#db, keys)
      if (left.length < EXPIRED_AT_A_TIME) return
    }
  }

  #toFound(
    { mimetype, fileName, sizeBytes, sha256 }: Omit<NamedFile, 'id' | 'sha256'> & Pick<MediaRow, 'sha256'>,
    key: string,
  ): FoundMedia {
    const etag = Buffer.from(sha256 ?? []).toString('hex')
    return { mimetype, fileName, sizeBytes, etag, open: (range) => this.#store.open(key, range) }
  }
}
