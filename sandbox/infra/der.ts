/** The few pieces of DER (ITU-T X.690) an X.509 certificate is made of. */

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const UTF8 = 0x0c
const UTC_TIME = 0x17

function lengthBytes(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length])
  const hex = length.toString(16)
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  return Buffer.concat([Buffer.from([0x80 | bytes.length]), bytes])
}

/** A value under any tag. */
export const tagged = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag]), lengthBytes(content.length), content])
}

export const sequence = (...parts: Uint8Array[]): Buffer => tagged(SEQUENCE, ...parts)

export const set = (...parts: Uint8Array[]): Buffer => tagged(SET, ...parts)

export const octets = (bytes: Uint8Array): Buffer => tagged(OCTET_STRING, bytes)

/** Bytes as a bit string; `unusedBits` is how many of the last byte's bits do not count. */
export const bits = (bytes: Uint8Array, unusedBits = 0): Buffer =>
  tagged(BIT_STRING, Buffer.from([unusedBits]), bytes)

/** A positive integer given by its bytes. */
export const integer = (bytes: Uint8Array): Buffer =>
  tagged(INTEGER, (bytes[0] ?? 0) & 0x80 ? Buffer.from([0]) : Buffer.alloc(0), bytes)

export const yes = (): Buffer => Buffer.from([0x01, 0x01, 0xff])

export const utf8 = (text: string): Buffer => tagged(UTF8, Buffer.from(text, 'utf8'))

/** A moment between 1950 and 2049, to the second. */
export const utcTime = (at: Date): Buffer =>
  tagged(UTC_TIME, Buffer.from(`${at.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`, 'latin1'))

function base128(value: number): number[] {
  const groups = [value & 0x7f]
  for (let rest = value >> 7; rest > 0; rest >>= 7) groups.unshift((rest & 0x7f) | 0x80)
  return groups
}

/** An object identifier in its dotted form. */
export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number)
  return tagged(OBJECT_ID, Buffer.from([first * 40 + second, ...others.flatMap(base128)]))
}
