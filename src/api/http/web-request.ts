import type { IncomingMessage, ServerResponse } from 'node:http'
import { Refusal } from '../../core/errors.ts'
import { PEER_HEADER } from '../../features/users/index.ts'
import { parseBody, readBytes } from './body.ts'
import { type OwnNames, refuseOrigin } from './own-names.ts'
import { NOTHING, type Route } from './routes.ts'

const MAX_BODY_BYTES = 65_536

/** Behind a proxy that is trusted, the last address of X-Forwarded-For is the one the proxy itself saw. */
export function readPeer(req: IncomingMessage, isProxied: boolean): string {
  const forwarded = isProxied ? [req.headers['x-forwarded-for'] ?? []].flat().join(',') : ''
  const last = forwarded.split(',').at(-1)?.trim()
  return last || (req.socket.remoteAddress ?? 'unknown')
}

function readHeaders(req: IncomingMessage, res: ServerResponse, isProxied: boolean): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  headers.set(PEER_HEADER, readPeer(req, isProxied))
  headers.set('x-request-id', String(res.getHeader('x-request-id')))
  return headers
}

async function writeResponse(res: ServerResponse, response: Response): Promise<void> {
  for (const [name, value] of response.headers) if (name !== 'set-cookie') res.setHeader(name, value)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) res.setHeader('set-cookie', cookies)
  res.statusCode = response.status
  res.end(Buffer.from(await response.arrayBuffer()))
}

/**
 * Hands a request of people who have no session yet over as the web's own type, with a bounded body: to sign-in, and to the
 * page of pairing links.
 */
async function answerWebRequest(
  req: IncomingMessage,
  res: ServerResponse,
  handle: (request: Request) => Promise<Response>,
  names: OwnNames,
  isProxied: boolean,
): Promise<Refusal | undefined> {
  if (req.method !== 'GET' && req.method !== 'POST') {
    res.setHeader('allow', 'GET, POST')
    return new Refusal('METHOD_NOT_SUPPORTED', 'This path takes GET or POST only.')
  }
  const { origin } = req.headers
  if (req.method === 'POST' && origin !== undefined && !names.isOwn(origin, req)) return refuseOrigin()
  const bytes = await readBytes(req, MAX_BODY_BYTES)
  if (bytes instanceof Refusal) return bytes
  const parsed = parseBody(bytes)
  if (parsed instanceof Refusal) return parsed
  const body = req.method === 'POST' && bytes.length > 0 ? new Uint8Array(bytes) : null
  const url = new URL(req.url ?? '/', names.originOf(req))
  const headers = readHeaders(req, res, isProxied)
  await writeResponse(res, await handle(new Request(url, { method: req.method, headers, body })))
  return undefined
}

/** Of the paths that are open to people who are not signed in; without what answers there is nothing. */
export function createOpenRoute(
  name: string,
  handle: ((request: Request) => Promise<Response>) | undefined,
  names: OwnNames,
  isProxied: boolean,
): Route {
  if (!handle) return { ...NOTHING, name }
  return { name, answer: ({ req, res }) => answerWebRequest(req, res, handle, names, isProxied) }
}
