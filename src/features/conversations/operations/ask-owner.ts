import { type Bus, type BusReply, readReply, requireReply } from '../../../bus/port.ts'
import type { Address } from '../../../core/addresses.ts'
import type { Content } from '../../../core/conversation/content.ts'
import type { MessageKey } from '../../../core/conversation/message.ts'
import { outcomeUnknown, type SendError } from '../../../core/conversation/send-error.ts'
import { toRefusal } from '../../../core/errors.ts'
import type { Database } from '../../../db/client.ts'
import type {
  ChatMark,
  ChatMessage,
  NetworkConnection,
  NumberCheck,
  UsernameSearch,
} from '../../../network/port.ts'
import { findContactId } from '../../contacts/index.ts'
import { type Answer, type IdempotentRequest, runOnce } from '../../idempotency/index.ts'
import type { FoundPicture, PictureQuery } from '../../pictures/index.ts'
import { PRESENCE_COMMAND as ACCOUNT_PRESENCE_COMMAND, type PresenceActTable } from '../../presence/index.ts'
import { type Delivery, readDeliveries } from '../records/delivery-watch.ts'
import { type AskUsername, createAskUsername, type UsernameQuery } from '../records/people/named-people.ts'
import { notConnected } from '../records/refusals.ts'
import {
  type AskedAudience,
  type SendCommand,
  type SendReply,
  type SendResult,
  toActorOfSender,
  type WrittenByPerson,
} from '../records/send-command.ts'
import { readSent } from '../records/stored-message.ts'
import type { StoredWords } from '../records/stored-words.ts'
import { sendAlbumParts } from './album.ts'
import { addDelivery, describeSent, toCommandWait, toReached, type Wait } from './wait.ts'

/** Longer than a full queue takes at the default rate, so that the owner answers before it ends. */
const SEND_TIMEOUT_MS = 1_200_000
const ASK_TIMEOUT_MS = 30_000

/** Longer than one change may take at the owner (`NetworkChats`). */
const MARK_TIMEOUT_MS = 45_000

export const SEND_COMMAND = 'chat.send'
export const READ_COMMAND = 'chat.read'
/** Asks the owner of a client to change what the account's devices keep of a chat. */
export const MARK_COMMAND = 'chat.mark'
/** Asks the owner of a client to ask the account's phone for older messages. */
export const HISTORY_COMMAND = 'chat.history'
export const PRESENCE_COMMAND = 'chat.presence'
export const BLOCK_COMMAND = 'chat.block'
export const CHECK_COMMAND = 'chat.checkNumbers'
export const AWAIT_DELIVERY_COMMAND = 'chat.awaitDelivery'
export const PICTURE_COMMAND = 'chat.profilePicture'
export const FETCH_FILE_COMMAND = 'chat.fetchFile'

/** A large file may take a while; the caller may ask again. */
const FETCH_FILE_TIMEOUT_MS = 120_000

export interface SendRequest {
  clientId: string
  target: Address
  wait: Wait
  /** Given when a person writes it, not a program. */
  byPerson?: Pick<WrittenByPerson, 'text' | 'source'>
  sentBy?: string
  seen?: readonly string[]
  /** Of a status. */
  audience?: AskedAudience
  /** Checks what is asked and builds it; not called again for a repeat that was answered. */
  buildContent(): Promise<Content>
  idempotency: IdempotentRequest
}

/** A send to whoever has a username: known by its key as it was asked for, whoever has the username by the time of a repeat. */
export interface NamedRequest {
  clientId: string
  idempotency: IdempotentRequest
  /** `sentTo`: the chat to which the first call has sent it. Without one it is asked who has the username. */
  toRequest(sentTo: Address | null): Promise<SendRequest>
}

export interface AwaitDeliveryCommand {
  ids: readonly string[]
  ms: number
}

/** How long after the time it was given the owner may still answer. */
const DELIVERY_GRACE_MS = 5_000

export interface ReadCommand {
  keys: MessageKey[]
}

export interface MarkCommand {
  chat: Address
  /** In the order in which they are made. */
  marks: readonly ChatMark[]
}

export interface HistoryCommand {
  requestId: string
  /** Those before it. */
  oldest: ChatMessage
  count: number
}

/** `error` is set when the network did not take the read receipts. */
export interface ReadReply {
  error: SendError | null
}

export interface BlockCommand {
  person: Address
  isBlocked: boolean
}

export interface PresenceCommand {
  to: Address
  presence: Parameters<NetworkConnection['sendPresence']>[0]
}

export interface ChatServiceDeps {
  db: Database
  bus: Bus
  words: StoredWords
  newMessageId(): string
  /** A fresh id for each command on the bus. */
  newId(): string
  nowMs(): number
}

/** The API's side of chat: one effect per key, and commands to the process that owns the client. */
export class ChatService {
  readonly #deps: ChatServiceDeps
  readonly #askUsername: AskUsername

  constructor(deps: ChatServiceDeps) {
    this.#deps = deps
    this.#askUsername = createAskUsername(deps)
  }

  async send(asked: SendRequest | NamedRequest): Promise<SendResult> {
    return runOnce(this.#deps, asked.idempotency, async (messageId, repeat) => {
      const request = await this.#toRequest(asked, messageId, repeat)
      const content = await this.#buildOrFind(request, messageId, repeat)
      if ('response' in content) return content
      const answer = await this.#sendContent(request, messageId, content, repeat)
      const [delivery] = await this.#awaitDeliveries(request, [answer])
      return delivery ? addDelivery(this.#deps.words, answer, request.wait, delivery) : answer
    })
  }

  /** The heading first, then its items in order; an item that fails does not keep the others from being sent. */
  async sendAlbum<Item>(
    asked: SendRequest | NamedRequest,
    buildItem: (item: Item, parent: MessageKey) => Promise<Content>,
    items: readonly Item[],
  ): Promise<SendResult> {
    return runOnce(this.#deps, asked.idempotency, async (messageId, repeat) => {
      const request = await this.#toRequest(asked, messageId, repeat)
      const { seen: _, ...rest } = request
      return sendAlbumParts(request, messageId, {
        words: this.#deps.words,
        items: items.map((item) => (parent: MessageKey) => buildItem(item, parent)),
        // An album that has begun goes on, whoever answers in the middle of it.
        send: (id, content) =>
          this.#sendContent(id === messageId ? request : rest, id, content, repeat, messageId),
        awaitDeliveries: (answers) => this.#awaitDeliveries(request, answers),
      })
    })
  }

  async read(clientId: string, keys: MessageKey[]): Promise<ReadReply> {
    const command: ReadCommand = { keys }
    const reply = await this.#ask<ReadReply>(clientId, READ_COMMAND, command)
    return reply ?? { error: outcomeUnknown({ cause: 'reading_unconfirmed' }) }
  }

  async showPresence(
    clientId: string,
    to: Address,
    presence: 'available' | 'unavailable' | PresenceCommand['presence'],
  ): Promise<ReadReply> {
    if (presence === 'available' || presence === 'unavailable') {
      const input: PresenceActTable['setOnline']['input'] = { isOnline: presence === 'available' }
      const told = await this.#ask(clientId, ACCOUNT_PRESENCE_COMMAND, { act: 'setOnline', input })
      return { error: told === undefined ? outcomeUnknown({ cause: 'presence_unconfirmed' }) : null }
    }
    const command: PresenceCommand = { to, presence }
    const reply = await this.#ask<ReadReply>(clientId, PRESENCE_COMMAND, command)
    return reply ?? { error: outcomeUnknown({ cause: 'presence_unconfirmed' }) }
  }

  /** Resolves when the network has all of it; throws why not. */
  async mark(clientId: string, command: MarkCommand): Promise<void> {
    const timeoutMs = MARK_TIMEOUT_MS * command.marks.length
    await this.#require<{ done: true }>(clientId, MARK_COMMAND, command, timeoutMs)
  }

  /** Resolves when the question is on its way to the phone; throws why not. */
  async askHistory(clientId: string, command: HistoryCommand): Promise<void> {
    await this.#require<{ done: true }>(clientId, HISTORY_COMMAND, command)
  }

  async setBlocked(clientId: string, command: BlockCommand): Promise<void> {
    await this.#require<object>(clientId, BLOCK_COMMAND, command)
  }

  checkNumbers(clientId: string, phoneNumbers: readonly string[]): Promise<NumberCheck[]> {
    return this.#require<NumberCheck[]>(clientId, CHECK_COMMAND, { phoneNumbers })
  }

  findUsername(clientId: string, query: UsernameQuery): Promise<UsernameSearch> {
    return this.#askUsername(clientId, query)
  }

  findPicture(clientId: string, query: PictureQuery): Promise<FoundPicture> {
    return this.#require<FoundPicture>(clientId, PICTURE_COMMAND, query)
  }

  /** Resolves when the owner has the file, knows that it cannot be had, or takes too long. */
  async fetchFile(clientId: string, seq: number): Promise<void> {
    await this.#ask(clientId, FETCH_FILE_COMMAND, { seq }, FETCH_FILE_TIMEOUT_MS)
  }

  async #toRequest(
    asked: SendRequest | NamedRequest,
    messageId: string,
    repeat: boolean,
  ): Promise<SendRequest> {
    if (!('toRequest' in asked)) return asked
    const stored = repeat ? await readSent(this.#deps.db, asked.clientId, messageId) : undefined
    return asked.toRequest(stored ? (stored.chat as Address) : null)
  }

  /** What a repeat cannot build any more may have been sent by the first call. */
  async #buildOrFind(
    { clientId, buildContent, wait }: SendRequest,
    messageId: string,
    repeat: boolean,
  ): Promise<Content | Answer<SendResult>> {
    try {
      return await buildContent()
    } catch (refusal) {
      const stored = repeat ? await readSent(this.#deps.db, clientId, messageId) : undefined
      if (!stored) throw refusal
      const error = outcomeUnknown({ cause: 'cannot_be_repeated' })
      return toSendResult(this.#deps.words, clientId, unknown(stored.chat, messageId, error), wait)
    }
  }

  async #sendContent(
    { clientId, target, wait, byPerson, sentBy, seen, audience }: SendRequest,
    messageId: string,
    content: Content,
    repeat: boolean,
    callId = messageId,
  ): Promise<Answer<SendResult>> {
    const asked = toCommandWait(wait, this.#deps.nowMs())
    // The heading of an album is nothing anybody sees; its items are.
    const isSeen = content.type !== 'album_heading'
    const by = sentBy === undefined ? {} : { by: toActorOfSender(sentBy) }
    const written = byPerson && isSeen ? { byPerson: { ...byPerson, ...by, eventId: `inbox:${callId}` } } : {}
    const sender = { ...(sentBy === undefined ? {} : { sentBy }), ...(seen && { seen }) }
    const given = audience === undefined ? {} : { audience }
    const what = { messageId, to: target, content, repeat, ...given }
    const command: SendCommand = { ...what, ...asked, ...written, ...sender }
    const reply = await this.#deps.bus.request(
      clientId,
      { name: SEND_COMMAND, input: command },
      { commandId: `${messageId}/${this.#deps.newId()}`, timeoutMs: SEND_TIMEOUT_MS },
    )
    return this.#toAnswer({ clientId, wait }, command, reply)
  }

  /**
   * Waits for the delivery of those of these messages that the network has, and answers how far they got. The owner is asked,
   * as receipts arrive there; when it cannot answer, the database has the state so far.
   */
  async #awaitDeliveries(
    { clientId, wait }: SendRequest,
    answers: readonly Answer<SendResult>[],
  ): Promise<Delivery[]> {
    if (wait.until !== 'delivered' || wait.endsAtMs === null) return []
    const onTheirWay = answers.filter(
      ({ response: { type, res } }) => type === 'success' && res?.status !== 'PENDING',
    )
    const ids = onTheirWay.flatMap(({ response }) => response.res?.key.id ?? [])
    if (ids.length === 0) return []
    const ms = Math.max(0, wait.endsAtMs - this.#deps.nowMs())
    await this.#deps.bus.request(
      clientId,
      { name: AWAIT_DELIVERY_COMMAND, input: { ids, ms } satisfies AwaitDeliveryCommand },
      { commandId: this.#deps.newId(), timeoutMs: ms + DELIVERY_GRACE_MS },
    )
    return readDeliveries(this.#deps.db, clientId, ids)
  }

  async #toAnswer(
    { clientId, wait }: Pick<SendRequest, 'clientId' | 'wait'>,
    command: SendCommand,
    reply: BusReply,
  ): Promise<Answer<SendResult>> {
    const { messageId } = command
    switch (reply.kind) {
      case 'ok':
        return toSendResult(this.#deps.words, clientId, reply.result as SendReply, wait)
      case 'error':
        throw toRefusal(reply.error)
      case 'no_owner': {
        // Nobody can send now; only a repeat may already have been handed over.
        const stored = command.repeat ? await readSent(this.#deps.db, clientId, messageId) : undefined
        if (!stored) throw notConnected()
        const error = outcomeUnknown({ cause: 'cannot_be_asked' })
        return toSendResult(this.#deps.words, clientId, unknown(stored.chat, messageId, error), wait)
      }
      case 'unknown': {
        const chat = await findContactId(this.#deps.db, clientId, command.to)
        const error = outcomeUnknown({ cause: 'worker_silent' })
        return toSendResult(this.#deps.words, clientId, unknown(chat, messageId, error), wait)
      }
    }
  }

  /** What the owner answers; undefined when it did not in time. */
  async #ask<R>(clientId: string, name: string, input: object, timeoutMs?: number): Promise<R | undefined> {
    return readReply<R>(await this.#request(clientId, name, input, timeoutMs), notConnected)
  }

  async #require<R>(clientId: string, name: string, input: object, timeoutMs?: number): Promise<R> {
    return requireReply<R>(await this.#request(clientId, name, input, timeoutMs), notConnected)
  }

  #request(clientId: string, name: string, input: object, timeoutMs = ASK_TIMEOUT_MS): Promise<BusReply> {
    return this.#deps.bus.request(clientId, { name, input }, { commandId: this.#deps.newId(), timeoutMs })
  }
}

const unknown = (remoteJid: string, id: string, error: SendError): SendReply => ({
  kind: 'unknown',
  key: { remoteJid, id, fromMe: true, participant: null },
  error,
  final: false,
})

function toSendResult(words: StoredWords, client: string, reply: SendReply, wait: Wait): Answer<SendResult> {
  const key = { ...reply.key }
  switch (reply.kind) {
    case 'sent': {
      const { atSec: messageTimestamp, status, message } = reply
      const reached = status === 'PENDING' ? 'queued' : 'server'
      const asked = toReached(wait, reached)
      const res = { key, messageTimestamp, status, ...asked, message } as NonNullable<SendResult['res']>
      return {
        response: { type: 'success', client, message: describeSent(wait, reached), res },
        // A repeat of a call that waited in vain may wait on.
        final: status !== 'PENDING' || wait.until === 'queued',
      }
    }
    case 'failed': {
      const message =
        'The network refused the message; it was certainly not sent. Change it or send it again.'
      return {
        response: { type: 'error', client, message, error: words.sendError(reply.error), res: { key } },
        final: true,
      }
    }
    case 'unknown': {
      const message =
        'The message may or may not have been sent. Its receipts will tell; look for its id in the conversation before sending again.'
      return {
        response: { type: 'error', client, message, error: words.sendError(reply.error), res: { key } },
        final: reply.final,
      }
    }
  }
}
