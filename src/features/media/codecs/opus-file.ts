/** What a voice note is: Opus at 48 kHz in frames of 20 ms. */
export const OPUS_RATE = 48_000
export const OPUS_FRAME_SAMPLES = 960
/** What the encoder is late by; players drop that many samples at the start. */
export const OPUS_PRE_SKIP = 312

const PACKETS_A_PAGE = 50
const MAX_SEGMENTS = 255
const HEADER_BYTES = 27
const CRC_AT = 22
const CRC_POLYNOMIAL = 0x04c11db7
const FIRST_PAGE = 0x02
const LAST_PAGE = 0x04

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index << 24
  for (let bit = 0; bit < 8; bit++) crc = crc & 0x80000000 ? (crc << 1) ^ CRC_POLYNOMIAL : crc << 1
  return crc >>> 0
})

function checksum(bytes: Uint8Array): number {
  let crc = 0
  for (const byte of bytes) crc = ((crc << 8) ^ (CRC_TABLE[(crc >>> 24) ^ byte] ?? 0)) >>> 0
  return crc
}

/** How long a packet is, as Ogg writes it: 255 for each full segment, then the rest. */
function toLacing(length: number): number[] {
  return [...new Array<number>(Math.floor(length / MAX_SEGMENTS)).fill(MAX_SEGMENTS), length % MAX_SEGMENTS]
}

function buildHead(): Buffer {
  const head = Buffer.alloc(19)
  head.write('OpusHead', 'latin1')
  head.writeUInt8(1, 8)
  head.writeUInt8(1, 9)
  head.writeUInt16LE(OPUS_PRE_SKIP, 10)
  head.writeUInt32LE(OPUS_RATE, 12)
  return head
}

function buildTags(): Buffer {
  const vendor = Buffer.from('Parley')
  const tags = Buffer.alloc(16 + vendor.length)
  tags.write('OpusTags', 'latin1')
  tags.writeUInt32LE(vendor.length, 8)
  vendor.copy(tags, 12)
  return tags
}

/** Puts mono Opus packets of one frame each into the pages of an Ogg file (RFC 7845). Join what its calls give. */
export function createOpusFile(serial: number) {
  let sequence = 0
  let framesBefore = 0
  let waiting: Uint8Array[] = []
  let lacing: number[] = []

  function buildPage(packets: readonly Uint8Array[], granule: number, flags: number): Buffer {
    const table = packets.flatMap(({ length }) => toLacing(length))
    const header = Buffer.alloc(HEADER_BYTES)
    header.write('OggS', 'latin1')
    header.writeUInt8(flags, 5)
    header.writeBigUInt64LE(BigInt(granule), 6)
    header.writeUInt32LE(serial, 14)
    header.writeUInt32LE(sequence, 18)
    header.writeUInt8(table.length, 26)
    sequence += 1
    const page = Buffer.concat([header, Buffer.from(table), ...packets])
    page.writeUInt32LE(checksum(page), CRC_AT)
    return page
  }

  function flush(granule: number, flags: number): Buffer {
    const page = buildPage(waiting, granule, flags)
    framesBefore += waiting.length
    waiting = []
    lacing = []
    return page
  }

  return {
    begin: (): Buffer =>
      Buffer.concat([buildPage([buildHead()], 0, FIRST_PAGE), buildPage([buildTags()], 0, 0)]),
    /** A page when one is full, else nothing. */
    add(packet: Uint8Array): Buffer {
      const own = toLacing(packet.length)
      const isFull = waiting.length === PACKETS_A_PAGE || lacing.length + own.length > MAX_SEGMENTS
      const granule = (framesBefore + waiting.length) * OPUS_FRAME_SAMPLES
      const page = isFull ? flush(granule, 0) : Buffer.alloc(0)
      waiting.push(packet)
      lacing.push(...own)
      return page
    },
    /** `samples` is how many there were before encoding: what filled up the last frame is not played. */
    end: (samples: number): Buffer => flush(samples + OPUS_PRE_SKIP, LAST_PAGE),
  }
}
