import type { Readable } from 'node:stream'
import { type CallFailure, callFailure } from '../../core/conversation/call-failure.ts'
import { type EmailEffect, MAX_EMAIL_FILE_BYTES } from '../../core/flow/index.ts'
import type { Executor } from '../../db/transaction.ts'
import { type AddressFinder, OutboundError } from '../../platform/outbound-http.ts'
import type { FileReader, MailServer, Secrets } from '../secrets/index.ts'
import { type Attached, compose } from './compose.ts'
import { sendBySmtp } from './smtp-session.ts'
import { COUNT_EMAIL, UNCOUNT_EMAIL } from './store.ts'

export interface MailerDeps {
  db: Executor
  secrets: Pick<Secrets, 'readMailServer'>
  addresses: AddressFinder
  /** Without it no file can be sent along. */
  files?: FileReader
  /** Certificates that are trusted beside those of the system. */
  caPem?: string
}

/** An e-mail that a flow asked for, once. */
export interface MailCall {
  userId: string
  clientId: string
  effect: EmailEffect
  signal: AbortSignal
}

/** What the flow is told: the id that the e-mail has, and who of its people the server took it for. */
export interface MailSent {
  messageId: string
  accepted: string[]
  refused: string[]
}

export type MailOutcome = { output: MailSent } | { failure: CallFailure }

/** Sends e-mails of flows by the servers that their owners named: within limits, and never to an address inside. */
export class Mailer {
  readonly #deps: MailerDeps

  constructor(deps: MailerDeps) {
    this.#deps = deps
  }

  async send(call: MailCall): Promise<MailOutcome> {
    const { effect, userId } = call
    const server = await this.#deps.secrets.readMailServer(userId, effect.secret)
    if (!server) return { failure: callFailure('NO_MAIL_SERVER', { secret: effect.secret }) }
    const addresses = await this.#findAddresses(server)
    if ('failure' in addresses) return addresses
    const files = await this.#readFiles(call)
    if ('failure' in files) return files
    const { perDay } = server
    const counted = await this.#deps.db.queryOne(COUNT_EMAIL, [call.clientId, perDay])
    if (!counted) return { failure: callFailure('MAIL_LIMIT_REACHED', { most: perDay }) }
    const outcome = await this.#hand(call, { server, addresses: addresses.found, files: files.attached })
    // What may have been sent counts, and so does what a process that died was sending.
    if ('failure' in outcome && outcome.failure.code !== 'MAIL_UNKNOWN')
      await this.#deps.db.query(UNCOUNT_EMAIL, [call.clientId, counted.day])
    return outcome
  }

  async #hand(
    { effect, signal }: MailCall,
    { server, addresses, files }: { server: MailServer; addresses: string[]; files: Attached[] },
  ): Promise<MailOutcome> {
    const messageId = toMessageId(effect, server)
    const message = {
      from: server.from,
      to: [...new Set([...effect.to, ...effect.cc])],
      bytes: await compose({
        ...effect,
        ...{ from: server.from, fromName: server.fromName, messageId, files },
      }),
    }
    const bounds = { timeoutMs: effect.timeoutMs, signal, caPem: this.#deps.caPem }
    const outcome = await sendBySmtp(server, addresses, message, bounds)
    return 'failure' in outcome ? outcome : { output: { messageId, ...outcome.taken } }
  }

  async #findAddresses({
    host,
    security,
  }: MailServer): Promise<{ found: string[] } | { failure: CallFailure }> {
    try {
      return { found: await this.#deps.addresses.findAddresses(host, { requireListed: security === 'none' }) }
    } catch (error) {
      if (error instanceof OutboundError) return { failure: error.failure }
      throw error
    }
  }

  /** All files together within their limit; they are held until the e-mail is sent. */
  async #readFiles({
    effect,
    userId,
    signal,
  }: MailCall): Promise<{ attached: Attached[] } | { failure: CallFailure }> {
    const attached: Attached[] = []
    let left = MAX_EMAIL_FILE_BYTES
    const within = AbortSignal.any([signal, AbortSignal.timeout(effect.timeoutMs)])
    for (const { mediaId } of effect.files) {
      const found = await this.#deps.files?.openToPost(userId, mediaId, within)
      if (signal.aborted) return { failure: callFailure('GIVEN_UP') }
      if (found?.kind !== 'ready') return { failure: found?.failure ?? callFailure('FILES_NOT_POSTED') }
      left -= found.body.sizeBytes
      if (left < 0) return { failure: callFailure('FILE_TOO_LARGE', { most: MAX_EMAIL_FILE_BYTES }) }
      const content = await readAll(await found.body.open())
      attached.push({ filename: found.fileName ?? false, contentType: found.mimetype, content })
    }
    return { attached }
  }
}

/** The same for the same effect, so a server or a reader that sees it twice can tell. */
const toMessageId = ({ effectId }: EmailEffect, { from }: MailServer): string =>
  `<${effectId}@${from.slice(from.lastIndexOf('@') + 1)}>`

async function readAll(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
