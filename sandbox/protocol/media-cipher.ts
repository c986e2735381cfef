import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto'

const MAC_BYTES = 10

/** The kinds of keys media is encrypted under; what uses which is part of the protocol. */
export type MediaKeyInfo = 'Image' | 'Video' | 'Audio' | 'Document' | 'History' | 'App State'

/** Digests of a file as sent and as encrypted, 32 bytes each, and its size before encryption. */
export interface MediaDigests {
  fileSha256: Buffer
  fileEncSha256: Buffer
  fileLength: number
}

function expandMediaKey(mediaKey: Uint8Array, info: MediaKeyInfo) {
  const keys = Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(32), `WhatsApp ${info} Keys`, 112))
  return { iv: keys.subarray(0, 16), cipherKey: keys.subarray(16, 48), macKey: keys.subarray(48, 80) }
}

/** Encrypts a stream chunk by chunk; `digests` is filled when the last chunk has been taken. */
export function encryptMedia(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  mediaKey: Uint8Array,
  info: MediaKeyInfo,
): { chunks: AsyncGenerator<Buffer>; digests: () => MediaDigests } {
  let digests: MediaDigests | undefined
  async function* run(): AsyncGenerator<Buffer> {
    const { iv, cipherKey, macKey } = expandMediaKey(mediaKey, info)
    const cipher = createCipheriv('aes-256-cbc', cipherKey, iv)
    const mac = createHmac('sha256', macKey).update(iv)
    const plainHash = createHash('sha256')
    const encryptedHash = createHash('sha256')
    let fileLength = 0
    const seal = (bytes: Buffer): Buffer => {
      mac.update(bytes)
      encryptedHash.update(bytes)
      return bytes
    }
    for await (const chunk of source) {
      fileLength += chunk.length
      plainHash.update(chunk)
      yield seal(cipher.update(chunk))
    }
    yield seal(cipher.final())
    const tail = mac.digest().subarray(0, MAC_BYTES)
    encryptedHash.update(tail)
    yield tail
    digests = { fileSha256: plainHash.digest(), fileEncSha256: encryptedHash.digest(), fileLength }
  }
  return {
    chunks: run(),
    digests: () => {
      if (digests === undefined) throw new Error('the stream has not been encrypted to its end')
      return digests
    },
  }
}

function requireEqual(what: string, actual: Uint8Array, expected: Uint8Array): void {
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) {
    throw new Error(`the media's ${what} is wrong`)
  }
}

/** Holds back the newest bytes of a stream, where the authentication code is. */
class TailBuffer {
  tail: Buffer = Buffer.alloc(0)

  /** The bytes that can no longer be part of the tail. */
  push(chunk: Uint8Array): Buffer {
    const all = Buffer.concat([this.tail, chunk])
    const cut = Math.max(0, all.length - MAC_BYTES)
    this.tail = all.subarray(cut)
    return all.subarray(0, cut)
  }
}

/**
 * Decrypts a stream chunk by chunk and, at its end, checks the authentication code, both digests and the size.
 * Throws an error that names what is wrong; what was given out before must then not be used.
 */
export async function* decryptMedia(
  source: AsyncIterable<Uint8Array>,
  mediaKey: Uint8Array,
  info: MediaKeyInfo,
  expected: MediaDigests,
): AsyncGenerator<Buffer> {
  const { iv, cipherKey, macKey } = expandMediaKey(mediaKey, info)
  const decipher = createDecipheriv('aes-256-cbc', cipherKey, iv)
  const mac = createHmac('sha256', macKey).update(iv)
  const plainHash = createHash('sha256')
  const encryptedHash = createHash('sha256')
  const tail = new TailBuffer()
  let length = 0
  const open = (bytes: Buffer): Buffer => {
    plainHash.update(bytes)
    length += bytes.length
    return bytes
  }
  for await (const chunk of source) {
    encryptedHash.update(chunk)
    const ready = tail.push(chunk)
    mac.update(ready)
    const plain = decipher.update(ready)
    if (plain.length > 0) yield open(plain)
  }
  requireEqual('authentication code', tail.tail, mac.digest().subarray(0, MAC_BYTES))
  requireEqual('encrypted digest', encryptedHash.digest(), expected.fileEncSha256)
  const last = decipher.final()
  if (last.length > 0) yield open(last)
  requireEqual('digest', plainHash.digest(), expected.fileSha256)
  if (length !== expected.fileLength) throw new Error("the media's size is wrong")
}
