import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** How the next e-mail is dealt with in place of being taken. */
export type MailFault = 'refuse' | 'defer' | 'hang' | 'die' | 'hang_at_once'

export interface TakenMail {
  from: string
  to: string[]
  text: string
  isEncrypted: boolean
  user: string | undefined
}

const MAIL_USER = { user: 'shop', password: 'pass word' }

interface Refusal extends Error {
  responseCode: number
}

const refuse = (message: string, responseCode: number): Refusal =>
  Object.assign(new Error(message), { responseCode })

/** A mail server that others wrote (smtp-server), on this machine, with faults where one is asked for. */
export class MailServerOfTests {
  readonly taken: TakenMail[] = []
  /** How often DATA was sent whole. */
  received = 0
  fault: MailFault | null = null
  /** Recipients that are refused. */
  readonly unknown = new Set<string>()
  port = 0
  readonly #sockets = new Set<Socket>()
  readonly #server: SMTPServer

  constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      disableReverseLookup: true,
      logger: false,
      ...options,
      onConnect: (_, callback) => {
        if (this.fault !== 'hang_at_once') callback()
      },
      onAuth: ({ username, password }, _, callback) => {
        const isKnown = username === MAIL_USER.user && password === MAIL_USER.password
        if (isKnown) callback(null, { user: username })
        else callback(refuse('wrong', 535))
      },
      onRcptTo: ({ address }, _, callback) =>
        callback(this.unknown.has(address) ? refuse('no such mailbox', 550) : null),
      onData: (stream, session, callback) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => void chunks.push(chunk))
        stream.on('end', () => {
          this.received += 1
          const { mailFrom, rcptTo } = session.envelope
          if (this.fault === 'refuse') return callback(refuse('not wanted', 554))
          if (this.fault === 'defer') return callback(refuse('later', 451))
          if (this.fault === 'hang') return
          if (this.fault === 'die') return void [...this.#sockets].map((socket) => socket.destroy())
          this.taken.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            text: Buffer.concat(chunks).toString(),
            isEncrypted: session.secure,
            user: session.user as string | undefined,
          })
          callback()
        })
      },
    })
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => this.#sockets.delete(socket))
    })
    this.#server.on('error', () => {})
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.server.address()
    if (typeof address !== 'object' || address === null) throw new Error('the mail server does not listen')
    this.port = address.port
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }
}
