import { gzipSync } from 'node:zlib'
import type { Random } from '../simulation/random.ts'

/** A request that is valid as it stands; the bytes sent are this one, spoiled. */
export interface PlainRequest {
  method: string
  path: string
  headers: readonly (readonly [string, string])[]
  body: Buffer
}

const METHODS = ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD', 'TRACE', 'post', 'PROPFIND', '\u0000']
const CONTENT_TYPES = [
  'application/json; charset=utf-16',
  'application/json; charset="',
  'application/json;;;=',
  'application/x-ndjson',
  'text/plain',
  'multipart/form-data; boundary=',
  'application/json, text/html',
  `application/${'j'.repeat(5_000)}`,
]
const ODD_HEADERS: readonly (readonly [string, string])[] = [
  ['Expect', '100-continue'],
  ['Expect', '200-ok'],
  ['Upgrade', 'websocket'],
  ['Content-Encoding', 'gzip'],
  ['Content-Encoding', 'br, br, br'],
  ['X-Request-Id', '\u007f{}'],
  ['X-Request-Id', 'r'.repeat(9_000)],
  ['Idempotency-Key', ''],
  ['Idempotency-Key', 'é\u00ff'],
  ['Idempotency-Key', 'k'.repeat(255)],
  ['Cookie', 'better-auth.session_token=%00%ff; =; a'],
  ['Cookie', 'better-auth.session_token='.repeat(200)],
  ['Origin', 'null'],
  ['X-Forwarded-For', '::1, 999.999.999.999, "'],
  ['Accept-Encoding', '*;q=0'],
  ['Range', 'bytes=0-18446744073709551615,-1'],
  ['If-None-Match', 'W/"'],
  ['Last-Event-ID', '99999999999999999999'],
  ['X-Api-Key', 'parley_'],
  ['Authorization', 'Bearer '],
  ['Host', '[::1'],
  ['Transfer-Encoding', 'chunked, identity'],
  ['X-Big', 'b'.repeat(20_000)],
  ['Bad Name', 'x'],
  ['X-Nul', 'a\u0000b'],
]
const ODD_PATHS = [
  '?a=1&a=2',
  '/',
  '//',
  '/%00',
  '/%ff%fe',
  '/..%2f..',
  '/../server/ping',
  '#x',
  '?%',
  '/\u00ff',
  ';a=b',
]

type Spoiler = (request: PlainRequest, random: Random) => PlainRequest

const replaceHeader = (request: PlainRequest, name: string, value: string): PlainRequest => ({
  ...request,
  headers: [...request.headers.filter(([own]) => own.toLowerCase() !== name.toLowerCase()), [name, value]],
})

function flipBytes(body: Buffer, random: Random): Buffer {
  const spoiled = Buffer.from(body)
  for (let flips = random.int(1, 4); flips > 0 && spoiled.length > 0; flips -= 1)
    spoiled[random.int(0, spoiled.length - 1)] = random.int(0, 255)
  return spoiled
}

function insertBytes(body: Buffer, random: Random): Buffer {
  const at = random.int(0, body.length)
  const piece = random.pick([
    '\u0000',
    '\\u0000',
    '\\ud800',
    '"',
    '{',
    '[',
    ',',
    '1e999',
    '\\',
    '\n',
    '\u2028',
  ])
  return Buffer.concat([body.subarray(0, at), Buffer.from(piece), body.subarray(at)])
}

const LARGE_BYTES = 4_000_000
/** Mostly around what a body may be, now and then far more. */
const chooseSize = (random: Random): number => random.int(1, random.chance(0.03) ? LARGE_BYTES : 1_200_000)

const repeat = (piece: string, bytes: number): string => piece.repeat(Math.ceil(bytes / piece.length))

/** Bodies that are small for each of their values, and many: what they are made into is a hundred times their size. */
const WIDE: readonly ((bytes: number) => string)[] = [
  (bytes) => `{"clientId":"x","target":"1","message":{"text":"x","mentions":[${repeat('"1",', bytes)}"1"]}}`,
  (bytes) => `{"nodes":[${repeat('{},', bytes)}{}],"edges":[]}`,
  (bytes) => `[${repeat('[[],[]],', bytes)}0]`,
  (bytes) => `{${Array.from({ length: Math.ceil(bytes / 10) }, (_, at) => `"k${at}":1`).join(',')}}`,
  (bytes) => JSON.stringify({ version: 1, name: 'wide', nodes: `[${repeat('[],', bytes)}[]]` }),
  (bytes) => `{"message":{"mentions":[${repeat('{"base64":"AAAA"},', bytes)}1]}}`,
  (bytes) => `{"message":{"image":{"base64":"${repeat('A', bytes)}","mimetype":"image/png"}}}`,
  (bytes) => `{"message":{"text":"${repeat('\\u00e9', bytes)}"}}`,
  (bytes) => `{"a":1${repeat(' ', bytes)}}`,
]

const spoilBody =
  (spoil: (body: Buffer, random: Random) => Buffer): Spoiler =>
  (request, random) => ({ ...request, body: spoil(request.body, random) })

const SPOILERS: readonly Spoiler[] = [
  spoilBody(flipBytes),
  spoilBody(insertBytes),
  spoilBody((body, random) => body.subarray(0, random.int(0, Math.max(0, body.length - 1)))),
  spoilBody((body, random) => body.subarray(random.int(0, body.length))),
  spoilBody((body) => Buffer.concat([body, body])),
  spoilBody((body) => Buffer.concat([Buffer.from('\ufeff'), body])),
  spoilBody((body) => Buffer.from(body.toString(), 'utf16le')),
  spoilBody((body) => gzipSync(body)),
  spoilBody((_body, random) => Buffer.from(`${'['.repeat(random.int(100, 90_000))}`)),
  spoilBody((_body, random) => Buffer.from(random.pick(WIDE)(chooseSize(random)))),
  spoilBody((_body, random) => Buffer.from(random.pick(WIDE)(chooseSize(random)))),
  spoilBody((_body, random) => {
    const levels = random.int(2, 150)
    return Buffer.from(
      `${'{"a":['.repeat(levels)}${repeat('1,', random.int(1, 200_000))}1${']}'.repeat(levels)}`,
    )
  }),
  spoilBody((_body, random) => Buffer.from(`{"clientId":"${'x'.repeat(random.int(1, 1_500_000))}"}`)),
  spoilBody((_body, random) =>
    Buffer.from(Array.from({ length: random.int(0, 400) }, () => random.int(0, 255))),
  ),
  (request, random) => ({ ...request, method: random.pick(METHODS) }),
  (request, random) => ({ ...request, path: request.path + random.pick(ODD_PATHS) }),
  (request, random) => ({
    ...request,
    path: request.path.slice(0, random.int(0, request.path.length)) || '/',
  }),
  (request, random) => replaceHeader(request, 'Content-Type', random.pick(CONTENT_TYPES)),
  (request, random) => ({ ...request, headers: [...request.headers, random.pick(ODD_HEADERS)] }),
  (request, random) => replaceHeader(request, ...random.pick(ODD_HEADERS)),
  (request, random) => ({
    ...request,
    headers: request.headers.toSpliced(random.int(0, request.headers.length - 1), 1),
  }),
]

type Framing = (body: Buffer, random: Random) => { header: string; bytes: Buffer }

const exact: Framing = (body) => ({ header: `Content-Length: ${body.length}`, bytes: body })

/** Ways to say how long the body is, most of them lies. */
const FRAMINGS: readonly Framing[] = [
  (body, random) => ({ header: `Content-Length: ${body.length + random.int(1, 50)}`, bytes: body }),
  (body) => ({ header: `Content-Length: ${Math.floor(body.length / 2)}`, bytes: body }),
  (body) => ({ header: 'Content-Length: -1', bytes: body }),
  (body) => ({ header: 'Content-Length: 99999999999999999999', bytes: body }),
  (body) => ({ header: `Content-Length: ${body.length}\r\nTransfer-Encoding: chunked`, bytes: body }),
  (body) => ({ header: 'Transfer-Encoding: chunked', bytes: body }),
  (body) => ({
    header: 'Transfer-Encoding: chunked',
    bytes: Buffer.concat([
      Buffer.from(`${body.length.toString(16)}\r\n`),
      body,
      Buffer.from('\r\n0\r\n\r\n'),
    ]),
  }),
  (body) => ({
    header: 'Transfer-Encoding: chunked',
    bytes: Buffer.concat([Buffer.from('ffffff\r\n'), body]),
  }),
  (body) => ({ header: 'X-No-Length: 1', bytes: body }),
]

/** The bytes of one request, wrong in one to three ways. */
export function buildRawRequest(plain: PlainRequest, random: Random): Buffer {
  let request = plain
  for (let times = random.int(1, 3); times > 0; times -= 1) request = random.pick(SPOILERS)(request, random)
  const { header, bytes } = (random.chance(0.75) ? exact : random.pick(FRAMINGS))(request.body, random)
  const version = random.chance(0.96) ? 'HTTP/1.1' : random.pick(['HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''])
  const lines = [
    `${request.method} ${request.path} ${version}`,
    ...request.headers.map(([name, value]) => `${name}: ${value}`),
  ]
  const head = Buffer.from(`${lines.join('\r\n')}\r\n${header}\r\n\r\n`, 'latin1')
  return Buffer.concat([head, bytes])
}
