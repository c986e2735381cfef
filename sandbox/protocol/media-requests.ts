import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type Blob, BlobTooLargeError } from '../state/blobs.ts'
import type { Media } from '../state/media.ts'

/** What a client is told it may upload, and what is taken. */
export const MAX_MEDIA_BYTES = 2 * 1024 ** 3
/** Files of channels have a place of their own, as they are not encrypted (whatsmeow's `UploadNewsletter`). */
const UPLOAD_PATH = /^\/(?:(?:mms|product|pps)\/[a-z-]+|newsletter\/newsletter-[a-z-]+)\/([^/]+)$/
const SLICES_PER_SECOND = 20
const OK = 200
const BAD_REQUEST = 400
const UNAUTHORIZED = 401
const NOT_FOUND = 404
const METHOD_NOT_ALLOWED = 405
const GONE = 410
const TOO_LARGE = 413

function answer(response: ServerResponse, status: number, body: object): void {
  const text = JSON.stringify(body)
  response
    .writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
    .end(text)
}

/** Lets half of a request through, then ends its connection. */
async function* cutHalfway(request: IncomingMessage): AsyncGenerator<Buffer> {
  const half = Number(request.headers['content-length'] ?? 0) / 2
  let seen = 0
  for await (const chunk of request) {
    seen += (chunk as Buffer).length
    if (seen >= half) request.destroy()
    yield chunk as Buffer
  }
}

async function takeUpload(
  media: Media,
  now: () => number,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const token = UPLOAD_PATH.exec(url.pathname)?.[1]
  const refusal = media.faults.takeRefusal('refuseUploads')
  if (refusal !== undefined) return answer(response, refusal, { error: { code: refusal } })
  if (token === undefined) return answer(response, NOT_FOUND, { error: { code: NOT_FOUND } })
  if (!media.isAuth(url.searchParams.get('auth') ?? '')) {
    return answer(response, UNAUTHORIZED, { error: { code: UNAUTHORIZED, message: 'the auth is not valid' } })
  }
  const source = media.faults.take('cutUploads') ? cutHalfway(request) : request
  const blob = await media.blobs.write(source, now(), MAX_MEDIA_BYTES)
  if (blob.sha256 !== decodeURIComponent(token).replace(/=+$/, '')) {
    media.blobs.setState(blob, 'lost')
    return answer(response, BAD_REQUEST, {
      error: { code: BAD_REQUEST, message: 'the hash is not the file’s' },
    })
  }
  if (media.faults.take('stallUploads')) return
  answer(response, OK, { url: media.url(blob), direct_path: media.directPath(blob), handle: blob.id })
}

async function* spoilFirstByte(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let isFirst = true
  for await (const chunk of chunks) {
    if (isFirst) chunk[0] = (chunk[0] ?? 0) ^ 1
    isFirst = false
    yield chunk
  }
}

/** Gives the first half, then waits for the other side to leave or leaves itself. */
async function* stopHalfway(
  chunks: AsyncIterable<Buffer>,
  size: number,
  response: ServerResponse,
  then: 'cut' | 'stall',
): AsyncGenerator<Buffer> {
  let left = Math.floor(size / 2)
  for await (const chunk of chunks) {
    yield chunk.subarray(0, left)
    left -= chunk.length
    if (left <= 0) break
  }
  if (then === 'cut') response.destroy()
  else if (!response.destroyed) await once(response, 'close')
}

/** What the faults in force make of a file on its way out. */
function spoil(media: Media, blob: Blob, response: ServerResponse): AsyncIterable<Buffer> {
  const { faults } = media
  let chunks: AsyncIterable<Buffer> = media.blobs.open(blob)
  if (faults.take('corruptDownloads')) chunks = spoilFirstByte(chunks)
  if (faults.take('cutDownloads')) chunks = stopHalfway(chunks, blob.size, response, 'cut')
  if (faults.take('stallDownloads')) chunks = stopHalfway(chunks, blob.size, response, 'stall')
  const { bytesPerSecond } = faults.settings
  return bytesPerSecond > 0 ? slowly(chunks, bytesPerSecond) : chunks
}

async function* slowly(chunks: AsyncIterable<Buffer>, bytesPerSecond: number): AsyncGenerator<Buffer> {
  const step = Math.max(1, Math.floor(bytesPerSecond / SLICES_PER_SECOND))
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length; at += step) {
      yield chunk.subarray(at, at + step)
      await delay(1000 / SLICES_PER_SECOND, undefined, { ref: false })
    }
  }
}

async function giveDownload(media: Media, response: ServerResponse, path: string): Promise<void> {
  const picture = media.findPicture(path)
  const blob = picture ?? media.find(path)
  const refusal = media.faults.takeRefusal('refuseDownloads')
  if (refusal !== undefined) return answer(response, refusal, {})
  if (blob === undefined) return answer(response, NOT_FOUND, {})
  if (blob.state !== 'there') return answer(response, GONE, {})
  const type = picture === undefined ? 'application/octet-stream' : 'image/jpeg'
  response.writeHead(OK, { 'content-type': type, 'content-length': blob.size })
  await pipeline(spoil(media, blob, response), response)
}

/** Answers a request to the media server: an upload by POST, a download by GET. */
export async function handleMediaRequest(
  media: Media,
  now: () => number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'https://media.invalid')
  try {
    if (request.method === 'POST') await takeUpload(media, now, request, response, url)
    else if (request.method === 'GET') await giveDownload(media, response, url.pathname)
    else answer(response, METHOD_NOT_ALLOWED, {})
  } catch (error) {
    if (error instanceof BlobTooLargeError && !response.headersSent) return answer(response, TOO_LARGE, {})
    // The other side is gone, or a fault ended its connection: there is nobody to tell.
    response.destroy()
  }
}
