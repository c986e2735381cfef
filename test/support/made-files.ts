import { randomBytes } from 'node:crypto'
/** Files made by code, with known contents. */

/** A tone that grows from silence to full. */
export function buildWav({ rate = 44_100, channels = 2, seconds = 1.5, bits = 16 } = {}): Buffer {
  const frames = Math.round(rate * seconds)
  const bytes = bits / 8
  const wav = Buffer.alloc(44 + frames * channels * bytes)
  wav.write('RIFF', 0, 'latin1')
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8, 'latin1')
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(channels, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * channels * bytes, 28)
  wav.writeUInt16LE(channels * bytes, 32)
  wav.writeUInt16LE(bits, 34)
  wav.write('data', 36, 'latin1')
  wav.writeUInt32LE(wav.length - 44, 40)
  const full = 2 ** (bits - 1) - 1
  for (let frame = 0; frame < frames; frame++) {
    const value = Math.round(Math.sin((frame * 2 * Math.PI * 440) / rate) * (frame / frames) * full)
    for (let channel = 0; channel < channels; channel++) {
      wav.writeIntLE(value, 44 + (frame * channels + channel) * bytes, bytes)
    }
  }
  return wav
}

function box(name: string, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(body.length + 8)
  head.write(name, 4, 'latin1')
  return Buffer.concat([head, body])
}

function words(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [at, value] of values.entries()) bytes.writeInt32BE(value, at * 4)
  return bytes
}

const ONE = 0x10000
const UPRIGHT = words(ONE, 0, 0, 0, ONE, 0, 0, 0, 0x40000000)
const TURNED = words(0, ONE, 0, -ONE, 0, 0, 0, 0, 0x40000000)

function track(kind: 'vide' | 'soun', width: number, height: number, isTurned: boolean): Buffer {
  const header = box(
    'tkhd',
    words(7, 0, 0, 1, 0, 0, 0, 0, 0, 0),
    isTurned ? TURNED : UPRIGHT,
    words(width * ONE, height * ONE),
  )
  const handler = box('hdlr', words(0, 0), Buffer.from(kind), Buffer.alloc(13))
  return box('trak', header, box('mdia', handler))
}

export interface Mp4Shape {
  width?: number
  height?: number
  seconds?: number
  /** As a phone held upright records. */
  isTurned?: boolean
  tracks?: readonly ('vide' | 'soun')[]
  brand?: string
  /** Bytes of sound and picture, which mean nothing. */
  size?: number
  /** The index is behind the data, as recorders write it. */
  indexLast?: boolean
}

/** A file of the MP4 family that describes itself as it should; its sound and pictures are noise. */
export function buildMp4(shape: Mp4Shape = {}): Buffer {
  const { width = 640, height = 360, seconds = 12, isTurned = false, tracks = ['vide', 'soun'] } = shape
  const { brand = 'isom', size = 5_000, indexLast = false } = shape
  const head = box('ftyp', Buffer.from(brand), words(512), Buffer.from(brand))
  const header = box('mvhd', words(0, 0, 0, 1_000, seconds * 1_000), Buffer.alloc(80))
  const index = box(
    'moov',
    header,
    ...tracks.map((kind) => track(kind, kind === 'vide' ? width : 0, kind === 'vide' ? height : 0, isTurned)),
  )
  const data = box('mdat', Buffer.alloc(size, 7))
  return Buffer.concat(indexLast ? [head, data, index] : [head, index, data])
}

/** The smallest files of their types, and some with noise behind the head. */
export const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
export const WEBP = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64')
export const buildNoisyMp4 = (bytes: number): Buffer =>
  Buffer.concat([Buffer.from('0000001866747970697361360000000069736f366d703431', 'hex'), randomBytes(bytes)])
export const buildNoisyOgg = (): Buffer =>
  Buffer.concat([
    Buffer.from('OggS\0\x02'),
    Buffer.alloc(20),
    Buffer.from([1, 19]),
    Buffer.from('OpusHead\x01\x01\0\0', 'latin1'),
    randomBytes(500),
  ])
