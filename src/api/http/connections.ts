import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Refusal } from '../../core/errors.ts'
import { chooseMaxConnections, readDescriptorLimit } from '../../platform/process/descriptor-limit.ts'

/** Answers one request; never rejects. */
type Handle = (req: IncomingMessage, res: ServerResponse) => Promise<void>

/** How long a caller may take to send its headers; a slow one must not hold a connection for ever. */
const HEADERS_TIMEOUT_MS = 20_000
/** How often connections are looked at for that. */
const TIMEOUT_CHECK_MS = 5_000
const REQUEST_TIMEOUT_MS = 300_000
/** Longer than proxies keep a connection at rest (a minute, most of them): whoever closes first may cut off a call. */
const KEEP_ALIVE_MS = 75_000
/** How long a listener that closes waits for callers to send the rest of what they began to send. */
const UNSENT_MS = 5_000

export interface ListenerOptions {
  /** Milliseconds for what was asked to be answered; then it is cut off, which its handlers hear. */
  answerMs: number
  /** Milliseconds for callers to send the rest of what they began to send; never more than `answerMs`. */
  unsentMs?: number
  /** Most connections at a time; without it as many as the process's limit of file descriptors bears. */
  maxConnections?: number
}

export interface HttpListener {
  /** `http://host:port` as people reach it from this machine. */
  readonly url: string
  /** From now on requests are answered by this; before, with "not ready yet". */
  serve(handle: Handle): void
  /**
   * Takes no more connections; what was asked is answered, and its connection closed after it, both within bounds. Resolves
   * when all connections are closed and all work for them has ended. Safe to call twice.
   */
  close(): Promise<void>
}

async function answerNotReady(res: ServerResponse): Promise<void> {
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

/** What is being answered, and on which connection. */
interface Exchange {
  req: IncomingMessage
  res: ServerResponse
  worked: Promise<void>
}

/**
 * Connections of a server: bounded, so that a flood of them takes nothing from the rest of the process, and closed
 * without waiting for callers that never finish what they send.
 */
export class Traffic {
  readonly #server: Server
  readonly #answerMs: number
  readonly #unsentMs: number
  readonly #most: number
  /** Each with how much is being answered on it. */
  readonly #connections = new Map<Socket, number>()
  /** Those on which nothing is being answered, the longest at rest first. */
  readonly #resting = new Set<Socket>()
  readonly #open = new Set<Exchange>()
  #isClosing = false

  constructor(server: Server, { answerMs, unsentMs = UNSENT_MS, maxConnections }: ListenerOptions) {
    this.#server = server
    this.#answerMs = answerMs
    this.#unsentMs = unsentMs
    this.#most = maxConnections ?? chooseMaxConnections(readDescriptorLimit())
    server.on('connection', (socket) => {
      this.#connections.set(socket, 0)
      this.#resting.add(socket)
      socket.once('close', () => {
        this.#connections.delete(socket)
        this.#resting.delete(socket)
      })
      if (this.#connections.size > this.#most) this.#findDispensable(socket).destroy()
    })
  }

  /** Resolves when its answer is sent or its caller gone, and its work has ended. */
  async add(exchange: Exchange): Promise<void> {
    const { req, res, worked } = exchange
    this.#open.add(exchange)
    this.#count(req.socket, 1)
    if (this.#isClosing) endAfter(exchange)
    if (!res.closed) await new Promise((resolve) => res.once('close', resolve))
    this.#count(req.socket, -1)
    await worked
    this.#open.delete(exchange)
  }

  async close(): Promise<void> {
    this.#isClosing = true
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve())
    })
    this.#server.closeIdleConnections()
    for (const exchange of this.#open) endAfter(exchange)
    const drops = [
      setTimeout(() => this.#dropUnsent(), Math.min(this.#unsentMs, this.#answerMs)),
      setTimeout(() => this.#dropAll(), this.#answerMs),
    ]
    await closed
    drops.forEach(clearTimeout)
    await Promise.all([...this.#open].map(({ worked }) => worked))
  }

  /**
   * Who has to go for a new connection: the one that has asked for nothing for the longest, else the one that has been
   * sending its request for the longest. What is being answered stays, and then it is the new one that goes.
   */
  #findDispensable(latest: Socket): Socket {
    for (const socket of this.#resting) if (socket !== latest && !socket.destroyed) return socket
    for (const { req } of this.#open) if (!req.complete && !req.socket.destroyed) return req.socket
    return latest
  }

  #count(socket: Socket, change: 1 | -1): void {
    const before = this.#connections.get(socket)
    if (before === undefined) return
    this.#connections.set(socket, before + change)
    if (before + change === 0) this.#resting.add(socket)
    else this.#resting.delete(socket)
  }

  #dropUnsent(): void {
    const sent = new Set([...this.#open].filter(({ req }) => req.complete).map(({ req }) => req.socket))
    for (const socket of this.#connections.keys()) if (!sent.has(socket)) socket.destroy()
  }

  #dropAll(): void {
    for (const socket of this.#connections.keys()) socket.destroy()
  }
}

/** One whose head is sent has promised to keep its connection, so that has to be ended for it. */
function endAfter({ req, res }: Exchange): void {
  if (res.headersSent) res.once('close', () => req.socket.end())
  else res.shouldKeepAlive = false
}

/** Takes the port first, so that a taken one is known before anything else is touched. */
export async function openHttpListener(
  host: string,
  port: number,
  options: ListenerOptions,
): Promise<HttpListener> {
  let handle: Handle | null = null
  const server = createServer({ connectionsCheckingInterval: TIMEOUT_CHECK_MS }, (req, res) => {
    const worked = handle ? handle(req, res) : answerNotReady(res)
    void traffic.add({ req, res, worked })
  })
  const traffic = new Traffic(server, options)
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
      closing ??= traffic.close()
      return closing
    },
  }
}
