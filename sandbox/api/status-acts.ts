import { proto } from 'baileys/WAProto/index.js'
import { committed } from '../infra/journal.ts'
import { InputError, parseNumber } from '../protocol/addresses.ts'
import { buildMediaMessage, type MediaContent } from '../protocol/media-message.ts'
import { sendFromPhoneToFeed } from '../protocol/phone-outbox.ts'
import { sendReadReceipts } from '../protocol/phone-receipts.ts'
import { STATUS_FEED, STATUS_JID, STATUS_LIFE_MS } from '../protocol/status-feed.ts'
import { sendLike } from '../protocol/statuses.ts'
import type { ReceivedMessage } from '../state/mailbox.ts'
import type { Network } from '../state/network.ts'
import type { PlayedDevice, User } from '../state/user.ts'

const REVOKE = '7'

/** What somebody does with statuses at a phone: their own, and those that the phone shows. */
export class StatusActs {
  readonly #network: Network
  readonly #at: PlayedDevice

  constructor(network: Network, at: PlayedDevice) {
    this.#network = network
    this.#at = at
  }

  /** Statuses that this phone shows now, oldest first: those of others, and of its own account from other devices. */
  get shown(): ReceivedMessage[] {
    const { inbox } = this.#mailbox
    const feed = inbox.filter(({ chat }) => chat === STATUS_JID)
    const gone = new Set(feed.filter(({ type }) => type === 'revoke').map(({ targetId }) => targetId))
    const oldest = this.#network.now() - STATUS_LIFE_MS
    return feed.filter(
      ({ type, id, at }) => type !== 'revoke' && type !== 'reaction' && !gone.has(id) && at > oldest,
    )
  }

  /** Who liked what of the account's statuses, in order; an empty text takes it back. */
  get likes(): ReceivedMessage[] {
    return this.#mailbox.inbox.filter(({ chat, type }) => chat === STATUS_JID && type === 'reaction')
  }

  /** Posts a text, a file, or any content as the protobuf has it, for these numbers and nobody else. Resolves with its id. */
  async post(
    content: string | proto.IMessage | { file: MediaContent },
    to: readonly string[],
  ): Promise<string> {
    return this.#send(await this.#toMessage(content), this.#people(to))
  }

  /** Takes a status back from these numbers. */
  takeBack(id: string, from: readonly string[]): Promise<string> {
    const type = proto.Message.ProtocolMessage.Type.REVOKE
    const protocolMessage = { type, key: { remoteJid: STATUS_JID, fromMe: true, id } }
    return this.#send({ protocolMessage }, this.#people(from), REVOKE)
  }

  /** Looks at statuses: who posted them is told, unless the account's privacy keeps it. */
  async see(ids: readonly string[]): Promise<void> {
    const found = ids.map((id) => this.#require(id))
    for (const [number, theirs] of Map.groupBy(found, ({ from }) => from)) {
      const author = this.#network.directory.ensure(number)
      const seen = theirs.map(({ id }) => id)
      sendReadReceipts(this.#network, this.#at, author, seen, { addressing: 'lid', group: STATUS_FEED })
    }
    await committed(this.#network.journal)
  }

  /** Likes a status; an empty emoji takes it back. Resolves with the id of the like. */
  async like(id: string, emoji: string): Promise<string> {
    const author = this.#network.directory.ensure(this.#require(id).from)
    const key = { remoteJid: STATUS_JID, fromMe: false, id, participant: author.jid('lid') }
    const reactionMessage = { key, text: emoji, senderTimestampMs: this.#network.now() }
    const likeId = await sendLike(this.#network, this.#at, author, { reactionMessage })
    await committed(this.#network.journal)
    return likeId
  }

  /** The content of an answer to a status, to be sent to its author: the quote says that it is no message of the chat. */
  answerTo(id: string, text: string): { to: string; content: proto.IMessage } {
    const status = this.#require(id)
    const author = this.#network.directory.ensure(status.from)
    const quotedMessage = proto.Message.decode(Buffer.from(status.raw, 'base64'))
    const contextInfo = { stanzaId: id, participant: author.jid('lid'), remoteJid: STATUS_JID, quotedMessage }
    return { to: author.number, content: { extendedTextMessage: { text, contextInfo } } }
  }

  get #mailbox() {
    return this.#network.mailboxes.of(this.#at.name)
  }

  #require(id: string): ReceivedMessage {
    const found = this.shown.find((status) => status.id === id)
    if (found === undefined) throw new InputError(`this phone shows no status "${id}": see its statuses`)
    return found
  }

  #people(numbers: readonly string[]): User[] {
    return numbers.map((number) => this.#network.directory.ensure(parseNumber(number)))
  }

  async #toMessage(content: string | proto.IMessage | { file: MediaContent }): Promise<proto.IMessage> {
    if (typeof content === 'string') return { extendedTextMessage: { text: content } }
    if (!('file' in content)) return content
    return buildMediaMessage(this.#network.media, content.file, this.#network.now())
  }

  async #send(message: proto.IMessage, audience: User[], edit?: string): Promise<string> {
    const options = edit === undefined ? {} : { edit }
    const id = await sendFromPhoneToFeed(this.#network, this.#at, audience, message, options)
    await committed(this.#network.journal)
    return id
  }
}
