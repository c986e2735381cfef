import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StreamedBody } from '../../platform/outbound-http.ts'

interface NamedBytes {
  mimetype: string
  fileName: string | null
  body: StreamedBody
}

/** What is written of a file's bytes. They are let go with it, also where nobody began to read. */
function rewrite(bytes: Readable, write: (bytes: Readable) => AsyncIterable<Buffer>): Readable {
  return Readable.from(write(bytes), { objectMode: false }).once('close', () => bytes.destroy())
}

/** What is written before and behind a file, whose bytes are read while they are sent. */
function around(before: string, body: StreamedBody, after: string, size = body.sizeBytes): StreamedBody {
  const [head, tail] = [Buffer.from(before), Buffer.from(after)]
  async function* write(bytes: Readable) {
    yield head
    yield* bytes
    yield tail
  }
  return {
    sizeBytes: head.length + size + tail.length,
    open: async () => rewrite(await body.open(), write),
  }
}

/** As browsers write a name in a form (the multipart/form-data encoding of the HTML standard). */
const escapeName = (name: string): string =>
  name.toWellFormed().replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22')

/** A form of texts with one file (RFC 7578). */
export function buildMultipart(
  fields: readonly { name: string; value: string }[],
  partName: string,
  { mimetype, fileName, body }: NamedBytes,
): { contentType: string; body: StreamedBody } {
  const boundary = `parley-${randomUUID()}`
  const named = (name: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${escapeName(name)}"`
  const texts = fields.map(({ name, value }) => `${named(name)}\r\n\r\n${value}\r\n`)
  const type = mimetype.replaceAll(/[\r\n]/g, ' ')
  const file = `${named(partName)}; filename="${escapeName(fileName ?? 'file')}"\r\nContent-Type: ${type}\r\n\r\n`
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: around(`${texts.join('')}${file}`, body, `\r\n--${boundary}--\r\n`),
  }
}

const GROUP_BYTES = 3

/** Bytes as base64, a piece at a time: what is no whole group of three goes with the next piece. */
async function* encode(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left: Buffer = Buffer.alloc(0)
  for await (const piece of bytes) {
    const all = left.length === 0 ? piece : Buffer.concat([left, piece])
    const whole = all.length - (all.length % GROUP_BYTES)
    left = all.subarray(whole)
    yield Buffer.from(all.toString('base64', 0, whole), 'latin1')
  }
  yield Buffer.from(left.toString('base64'), 'latin1')
}

/** JSON with the file as base64 where the mark stands, once; null where it stands not or more often. */
export function putBase64(json: string, mark: string, { body }: NamedBytes): StreamedBody | null {
  const [before, after, ...more] = json.split(JSON.stringify(mark))
  if (before === undefined || after === undefined || more.length > 0) return null
  const encoded: StreamedBody = {
    sizeBytes: Math.ceil(body.sizeBytes / GROUP_BYTES) * 4,
    open: async () => rewrite(await body.open(), encode),
  }
  return around(`${before}"`, encoded, `"${after}`)
}
