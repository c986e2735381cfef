import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { proto, type WAMessage, type WASocket } from 'baileys'
import type { FileKind } from '../../../core/conversation/content.ts'
import type { MessageKey } from '../../../core/conversation/message.ts'
import {
  type DownloadOptions,
  type FileToUpload,
  type NetworkMedia,
  NetworkMediaError,
  type OpenFile,
  type UploadedMedia,
} from '../../port.ts'
import { unwrapMessage } from '../../translate/content.ts'
import { toWireKey } from '../outbound/message-context.ts'
import { readPieces } from './file-pieces.ts'
import { decryptMedia, encryptMedia, type MediaDigests } from './media-cipher.ts'
import { MediaHttp, type MediaHttpOptions } from './media-http.ts'

const DEFAULT_HOST = 'mmg.whatsapp.net'
const MEDIA_KEY_BYTES = 32
const RENEW_TIMEOUT_MS = 30_000
const CHECK_BYTES = 2048
/** What encryption adds at most: a block of padding and the authentication code. */
const OVERHEAD_BYTES = 64

const FIELDS: readonly [
  'imageMessage' | 'videoMessage' | 'ptvMessage' | 'audioMessage' | 'documentMessage' | 'stickerMessage',
  FileKind,
][] = [
  ['imageMessage', 'image'],
  ['videoMessage', 'video'],
  ['ptvMessage', 'video'],
  ['audioMessage', 'audio'],
  ['documentMessage', 'document'],
  ['stickerMessage', 'sticker'],
]

const PLACES: Readonly<Record<FileKind, string>> = {
  image: '/mms/image',
  video: '/mms/video',
  audio: '/mms/audio',
  document: '/mms/document',
  sticker: '/mms/image',
}

interface MediaInMessage {
  media: FileKind
  content: proto.Message.IImageMessage
}

function readMediaContent(message: proto.IMessage): MediaInMessage | null {
  const inner = unwrapMessage(message) as proto.IMessage
  for (const [field, media] of FIELDS) {
    const content = inner[field]
    if (content) return { media, content }
  }
  return null
}

function requireMedia(bytes: Uint8Array, isOpen = false): MediaInMessage & { message: proto.IMessage } {
  const message = proto.Message.decode(bytes)
  const found = readMediaContent(message)
  const hasKey = isOpen || Boolean(found?.content.mediaKey?.length)
  if (!found || !hasKey || !found.content.directPath?.startsWith('/')) {
    throw new NetworkMediaError('gone', 'The message does not say where its file is.')
  }
  return { ...found, message }
}

/** The length and the digest of a file, read a piece at a time. */
async function digest(path: string, signal: AbortSignal) {
  const hash = createHash('sha256')
  let fileLength = 0
  for await (const piece of readPieces(path)) {
    signal.throwIfAborted()
    hash.update(piece)
    fileLength += piece.length
  }
  return { fileSha256: hash.digest(), fileLength }
}

/** Writes the encrypted form of a file, a piece at a time; the pieces share one buffer. */
async function seal(
  path: string,
  sealedPath: string,
  mediaKey: Uint8Array,
  media: FileKind,
  signal: AbortSignal,
): Promise<MediaDigests> {
  const sealed = await open(sealedPath, 'wx')
  const plain = readPieces(path)
  try {
    const pieces = encryptMedia(plain, mediaKey, media)
    for (let piece = await pieces.next(); ; piece = await pieces.next()) {
      signal.throwIfAborted()
      if (piece.done) return piece.value
      await sealed.writeFile(piece.value)
    }
  } finally {
    // The encryption may have been left in the middle; the file that it reads from is closed then too.
    await Promise.all([plain.return(undefined), sealed.close()])
  }
}

/** Files of one connection's messages: encrypted up, decrypted down, through the network's media server. */
export class BaileysMedia implements NetworkMedia {
  private readonly socket: () => WASocket
  private readonly http: MediaHttp

  constructor(socket: () => WASocket, options: MediaHttpOptions) {
    this.socket = socket
    this.http = new MediaHttp(options)
  }

  async upload({ media, path, signal }: FileToUpload): Promise<UploadedMedia> {
    const mediaKey = randomBytes(MEDIA_KEY_BYTES)
    const sealedPath = `${path}.sealed-${mediaKey.toString('hex', 0, 4)}`
    try {
      const digests = await seal(path, sealedPath, mediaKey, media, signal)
      const { handle: _, ...sent } = await this.post(sealedPath, PLACES[media], digests.fileEncSha256, signal)
      return { ...sent, mediaKey, ...digests }
    } finally {
      await rm(sealedPath, { force: true })
    }
  }

  async uploadOpen({ media, path, signal }: FileToUpload): Promise<OpenFile> {
    const { fileSha256, fileLength } = await digest(path, signal)
    const sent = await this.post(path, `/newsletter/newsletter-${media}`, fileSha256, signal)
    return { ...sent, fileSha256, fileLength }
  }

  async *downloadOpen(bytes: Uint8Array, { maxBytes, signal }: DownloadOptions): AsyncGenerator<Buffer> {
    const { content } = requireMedia(bytes, true)
    const hash = createHash('sha256')
    for await (const chunk of this.http.get(await this.urlOf(content), maxBytes, signal)) {
      hash.update(chunk)
      yield chunk
    }
    const { fileSha256 } = content
    if (fileSha256?.length && !hash.digest().equals(fileSha256))
      throw new NetworkMediaError('damaged', 'The file does not fit its post; it was changed or cut off.')
  }

  async *download(bytes: Uint8Array, { maxBytes, signal }: DownloadOptions): AsyncGenerator<Buffer> {
    const { media, content } = requireMedia(bytes)
    const sealed = this.http.get(await this.urlOf(content), maxBytes + OVERHEAD_BYTES, signal)
    const mediaKey = content.mediaKey ?? new Uint8Array()
    const { fileSha256, fileEncSha256 } = content
    yield* decryptMedia(sealed, { media, mediaKey, fileSha256, fileEncSha256 })
  }

  async *downloadPicture(link: string, { maxBytes, signal }: DownloadOptions): AsyncGenerator<Buffer> {
    const url = URL.parse(link)
    if (url?.protocol !== 'https:')
      throw new NetworkMediaError('gone', 'The network gave no link that could be followed.')
    yield* this.http.get(url, maxBytes, signal)
  }

  async renew(key: MessageKey, bytes: Uint8Array): Promise<Uint8Array> {
    const { message } = requireMedia(bytes)
    const timer = Promise.withResolvers<never>()
    const handle = setTimeout(
      () => timer.reject(new NetworkMediaError('unreachable', 'The phone did not answer. Try again later.')),
      RENEW_TIMEOUT_MS,
    )
    try {
      const asked = this.socket().updateMediaMessage({ key: toWireKey(key), message } as WAMessage)
      asked.catch(() => {})
      const renewed = await Promise.race([asked, timer.promise])
      return proto.Message.encode(renewed.message ?? message).finish()
    } catch (cause) {
      if (cause instanceof NetworkMediaError) throw cause
      throw new NetworkMediaError('gone', 'The phone does not have the file any more.', { cause })
    } finally {
      clearTimeout(handle)
    }
  }

  async check(signal: AbortSignal): Promise<void> {
    const directory = await mkdtemp(join(tmpdir(), 'parley-check-'))
    const noise = randomBytes(CHECK_BYTES)
    try {
      const file = join(directory, 'noise')
      await writeFile(file, noise)
      const sent = await this.upload({ media: 'document', path: file, signal })
      const bytes = proto.Message.encode({ documentMessage: sent }).finish()
      const back: Buffer[] = []
      for await (const chunk of this.download(bytes, { maxBytes: CHECK_BYTES, signal })) back.push(chunk)
      if (!Buffer.concat(back).equals(noise))
        throw new NetworkMediaError('damaged', 'Another file came back.')
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  }

  private async findHosts(refresh: boolean): Promise<{ auth: string; hosts: string[] }> {
    try {
      const { auth, hosts } = await this.socket().refreshMediaConn(refresh)
      return { auth, hosts: hosts.map(({ hostname }) => hostname) }
    } catch (cause) {
      throw new NetworkMediaError('unreachable', 'The network did not name its media server.', { cause })
    }
  }

  private async urlOf({ directPath }: MediaInMessage['content']): Promise<URL> {
    const { hosts } = await this.findHosts(false)
    return new URL(`https://${hosts[0] ?? DEFAULT_HOST}${directPath}`)
  }

  private async post(path: string, place: string, sha256: Buffer, signal: AbortSignal) {
    const token = sha256.toString('base64url')
    for (const refresh of [false, true]) {
      const { auth, hosts } = await this.findHosts(refresh)
      for (const host of hosts) {
        const url = new URL(`https://${host}${place}/${token}`)
        url.searchParams.set('auth', auth)
        url.searchParams.set('token', token)
        const answer = await this.http.post(url, path, signal).catch((error: unknown) => {
          if (signal.aborted) throw error
          return null
        })
        if (typeof answer?.direct_path === 'string') {
          const handle = typeof answer.handle === 'string' ? answer.handle : null
          return { url: String(answer.url ?? ''), directPath: answer.direct_path, handle }
        }
      }
    }
    throw new NetworkMediaError('refused', 'The media server did not take the file. Send it again.')
  }
}
