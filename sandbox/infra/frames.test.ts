import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decodeStanza, encodeStanza, FrameReader, frame } from './frames.ts'
import { NOISE_HEADER } from './noise.ts'

/** Pushes bytes in pieces of the given sizes, then the rest. */
function pushInPieces(reader: FrameReader, bytes: Buffer, sizes: number[]): Buffer[] {
  const frames: Buffer[] = []
  let at = 0
  for (const size of sizes) {
    frames.push(...reader.push(bytes.subarray(at, at + size)))
    at += size
  }
  return [...frames, ...reader.push(bytes.subarray(at))]
}

test('frames come out whole however the stream is cut', () => {
  fc.assert(
    fc.property(
      fc.array(fc.uint8Array({ maxLength: 300 })),
      fc.array(fc.integer({ min: 1, max: 40 })),
      fc.boolean(),
      (payloads, sizes, isRouted) => {
        const routing = isRouted
          ? Buffer.concat([Buffer.from('ED\0\x01\0\0\x03'), Buffer.from('abc')])
          : Buffer.alloc(0)
        const stream = Buffer.concat([routing, NOISE_HEADER, ...payloads.map((payload) => frame(payload))])
        const frames = pushInPieces(new FrameReader(), stream, sizes)
        expect(frames.map((bytes) => [...bytes])).toEqual(payloads.map((payload) => [...payload]))
      },
    ),
  )
})

test('a stream that begins with anything else is refused', () => {
  expect(() => new FrameReader().push(Buffer.from('GET / HTTP/1.1'))).toThrow('protocol header')
})

test('a stanza survives the wire', () => {
  const stanza = {
    tag: 'iq',
    attrs: { id: '1', to: '@s.whatsapp.net' },
    content: [{ tag: 'ping', attrs: {} }],
  }
  expect(decodeStanza(encodeStanza(stanza))).toMatchObject({ tag: 'iq', attrs: stanza.attrs })
})
