import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { type CallFailure, callFailure } from '../../core/conversation/call-failure.ts'
import type { MailServer } from '../secrets/index.ts'

/** Where and how e-mails are handed over. */
export type SmtpServer = Pick<MailServer, 'host' | 'port' | 'security' | 'user' | 'password' | 'from'>

/** An e-mail as it goes over the wire, and whom it goes to. */
export interface SmtpMessage {
  from: string
  to: readonly string[]
  bytes: Buffer
}

export interface SmtpBounds {
  timeoutMs: number
  signal: AbortSignal
  /** Certificates that are trusted beside those of the system, as PEM. */
  caPem?: string | undefined
}

export interface SmtpTaken {
  accepted: string[]
  refused: string[]
}

export type SmtpOutcome = { taken: SmtpTaken } | { failure: CallFailure }

/** What the library says of a failure. */
interface SmtpError extends Error {
  code?: string
  responseCode?: number
  command?: string
  syscall?: string
}

/** Hands one e-mail to a server at one of the addresses that were checked; everything ends within the time. */
export async function sendBySmtp(
  server: SmtpServer,
  addresses: readonly string[],
  message: SmtpMessage,
  { timeoutMs, signal, caPem }: SmtpBounds,
): Promise<SmtpOutcome> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const over = AbortSignal.any([deadline, signal])
  const session = new SmtpSession(server, caPem)
  const end = (): void => session.destroy()
  over.addEventListener('abort', end)
  try {
    return { taken: await session.send(addresses, message, over) }
  } catch (error) {
    // Once the message is on its way, nobody knows without the server's answer whether it has it.
    const { responseCode } = error as SmtpError
    if (session.isBegun && responseCode === undefined) return { failure: callFailure('MAIL_UNKNOWN') }
    if (signal.aborted) return { failure: callFailure('GIVEN_UP') }
    if (deadline.aborted) return { failure: callFailure('NO_ANSWER', { withinMs: timeoutMs }) }
    return { failure: toFailure(error as SmtpError, server) }
  } finally {
    over.removeEventListener('abort', end)
    session.destroy()
  }
}

/** Signs in and leaves; null where that works. Everything ends within the time. */
export async function trySmtp(
  server: SmtpServer,
  addresses: readonly string[],
  { timeoutMs, signal, caPem }: SmtpBounds,
): Promise<CallFailure | null> {
  const deadline = AbortSignal.timeout(timeoutMs)
  const over = AbortSignal.any([deadline, signal])
  const session = new SmtpSession(server, caPem)
  const end = (): void => session.destroy()
  over.addEventListener('abort', end)
  try {
    await session.try(addresses, over)
    return null
  } catch (error) {
    if (signal.aborted) return callFailure('GIVEN_UP')
    if (deadline.aborted) return callFailure('NO_ANSWER', { withinMs: timeoutMs })
    return toFailure(error as SmtpError, server)
  } finally {
    over.removeEventListener('abort', end)
    session.destroy()
  }
}

/** By the codes of RFC 5321, 4.2.1: 4yz is for now, 5yz for good. */
function toFailure(error: SmtpError, { host }: SmtpServer): CallFailure {
  const { code, responseCode } = error
  if (code === 'EAUTH' && (responseCode === undefined || responseCode >= 500))
    return callFailure('MAIL_LOGIN_REFUSED')
  if (isOfTls(error)) return callFailure('MAIL_TLS_FAILED', { host })
  if (responseCode !== undefined && responseCode >= 400) {
    const isForGood = responseCode >= 500
    return callFailure(isForGood ? 'MAIL_REFUSED' : 'MAIL_DEFERRED', { status: responseCode })
  }
  if (code === 'EPROTOCOL') return callFailure('MAIL_SERVER_UNCLEAR')
  if (code === 'ECONNECTION') return callFailure('CONNECTION_LOST')
  return callFailure('CONNECT_FAILED', { error: code ?? 'UNKNOWN' })
}

/** Of a handshake that failed the library says that the socket did, which has no call of the system then. */
const isOfTls = ({ code, command, syscall }: SmtpError): boolean =>
  code === 'ETLS' || command === 'STARTTLS' || (code === 'ESOCKET' && syscall === undefined)

/** One connection for one e-mail. */
class SmtpSession {
  /** The message, or a part of it, was handed over. */
  isBegun = false
  readonly #server: SmtpServer
  readonly #caPem: string | undefined
  #socket: Socket | undefined
  #connection: SMTPConnection | undefined
  #isDestroyed = false
  #fail: (error: Error) => void = () => {}

  constructor(server: SmtpServer, caPem: string | undefined) {
    this.#server = server
    this.#caPem = caPem
  }

  async send(
    addresses: readonly string[],
    { from, to, bytes }: SmtpMessage,
    over: AbortSignal,
  ): Promise<SmtpTaken> {
    return await this.#signIn(addresses, over, async (connection) => {
      const envelope = { from, to: [...to], size: bytes.length }
      const info = await promised<{ accepted: string[]; rejected: string[] }>((done) =>
        connection.send(envelope, this.#note(bytes), (error, result) => done(error, result as never)),
      )
      return { accepted: info.accepted, refused: info.rejected }
    })
  }

  async try(addresses: readonly string[], over: AbortSignal): Promise<void> {
    await this.#signIn(addresses, over, async () => {})
  }

  /** What the connection is for is done by `work`, once the server knows who it is. */
  async #signIn<T>(
    addresses: readonly string[],
    over: AbortSignal,
    work: (connection: SMTPConnection) => Promise<T>,
  ): Promise<T> {
    this.#socket = await connectToOne(addresses, this.#server.port, over)
    const connection = this.#open(this.#socket, this.#server.from)
    const broken = new Promise<never>((_, reject) => {
      this.#fail = reject
      connection.on('error', reject)
    })
    broken.catch(() => {})
    const whole = async (): Promise<T> => {
      await promised<unknown>((done) => connection.connect((error) => done(error ?? null)))
      const { user, password } = this.#server
      if (user !== undefined)
        await promised<unknown>((done) => connection.login({ user, pass: password ?? '' }, done))
      const result = await work(connection)
      connection.quit()
      return result
    }
    return await Promise.race([whole(), broken])
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    this.#connection?.close()
    this.#socket?.destroy()
    this.#fail(new Error('the connection was ended'))
  }

  #open(socket: Socket, from: string): SMTPConnection {
    const { host, port, security } = this.#server
    const connection = new SMTPConnection({
      ...{ host, port, connection: socket, logger: false },
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      // What the machine is called is nobody's business.
      name: from.slice(from.lastIndexOf('@') + 1),
      tls: { servername: host, minVersion: 'TLSv1.2', ...(this.#caPem ? { ca: this.#caPem } : {}) },
    })
    this.#connection = connection
    return connection
  }

  /** The bytes, noting that they are being read: that is after the server asked for them (RFC 5321, 354). */
  #note(bytes: Buffer): Readable {
    const begin = (): void => {
      this.isBegun = true
    }
    return new Readable({
      read() {
        begin()
        this.push(bytes)
        this.push(null)
      },
    })
  }
}

function promised<T>(run: (done: (error: Error | null, value?: T) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    run((error, value) => (error ? reject(error) : resolve(value as T)))
  })
}

/** To the first address that answers. */
async function connectToOne(addresses: readonly string[], port: number, over: AbortSignal): Promise<Socket> {
  let failed: unknown
  for (const host of addresses) {
    try {
      return await connectTo(host, port, over)
    } catch (error) {
      failed = error
      if (over.aborted) break
    }
  }
  throw failed
}

function connectTo(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, signal })
    socket.once('connect', () => {
      socket.off('error', reject)
      socket.on('error', () => {})
      resolve(socket)
    })
    socket.once('error', reject)
  })
}
