import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync } from 'node:crypto'
import type { FileKind } from '../../../core/conversation/content.ts'
import { NetworkMediaError } from '../../port.ts'

const KEY_INFO: Readonly<Record<FileKind, string>> = {
  image: 'WhatsApp Image Keys',
  video: 'WhatsApp Video Keys',
  audio: 'WhatsApp Audio Keys',
  document: 'WhatsApp Document Keys',
  sticker: 'WhatsApp Image Keys',
}

const EXPANDED_BYTES = 112
const MAC_BYTES = 10
const SALT = Buffer.alloc(32)

function expand(mediaKey: Uint8Array, media: FileKind) {
  const keys = Buffer.from(hkdfSync('sha256', mediaKey, SALT, KEY_INFO[media], EXPANDED_BYTES))
  return { iv: keys.subarray(0, 16), cipherKey: keys.subarray(16, 48), macKey: keys.subarray(48, 80) }
}

export interface MediaDigests {
  fileSha256: Buffer
  fileEncSha256: Buffer
  fileLength: number
}

/** Encrypts chunk by chunk; the digests are the generator's result, known when it ends. */
export async function* encryptMedia(
  plain: AsyncIterable<Uint8Array>,
  mediaKey: Uint8Array,
  media: FileKind,
): AsyncGenerator<Buffer, MediaDigests> {
  const { iv, cipherKey, macKey } = expand(mediaKey, media)
  const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
  const mac = createHmac('sha256', macKey).update(iv)
  const plainHash = createHash('sha256')
  const sealedHash = createHash('sha256')
  let fileLength = 0
  for await (const chunk of plain) {
    fileLength += chunk.length
    plainHash.update(chunk)
    const sealed = cipher.update(chunk)
    mac.update(sealed)
    sealedHash.update(sealed)
    yield sealed
  }
  const last = cipher.final()
  const tag = mac.update(last).digest().subarray(0, MAC_BYTES)
  sealedHash.update(last).update(tag)
  yield Buffer.concat([last, tag])
  return { fileSha256: plainHash.digest(), fileEncSha256: sealedHash.digest(), fileLength }
}

/** What a message says of its file, enough to read and check it. Absent digests are not checked. */
export interface MediaSeal {
  media: FileKind
  mediaKey: Uint8Array
  fileSha256?: Uint8Array | null | undefined
  fileEncSha256?: Uint8Array | null | undefined
}

const damaged = (what: string): NetworkMediaError =>
  new NetworkMediaError('damaged', `The file does not fit its message (${what}); it was changed or cut off.`)

const differs = (expected: Uint8Array | null | undefined, actual: Buffer): boolean =>
  Boolean(expected?.length) && !actual.equals(expected ?? new Uint8Array())

/**
 * Decrypts chunk by chunk. What was given out counts only when the iteration ends well: the code that proves the file
 * comes last.
 */
export async function* decryptMedia(
  sealed: AsyncIterable<Uint8Array>,
  seal: MediaSeal,
): AsyncGenerator<Buffer> {
  const { iv, cipherKey, macKey } = expand(seal.mediaKey, seal.media)
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const mac = createHmac('sha256', macKey).update(iv)
  const plainHash = createHash('sha256')
  const sealedHash = createHash('sha256')
  let held: Buffer = Buffer.alloc(0)
  for await (const chunk of sealed) {
    sealedHash.update(chunk)
    const all = held.length ? Buffer.concat([held, chunk]) : Buffer.from(chunk)
    const usable = all.subarray(0, Math.max(0, all.length - MAC_BYTES))
    held = all.subarray(usable.length)
    if (!usable.length) continue
    mac.update(usable)
    const plain = decipher.update(usable)
    plainHash.update(plain)
    yield plain
  }
  const tag = mac.digest().subarray(0, MAC_BYTES)
  if (!tag.equals(held)) throw damaged('authentication code')
  if (differs(seal.fileEncSha256, sealedHash.digest())) throw damaged('digest of the encrypted file')
  let last: Buffer
  try {
    last = decipher.final()
  } catch {
    throw damaged('padding')
  }
  plainHash.update(last)
  yield last
  if (differs(seal.fileSha256, plainHash.digest())) throw damaged('digest')
}
