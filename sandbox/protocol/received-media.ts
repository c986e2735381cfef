import { proto } from 'baileys/WAProto/index.js'
import type { Media } from '../state/media.ts'
import { downloadMedia, type MediaKind, type MediaReference, readMediaReference } from './media-message.ts'

/** The media of a message a simulated phone received. Nothing is downloaded until it is asked for. */
export class ReceivedMedia {
  readonly kind: MediaKind
  readonly mimetype: string
  /** What the message says the file's SHA-256 is, in hex; downloading checks it. */
  readonly sha256: string
  readonly size: number
  readonly fileName?: string
  readonly #media: Media
  readonly #reference: MediaReference

  constructor(media: Media, reference: MediaReference) {
    this.#media = media
    this.#reference = reference
    this.kind = reference.kind
    this.mimetype = reference.mimetype
    this.sha256 = reference.digests.fileSha256.toString('hex')
    this.size = reference.digests.fileLength
    if (reference.fileName !== undefined) this.fileName = reference.fileName
  }

  /** The path of the encrypted file on the media server. */
  get directPath(): string {
    return this.#reference.directPath
  }

  /** The file, downloaded, decrypted and checked. Rejects with a sentence that says what is wrong with it. */
  async bytes(): Promise<Buffer> {
    const chunks: Buffer[] = []
    for await (const chunk of this.stream()) chunks.push(chunk)
    return Buffer.concat(chunks)
  }

  /** The file chunk by chunk, for one of any size; what was given out counts only when the stream ends well. */
  stream(): AsyncGenerator<Buffer> {
    return downloadMedia(this.#media, this.#reference)
  }

  /** Downloads, decrypts and checks the file without keeping it. */
  async verify(): Promise<void> {
    for await (const _ of this.stream());
  }
}

/** Reads the media of a stored message, base64 of its protobuf. */
export function readReceivedMedia(media: Media, raw: string): ReceivedMedia | undefined {
  const reference = readMediaReference(proto.Message.decode(Buffer.from(raw, 'base64')))
  return reference && new ReceivedMedia(media, reference)
}
