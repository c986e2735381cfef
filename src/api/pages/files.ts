import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { API_PREFIX } from '../../contract/operation.ts'
import { Refusal } from '../../core/errors.ts'
import { pipeAll } from '../../platform/process/pipe.ts'

/** `GET {FILES_PATH}<media id>` answers the bytes of a file (chat.downloadMedia tells the path). */
export const FILES_PATH = `${API_PREFIX}/chat/media/`

/** Both ends are part of it. */
interface ByteRange {
  start: number
  end: number
}

export interface FoundFile {
  mimetype: string
  fileName: string | null
  sizeBytes: number
  /** Says the same as long as the bytes are the same. */
  etag: string
  /** Null when it is gone meanwhile. */
  open(range?: ByteRange): Promise<Readable | null>
}

/** Null when there is no such file, or it is of none of these clients of the workspace; null stands for all of them. */
export type OpenFile = (
  id: string,
  workspaceId: string,
  clientIds: readonly string[] | null,
) => Promise<FoundFile | null>

/** Shown by a browser as what they are; everything else is only ever saved. */
const SHOWN = /^(image\/(png|jpeg|gif|webp|avif)|(video|audio)\/[a-z\d.+-]+)(; ?codecs=[\w.", -]+)?$/
const OK = 200
const PARTIAL = 206
const NOT_MODIFIED = 304
const NOT_SATISFIABLE = 416

/** Written as RFC 8187 has it, so that any name can stand in a header. */
function toDisposition({ mimetype, fileName }: FoundFile): string {
  const kind = SHOWN.test(mimetype) ? 'inline' : 'attachment'
  if (fileName === null) return kind
  const name = encodeURIComponent(fileName.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename*=UTF-8''${name}`
}

/** What strangers sent must not run as a page of ours, whatever it claims to be. */
const toHeaders = (file: FoundFile) => ({
  'content-type': SHOWN.test(file.mimetype) ? file.mimetype : 'application/octet-stream',
  'content-disposition': toDisposition(file),
  'content-security-policy': "default-src 'none'; sandbox",
  'accept-ranges': 'bytes',
  etag: `"${file.etag}"`,
  // Kept by the caller's own browser alone, which has to ask each time whether it still may.
  'cache-control': 'private, no-cache',
})

function isSame(header: string | undefined, etag: string): boolean {
  const given = header?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
  return given.includes('*') || given.includes(`"${etag}"`)
}

const RANGE = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/

/** The one part that is asked for; null for the whole file, also where several parts are asked for at once. */
function readRange({ headers }: IncomingMessage, { sizeBytes, etag }: FoundFile): ByteRange | 'none' | null {
  const given = RANGE.exec(headers.range?.trim() ?? '')
  if (!given || (headers['if-range'] !== undefined && headers['if-range'] !== `"${etag}"`)) return null
  const [, first, last, fromEnd] = given
  const start = fromEnd === undefined ? Number(first) : Math.max(0, sizeBytes - Number(fromEnd))
  const asked = last ? Number(last) : sizeBytes - 1
  if (last && asked < start) return null
  const end = Math.min(asked, sizeBytes - 1)
  return start > end ? 'none' : { start, end }
}

async function give(
  req: IncomingMessage,
  res: ServerResponse,
  file: FoundFile,
  range: ByteRange | null,
): Promise<Refusal | undefined> {
  const body = req.method === 'HEAD' ? null : await file.open(range ?? undefined)
  if (!body && req.method !== 'HEAD') return notFound()
  const length = range ? range.end - range.start + 1 : file.sizeBytes
  const part = range ? { 'content-range': `bytes ${range.start}-${range.end}/${file.sizeBytes}` } : {}
  res.writeHead(range ? PARTIAL : OK, { ...toHeaders(file), ...part, 'content-length': length })
  if (!body) {
    res.end()
    return undefined
  }
  await pipeAll(body, res).catch((error: unknown) => {
    // The caller hung up, or the file ended early: there is nobody left to tell.
    if (!res.destroyed) throw error
  })
  return undefined
}

const notFound = (): Refusal =>
  new Refusal('NOT_FOUND', 'There is no such file, or its time is over. Ask chat.downloadMedia.')

/** Streams a file or a part of it; says "not modified" to who has it already. */
export async function answerFile(
  req: IncomingMessage,
  res: ServerResponse,
  file: FoundFile | null,
): Promise<Refusal | undefined> {
  if (!file) return notFound()
  if (isSame(req.headers['if-none-match'], file.etag)) {
    res.writeHead(NOT_MODIFIED, toHeaders(file)).end()
    return undefined
  }
  const range = readRange(req, file)
  if (range !== 'none') return give(req, res, file, range)
  const headers = { ...toHeaders(file), 'content-range': `bytes */${file.sizeBytes}`, 'content-length': 0 }
  res.writeHead(NOT_SATISFIABLE, headers).end()
  return undefined
}
