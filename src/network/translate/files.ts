import type { FileKind } from '../../core/conversation/content.ts'
import type { ReceivedFile } from '../port.ts'
import { toInteger, type WireFile, type WireMessage } from './wire.ts'

const MIMETYPES: Readonly<Record<FileKind, string>> = {
  image: 'image/jpeg',
  video: 'video/mp4',
  audio: 'audio/ogg',
  document: 'application/octet-stream',
  sticker: 'image/webp',
}

function findFile(message: WireMessage): [FileKind, WireFile] | null {
  if (message.imageMessage) return ['image', message.imageMessage]
  if (message.videoMessage) return ['video', message.videoMessage]
  if (message.ptvMessage) return ['video', message.ptvMessage]
  if (message.audioMessage) return ['audio', message.audioMessage]
  if (message.documentMessage) return ['document', message.documentMessage]
  if (message.stickerMessage) return ['sticker', message.stickerMessage]
  return null
}

/** What an unwrapped message says of its file; null when it has none that could be downloaded. */
export function readFile(message: WireMessage): ReceivedFile | null {
  return findFile(message)?.[1].mediaKey?.length ? readOpenFile(message) : null
}

/** The same of a post of a channel, whose files are not encrypted. */
export function readOpenFile(message: WireMessage): ReceivedFile | null {
  const found = findFile(message)
  if (!found) return null
  const [media, { mimetype, fileName, fileLength, seconds }] = found
  return {
    media,
    mimetype: mimetype || MIMETYPES[media],
    fileName: fileName || null,
    sizeBytes: toInteger(fileLength) || null,
    seconds: seconds || null,
  }
}
