import { lookup as lookUp } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Readable } from 'node:stream'
import { type AddressPolicy, createAddressPolicy } from '../core/address-policy.ts'
import {
  type CallFailure,
  callFailure,
  type OutboundErrorCode,
  toErrorCode,
} from '../core/conversation/call-failure.ts'
import { refusal } from '../core/errors.ts'
import { createStreamSweeper } from './process/minor-gc.ts'
import { pipeAll } from './process/pipe.ts'

/** A body that is read while it is sent, once for each redirect that keeps it; exactly `sizeBytes` long. */
export interface StreamedBody {
  sizeBytes: number
  open(): Promise<Readable>
}

/** A request on somebody's behalf. The whole exchange, redirects and body included, ends within `timeoutMs`. */
export interface OutboundRequest {
  method: string
  url: string
  headers?: readonly { name: string; value: string }[]
  body?: string | Uint8Array | StreamedBody | null
  timeoutMs: number
  /** Default 10 s, and never more than `timeoutMs`. */
  connectTimeoutMs?: number
  /** Without encryption only addresses an operator has listed are called. Default false: any that may be called. */
  requireTls?: boolean
  /** A longer answer is an error; it is cut off, not kept. */
  maxBodyBytes: number
  /** How many redirects are followed. Default 3. */
  maxRedirects?: number
  signal?: AbortSignal
}

interface OutboundHead {
  status: number
  /** Names in lower case; repeated ones joined by a comma. */
  headers: Readonly<Record<string, string>>
  /** Where the last redirect led. */
  url: string
}

export interface OutboundResponse extends OutboundHead {
  body: Buffer
}

/** `body` fails with an `OutboundError` when it is too long or does not end in time. Read it, or call `destroy`. */
export interface OutboundStream extends OutboundHead {
  body: Readable
}

/** Why a request brought no answer. `message` is for the log: `words` says what to do about the failure. */
export class OutboundError extends Error {
  readonly failure: CallFailure

  constructor(failure: CallFailure, cause?: unknown) {
    super(`${failure.code} ${JSON.stringify(failure.params)}`, cause === undefined ? undefined : { cause })
    this.name = 'OutboundError'
    this.failure = failure
  }

  get code(): OutboundErrorCode {
    return toErrorCode(this.failure)
  }
}

/**
 * The one way out for requests whose target somebody else chose. Names are resolved here, the addresses checked, and
 * the connection made to just those, so that no second answer of a name server leads elsewhere; every redirect is
 * checked the same way.
 */
export interface OutboundHttp {
  /** Which addresses are called at all. */
  readonly addresses: AddressPolicy
  /**
   * Throws what a request to this address would be refused with before anything is sent. A name that is not known, or not
   * in a few seconds, passes: it may be known later.
   */
  check(url: string): Promise<void>
  request(request: OutboundRequest): Promise<OutboundResponse>
  open(request: OutboundRequest): Promise<OutboundStream>
}

/** Where a host is, for connections that are no requests. */
export interface AddressFinder {
  /**
   * The addresses that a host may be called at; throws an `OutboundError` when there are none. `requireListed`: it is spoken to
   * without encryption, so only addresses an operator has listed will do.
   */
  findAddresses(host: string, options?: { requireListed?: boolean }): Promise<string[]>
}

export interface OutboundOptions {
  /** Addresses and ranges that may be called although they are not public. */
  allow?: readonly string[]
  /** Resolves a host name; tests replace it. */
  resolve?(host: string): Promise<string[]>
}

const DEFAULT_MAX_REDIRECTS = 3
const DEFAULT_CONNECT_TIMEOUT_MS = 10_000
/** Somebody waits for the answer of a check. */
const CHECK_TIMEOUT_MS = 3_000
/** What a request keeps when a redirect leads to another origin: nothing that may be a secret. */
const HARMLESS_HEADERS = new Set(['accept', 'accept-language', 'user-agent', 'range'])
const HEADER_NAME = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/
// A header may hold anything but control characters and what does not fit into one byte.
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** Set by the exchange itself. */
const RESERVED_HEADERS = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'upgrade',
  'expect',
])

async function resolveByDns(host: string): Promise<string[]> {
  return (await lookUp(host, { all: true, verbatim: true })).map(({ address }) => address)
}

interface Hop {
  method: string
  url: URL
  headers: { name: string; value: string }[]
  body: Buffer | StreamedBody | null
}

class GuardedHttp implements OutboundHttp, AddressFinder {
  readonly addresses: AddressPolicy
  readonly #resolve: (host: string) => Promise<string[]>
  readonly #sweep = createStreamSweeper()

  constructor({ allow = [], resolve = resolveByDns }: OutboundOptions = {}) {
    this.#resolve = resolve
    this.addresses = createAddressPolicy(allow)
  }

  async check(text: string): Promise<void> {
    const url = parseUrl(text)
    if (!this.addresses.permitsHost(url.hostname)) throw refuseAddress(url.hostname.replace(/^\[|\]$/g, ''))
    const found = this.findAddresses(url.hostname)
    try {
      await abortable(found, AbortSignal.timeout(CHECK_TIMEOUT_MS))
    } catch (error) {
      if (error instanceof OutboundError && error.code === 'ADDRESS_REFUSED') throw error
    }
  }

  async request(request: OutboundRequest): Promise<OutboundResponse> {
    const { body, ...head } = await this.open(request)
    const chunks: Buffer[] = []
    for await (const chunk of body) chunks.push(chunk as Buffer)
    return { ...head, body: Buffer.concat(chunks) }
  }

  async open(request: OutboundRequest): Promise<OutboundStream> {
    const deadline = AbortSignal.timeout(request.timeoutMs)
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline
    const { maxRedirects = DEFAULT_MAX_REDIRECTS } = request
    const fail = (error: unknown): OutboundError => toOutboundError(error, deadline, request)
    let hop = toFirstHop(request)
    try {
      for (let redirects = 0; ; redirects += 1) {
        const addresses = await abortable(this.#findAllowed(hop.url, request), signal)
        const answer = await exchange(hop, addresses, request, signal)
        const next = readRedirect(hop, answer)
        if (next === null) return toStream(answer, hop.url, request, { fail, sweep: this.#sweep })
        answer.destroy()
        if (redirects === maxRedirects) throw refuseRedirect(maxRedirects)
        hop = next
      }
    } catch (error) {
      throw fail(error)
    }
  }

  async findAddresses(name: string, { requireListed = false } = {}): Promise<string[]> {
    const host = name.replace(/^\[|\]$/g, '')
    const open = await this.#findOpen(host)
    if (!requireListed || open.every(this.addresses.isListed)) return open
    throw refusePlain(name)
  }

  async #findOpen(host: string): Promise<string[]> {
    if (isIP(host) !== 0) {
      if (this.addresses.permits(host)) return [host]
      throw refuseAddress(host)
    }
    const found = await this.#resolve(host).catch((error: unknown) => {
      throw new OutboundError(callFailure('HOST_NOT_FOUND', { host }), error)
    })
    const open = found.filter((address) => this.addresses.permits(address))
    if (open.length === 0) throw refuseAddress(host)
    return open
  }

  #findAllowed(url: URL, { requireTls = false }: OutboundRequest): Promise<string[]> {
    return this.findAddresses(url.hostname, { requireListed: requireTls && url.protocol !== 'https:' })
  }
}

export function createOutboundHttp(options: OutboundOptions = {}): OutboundHttp & AddressFinder {
  return new GuardedHttp(options)
}

const refuseRedirect = (most: number): OutboundError =>
  new OutboundError(most === 0 ? callFailure('REDIRECTED') : callFailure('REDIRECTED_TOO_OFTEN', { most }))

const refusePlain = (host: string): OutboundError => new OutboundError(callFailure('NOT_ENCRYPTED', { host }))

const refuseAddress = (host: string): OutboundError =>
  new OutboundError(callFailure('ADDRESS_PRIVATE', { host }))

function toFirstHop({ method, url, headers = [], body = null }: OutboundRequest): Hop {
  for (const { name, value } of headers) {
    if (HEADER_NAME.test(name) && HEADER_VALUE.test(value) && !RESERVED_HEADERS.has(name.toLowerCase()))
      continue
    throw new OutboundError(callFailure('HEADER_REFUSED', { name: name.slice(0, 80) }))
  }
  if (!/^[A-Z]{1,16}$/.test(method)) throw new OutboundError(callFailure('NO_METHOD'))
  return { method, url: parseUrl(url), headers: [...headers], body: toBody(body) }
}

function toBody(body: string | Uint8Array | StreamedBody | null): Hop['body'] {
  if (body === null) return null
  return typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : body
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base) ? new URL(text, base) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new OutboundError(callFailure('NO_HTTP_ADDRESS'))
  }
  if (url.username !== '' || url.password !== '') {
    throw new OutboundError(callFailure('CREDENTIALS_IN_ADDRESS'))
  }
  return url
}

/** Connects to the first of the addresses that answers, and to no other. */
function exchange(
  hop: Hop,
  addresses: readonly string[],
  { connectTimeoutMs = DEFAULT_CONNECT_TIMEOUT_MS }: OutboundRequest,
  signal: AbortSignal,
): Promise<http.IncomingMessage> {
  const pinned = addresses.map((address) => ({ address, family: isIP(address) }))
  const lookup: LookupFunction = (_host, options, callback) => {
    const [first] = pinned
    if (options.all) callback(null, pinned)
    else callback(null, first?.address ?? '', first?.family ?? 0)
  }
  const { module, headers } = toWire(hop)
  return new Promise((resolve, reject) => {
    const request = module.request(hop.url, { method: hop.method, headers, lookup, signal, agent: false })
    const connecting = setTimeout(() => {
      request.destroy(new OutboundError(callFailure('CONNECTED_TOO_LATE', { host: hop.url.hostname })))
    }, connectTimeoutMs)
    request.on('socket', (socket) => {
      socket.once(hop.url.protocol === 'https:' ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
    })
    request.on('response', resolve)
    request.on('error', reject)
    request.on('close', () => clearTimeout(connecting))
    if (hop.body === null || Buffer.isBuffer(hop.body)) request.end(hop.body ?? undefined)
    else sendStream(hop.body, request)
  })
}

/** A server may answer before it has read all; then what is left is not sent, and that is no error. */
function sendStream({ open }: StreamedBody, request: http.ClientRequest): void {
  let isAnswered = false
  request.once('response', () => {
    isAnswered = true
  })
  open()
    .then((stream) => pipeAll(stream, request))
    .catch((error: Error) => {
      if (!isAnswered) request.destroy(error)
    })
}

function toWire({ url, headers, body }: Hop) {
  const wire: Record<string, string | string[]> = { 'accept-encoding': 'identity', 'user-agent': 'Parley' }
  for (const { name, value } of headers) {
    const key = name.toLowerCase()
    wire[key] = value
  }
  if (body !== null) wire['content-length'] = String('sizeBytes' in body ? body.sizeBytes : body.length)
  return { module: url.protocol === 'https:' ? https : http, headers: wire }
}

/** Where an answer sends the request next; null when it is the answer. */
function readRedirect(hop: Hop, answer: http.IncomingMessage): Hop | null {
  const { statusCode = 0 } = answer
  const { location } = answer.headers
  if (![301, 302, 303, 307, 308].includes(statusCode) || location === undefined) return null
  const url = parseUrl(location, hop.url)
  if (hop.url.protocol === 'https:' && url.protocol === 'http:') {
    throw new OutboundError(callFailure('REDIRECTED_UNENCRYPTED', { host: hop.url.hostname }))
  }
  const isSameOrigin = url.origin === hop.url.origin
  const dropsBody = statusCode === 303 || (statusCode < 303 && hop.method === 'POST')
  if (!dropsBody && hop.body !== null && !isSameOrigin) {
    throw new OutboundError(callFailure('REDIRECTED_WITH_BODY', { host: hop.url.hostname }))
  }
  const headers = hop.headers.filter(({ name }) => {
    const key = name.toLowerCase()
    if (dropsBody && key.startsWith('content-')) return false
    return isSameOrigin || HARMLESS_HEADERS.has(key)
  })
  if (!dropsBody) return { ...hop, url, headers }
  return { method: hop.method === 'HEAD' ? 'HEAD' : 'GET', url, headers, body: null }
}

function toStream(
  answer: http.IncomingMessage,
  url: URL,
  { maxBodyBytes }: OutboundRequest,
  { fail, sweep }: { fail: (error: unknown) => OutboundError; sweep: (bytes: number) => void },
): OutboundStream {
  const tooLarge = () =>
    new OutboundError(callFailure('ANSWER_TOO_LARGE', { host: url.hostname, most: maxBodyBytes }))
  if (Number(answer.headers['content-length'] ?? 0) > maxBodyBytes && answer.statusCode !== 304) {
    answer.destroy()
    throw tooLarge()
  }
  async function* bounded(): AsyncGenerator<Buffer> {
    let length = 0
    try {
      for await (const chunk of answer) {
        length += (chunk as Buffer).length
        if (length > maxBodyBytes) throw tooLarge()
        sweep((chunk as Buffer).length)
        yield chunk as Buffer
      }
    } catch (error) {
      throw fail(error)
    }
  }
  const body = Readable.from(bounded(), { objectMode: false })
  body.once('close', () => answer.destroy())
  const headers = Object.fromEntries(
    Object.entries(answer.headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]),
  )
  return { status: answer.statusCode ?? 0, headers, url: url.href, body }
}

function toOutboundError(error: unknown, deadline: AbortSignal, request: OutboundRequest): OutboundError {
  if (error instanceof OutboundError) return error
  if (deadline.aborted) return new OutboundError(callFailure('NO_ANSWER', { withinMs: request.timeoutMs }))
  if (request.signal?.aborted) return new OutboundError(callFailure('GIVEN_UP'))
  const code = (error as NodeJS.ErrnoException).code ?? ''
  const isConnecting =
    /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_TLS|CERT_|DEPTH_|SELF_SIGNED|UNABLE_|EPROTO)/
  return isConnecting.test(code)
    ? new OutboundError(callFailure('CONNECT_FAILED', { error: code }), error)
    : new OutboundError(callFailure('CONNECTION_LOST'), error)
}

async function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

/** Refuses at once what would be refused whenever something is sent there; `path` is the field with the address. */
export async function requireReachable(path: string, check: () => Promise<unknown>): Promise<void> {
  try {
    await check()
  } catch (cause) {
    if (!(cause instanceof OutboundError)) throw cause
    const reason = cause.code === 'BAD_URL' ? 'BAD_URL' : 'ADDRESS_REFUSED'
    throw refusal('BAD_REQUEST', reason, { call: cause.failure }, { path, cause })
  }
}
