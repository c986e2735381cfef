import type { Sound } from './mono-48k.ts'

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const RIFF_BYTES = 12
const CHUNK_HEAD_BYTES = 8
const MAX_HEAD_BYTES = 1024 ** 2

interface Format {
  channels: number
  sampleRate: number
  bytes: number
  read(data: DataView, at: number): number
}

function readerOf(code: number, bits: number): Format['read'] | null {
  if (code === FLOAT && bits === 32) return (data, at) => data.getFloat32(at, true)
  if (code !== PCM) return null
  switch (bits) {
    case 8:
      return (data, at) => (data.getUint8(at) - 128) / 128
    case 16:
      return (data, at) => data.getInt16(at, true) / 32_768
    case 24:
      return (data, at) => (data.getInt8(at + 2) * 65_536 + data.getUint16(at, true)) / 8_388_608
    case 32:
      return (data, at) => data.getInt32(at, true) / 2_147_483_648
    default:
      return null
  }
}

function parseFormat(chunk: Buffer): Format {
  const tag = chunk.readUInt16LE(0)
  // The extended form has its real code at the start of a longer name.
  const code = tag === EXTENSIBLE && chunk.length >= 26 ? chunk.readUInt16LE(24) : tag
  const channels = chunk.readUInt16LE(2)
  const sampleRate = chunk.readUInt32LE(4)
  const bits = chunk.readUInt16LE(14)
  const read = readerOf(code, bits)
  if (!read || channels < 1 || channels > 8 || sampleRate < 4_000 || sampleRate > 384_000) {
    throw new Error(`a WAV file of code ${code}, ${bits} bits, ${channels} channels, ${sampleRate} Hz`)
  }
  return { channels, sampleRate, bytes: bits / 8, read }
}

/** Reads uncompressed sound piece by piece. Throws on what is none. */
export function createWavDecoder() {
  let held: Buffer = Buffer.alloc(0)
  let format: Format | null = null
  let dataLeft = 0

  function begin(size: number, body: number): boolean {
    if (!format) throw new Error('a WAV file that does not say its format')
    dataLeft = size
    held = held.subarray(body)
    return size > 0
  }

  /** Reads up to the samples; true once they begin. */
  function readHead(): boolean {
    if (held.length > MAX_HEAD_BYTES) throw new Error('a WAV file without samples')
    let at = RIFF_BYTES
    while (at + CHUNK_HEAD_BYTES <= held.length) {
      const name = held.toString('latin1', at, at + 4)
      const size = held.readUInt32LE(at + 4)
      const body = at + CHUNK_HEAD_BYTES
      if (name === 'data') return begin(size, body)
      if (body + size > held.length) return false
      if (name === 'fmt ') format = parseFormat(held.subarray(body, body + size))
      at = body + size + (size % 2)
    }
    return false
  }

  return {
    decode(chunk: Uint8Array): Sound {
      held = Buffer.concat([held, chunk])
      if ((dataLeft === 0 && !readHead()) || !format) return { channelData: [], sampleRate: 0 }
      const { channels, sampleRate, bytes, read } = format
      const frameBytes = channels * bytes
      const frames = Math.floor(Math.min(held.length, dataLeft) / frameBytes)
      const data = new DataView(held.buffer, held.byteOffset, held.length)
      const channelData = Array.from({ length: channels }, (_, channel) =>
        Float32Array.from({ length: frames }, (_unused, frame) =>
          read(data, frame * frameBytes + channel * bytes),
        ),
      )
      held = held.subarray(frames * frameBytes)
      dataLeft = Math.max(1, dataLeft - frames * frameBytes)
      return { channelData, sampleRate }
    },
    free(): void {},
  }
}
