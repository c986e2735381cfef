import { randomBytes } from 'node:crypto'
import type { proto } from 'baileys/WAProto/index.js'
import type { Media } from '../state/media.ts'
import { unwrapContent } from './content.ts'
import { decryptMedia, encryptMedia, type MediaDigests, type MediaKeyInfo } from './media-cipher.ts'

/** The kinds of media a phone sends: `ptt` is a voice note, `ptv` a video note, `gif` a video shown as one. */
export type MediaKind = 'image' | 'video' | 'gif' | 'ptv' | 'audio' | 'ptt' | 'document' | 'sticker'

/** What a phone sends as media, and how it describes it. */
export interface MediaContent {
  kind: MediaKind
  /** The file: at once, or as a stream of any size. */
  bytes?: Uint8Array
  stream?: AsyncIterable<Uint8Array>
  /** Guessed from the kind when absent. */
  mimetype?: string
  caption?: string
  fileName?: string
  width?: number
  height?: number
  seconds?: number
  waveform?: Uint8Array
  jpegThumbnail?: Uint8Array
  viewOnce?: boolean
  contextInfo?: proto.IContextInfo
  /** Sends it broken: the authentication code, the digest of the file, or the digest of the encrypted file is wrong. */
  corrupt?: 'mac' | 'hash' | 'enc-hash'
}

/** What a message says about its media, enough to download it. */
export interface MediaReference {
  kind: MediaKind
  mimetype: string
  fileName?: string
  directPath: string
  mediaKey: Buffer
  digests: MediaDigests
}

const KEY_INFO: Record<MediaKind, MediaKeyInfo> = {
  image: 'Image',
  video: 'Video',
  gif: 'Video',
  ptv: 'Video',
  audio: 'Audio',
  ptt: 'Audio',
  document: 'Document',
  sticker: 'Image',
}

const MIMETYPES: Record<MediaKind, string> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  gif: 'video/mp4',
  ptv: 'video/mp4',
  audio: 'audio/mpeg',
  ptt: 'audio/ogg; codecs=opus',
  document: 'application/octet-stream',
  sticker: 'image/webp',
}

async function* flipLast(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let before: Buffer | undefined
  for await (const chunk of chunks) {
    if (before !== undefined) yield before
    before = chunk
  }
  if (before === undefined) return
  const last = before.length - 1
  before[last] = (before[last] ?? 0) ^ 1
  yield before
}

interface Uploaded extends MediaDigests {
  url: string
  directPath: string
  mediaKey: Buffer
}

/** A phone encrypts a file and uploads it, a chunk at a time. */
export async function uploadMedia(
  media: Media,
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  info: MediaKeyInfo,
  at: number,
  corrupt?: MediaContent['corrupt'],
): Promise<Uploaded> {
  const mediaKey = randomBytes(32)
  const { chunks, digests } = encryptMedia(source, mediaKey, info)
  const blob = await media.blobs.write(corrupt === 'mac' ? flipLast(chunks) : chunks, at)
  const known = digests()
  const fileEncSha256 = corrupt === 'enc-hash' ? randomBytes(32) : Buffer.from(blob.sha256, 'base64url')
  const fileSha256 = corrupt === 'hash' ? randomBytes(32) : known.fileSha256
  const { fileLength } = known
  return {
    url: media.url(blob),
    directPath: media.directPath(blob),
    mediaKey,
    fileEncSha256,
    fileSha256,
    fileLength,
  }
}

/** Uploads a file and builds the message that refers to it. */
export async function buildMediaMessage(
  media: Media,
  content: MediaContent,
  at: number,
): Promise<proto.IMessage> {
  const { kind, bytes, stream, corrupt } = content
  const uploaded = await uploadMedia(media, stream ?? [bytes ?? Buffer.alloc(0)], KEY_INFO[kind], at, corrupt)
  const file = {
    ...uploaded,
    mimetype: content.mimetype ?? MIMETYPES[kind],
    mediaKeyTimestamp: Math.floor(at / 1000),
    ...(content.contextInfo === undefined ? {} : { contextInfo: content.contextInfo }),
  }
  const message = wrapFile(content, file)
  return content.viewOnce === true ? { viewOnceMessageV2: { message } } : message
}

type File = Uploaded & { mimetype: string; mediaKeyTimestamp: number; contextInfo?: proto.IContextInfo }

function wrapFile(content: MediaContent, file: File): proto.IMessage {
  const { kind, caption = null, fileName = null, width = null, height = null, seconds = null } = content
  const { waveform = null, jpegThumbnail = null, viewOnce = null } = content
  const picture = { width, height, jpegThumbnail, caption, viewOnce }
  switch (kind) {
    case 'image':
      return { imageMessage: { ...file, ...picture } }
    case 'video':
    case 'gif':
      return { videoMessage: { ...file, ...picture, seconds, gifPlayback: kind === 'gif' } }
    case 'ptv':
      return { ptvMessage: { ...file, ...picture, seconds } }
    case 'audio':
    case 'ptt':
      return { audioMessage: { ...file, seconds: seconds ?? 1, ptt: kind === 'ptt', waveform, viewOnce } }
    case 'sticker':
      return { stickerMessage: { ...file, width, height } }
    case 'document': {
      const documentMessage = {
        ...file,
        fileName: fileName ?? 'file',
        title: fileName,
        caption,
        jpegThumbnail,
      }
      return caption === null
        ? { documentMessage }
        : { documentWithCaptionMessage: { message: { documentMessage } } }
    }
  }
}

function findFile(message: proto.IMessage) {
  const { imageMessage: image, videoMessage: video, ptvMessage: ptv, audioMessage: audio } = message
  if (image) return { kind: 'image' as const, file: image }
  if (video) return { kind: video.gifPlayback ? ('gif' as const) : ('video' as const), file: video }
  if (ptv) return { kind: 'ptv' as const, file: ptv }
  if (audio) return { kind: audio.ptt ? ('ptt' as const) : ('audio' as const), file: audio }
  const { documentMessage: document, stickerMessage: sticker } = message
  if (document) return { kind: 'document' as const, file: document, fileName: document.fileName }
  if (sticker) return { kind: 'sticker' as const, file: sticker }
  return undefined
}

/** A copy in memory of its own: `Buffer.from` takes a part of a shared 64 KiB, all of which stays as long as the part. */
function copyApart(bytes: Uint8Array): Buffer {
  const copy = Buffer.alloc(bytes.length)
  copy.set(bytes)
  return copy
}

/** The media a message refers to; nothing when it has none or does not say enough about it. */
export function readMediaReference(message: proto.IMessage): MediaReference | undefined {
  const found = findFile(unwrapContent(message))
  if (found === undefined) return undefined
  const { kind, file, fileName } = found
  const { mediaKey, fileSha256, fileEncSha256, directPath } = file
  if (!mediaKey || !fileSha256 || !fileEncSha256 || !directPath) return undefined
  return {
    kind,
    mimetype: file.mimetype ?? '',
    ...(fileName ? { fileName } : {}),
    directPath,
    mediaKey: copyApart(mediaKey),
    digests: {
      fileSha256: copyApart(fileSha256),
      fileEncSha256: copyApart(fileEncSha256),
      fileLength: Number(file.fileLength ?? 0),
    },
  }
}

/** Downloads what a message refers to, decrypted and checked to its last byte. */
export const downloadMedia = (media: Media, { directPath, mediaKey, kind, digests }: MediaReference) =>
  decryptMedia(media.open(directPath), mediaKey, KEY_INFO[kind], digests)
