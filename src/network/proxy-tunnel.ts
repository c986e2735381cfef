import { lookup } from 'node:dns/promises'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { isIP, isIPv6, type Socket } from 'node:net'
import { rootCertificates } from 'node:tls'
import { SocksClient } from 'socks'
import type { AddressPolicy } from '../core/address-policy.ts'
import type { ProxyFailure } from '../core/client/proxy-failure.ts'
import { lateFailureOf, nameOf, ProxyError, type ProxyFault, type ProxyRoute } from './proxy-route.ts'

export interface TunnelTarget {
  /** A name is resolved by the proxy, never here. */
  host: string
  port: number
}

export interface TunnelOptions {
  /** Authorities of https proxies beside the usual ones, PEM. */
  ca?: string | undefined
  /** Which addresses a client's own proxy may have. */
  policy: AddressPolicy
  timeoutMs?: number | undefined
  /** Resolves the name of a client's own proxy; tests replace it. */
  resolve?(host: string): Promise<string[]>
}

export type OpenTunnel = (route: ProxyRoute, target: TunnelTarget) => Promise<Socket>

/** How long a proxy may take until the way through it is open. */
const TUNNEL_TIMEOUT_MS = 10_000
const PROXY_AUTHENTICATION_REQUIRED = 407
const GATEWAY_ERRORS = new Set([502, 503, 504])

const NO_ROUTE = /ENETUNREACH|ENETDOWN|EHOSTUNREACH|EADDRNOTAVAIL|EAI_AGAIN|ETIMEDOUT/

/** Opens ways through proxies. Each rejects with a `ProxyError` that says whose fault it was. */
export function createTunnels(options: TunnelOptions): OpenTunnel {
  const { ca, policy, timeoutMs = TUNNEL_TIMEOUT_MS, resolve = resolveByDns } = options
  return async (route, target) => {
    const host = route.isOwn ? await findPublicAddress(route, policy, resolve) : route.host
    const open = route.protocol === 'socks5' ? throughSocks : throughHttp
    return open({ route, host, target, ca, timeoutMs })
  }
}

interface Way {
  route: ProxyRoute
  /** The proxy's address as it was checked, or its name. */
  host: string
  target: TunnelTarget
  ca: string | undefined
  timeoutMs: number
}

async function resolveByDns(host: string): Promise<string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address)
}

async function findPublicAddress(
  route: ProxyRoute,
  policy: AddressPolicy,
  resolve: (host: string) => Promise<string[]>,
): Promise<string> {
  const found = await resolve(route.host).catch((cause: unknown) => {
    throw new ProxyError('unreachable', { code: 'NOT_FOUND', params: { proxy: nameOf(route) } }, { cause })
  })
  const open = found.find((address) => policy.permits(address))
  if (open !== undefined) return open
  throw new ProxyError('refuses_target', { code: 'PRIVATE', params: { proxy: nameOf(route) } })
}

function throughHttp({ route, host, target, ca, timeoutMs }: Way): Promise<Socket> {
  const authority = `${isIPv6(target.host) ? `[${target.host}]` : target.host}:${target.port}`
  const credentials = Buffer.from(`${route.user}:${route.password}`).toString('base64')
  const request = (route.protocol === 'https' ? https : http).request({
    host,
    port: route.port,
    method: 'CONNECT',
    path: authority,
    agent: false,
    headers: {
      host: authority,
      ...(route.user || route.password ? { 'proxy-authorization': `Basic ${credentials}` } : {}),
    },
    ...(isIP(route.host) ? {} : { servername: route.host }),
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  })
  return new Promise((resolve, reject) => {
    let isReached = false
    const late = setTimeout(
      () => request.destroy(new ProxyError(isReached ? 'no_answer' : 'no_route', lateFailureOf(route))),
      timeoutMs,
    )
    const fail = (error: ProxyError): void => {
      clearTimeout(late)
      request.destroy()
      reject(error)
    }
    request.once('socket', (socket) => socket.once('connect', () => (isReached = true)))
    request.once('connect', (response, socket: Socket, head) => {
      clearTimeout(late)
      const refusal = readRefusal(route, response)
      if (refusal) {
        socket.destroy()
        return reject(refusal)
      }
      if (head.length > 0) socket.unshift(head)
      resolve(socket)
    })
    request.once('response', (response) => fail(readRefusal(route, response) ?? notAProxy(route)))
    request.on('error', (error) => fail(toHttpError(route, isReached, error)))
    request.end()
  })
}

const notAProxy = (route: ProxyRoute, cause?: unknown): ProxyError =>
  new ProxyError('no_proxy', { code: 'NO_PROXY', params: { proxy: nameOf(route) } }, { cause })

function readRefusal(route: ProxyRoute, { statusCode = 0 }: IncomingMessage): ProxyError | null {
  if (statusCode >= 200 && statusCode < 300) return null
  if (statusCode === PROXY_AUTHENTICATION_REQUIRED)
    return new ProxyError('refuses_credentials', {
      code: 'CREDENTIALS_REFUSED',
      params: { proxy: nameOf(route) },
    })
  const params = { proxy: nameOf(route), error: String(statusCode) }
  return GATEWAY_ERRORS.has(statusCode)
    ? new ProxyError('target_unreachable', { code: 'NETWORK_NOT_REACHED', params })
    : new ProxyError('refuses_target', { code: 'CONNECTION_REFUSED', params })
}

function toHttpError(route: ProxyRoute, isReached: boolean, error: NodeJS.ErrnoException): ProxyError {
  if (error instanceof ProxyError) return error
  if (error.code?.startsWith('HPE_')) return notAProxy(route, error)
  const reason = error.code ?? error.message
  const params = { proxy: nameOf(route), error: reason }
  return isReached
    ? new ProxyError('no_answer', { code: 'ENDED', params }, { cause: error })
    : new ProxyError(
        NO_ROUTE.test(reason) ? 'no_route' : 'unreachable',
        { code: 'UNREACHABLE', params },
        { cause: error },
      )
}

async function throughSocks({ route, host, target, timeoutMs }: Way): Promise<Socket> {
  try {
    const { socket } = await SocksClient.createConnection({
      proxy: {
        host,
        port: route.port,
        type: 5,
        ...(route.user || route.password ? { userId: route.user, password: route.password } : {}),
      },
      command: 'connect',
      destination: target,
      timeout: timeoutMs,
    })
    return socket
  } catch (error) {
    throw toSocksError(route, error)
  }
}

type SocksFailure = Extract<ProxyFailure, { params: { proxy: string } }>['code']

/** The library tells what happened only by its text. */
const SOCKS_FAULTS: readonly [RegExp, ProxyFault, SocksFailure][] = [
  [/authentication/i, 'refuses_credentials', 'CREDENTIALS_REFUSED'],
  [/NotAllowed/, 'refuses_target', 'CONNECTION_REFUSED'],
  [/rejected connection/i, 'target_unreachable', 'NETWORK_NOT_REACHED'],
  [NO_ROUTE, 'no_route', 'UNREACHABLE'],
  [/timed out/i, 'no_answer', 'LATE'],
  [/invalid/i, 'no_proxy', 'NO_SOCKS5'],
  [/socket closed/i, 'no_answer', 'ENDED'],
]

function toSocksError(route: ProxyRoute, error: unknown): ProxyError {
  const text = error instanceof Error ? error.message : String(error)
  const [, fault, code] = SOCKS_FAULTS.find(([sign]) => sign.test(text)) ?? [
    null,
    'unreachable' as const,
    'UNREACHABLE' as const,
  ]
  const failure = { code, params: { proxy: nameOf(route), error: null } } as ProxyFailure
  // The library's error carries its options, and with them the password: only its text is kept.
  return new ProxyError(fault, failure, { cause: text })
}
