import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileKind, MediaContent } from '../../core/conversation/content.ts'
import { refusal } from '../../core/errors.ts'
import { isUuid } from '../../core/uuid.ts'
import type { Database } from '../../db/client.ts'
import {
  type FileToUpload,
  type MediaTraits,
  NetworkMediaError,
  type UploadedFile,
} from '../../network/port.ts'
import { OutboundError, type OutboundHttp } from '../../platform/outbound-http.ts'
import type { Arrivals } from './arrivals.ts'
import { assetStore } from './asset-rows.ts'
import { toAssetKey } from './assets.ts'
import type { TransferTiming } from './downloads.ts'
import { OCTETS } from './mimetype.ts'
import { type PrepareDeps, prepareFile } from './prepare-file.ts'
import { readMedia } from './rows.ts'
import type { MediaStore } from './store/store.ts'
import { maxBytesOf, toKey } from './types.ts'

const FETCH_TIMEOUT_MS = 300_000
/** How long a message waits for the file of another one that is still on its way. */
const ARRIVAL_TIMEOUT_MS = 60_000
const OK = 200

export interface UploadDeps extends PrepareDeps {
  db: Database
  store: MediaStore
  /** The guarded way to addresses that callers choose. */
  http: OutboundHttp
  arrivals: Arrivals
  timing: Pick<TransferTiming, 'transferMs'>
}

interface LocalFile {
  path: string
  fileName?: string
  /** What it was stored as. */
  mimetype?: string
  /** What the server it was fetched from calls it. */
  offered?: string
  release(): Promise<void>
}

function toFetchRefusal(error: unknown): unknown {
  if (!(error instanceof OutboundError)) return error
  const { code, failure: call } = error
  if (code === 'TOO_LARGE') return refusal('PAYLOAD_TOO_LARGE', 'MEDIA_TOO_LARGE', { call }, { cause: error })
  const reason = code === 'ADDRESS_REFUSED' ? 'MEDIA_ADDRESS_REFUSED' : 'MEDIA_NOT_FETCHED'
  return refusal('UNPROCESSABLE_CONTENT', reason, { call }, { cause: error })
}

/** The last part of an address, as the name of a document; undefined when it has none. */
function nameOf(url: string): string | undefined {
  try {
    return decodeURIComponent(path.posix.basename(new URL(url).pathname)) || undefined
  } catch {
    return undefined
  }
}

const TYPE = /^[a-z]+\/[a-z\d.+-]+$/

/** What a server calls its file; undefined when that says nothing. */
function readOffered(contentType: string | undefined): string | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return TYPE.test(type) && type !== OCTETS ? type : undefined
}

/** Streams a file of somebody else's server to disk, never more than its kind may have. */
async function fetchFile(deps: UploadDeps, url: string, media: FileKind): Promise<LocalFile> {
  const { transferMs } = deps.timing
  const draft = await deps.store.draft()
  try {
    const answer = await deps.http.open({
      method: 'GET',
      url,
      timeoutMs: media === 'document' ? transferMs : Math.min(transferMs, FETCH_TIMEOUT_MS),
      maxBodyBytes: maxBytesOf(media),
    })
    if (answer.status !== OK) {
      answer.body.destroy()
      const host = new URL(answer.url).hostname
      const { status } = answer
      throw refusal('UNPROCESSABLE_CONTENT', 'MEDIA_NOT_FETCHED', { host, status }, { data: { status } })
    }
    await pipeline(answer.body, createWriteStream(draft.path, { flags: 'wx' }))
    const fileName = nameOf(answer.url)
    const offered = readOffered(answer.headers['content-type'])
    return {
      path: draft.path,
      release: () => draft.drop(),
      ...(fileName ? { fileName } : {}),
      ...(offered ? { offered } : {}),
    }
  } catch (error) {
    await draft.drop()
    throw toFetchRefusal(error)
  }
}

interface StoredRow {
  key: string
  mimetype: string
  fileName: string | null
}

/** A file of a message of this client, or one that its owner keeps. */
async function findRow(deps: UploadDeps, clientId: string, mediaId: string): Promise<StoredRow | null> {
  const { db, arrivals, timing } = deps
  if (!isUuid(mediaId)) return null
  const noted = await readMedia(db, clientId, mediaId)
  const waitMs = Math.min(timing.transferMs, ARRIVAL_TIMEOUT_MS)
  const row = noted && (await arrivals.settle(noted, AbortSignal.timeout(waitMs)))
  if (row) return row.state === 'stored' ? { ...row, key: toKey(row) } : null
  const asset = await assetStore.readOfClient(db, clientId, mediaId)
  return asset ? { ...asset, key: toAssetKey(asset) } : null
}

async function findStored(deps: UploadDeps, clientId: string, mediaId: string): Promise<LocalFile> {
  const row = await findRow(deps, clientId, mediaId)
  const file = row ? await deps.store.locate(row.key) : null
  if (!row || !file) {
    throw refusal('NOT_FOUND', 'MEDIA_NOT_FOUND', {})
  }
  return { ...file, mimetype: row.mimetype, ...(row.fileName ? { fileName: row.fileName } : {}) }
}

function toUploadRefusal(error: unknown): unknown {
  if (!(error instanceof NetworkMediaError)) return error
  return refusal('SERVICE_UNAVAILABLE', 'MEDIA_UPLOAD_FAILED', { words: error.message }, { cause: error })
}

/** What whoever sends a file says of it, which counts more than what the file says. */
function readTraits(sent: MediaContent): Omit<MediaTraits, 'mimetype'> {
  const { caption, width, height, seconds, videoNote, gifPlayback } = sent
  const voiceNote = sent.kind === 'voice' || sent.voiceNote
  return {
    ...(caption == null ? {} : { caption }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(seconds === undefined ? {} : { seconds }),
    ...(voiceNote === undefined ? {} : { voiceNote }),
    ...(videoNote === undefined ? {} : { videoNote }),
    ...(gifPlayback === undefined ? {} : { gifPlayback }),
  }
}

/** Puts a file on the network's media server and says what a message has to say of it. Leaves no file behind. */
export async function uploadMedia(
  deps: UploadDeps,
  clientId: string,
  server: { upload(file: FileToUpload): Promise<UploadedFile['file']> },
  sent: MediaContent,
): Promise<UploadedFile> {
  const { source, kind, fileName, mimeType } = sent
  const media = kind === 'voice' ? 'audio' : kind
  const traits = readTraits(sent)
  const file =
    'url' in source
      ? await fetchFile(deps, source.url, media)
      : await findStored(deps, clientId, source.assetId)
  try {
    const mimetype = mimeType || file.mimetype
    const prepared = await prepareFile(deps, {
      path: file.path,
      sent: { media, voiceNote: traits.voiceNote === true, ...(mimetype ? { mimetype } : {}) },
      fileName: fileName || file.fileName,
      offered: file.offered,
    })
    try {
      const signal = AbortSignal.timeout(deps.timing.transferMs)
      const uploaded = await server.upload({ media, path: prepared.path, signal })
      return { media, ...prepared.traits, ...traits, file: uploaded }
    } finally {
      await prepared.release()
    }
  } catch (error) {
    throw toUploadRefusal(error)
  } finally {
    await file.release()
  }
}
