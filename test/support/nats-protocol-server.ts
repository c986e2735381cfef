import { createServer, type Socket } from 'node:net'
import type { NatsServer } from './nats-server.ts'

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

/** What of the NATS protocol the bus uses: subjects, wildcards, queue groups, headers and "no responders". */
class Broker {
  #subscribers: Subscriber[] = []

  serve(socket: Socket): void {
    const info = {
      server_id: 'test',
      version: '2.9.0',
      proto: 1,
      headers: true,
      max_payload: MAX_PAYLOAD_BYTES,
    }
    socket.write(`INFO ${JSON.stringify(info)}\r\n`)
    let rest: Buffer = Buffer.alloc(0)
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const used = this.#take(socket, rest)
        if (used === 0) return
        rest = rest.subarray(used)
      }
    })
    socket.on('error', () => socket.destroy())
    socket.once('close', () => {
      this.#subscribers = this.#subscribers.filter((subscriber) => subscriber.socket !== socket)
    })
  }

  /** Handles the first whole operation of the buffer; answers how many bytes it was, 0 when it is not whole yet. */
  #take(socket: Socket, buffer: Buffer): number {
    const end = buffer.indexOf(CRLF)
    if (end < 0) return 0
    const [verb = '', ...words] = buffer.toString('latin1', 0, end).split(/\s+/)
    const start = end + CRLF.length
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

  #subscribe(socket: Socket, words: readonly string[]): void {
    const queue = words.length === 3 ? (words[1] ?? null) : null
    this.#subscribers.push({ subject: words[0] ?? '', queue, sid: words.at(-1) ?? '', socket })
  }

  #publish(from: Socket, hasHeader: boolean, words: readonly string[], body: Buffer): void {
    const subject = words[0] ?? ''
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

/** A NATS server of our own, for machines that have none: enough for the bus, and it can be cut off. */
export async function startProtocolServer(port = 0): Promise<NatsServer> {
  const sockets = new Set<Socket>()
  let broker = new Broker()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) {
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    broker.serve(socket)
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const chosen = typeof address === 'object' && address ? address.port : port
  const dropAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `nats://127.0.0.1:${chosen}`,
    async cut() {
      isCut = true
      dropAll()
    },
    async mend() {
      broker = new Broker()
      isCut = false
    },
    async stop() {
      dropAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
