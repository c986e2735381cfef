import { lookup } from 'node:dns/promises'
import { type CallFailure, callFailure } from '../../core/conversation/call-failure.ts'
import { compose } from './compose.ts'
import { type SmtpOutcome, type SmtpServer, sendBySmtp, trySmtp } from './smtp-session.ts'

const TIMEOUT_MS = 30_000

/** The mail server of this service, as its operator named it: it may be inside a private network. */
export interface ServerMailSettings extends SmtpServer {
  fromName?: string | undefined
}

export interface ServerMailBounds {
  timeoutMs?: number
  /** Certificates that are trusted beside those of the system. */
  caPem?: string
}

/** An e-mail of the service itself, in plain text to one person. */
export interface ServerEmail {
  /** Of which its Message-ID is made: the same for each attempt. */
  id: string
  to: string
  subject: string
  text: string
}

/** Sends what the service itself has to tell people. */
export class ServerMail {
  readonly #server: ServerMailSettings
  readonly #timeoutMs: number
  readonly #caPem: string | undefined

  constructor(server: ServerMailSettings, { timeoutMs = TIMEOUT_MS, caPem }: ServerMailBounds = {}) {
    this.#server = server
    this.#timeoutMs = timeoutMs
    this.#caPem = caPem
  }

  /** One attempt. `MAIL_UNKNOWN`: the server may have it. */
  async send({ id, to, subject, text }: ServerEmail, signal: AbortSignal): Promise<SmtpOutcome> {
    const server = this.#server
    const addresses = await this.#findAddresses()
    if ('failure' in addresses) return addresses
    const messageId = `<${id}@${server.from.slice(server.from.lastIndexOf('@') + 1)}>`
    const bytes = await compose({
      ...{ from: server.from, fromName: server.fromName, to: [to], messageId, subject, text },
      // Nobody's absence answers it (RFC 3834, 5).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    const message = { from: server.from, to: [to], bytes }
    return await sendBySmtp(server, addresses.found, message, this.#bounds(signal))
  }

  /** Goes as far as signing in; null where all of it works. */
  async try(signal: AbortSignal): Promise<CallFailure | null> {
    const addresses = await this.#findAddresses()
    if ('failure' in addresses) return addresses.failure
    return await trySmtp(this.#server, addresses.found, this.#bounds(signal))
  }

  #bounds(signal: AbortSignal) {
    return { timeoutMs: this.#timeoutMs, signal, caPem: this.#caPem }
  }

  async #findAddresses(): Promise<{ found: string[] } | { failure: CallFailure }> {
    try {
      const found = await lookup(this.#server.host, { all: true })
      return { found: found.map(({ address }) => address) }
    } catch (error) {
      const { code = 'UNKNOWN' } = error as NodeJS.ErrnoException
      return { failure: callFailure('CONNECT_FAILED', { error: code }) }
    }
  }
}
