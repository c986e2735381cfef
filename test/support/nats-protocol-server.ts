import { createServer, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { type NatsOperator, type NatsRights, newNonce, readLogin } from './nats-accounts.ts'

const MAX_PAYLOAD_BYTES = 1_048_576
const CRLF = Buffer.from('\r\n')
const NO_RESPONDERS = Buffer.from('NATS/1.0 503\r\n\r\n')

interface Subscriber {
  sid: string
  subject: string
  queue: string | null
  socket: Socket
}

function matches(pattern: string, subject: string): boolean {
  const wanted = pattern.split('.')
  const given = subject.split('.')
  if (wanted.at(-1) === '>') return given.length >= wanted.length && wanted.slice(0, -1).every(fits)
  return wanted.length === given.length && wanted.every(fits)
  function fits(token: string, at: number): boolean {
    return token === '*' || token === given[at]
  }
}

export interface NatsServer {
  readonly url: string
  /** Breaks all connections and takes no new ones, until `restore`. */
  cut(): Promise<void>
  restore(): Promise<void>
  stop(): Promise<void>
}

/**
 * Whom a server lets in: who has a certificate of `caPem` (PEM; it shows `certPem` itself), or users of an operator's accounts,
 * one of both.
 */
export type NatsGuard =
  | { tls: { caPem: string; certPem: string; keyPem: string }; operator?: undefined }
  | { operator: NatsOperator; tls?: undefined }
  | { operator?: undefined; tls?: undefined }

/** What of the NATS protocol the bus uses: subjects, wildcards, queue groups, headers, "no responders" and logins. */
class Broker {
  #subscribers: Subscriber[] = []
  readonly #rights = new WeakMap<Socket, NatsRights>()
  readonly #operator: NatsOperator | undefined

  constructor(operator: NatsOperator | undefined) {
    this.#operator = operator
  }

  serve(socket: Socket, nonce: string): void {
    let rest: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const used = this.#take(socket, rest, nonce)
        if (used === 0 || socket.writableEnded) return
        rest = rest.subarray(used)
      }
    })
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      this.#subscribers = this.#subscribers.filter((subscriber) => subscriber.socket !== socket)
    })
  }

  /** Handles the first whole operation of the buffer; answers how many bytes it was, 0 when it is not whole yet. */
  #take(socket: Socket, buffer: Buffer, nonce: string): number {
    const end = buffer.indexOf(CRLF)
    if (end < 0) return 0
    const [verb = '', ...words] = buffer.toString('latin1', 0, end).split(/\s+/)
    const start = end + CRLF.length
    if (verb.toUpperCase() === 'CONNECT' || !this.#mayAnything(socket)) {
      this.#logIn(socket, nonce, buffer.toString('utf8', verb.length, end))
      return start
    }
    switch (verb.toUpperCase()) {
      case 'PING':
        socket.write('PONG\r\n')
        return start
      case 'SUB':
        this.#subscribe(socket, words)
        return start
      case 'UNSUB':
        this.#subscribers = this.#subscribers.filter((s) => s.socket !== socket || s.sid !== words[0])
        return start
      case 'PUB':
      case 'HPUB': {
        const size = Number(words.at(-1))
        if (buffer.length < start + size + CRLF.length) return 0
        this.#publish(socket, verb.toUpperCase() === 'HPUB', words, buffer.subarray(start, start + size))
        return start + size + CRLF.length
      }
      default:
        return start
    }
  }

  #mayAnything(socket: Socket): boolean {
    return this.#operator === undefined || this.#rights.has(socket)
  }

  /** A server with accounts hangs up on everything that is no good login, with these words. */
  #logIn(socket: Socket, nonce: string, connect: string): void {
    if (this.#operator === undefined) return
    const rights = readLogin(this.#operator, nonce, connect)
    if (rights) this.#rights.set(socket, rights)
    else socket.end("-ERR 'Authorization Violation'\r\n").destroySoon()
  }

  /** Refuses what the user has no right to in the server's words, and keeps the connection. */
  #isAllowed(socket: Socket, action: 'publish' | 'subscribe', subject: string): boolean {
    const allowed = this.#rights.get(socket)?.[action]
    if (!allowed || allowed.some((pattern) => matches(pattern, subject))) return true
    const verb = action === 'publish' ? 'Publish to' : 'Subscription to'
    socket.write(`-ERR 'Permissions Violation for ${verb} "${subject}"'\r\n`)
    return false
  }

  #subscribe(socket: Socket, words: readonly string[]): void {
    if (!this.#isAllowed(socket, 'subscribe', words[0] ?? '')) return
    const queue = words.length === 3 ? (words[1] ?? null) : null
    this.#subscribers.push({ subject: words[0] ?? '', queue, sid: words.at(-1) ?? '', socket })
  }

  #publish(from: Socket, hasHeader: boolean, words: readonly string[], body: Buffer): void {
    const subject = words[0] ?? ''
    if (!this.#isAllowed(from, 'publish', subject)) return
    const headerBytes = hasHeader ? Number(words.at(-2)) : 0
    const reply = words.length > (hasHeader ? 3 : 2) ? (words[1] ?? '') : ''
    const groups = new Set<string>()
    const takers = this.#subscribers.filter((subscriber) => {
      if (!matches(subscriber.subject, subject)) return false
      if (subscriber.queue === null) return true
      const group = `${subscriber.subject} ${subscriber.queue}`
      return !groups.has(group) && groups.add(group)
    })
    for (const taker of takers) deliver(taker, subject, reply, body, headerBytes)
    if (takers.length > 0 || reply === '') return
    const asker = this.#subscribers.find((s) => s.socket === from && matches(s.subject, reply))
    if (asker) deliver(asker, reply, '', NO_RESPONDERS, NO_RESPONDERS.length)
  }
}

function deliver(
  { socket, sid }: Subscriber,
  subject: string,
  reply: string,
  body: Buffer,
  headerBytes: number,
) {
  const sizes = headerBytes > 0 ? `${headerBytes} ${body.length}` : `${body.length}`
  const words = [headerBytes > 0 ? 'HMSG' : 'MSG', subject, sid, ...(reply === '' ? [] : [reply]), sizes]
  socket.write(Buffer.concat([Buffer.from(`${words.join(' ')}\r\n`), body, CRLF]))
}

const describeServer = ({ tls, operator }: NatsGuard, nonce: string): object => ({
  ...{ server_id: 'test', version: '2.9.0', proto: 1, headers: true, max_payload: MAX_PAYLOAD_BYTES },
  ...(tls && { tls_required: true, tls_verify: true }),
  ...(operator && { auth_required: true, nonce }),
})

/** A NATS server of our own, for machines that have none: enough for the bus, and it can be cut off. */
export async function startProtocolServer(guard: NatsGuard = {}): Promise<NatsServer> {
  const { tls, operator } = guard
  const sockets = new Set<Socket>()
  let broker = new Broker(operator)
  let isCut = false
  const encrypted =
    tls &&
    createTlsServer({
      ...{ ca: tls.caPem, cert: tls.certPem, key: tls.keyPem },
      ...{ requestCert: true, rejectUnauthorized: true },
    })
  encrypted?.on('tlsClientError', (_, socket) => socket.destroy())
  encrypted?.on('secureConnection', (socket) => broker.serve(socket, ''))
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
    const nonce = newNonce()
    socket.write(`INFO ${JSON.stringify(describeServer(guard, nonce))}\r\n`)
    if (encrypted) encrypted.emit('connection', socket)
    else broker.serve(socket, nonce)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const chosen = typeof address === 'object' && address ? address.port : 0
  const dropAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `nats://127.0.0.1:${chosen}`,
    async cut() {
      isCut = true
      dropAll()
    },
    async restore() {
      broker = new Broker(operator)
      isCut = false
    },
    async stop() {
      dropAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
