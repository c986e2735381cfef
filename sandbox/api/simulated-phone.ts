import { proto } from 'baileys/WAProto/index.js'
import { committed } from '../infra/journal.ts'
import { InputError, isGroupJid, parseNumber } from '../protocol/addresses.ts'
import { unwrapContent } from '../protocol/content.ts'
import { buildMediaMessage, type MediaContent } from '../protocol/media-message.ts'
import { bringPhoneOnline } from '../protocol/phone-inbox.ts'
import { conversationAddressing, sendFromPhone, sendFromPhoneToGroup } from '../protocol/phone-outbox.ts'
import { sendPhoneReceipts, sendReadReceipts } from '../protocol/phone-receipts.ts'
import type { GroupChat } from '../state/groups.ts'
import type {
  DeliveryError,
  Mailbox,
  ReceivedMessage,
  ReceivedReceipt,
  SentMessage,
} from '../state/mailbox.ts'
import type { Network } from '../state/network.ts'
import type { PlayedDevice, User } from '../state/user.ts'
import { StatusActs } from './status-acts.ts'

const EDIT = '1'
const REVOKE = '7'
const DEFAULT_WAIT_MS = 45_000

/** The content of an edit: the media with its new caption, or the new text. */
function editContent(raw: string, text: string): proto.IMessage {
  const original = unwrapContent(proto.Message.decode(Buffer.from(raw, 'base64')))
  const { imageMessage, videoMessage, documentMessage } = original
  if (imageMessage) return { imageMessage: { ...imageMessage, caption: text } }
  if (videoMessage) return { videoMessage: { ...videoMessage, caption: text } }
  if (documentMessage) return { documentMessage: { ...documentMessage, caption: text } }
  return { conversation: text }
}

/** What both simulated contacts and an account's own phone can do and show. Numbers may carry `+` and spaces. */
export class SimulatedPhone {
  protected readonly network: Network
  protected readonly user: User
  /** The device of the person that does and sees all this. */
  protected readonly played: PlayedDevice

  constructor(network: Network, user: User, played: PlayedDevice = user.phone) {
    this.network = network
    this.user = user
    this.played = played
  }

  get number(): string {
    return this.user.number
  }

  get lid(): string {
    return this.user.lid
  }

  get name(): string {
    return this.user.record.name
  }

  /** Messages this phone received and decrypted, oldest first; each id of a sender once. */
  get inbox(): readonly ReceivedMessage[] {
    return this.mailbox.inbox
  }

  /** Messages this phone sent, oldest first. */
  get sent(): readonly SentMessage[] {
    return [...this.mailbox.sent.values()]
  }

  /** What reached this phone without being properly encrypted for it, oldest first. */
  get errors(): readonly DeliveryError[] {
    return this.mailbox.errors
  }

  /** What is done with statuses at this phone. */
  get statuses(): StatusActs {
    return new StatusActs(this.network, this.played)
  }

  /** Receipts this phone got for messages it sent, oldest first; an empty type is a delivery. */
  get receipts(): readonly ReceivedReceipt[] {
    return this.mailbox.receipts
  }

  /** Writes a text to a number or to a group's jid; resolves with the message id once it is durable. */
  sendText(
    to: string,
    text: string,
    options: { mentions?: string[]; mentionsAll?: boolean } = {},
  ): Promise<string> {
    const { mentions = [], mentionsAll = false } = options
    if (mentions.length === 0 && !mentionsAll) return this.send(to, { conversation: text })
    const mentionedJid = mentions.map((number) => this.nameIn(to, number))
    const contextInfo = { mentionedJid, ...(mentionsAll ? { nonJidMentions: 1 } : {}) }
    return this.send(to, { extendedTextMessage: { text, contextInfo } })
  }

  /** Sends any content as the protobuf has it. `id` repeats an earlier message under its id. */
  async send(to: string, content: proto.IMessage, options: { id?: string } = {}): Promise<string> {
    return this.deliverContent(to, content, options)
  }

  /** Encrypts and uploads a file, then sends the message that refers to it. Resolves with the message id. */
  async sendMedia(to: string, content: MediaContent, options: { id?: string } = {}): Promise<string> {
    const { media } = this.network
    return this.send(to, await buildMediaMessage(media, content, this.network.now()), options)
  }

  /** Answers a message of the other side, or of its own, with a quote. */
  async reply(to: string, id: string, text: string): Promise<string> {
    const known = this.findMessage(to, id)
    const participant = this.nameIn(to, known?.from ?? this.number)
    const quoted = known && proto.Message.decode(Buffer.from(known.raw, 'base64'))
    const contextInfo = {
      stanzaId: id,
      participant,
      ...(quoted === undefined ? {} : { quotedMessage: quoted }),
    }
    return this.send(to, { extendedTextMessage: { text, contextInfo } })
  }

  /** Reacts to a message of either side; an empty emoji takes the reaction back. */
  async react(to: string, id: string, emoji: string): Promise<string> {
    const key = this.keyOf(to, id)
    return this.deliverContent(to, {
      reactionMessage: { key, text: emoji, senderTimestampMs: this.network.now() },
    })
  }

  /** Changes the text of a message this phone sent, or the caption of its media. */
  async edit(to: string, id: string, text: string): Promise<string> {
    this.requireSent(id)
    const protocolMessage = {
      key: this.keyOf(to, id),
      type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
      editedMessage: editContent(this.mailbox.sent.get(id)?.raw ?? '', text),
      timestampMs: this.network.now(),
    }
    return this.deliverContent(to, { protocolMessage }, { edit: EDIT })
  }

  /** Takes a message this phone sent back for everybody. */
  async revoke(to: string, id: string): Promise<string> {
    this.requireSent(id)
    const protocolMessage = {
      key: this.keyOf(to, id),
      type: proto.Message.ProtocolMessage.Type.REVOKE,
    }
    return this.deliverContent(to, { protocolMessage }, { edit: REVOKE })
  }

  /**
   * Marks messages of a conversation, with a number or a group's jid, as read: those given, or all that were received.
   * Their authors learn it unless the account's privacy keeps it, and its linked devices do. Resolves with their ids.
   */
  markRead(chat: string, ids?: string[]): Promise<string[]> {
    return this.confirm(chat, ids, 'read')
  }

  /** Waits for a message, received already or still to come. Rejects after the timeout. */
  waitForMessage(
    predicate: (message: ReceivedMessage) => boolean,
    timeoutMs = DEFAULT_WAIT_MS,
  ): Promise<ReceivedMessage> {
    const known = this.mailbox.inbox.find(predicate)
    if (known !== undefined) return Promise.resolve(known)
    return new Promise((resolve, reject) => {
      const stop = this.mailbox.onMessage((message) => {
        if (!predicate(message)) return
        clearTimeout(timer)
        stop()
        resolve(message)
      })
      const timer = setTimeout(() => {
        stop()
        reject(new Error(`${this.number} received no such message within ${timeoutMs} ms`))
      }, timeoutMs)
    })
  }

  /** Takes the phone off the network: what is sent to it is acknowledged and waits. */
  async goOffline(): Promise<void> {
    this.played.record.online = false
    this.user.save()
    await committed(this.network.journal)
  }

  /** Brings the phone back and reads what waited, in order. */
  async goOnline(): Promise<void> {
    await bringPhoneOnline(this.network, this.played)
    await committed(this.network.journal)
  }

  /** Forgets all sessions, as after a reinstall with the same keys: the next `msg` cannot be read and is asked again. */
  async forgetSessions(): Promise<void> {
    this.played.signal.dropAllSessions()
    this.played.senderKeys.forgetPeers()
    await committed(this.network.journal)
  }

  /** Tells the authors of messages of a conversation what became of them; without a type that they arrived. */
  protected async confirm(
    to: string,
    ids: string[] | undefined,
    type?: 'read' | 'played',
  ): Promise<string[]> {
    const chat = isGroupJid(to) ? to : parseNumber(to)
    const received = this.inbox.filter((message) => message.chat === chat && !message.fromMe)
    const chosen = ids ?? received.map(({ id }) => id)
    const addressing = received.at(-1)?.addressing ?? this.user.record.addressing
    const group = this.network.groups.find(to)
    const byAuthor = Map.groupBy(chosen, (id) => received.find((message) => message.id === id)?.from ?? chat)
    for (const [number, theirs] of byAuthor) {
      const author = this.network.directory.find(number)
      if (author === undefined) continue
      const receipt = { type, addressing, group }
      if (type === 'read') sendReadReceipts(this.network, this.played, author, theirs, receipt)
      else sendPhoneReceipts(this.network, this.played, author, theirs, receipt)
    }
    await committed(this.network.journal)
    return chosen
  }

  protected get mailbox(): Mailbox {
    return this.network.mailboxes.of(this.played.name)
  }

  protected recipient(to: string): User {
    const recipient = this.network.directory.ensure(parseNumber(to))
    if (!recipient.record.registered) throw new InputError(`${recipient.number} is not on the network`)
    return recipient
  }

  /** The group a message is to; throws InputError when there is none or the phone is not in it. */
  protected group(to: string): GroupChat | undefined {
    if (!isGroupJid(to)) return undefined
    const group = this.network.groups.find(to)
    if (group?.has(this.number) === true) return group
    throw new InputError(`${this.number} is not in a group "${to}"`)
  }

  protected async deliverContent(
    to: string,
    content: proto.IMessage,
    options: { id?: string; edit?: string } = {},
  ): Promise<string> {
    const group = this.group(to)
    const id =
      group === undefined
        ? await sendFromPhone(this.network, this.played, this.recipient(to), content, options)
        : await sendFromPhoneToGroup(this.network, this.played, group, content, options)
    await committed(this.network.journal)
    return id
  }

  /** How a conversation names somebody. */
  protected nameIn(to: string, number: string): string {
    const person = this.network.directory.ensure(parseNumber(number))
    const group = this.group(to)
    const addressing = group?.record.addressing ?? conversationAddressing(this.user, this.recipient(to))
    return person.jid(addressing)
  }

  /** A message of a conversation that this phone received, or that its linked devices sent. */
  protected findMessage(to: string, id: string): ReceivedMessage | undefined {
    if (isGroupJid(to))
      return this.mailbox.inbox.findLast((message) => message.id === id && message.chat === to)
    return this.mailbox.find(parseNumber(to), id) ?? this.mailbox.find(this.number, id)
  }

  protected keyOf(to: string, id: string): proto.IMessageKey {
    const group = this.group(to)
    const fromMe = this.mailbox.sent.has(id) || this.mailbox.find(this.number, id) !== undefined
    if (group === undefined) return { remoteJid: this.nameIn(to, to), fromMe, id }
    const author = fromMe ? this.number : this.findMessage(to, id)?.from
    if (author === undefined) throw new InputError(`${this.number} has no message "${id}" in the group`)
    return { remoteJid: group.jid, fromMe, id, participant: this.nameIn(to, author) }
  }

  protected requireSent(id: string): void {
    if (!this.mailbox.sent.has(id)) {
      throw new InputError(
        `${this.number} did not send a message "${id}": use an id that say or send returned`,
      )
    }
  }
}
