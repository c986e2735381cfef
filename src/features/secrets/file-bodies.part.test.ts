import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildMultipart, putBase64 } from './file-bodies.ts'

/** A file that comes in pieces of this many bytes. */
const toFile = (bytes: Buffer, piece: number, fileName: string | null = 'plan.pdf') => ({
  mimetype: 'application/pdf',
  fileName,
  body: {
    sizeBytes: bytes.length,
    open: async () => Readable.from(cut(bytes, piece), { objectMode: false }),
  },
})

function* cut(bytes: Buffer, piece: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += piece) yield bytes.subarray(at, at + piece)
}

const BYTES = Buffer.from(Array.from({ length: 1_000 }, (_, index) => (index * 7) % 256))
const ODD = 'a "b"\r\n--é'

test('a form with a file is read by the platform as it was written, whatever its names and texts', async () => {
  const fields = [
    { name: 'order', value: '7' },
    { name: ODD, value: 'line\r\nbreak, "quotes", é' },
  ]
  const { contentType, body } = buildMultipart(fields, 'document', toFile(BYTES, 64, ODD))
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const written = await buffer(await body.open())
    expect(written.length).toBe(body.sizeBytes)
    const form = await new Response(written, { headers: { 'content-type': contentType } }).formData()
    expect(form.get('order')).toBe('7')
    expect([...form.values()][1]).toBe('line\r\nbreak, "quotes", é')
    const file = form.get('document') as File
    expect([file.type, Buffer.from(await file.arrayBuffer())]).toEqual(['application/pdf', BYTES])
  }
})

test('a body that nobody read lets its file go', async () => {
  for (const build of [
    (file: ReturnType<typeof toFile>) => buildMultipart([], 'file', file).body,
    (file: ReturnType<typeof toFile>) => putBase64('"mark"', 'mark', file),
  ]) {
    const bytes = Readable.from([BYTES])
    const file = { ...toFile(BYTES, 64), body: { sizeBytes: BYTES.length, open: async () => bytes } }
    const body = await build(file)?.open()
    body?.destroy()
    await expect.poll(() => bytes.destroyed).toBe(true)
  }
})

test('two forms have different boundaries, and a file without a name gets one', async () => {
  const [one, other] = [1, 2].map(() => buildMultipart([], 'file', toFile(Buffer.alloc(0), 1, null)))
  expect(one?.contentType).not.toBe(other?.contentType)
  const form = await new Response(await buffer(await one!.body.open()), {
    headers: { 'content-type': one!.contentType },
  }).formData()
  expect(form.get('file')).toMatchObject({ name: 'file', size: 0 })
})

test.each([1, 2, 3, 64, 1_000])(
  'a file in pieces of %i bytes is one base64 text in the JSON',
  async (piece) => {
    const json = JSON.stringify({ a: 'é', document: { content: 'mark' } })
    const body = putBase64(json, 'mark', toFile(BYTES, piece))
    const written = await buffer(await body!.open())
    expect(written.length).toBe(body?.sizeBytes)
    expect(JSON.parse(written.toString())).toEqual({
      a: 'é',
      document: { content: BYTES.toString('base64') },
    })
  },
)

test('JSON in which the mark stands not once takes no file', () => {
  for (const json of ['{}', '{"a":"mark","b":"mark"}'])
    expect(putBase64(json, 'mark', toFile(BYTES, 64))).toBeNull()
})
