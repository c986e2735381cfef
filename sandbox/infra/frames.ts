import { inflateSync } from 'node:zlib'
import * as dictionary from 'baileys/lib/WABinary/constants.js'
import {
  type BinaryNode,
  decodeDecompressedBinaryNode,
  encodeBinaryNode,
} from 'baileys/lib/WABinary/index.js'
import { NOISE_HEADER } from './noise.ts'

const LENGTH_BYTES = 3
const ROUTING_PREFIX_BYTES = 7

/** Puts the three-byte length in front of a payload. */
export function frame(payload: Uint8Array): Buffer {
  const bytes = Buffer.allocUnsafe(LENGTH_BYTES + payload.length)
  bytes.writeUIntBE(payload.length, 0, LENGTH_BYTES)
  bytes.set(payload, LENGTH_BYTES)
  return bytes
}

/**
 * Cuts the byte stream of one client into frames. The stream begins with an introduction: optional edge-routing
 * bytes ("ED", two bytes, a three-byte length, data) and then the Noise header.
 */
export class FrameReader {
  #pending: Buffer = Buffer.alloc(0)
  #introduced = false

  /** The frames completed by these bytes; throws when the introduction is not this protocol's. */
  push(bytes: Buffer): Buffer[] {
    this.#pending = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes])
    if (!this.#introduced && !this.#readIntroduction()) return []
    const frames: Buffer[] = []
    while (this.#pending.length >= LENGTH_BYTES) {
      const end = LENGTH_BYTES + this.#pending.readUIntBE(0, LENGTH_BYTES)
      if (this.#pending.length < end) break
      frames.push(this.#pending.subarray(LENGTH_BYTES, end))
      this.#pending = this.#pending.subarray(end)
    }
    return frames
  }

  #readIntroduction(): boolean {
    let start = 0
    if (this.#pending.subarray(0, 2).toString('latin1') === 'ED') {
      if (this.#pending.length < ROUTING_PREFIX_BYTES) return false
      start = ROUTING_PREFIX_BYTES + this.#pending.readUIntBE(4, LENGTH_BYTES)
    }
    const end = start + NOISE_HEADER.length
    if (this.#pending.length < end) return false
    if (!this.#pending.subarray(start, end).equals(NOISE_HEADER)) {
      throw new Error('the connection did not begin with the protocol header')
    }
    this.#pending = this.#pending.subarray(end)
    this.#introduced = true
    return true
  }
}

/** The stanza in a decrypted frame; bit 2 of its first byte says whether it is deflated. */
export function decodeStanza(plain: Buffer): BinaryNode {
  const body = plain.subarray(1)
  const bytes = ((plain[0] ?? 0) & 2) !== 0 ? inflateSync(body) : body
  return decodeDecompressedBinaryNode(bytes, dictionary)
}

export const encodeStanza = (stanza: BinaryNode): Buffer => encodeBinaryNode(stanza)
