import type { Address } from '../core/addresses.ts'
import type { FileKind } from '../core/conversation/content.ts'
import type { MessageKey } from '../core/conversation/message.ts'
import type { StatusAudience } from './ports/status-port.ts'

/** A message to be quoted. Of one of our own, `key.participant` is our own address: the quote has to name its author. */
export interface QuotedOriginal {
  key: MessageKey
  bytes: Uint8Array
}

/** A file as it lies encrypted on the network's media server; all that a message has to say of where it is. */
export interface UploadedMedia {
  url: string
  directPath: string
  mediaKey: Uint8Array
  fileSha256: Uint8Array
  fileEncSha256: Uint8Array
  fileLength: number
}

/** A file as it lies open on the network's media server, for a post of a channel. */
export interface OpenFile {
  url: string
  directPath: string
  fileSha256: Uint8Array
  fileLength: number
  /** The server's own word for it, which goes with the post. */
  handle: string | null
}

/** What a message says of its file beside where it is. Pixels, seconds, and a small JPEG to show before the file came. */
export interface MediaTraits {
  mimetype: string
  caption?: string
  fileName?: string
  width?: number
  height?: number
  seconds?: number
  thumbnail?: Uint8Array
  /** 64 loudness values of 0 to 100, for voice notes. */
  waveform?: Uint8Array
  voiceNote?: boolean
  videoNote?: boolean
  gifPlayback?: boolean
  isAnimated?: boolean
}

/** A file on the network's media server, and what a message has to say of it. */
export interface UploadedFile extends MediaTraits {
  media: FileKind
  /** An open one is for channels. */
  file: UploadedMedia | OpenFile
}

/** What a content needs beside itself, which only the host can find. */
export interface PreparationParts {
  /** What it quotes. */
  quoted?: QuotedOriginal
  /** The heading of its album. */
  album?: MessageKey
  /** Of a media content: its file. */
  file?: UploadedFile
  /** Of an event with a call: a link of `NetworkConnection.createCallLink`. */
  joinLink?: string
  /** Of an edit: the message as it was sent, for those with a caption; without it the message was a text. */
  original?: Uint8Array
  /** Of a forward: the message that is sent on. */
  forwarded?: Uint8Array
}

export interface OutgoingMessage {
  /** Chosen and stored before the first wire attempt; a resend uses the same one. */
  id: string
  to: Address
  bytes: Uint8Array
  ackTimeoutMs: number
  /** Of what goes to the status feed; without it nothing does. */
  audience?: StatusAudience
  /**
   * The host is still storing the message: it may be encrypted meanwhile, but nothing of it leaves before this
   * resolves. When it rejects nothing leaves at all, and the outcome is `not_sent`.
   */
  stored?: Promise<unknown>
}
