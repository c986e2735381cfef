import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Refusal } from '../core/errors.ts'

type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** How long a caller may take to send its headers; a slow one must not hold a connection for ever. */
const HEADERS_TIMEOUT_MS = 20_000
const REQUEST_TIMEOUT_MS = 300_000
/** Longer than proxies keep a connection at rest (a minute, most of them): whoever closes first may cut off a call. */
const KEEP_ALIVE_MS = 75_000

export interface HttpListener {
  /** `http://host:port` as people reach it from this machine. */
  readonly url: string
  /** From now on requests are answered by this; before, with "not ready yet". */
  serve(handle: Handle): void
  /** Takes no more connections; open answers are finished. Safe to call twice. */
  close(): Promise<void>
}

function answerNotReady(res: ServerResponse): void {
  res.writeHead(503, { 'content-type': 'application/json', 'retry-after': '1' })
  res.end(
    JSON.stringify({
      defined: false,
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      message: 'The service is starting. Call again in a second.',
    }),
  )
}

function explainListenError(error: NodeJS.ErrnoException, host: string, port: number): Refusal {
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} on ${host} is taken, perhaps by another Parley. Stop that, or choose another with --port or PORT.`,
    EACCES: `This user may not listen on port ${port}. Choose one above 1023 with --port or PORT.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. Correct HOST; 127.0.0.1 answers only this machine.`,
  }
  const message =
    reasons[error.code ?? ''] ??
    `Listening on ${host}:${port} failed (${error.message}). Correct HOST or PORT.`
  return new Refusal('CONFLICT', message, { cause: error })
}

/** Takes the port first, so that a taken one is known before anything else is touched. */
export async function openHttpListener(host: string, port: number): Promise<HttpListener> {
  let handle: Handle | null = null
  const server = createServer((req, res) => {
    if (handle) void handle(req, res)
    else answerNotReady(res)
  })
  server.headersTimeout = HEADERS_TIMEOUT_MS
  server.requestTimeout = REQUEST_TIMEOUT_MS
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(explainListenError(error, host, port)))
    server.listen(port, host, resolve)
  })
  const address = server.address() as AddressInfo
  let closing: Promise<void> | undefined
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return {
    url: `http://${shown.includes(':') ? `[${shown}]` : shown}:${address.port}`,
    serve: (next) => {
      handle = next
    },
    close() {
      closing ??= new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      })
      return closing
    },
  }
}
