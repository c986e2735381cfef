import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A store of objects that checks every signature (Signature Version 4) and every digest, as the real ones do. */
export interface S3Server {
  endpoint: string
  objects: Map<string, Buffer>
  /** Answers the next so many requests with this status; 0 ends the connection instead. */
  fail(status: number, count: number): void
  close(): Promise<void>
}

export const S3_KEYS = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a secret/key+of the test' }
const REGION = 'eu-test-1'
const MAX_SKEW_MS = 900_000

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string): Buffer => createHmac('sha256', key).update(data).digest()

/** The signature as the store computes it from what arrived. */
function computeSignature(req: IncomingMessage, signedHeaders: string, date: string): string {
  const url = new URL(req.url ?? '/', 'http://s3')
  const query = [...url.searchParams]
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .sort()
    .join('&')
  const headers = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(req.headers[name] ?? '').trim()}\n`)
  const payload = String(req.headers['x-amz-content-sha256'])
  const canonical = [req.method, url.pathname, query, headers.join(''), signedHeaders, payload].join('\n')
  const day = date.slice(0, 8)
  const scope = `${day}/${REGION}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')
  const key = [REGION, 's3', 'aws4_request'].reduce(
    (before: Buffer, part) => hmac(before, part),
    hmac(`AWS4${S3_KEYS.secretAccessKey}`, day),
  )
  return hmac(key, text).toString('hex')
}

function findFault(req: IncomingMessage): string | null {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/[^,]+, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/.exec(
      req.headers.authorization ?? '',
    )
  const date = String(req.headers['x-amz-date'] ?? '')
  if (!given || given[1] !== S3_KEYS.accessKeyId) return 'InvalidAccessKeyId'
  const [, , signedHeaders = '', signature] = given
  if (!signedHeaders.split(';').includes('host')) return 'AccessDenied'
  const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  if (!(Math.abs(Date.parse(iso) - Date.now()) < MAX_SKEW_MS)) return 'RequestTimeTooSkewed'
  return computeSignature(req, signedHeaders, date) === signature ? null : 'SignatureDoesNotMatch'
}

const refuse = (res: ServerResponse, status: number, code: string): unknown =>
  res.writeHead(status, { 'content-type': 'application/xml' }).end(`<Error><Code>${code}</Code></Error>`)

function give(req: IncomingMessage, res: ServerResponse, object: Buffer): unknown {
  const range = /^bytes=(\d+)-(\d+)$/.exec(req.headers.range ?? '')
  if (!range) return res.writeHead(200, { 'content-length': object.length }).end(object)
  const [start, end] = [Number(range[1]), Number(range[2])]
  const part = object.subarray(start, end + 1)
  return res.writeHead(206, { 'content-range': `bytes ${start}-${end}/${object.length}` }).end(part)
}

async function take(
  req: IncomingMessage,
  res: ServerResponse,
  keep: (bytes: Buffer) => void,
): Promise<unknown> {
  if (req.headers['content-length'] === undefined) return refuse(res, 411, 'MissingContentLength')
  const bytes = Buffer.concat(await req.toArray())
  if (sha256(bytes) !== req.headers['x-amz-content-sha256']) {
    return refuse(res, 400, 'XAmzContentSHA256Mismatch')
  }
  keep(bytes)
  return res.writeHead(200, { etag: '"x"' }).end()
}

export async function startS3Server(bucket: string): Promise<S3Server> {
  const objects = new Map<string, Buffer>()
  let failure = { status: 0, count: 0 }

  /** The key of a request that may go on; null when it was answered. */
  function admit(req: IncomingMessage, res: ServerResponse): string | null {
    const fault = findFault(req)
    const path = decodeURIComponent(new URL(req.url ?? '/', 'http://s3').pathname)
    if (fault) refuse(res, 403, fault)
    else if (path.startsWith(`/${bucket}/`)) return path.slice(bucket.length + 2)
    else refuse(res, 404, 'NoSuchBucket')
    return null
  }

  async function handle(req: IncomingMessage, res: ServerResponse): Promise<unknown> {
    if (failure.count > 0) {
      failure.count -= 1
      return failure.status === 0 ? req.socket.destroy() : refuse(res, failure.status, 'SlowDown')
    }
    const key = admit(req, res)
    if (key === null) return undefined
    if (req.method === 'PUT') return take(req, res, (bytes) => objects.set(key, bytes))
    if (req.method === 'DELETE') {
      objects.delete(key)
      return res.writeHead(204).end()
    }
    const object = objects.get(key)
    return object ? give(req, res, object) : refuse(res, 404, 'NoSuchKey')
  }

  const server = createServer((req, res) => void handle(req, res).catch(() => res.destroy())).listen(
    0,
    '127.0.0.1',
  )
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    fail: (status, count) => {
      failure = { status, count }
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const s3SettingsOf = ({ endpoint }: S3Server, bucket: string) => ({
  endpoint,
  bucket,
  region: REGION,
  prefix: 'parley/',
  ...S3_KEYS,
})
