import type { FileKind } from '../core/conversation/content.ts'
import type { MessageKey } from '../core/conversation/message.ts'
import type { OpenFile, UploadedMedia } from './outgoing.ts'

/** What a message says of its file; it is the sender's word until the file was read. */
export interface ReceivedFile {
  media: FileKind
  mimetype: string
  fileName: string | null
  sizeBytes: number | null
  /** How long it plays; null for what does not, and where the sender does not say. */
  seconds: number | null
}

export interface FileToUpload {
  media: FileKind
  /** A file on disk; beside it, under a longer name, its encrypted form is kept while it is being sent. */
  path: string
  signal: AbortSignal
}

export interface DownloadOptions {
  /** A longer file ends in `too_large`. */
  maxBytes: number
  signal: AbortSignal
}

/** Files of messages through the network's media server. Everything fails with `NetworkMediaError`. */
export interface NetworkMedia {
  upload(file: FileToUpload): Promise<UploadedMedia>
  /** The file of a message, by the message's bytes. What was given out counts only when the iteration ends well. */
  download(bytes: Uint8Array, options: DownloadOptions): AsyncIterable<Uint8Array>
  /** The same for what is posted in channels, which is not encrypted. */
  uploadOpen(file: FileToUpload): Promise<OpenFile>
  /** The file of a post, by its message's bytes; checked against its digest when the iteration ends. */
  downloadOpen(bytes: Uint8Array, options: DownloadOptions): AsyncIterable<Uint8Array>
  /** The picture behind a link that the network gave (`ProfilePicture`). */
  downloadPicture(link: string, options: DownloadOptions): AsyncIterable<Uint8Array>
  /** Asks the account's phone to upload the file again; answers the message's bytes as they are from now on. */
  renew(key: MessageKey, bytes: Uint8Array): Promise<Uint8Array>
  /** Sends a small file of noise to the media server, which nobody else can read, and gets it back. */
  check(signal: AbortSignal): Promise<void>
}

/**
 * `gone`: the file is not there any more, `renew` may help; `damaged`: it does not fit its message; `too_large`;
 * `refused`: the server did not take it; `unreachable`: try again later.
 */
export class NetworkMediaError extends Error {
  readonly code: 'gone' | 'damaged' | 'too_large' | 'refused' | 'unreachable'

  constructor(code: NetworkMediaError['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'NetworkMediaError'
    this.code = code
  }
}
