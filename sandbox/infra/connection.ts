import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import type { WebSocket } from 'ws'
import type { ServerIdentity } from './certificates.ts'
import { decodeStanza, encodeStanza, FrameReader, frame } from './frames.ts'
import { NoiseResponder, type NoiseTransport } from './noise.ts'

/** What the layer above does with a connection. `onStanza` runs one stanza at a time, in order. */
export interface ConnectionHandlers {
  onLogin(connection: Connection, clientStatic: Buffer, payload: proto.ClientPayload): void | Promise<void>
  onStanza(connection: Connection, stanza: BinaryNode): void | Promise<void>
  onClose(connection: Connection): void
  log(line: string): void
}

let nextConnectionId = 1

/** One client's socket: handshake, frames and stanzas. It knows nothing of accounts. */
export class Connection {
  readonly id = nextConnectionId++
  readonly #socket: WebSocket
  readonly #handlers: ConnectionHandlers
  readonly #identity: ServerIdentity
  readonly #reader = new FrameReader()
  #noise: NoiseResponder | undefined
  #transport: NoiseTransport | undefined
  #work: Promise<void> = Promise.resolve()
  #closed = false
  /** While true nothing is answered and nothing is taken in, but the socket stays open. */
  frozen = false

  constructor(socket: WebSocket, identity: ServerIdentity, handlers: ConnectionHandlers) {
    this.#socket = socket
    this.#identity = identity
    this.#handlers = handlers
    socket.on('message', (data: Buffer) => this.#receive(data))
    socket.on('close', () => this.#closeOnce())
    socket.on('error', () => socket.terminate())
  }

  get isOpen(): boolean {
    return !this.#closed && this.#socket.readyState === this.#socket.OPEN
  }

  /** Sends a stanza; silently dropped when the socket is gone or frozen, like a packet on a dead path. */
  send(stanza: BinaryNode): void {
    if (this.#transport === undefined || this.frozen || !this.isOpen) return
    this.#socket.send(frame(this.#transport.encrypt(encodeStanza(stanza))))
  }

  /** Closes after what was sent has left. */
  close(): void {
    this.#socket.close(1000)
  }

  /** Cuts the socket in the middle of whatever happens. */
  cut(): void {
    this.#socket.terminate()
    this.#closeOnce()
  }

  #receive(data: Buffer): void {
    try {
      for (const bytes of this.#reader.push(data)) this.#receiveFrame(bytes)
    } catch (error) {
      this.#handlers.log(`connection ${this.id} refused: ${error instanceof Error ? error.message : error}`)
      this.cut()
    }
  }

  #receiveFrame(bytes: Buffer): void {
    if (this.#transport !== undefined) {
      const plain = this.#transport.decrypt(bytes)
      if (this.frozen) return
      const stanza = decodeStanza(plain)
      this.#enqueue(() => this.#handlers.onStanza(this, stanza))
    } else if (this.#noise !== undefined) {
      this.#readFinish(this.#noise, bytes)
    } else {
      this.#readHello(bytes)
    }
  }

  #readHello(bytes: Buffer): void {
    const { ephemeral, static: sealedStatic } = proto.HandshakeMessage.decode(bytes).clientHello ?? {}
    if (ephemeral?.length !== 32) throw new Error('the client hello carries no ephemeral key')
    this.#noise = new NoiseResponder(this.#identity.static, (sealedStatic?.length ?? 0) > 0)
    const serverHello = this.#noise.readHello(ephemeral, this.#identity.certChain)
    this.#socket.send(frame(proto.HandshakeMessage.encode({ serverHello }).finish()))
  }

  #readFinish(noise: NoiseResponder, bytes: Buffer): void {
    const finish = proto.HandshakeMessage.decode(bytes).clientFinish
    if (!finish?.static || !finish.payload) throw new Error('the client finish is incomplete')
    const { clientStatic, payload } = noise.readFinish(finish.static, finish.payload)
    this.#transport = noise.split()
    const login = proto.ClientPayload.decode(payload)
    this.#enqueue(() => this.#handlers.onLogin(this, clientStatic, login))
  }

  #enqueue(task: () => void | Promise<void>): void {
    this.#work = this.#work.then(task).catch((error: unknown) => {
      this.#handlers.log(`connection ${this.id}: ${error instanceof Error ? error.stack : error}`)
    })
  }

  #closeOnce(): void {
    if (this.#closed) return
    this.#closed = true
    this.#handlers.onClose(this)
  }
}
