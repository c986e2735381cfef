import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Refusal } from '../../core/errors.ts'

export interface OwnNamesOptions {
  /** What the service listens on: a name, or an address. */
  host?: string | undefined
  /** Where people reach it, e.g. `https://parley.example.com`. */
  baseUrl?: string | undefined
  /** Whether X-Forwarded-Proto says by which scheme a caller came. */
  trustProxy?: boolean | undefined
}

/** The names the service goes by. A page elsewhere can make its own name lead here, but not one of these. */
export interface OwnNames {
  /** The refusal of a request for another name; undefined for one of ours. */
  refuse(req: IncomingMessage): Refusal | undefined
  /** Where the page of this request would have to come from to be our own: scheme, name and port. */
  originOf(req: IncomingMessage): string
  /** Whether a page of this origin is one of ours, for this request. */
  isOwn(origin: string, req: IncomingMessage): boolean
}

const SHOWN_CHARS = 100
const LOOPBACK = /^(localhost|::1|127(\.\d+){3})$/

const parse = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

/** Without brackets and the dot that ends a whole name; undefined when it is no name. */
function readName(hostHeader: string | undefined): string | undefined {
  const url = parse(`http://${hostHeader ?? ''}`)
  const isPlain = url && url.pathname === '/' && url.search === '' && url.username === '' && url.hash === ''
  return isPlain ? url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') : undefined
}

function refuseName(hostHeader: string | undefined): Refusal {
  const shown = (hostHeader ?? '').slice(0, SHOWN_CHARS)
  const message = `This service is not known as "${shown}". If people are to reach it by that name, set BASE_URL to the address they use, such as https://parley.example.com, and see that the proxy in front passes the header Host on. By its IP address it always answers.`
  return new Refusal('FORBIDDEN', message, { data: { reason: 'HOST_UNKNOWN' } })
}

/** Of a request that a page of another origin sent. */
export const refuseOrigin = (): Refusal =>
  new Refusal(
    'FORBIDDEN',
    'Only this service’s own pages may do that. Open its own address; if it is reached by another one, set BASE_URL to that.',
    { data: { reason: 'ORIGIN_UNKNOWN' } },
  )

/**
 * Ours are the names of this machine, any IP address (no name leads there), `host` and the name of `baseUrl`. A service
 * that others than this machine reach also takes names without a dot, as containers have: the public has none.
 */
export function createOwnNames({
  host = '127.0.0.1',
  baseUrl,
  trustProxy = false,
}: OwnNamesOptions): OwnNames {
  const base = baseUrl === undefined ? undefined : new URL(baseUrl)
  const named = new Set([readName(host), readName(base?.host)])
  const isLocal = LOOPBACK.test(host.toLowerCase())

  function isOurs(name: string): boolean {
    if (isIP(name) !== 0 || name === 'localhost' || name.endsWith('.localhost') || named.has(name))
      return true
    return !isLocal && !name.includes('.')
  }

  function schemeOf(req: IncomingMessage): string {
    const forwarded = trustProxy ? [req.headers['x-forwarded-proto'] ?? []].flat().at(-1) : undefined
    return forwarded?.split(',').at(-1)?.trim().toLowerCase() === 'https' ? 'https:' : 'http:'
  }

  function originOf(req: IncomingMessage): string {
    const at = (scheme: string): string | undefined => parse(`${scheme}//${req.headers.host ?? ''}`)?.origin
    if (base && at(base.protocol) === base.origin) return base.origin
    return at(schemeOf(req)) ?? 'http://localhost'
  }

  return {
    refuse(req) {
      const name = readName(req.headers.host)
      return name !== undefined && isOurs(name) ? undefined : refuseName(req.headers.host)
    },
    originOf,
    isOwn: (origin, req) => origin === base?.origin || origin === originOf(req),
  }
}
