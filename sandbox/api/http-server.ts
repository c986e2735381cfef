import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLoopback } from '../infra/socket-server.ts'
import { InputError } from '../protocol/addresses.ts'
import type { Body } from './http-input.ts'

const MAX_BODY_BYTES = 16 * 1024 * 1024
const LOOPBACK_HOST = /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/

export type Route = (body: Body) => unknown

export interface Served {
  readonly routes: Record<string, Route>
  /** Scripts that anybody may get, by path. */
  readonly pages: Record<string, () => string>
  log(line: string): void
}

export interface HttpServer {
  readonly url: string
  close(): Promise<void>
}

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = chunk as Buffer
    size += bytes.length
    if (size > MAX_BODY_BYTES) throw new InputError('the body is larger than 16 MiB')
    chunks.push(bytes)
  }
  if (size === 0) return {}
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString('utf8'))
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Body
  } catch {
    // Falls through to the same sentence as a body that is no object.
  }
  throw new InputError('the body must be a JSON object')
}

function respond(response: ServerResponse, status: number, value: unknown): void {
  const text = JSON.stringify(value)
  response.writeHead(status, { 'content-type': 'application/json' }).end(text)
}

interface Refusal {
  status: number
  error: string
}

function refuse(request: IncomingMessage, path: string, route: Route | undefined): Refusal | undefined {
  const { method, headers } = request
  if (!LOOPBACK_HOST.test(headers.host ?? '') || headers.origin !== undefined) {
    return { status: 403, error: 'this API answers programs on this machine only' }
  }
  if (route === undefined)
    return { status: 404, error: `there is no ${path} here: docs/sandbox.md lists the paths` }
  if (method === 'POST' || (method === 'GET' && path === '/info')) return undefined
  return { status: 405, error: `send ${path} a POST with a JSON object` }
}

async function serve(
  { routes, pages, log }: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = (request.url ?? '/').split('?')[0] ?? '/'
  if (request.method === 'GET' && Object.hasOwn(pages, path)) {
    response.writeHead(200, { 'content-type': 'text/javascript; charset=utf-8' }).end(pages[path]?.())
    return
  }
  const route = Object.hasOwn(routes, path) ? routes[path] : undefined
  const refusal = refuse(request, path, route)
  if (refusal !== undefined) return respond(response, refusal.status, { error: refusal.error })
  try {
    respond(response, 200, (await route?.(await readBody(request))) ?? {})
  } catch (error) {
    if (error instanceof InputError) return respond(response, 400, { error: error.message })
    log(`${path} failed: ${error instanceof Error ? error.stack : error}`)
    respond(response, 500, { error: 'the network failed: its log says why' })
  }
}

/** Callers may keep a connection for a while: one that is closed just as they write on it cannot be told from a failed call. */
const KEEP_ALIVE_MS = 75_000

/** Serves scenario routes as JSON over loopback. */
export async function startHttpServer(port: number, served: Served): Promise<HttpServer> {
  const server = createServer((request, response) => void serve(served, request, response))
  server.keepAliveTimeout = KEEP_ALIVE_MS
  const boundPort = await listenLoopback(server, port)
  return {
    url: `http://127.0.0.1:${boundPort}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
