import { isGroup, isOfMany, STATUS_ADDRESS, toAddress } from '../../../core/addresses.ts'
import type { MediaContent } from '../../../core/conversation/content.ts'
import { outcomeUnknown, type SendError } from '../../../core/conversation/send-error.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import type { Refusal } from '../../../core/errors.ts'
import type { Database } from '../../../db/client.ts'
import type { NetworkConnection, NetworkConnector, StatusAudience } from '../../../network/port.ts'
import type { Log } from '../../../platform/logger.ts'
import type { Batcher } from '../../../platform/queue/batcher.ts'
import type { Media } from '../../media/index.ts'
import { buildMessage } from '../content/build-message.ts'
import { createCallLinks } from '../content/call-links.ts'
import type { ReachOut } from '../reach/reach-out.ts'
import type { Recipient, Recipients } from '../reach/recipients.ts'
import { StatusAudiences } from '../reach/status-audience.ts'
import type { ChatTimers } from '../records/chat-timers.ts'
import { type OwnedClient, toOwnAddress } from '../records/owned-client.ts'
import { networkSilent, notConnected, queueFull, recipientNotFound } from '../records/refusals.ts'
import type { SendCommand, SendReply, SentKey } from '../records/send-command.ts'
import { readStoredError } from '../records/stored-error.ts'
import { readSent, type StoredSend } from '../records/stored-message.ts'
import type { StoredWords } from '../records/stored-words.ts'
import { applyOwnChange } from './own-changes.ts'
import type { PendingMessages } from './pending-messages.ts'
import type { PersonSendDeps, PersonSends } from './person-sends.ts'
import { toRefusalError, toSendError } from './send-errors.ts'
import type { Flight } from './send-flight.ts'
import type { SendQueue, Ticket } from './send-queue.ts'
import { type MessageOutcome, removePending, reopenSent } from './send-sql.ts'

/** API sends that may wait for their turn. One more is refused. */
export const MAX_WAITING_SENDS = 1_000

const REFUSED: SendError = { code: 'OTHER', params: { sentence: 'REFUSED' } }

export interface SendDeps extends PersonSendDeps {
  db: Database
  connector: Pick<NetworkConnector, 'prepare' | 'toJson'>
  recipients: Recipients
  timers: ChatTimers
  /** Absent where files cannot be sent. */
  media?: Pick<Media, 'upload'>
  pending: Pick<PendingMessages, 'add'>
  outcomes: Batcher<MessageOutcome, StoredSend | undefined>
  words: StoredWords
  log: Log
  nowMs(): number
}

export interface ApiSendOptions {
  client: OwnedClient
  queue: SendQueue
  reachOut: ReachOut
  ackTimeoutMs: number
  connection(): NetworkConnection | null
  persons: PersonSends
}

/** A send on its way: stored, with an id, and ready for the wire. */
interface Outgoing {
  command: SendCommand
  recipient: Recipient
  /** Of what goes to the status feed. */
  audience?: StatusAudience
  atSec: number
  bytes: Uint8Array
  /** Resolves once it is durable: with false when its id was stored before. Nothing leaves before. */
  stored: Promise<boolean>
  /** An earlier attempt may have reached the network: then nothing may be said to be certainly not sent. */
  resent: boolean
  flight: Flight
}

/** Sends of the API: an id and a row before the wire, the outcome after it, and never a second message for one id. */
export class ApiSends {
  readonly #deps: SendDeps
  readonly #options: ApiSendOptions
  readonly #client: OwnedClient
  readonly #audiences: StatusAudiences
  #waiting = 0
  #lastStored: Promise<void> = Promise.resolve()

  constructor(deps: SendDeps, options: ApiSendOptions) {
    this.#deps = deps
    this.#options = options
    this.#client = options.client
    this.#audiences = new StatusAudiences(deps.db)
  }

  /** Resolves with the outcome after it is stored; rejects when nothing was handed to the network. */
  async send(command: SendCommand, flight: Flight): Promise<SendReply> {
    const reply = await this.#sendOrResume(command, flight)
    if (command.byPerson) await this.#options.persons.settle(command.messageId, command.byPerson, reply)
    return reply
  }

  /** Those that wait for their turn. */
  waiting(): number {
    return this.#waiting
  }

  async #sendOrResume(command: SendCommand, flight: Flight): Promise<SendReply> {
    const connection = this.#options.connection()
    if (command.repeat) {
      const stored = await readSent(this.#deps.db, this.#client.id, command.messageId)
      if (stored) return this.#resume(command, stored, flight)
    }
    if (!connection) throw notConnected()
    if (this.#waiting >= MAX_WAITING_SENDS) throw queueFull(this.#waiting)
    return this.#inTurn(command.to, (turn, refused) =>
      this.#sendNew({ command, flight }, connection, turn, refused),
    )
  }

  /** Takes a place in the queue at once, so that sends leave in the order they were asked for. */
  async #inTurn(
    chat: string,
    work: (turn: Ticket, refused: Promise<never>) => Promise<SendReply>,
  ): Promise<SendReply> {
    const refused = Promise.withResolvers<never>()
    refused.promise.catch(() => {})
    const turn = this.#options.queue.enter(chat, () => refused.reject(notConnected()))
    this.#waiting += 1
    let isWaiting = true
    const stopWaiting = () => {
      if (isWaiting) this.#waiting -= 1
      isWaiting = false
    }
    const counted: Ticket = {
      leave: turn.leave,
      ready: (start) =>
        turn.ready((connection) => {
          stopWaiting()
          return start(connection)
        }),
    }
    try {
      return await work(counted, refused.promise)
    } finally {
      stopWaiting()
      turn.leave()
    }
  }

  async #sendNew(
    asked: Pick<Outgoing, 'command' | 'flight'>,
    connection: NetworkConnection,
    turn: Ticket,
    refused: Promise<never>,
  ): Promise<SendReply> {
    const found = await this.#deps.recipients.find(this.#client, asked.command.to, connection)
    await this.#options.reachOut.check(found.chat)
    try {
      return await this.#sendTo(found, asked, connection, turn, refused)
    } catch (error) {
      this.#options.reachOut.giveBack(found.chat)
      throw error
    }
  }

  async #sendTo(
    found: Recipient,
    { command, flight }: Pick<Outgoing, 'command' | 'flight'>,
    connection: NetworkConnection,
    turn: Ticket,
    refused: Promise<never>,
  ): Promise<SendReply> {
    const { media } = this.#deps
    const upload = media && {
      upload: (file: MediaContent) => media.upload(this.#client.id, connection, file),
    }
    const findTimer = (chat: string) => this.#deps.timers.find(this.#client.id, chat, connection)
    const makeCallLink = createCallLinks(connection)
    const parts = { ...this.#deps, ...upload, connection, findTimer, makeCallLink }
    const built = await buildMessage(parts, this.#client, found.chat, command.content)
    // Reading a file may have taken its time.
    const recipient = await this.#deps.recipients.refresh(this.#client, found)
    const audience = await this.#findAudience(command, connection)
    const atSec = Math.floor(this.#deps.nowMs() / 1000)
    const { bytes, type, text, quotedId } = built
    const { messageId: id } = command
    const { byPerson, sentBy = null, until, seen } = command
    const { chat } = recipient
    const row = {
      clientId: this.#client.id,
      id,
      chat,
      atSec,
      type,
      text,
      quotedId,
      bytes,
      byPerson,
      sentBy,
      seen,
    }
    // To many nothing is encrypted before it is stored.
    const stored = this.#deps.pending.add(row, isOfMany(chat) || until === 'queued')
    // Nothing of it is prepared for the wire before it is known whether somebody else was faster.
    if (seen) await stored
    const outgoing = { command, recipient, ...audience, atSec, bytes, stored, resent: false, flight }
    return this.#handOver(outgoing, turn, refused)
  }

  /** Whom a status goes to, and who is told that it was taken back: those that got it. A like goes to its writer. */
  async #findAudience(
    { messageId, to, content, audience: asked = {} }: SendCommand,
    connection: NetworkConnection,
    isStored = false,
  ): Promise<{ audience?: StatusAudience }> {
    if (to !== STATUS_ADDRESS || content.type === 'reaction') return {}
    const isPost = content.type !== 'revoke'
    const known = isStored ? await this.#audiences.read(this.#client.id, messageId) : undefined
    const { people, setting } =
      known ??
      (isPost
        ? await this.#audiences.fix(this.#client, messageId, asked, connection)
        : await this.#audiences.ofTaken(this.#client, messageId, content.target.id, connection))
    return { audience: { people, setting: isPost ? setting : null } }
  }

  /** The id turned out to be stored before, so nothing left this time. */
  async #findOut({ command, flight }: Outgoing): Promise<SendReply> {
    const stored = await readSent(this.#deps.db, this.#client.id, command.messageId)
    if (!stored) throw notConnected()
    return this.#resume(command, stored, flight)
  }

  /** An id that was stored before: its outcome when it has one, else the same message again under the same id. */
  async #resume(command: SendCommand, stored: StoredSend, flight: Flight): Promise<SendReply> {
    const known = this.#toKnownReply(stored)
    if (known) return known
    if (!this.#options.connection()) return this.#unknownReply(stored, false)
    return this.#inTurn(command.to, (turn, refused) =>
      this.#resumeInTurn({ command, flight }, stored, turn, refused),
    )
  }

  async #resumeInTurn(
    { command, flight }: Pick<Outgoing, 'command' | 'flight'>,
    stored: StoredSend,
    turn: Ticket,
    refused: Promise<never>,
  ): Promise<SendReply> {
    const known = this.#toKnownReply(stored)
    if (known) return known
    if (!stored.bytes || !(await reopenSent(this.#deps.db, this.#client.id, stored.id)))
      return this.#unknownReply(stored, false)
    const recipient = { to: command.to, chat: stored.chat }
    const { atSec, bytes } = stored
    const again = { stored: Promise.resolve(true), resent: true }
    const connection = this.#options.connection()
    if (!connection) return this.#unknownReply(stored, false)
    const audience = await this.#findAudience(command, connection, true)
    const outgoing = { command, recipient, ...audience, atSec, bytes, ...again, flight }
    return this.#handOver(outgoing, turn, refused)
  }

  #handOver(outgoing: Outgoing, turn: Ticket, refused: Promise<never>): Promise<SendReply> {
    const done = Promise.withResolvers<SendReply>()
    outgoing.stored.then(
      (isNew) => isNew && outgoing.flight.noteStored(this.#sentReply(outgoing, 'PENDING')),
      () => {},
    )
    turn.ready(async (connection) => {
      const outcome = await this.#put(outgoing, connection)
      // The queue goes on while the outcome is being stored.
      void this.#settle(outgoing, outcome).then(done.resolve, done.reject)
    })
    const notTaken = refused.catch((error: Refusal) => this.#withdraw(outgoing, error))
    return Promise.race([done.promise, notTaken])
  }

  /** Also waits for all that were put before it: frames leave in the order of their turns. */
  #inOrder(own: Promise<boolean>): Promise<void> {
    const before = this.#lastStored
    const stored = own.then(async (isNew) => {
      await before
      if (!isNew) throw new Error('a message of this id is stored already')
    })
    this.#lastStored = stored.catch(() => before)
    return stored
  }

  async #put(outgoing: Outgoing, connection: NetworkConnection): Promise<SendOutcome> {
    const { command, recipient, bytes, audience } = outgoing
    const stored = this.#inOrder(outgoing.stored)
    try {
      return await connection.send({
        id: command.messageId,
        to: recipient.to,
        bytes,
        ...(audience ? { audience } : {}),
        ackTimeoutMs: this.#options.ackTimeoutMs,
        stored,
      })
    } catch (err) {
      this.#deps.log.error({ err, messageId: command.messageId }, 'connector failed while sending')
      return { kind: 'unknown', reason: 'connector_failed' }
    }
  }

  async #settle(outgoing: Outgoing, outcome: SendOutcome): Promise<SendReply> {
    if (!(await outgoing.stored)) return this.#findOut(outgoing)
    if (outcome.kind === 'not_sent' && outcome.reason === 'not_connected') {
      return this.#withdraw(outgoing, notConnected())
    }
    if (outcome.kind === 'not_sent' && outcome.reason === 'no_answer') {
      return this.#withdraw(outgoing, networkSilent(null))
    }
    if (outcome.kind === 'not_sent' && outcome.reason === 'recipient_not_found') {
      this.#deps.recipients.markMissing(this.#client.id, outgoing.recipient.to)
      return this.#withdraw(outgoing, recipientNotFound(outgoing.recipient.to))
    }
    return this.#record(outgoing, outcome)
  }

  async #record(outgoing: Outgoing, outcome: SendOutcome): Promise<SendReply> {
    const { messageId: id, content } = outgoing.command
    this.#options.reachOut.note(outgoing.recipient.chat, outcome)
    const error = toSendError(outcome)
    const atSec = outcome.kind === 'acked' ? outcome.atSec : null
    const row = await this.#deps.outcomes.add({ clientId: this.#client.id, id, atSec, error })
    if (atSec !== null)
      await applyOwnChange(this.#deps, this.#client, content, outgoing.recipient.chat, atSec)
    // A receipt may have come before the acknowledgement, or instead of it.
    const hasArrived = row !== undefined && row.status !== 'ERROR' && row.status !== 'PENDING'
    if (error === null || hasArrived) return this.#sentReply(outgoing, row?.status ?? 'SERVER_ACK')
    const key = this.#toKey(outgoing.recipient.chat, id)
    return outcome.kind === 'unknown'
      ? { kind: 'unknown', key, error, final: true }
      : { kind: 'failed', key, error }
  }

  /** Nothing of this attempt reached the network: the caller is refused, unless an earlier attempt may have. */
  async #withdraw(outgoing: Outgoing, refusal: Refusal): Promise<SendReply> {
    const { messageId: id } = outgoing.command
    this.#options.reachOut.giveBack(outgoing.recipient.chat)
    if (!(await outgoing.stored)) return this.#findOut(outgoing)
    if (!outgoing.resent) {
      if (outgoing.flight.mayVanish()) {
        await removePending(this.#deps.db, this.#client.id, id)
        throw refusal
      }
      const error = toRefusalError(refusal, String(refusal.data?.reason ?? refusal.code))
      await this.#deps.outcomes.add({ clientId: this.#client.id, id, atSec: null, error })
      return { kind: 'failed', key: this.#toKey(outgoing.recipient.chat, id), error }
    }
    const { message, data } = refusal
    const error = outcomeUnknown({ cause: 'sent_before', refusal: { message, data } })
    await this.#deps.outcomes.add({ clientId: this.#client.id, id, atSec: null, error })
    return { kind: 'unknown', key: this.#toKey(outgoing.recipient.chat, id), error, final: false }
  }

  #toKey(chat: string, id: string): SentKey {
    const participant = isGroup(chat) ? toAddress(toOwnAddress(this.#client)) : null
    return { remoteJid: chat, id, fromMe: true, participant }
  }

  #sentReply(outgoing: Outgoing, status: string): SendReply {
    return {
      kind: 'sent',
      key: this.#toKey(outgoing.recipient.chat, outgoing.command.messageId),
      atSec: outgoing.atSec,
      status,
      message: this.#deps.connector.toJson(outgoing.bytes),
    }
  }

  #toKnownReply(stored: StoredSend): SendReply | null {
    const key = this.#toKey(stored.chat, stored.id)
    if (stored.status === 'PENDING' || stored.errorCode === 'OUTCOME_UNKNOWN') return null
    if (stored.status === 'ERROR') return { kind: 'failed', key, error: readStoredError(stored) ?? REFUSED }
    const message = stored.bytes ? this.#deps.connector.toJson(stored.bytes) : {}
    return { kind: 'sent', key, atSec: stored.atSec, status: stored.status, message }
  }

  #unknownReply(stored: StoredSend, final: boolean): SendReply {
    const error = outcomeUnknown({ cause: 'no_word_yet' })
    return { kind: 'unknown', key: this.#toKey(stored.chat, stored.id), error, final }
  }
}
