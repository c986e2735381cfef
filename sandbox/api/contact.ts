import { proto } from 'baileys/WAProto/index.js'
import { committed } from '../infra/journal.ts'
import { InputError, isGroupJid, parseNumber } from '../protocol/addresses.ts'
import { buildMediaMessage, type MediaContent } from '../protocol/media-message.ts'
import { node } from '../protocol/nodes.ts'
import { bringPhoneOnline } from '../protocol/phone-inbox.ts'
import { conversationAddressing, sendFromPhone, sendFromPhoneToGroup } from '../protocol/phone-outbox.ts'
import { sendPhoneReceipts } from '../protocol/phone-receipts.ts'
import type { GroupChat } from '../state/groups.ts'
import type { DeliveryError, Mailbox, ReceivedMessage, ReceivedReceipt } from '../state/mailbox.ts'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'

const EDIT = '1'
const REVOKE = '7'
const DEFAULT_WAIT_MS = 5_000

/** What both simulated contacts and an account's own phone can do and show. Numbers may carry `+` and spaces. */
export class SimulatedPhone {
  protected readonly network: Network
  protected readonly user: User

  constructor(network: Network, user: User) {
    this.network = network
    this.user = user
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
    return this.#mailbox.inbox
  }

  /** What reached this phone without being properly encrypted for it, oldest first. */
  get errors(): readonly DeliveryError[] {
    return this.#mailbox.errors
  }

  /** Receipts this phone got for messages it sent, oldest first; an empty type is a delivery. */
  get receipts(): readonly ReceivedReceipt[] {
    return this.#mailbox.receipts
  }

  /** Writes a text to a number or to a group's jid; resolves with the message id once it is durable. */
  say(
    to: string,
    text: string,
    options: { mentions?: string[]; mentionsAll?: boolean } = {},
  ): Promise<string> {
    const { mentions = [], mentionsAll = false } = options
    if (mentions.length === 0 && !mentionsAll) return this.send(to, { conversation: text })
    const mentionedJid = mentions.map((number) => this.#namedIn(to, number))
    const contextInfo = { mentionedJid, ...(mentionsAll ? { nonJidMentions: 1 } : {}) }
    return this.send(to, { extendedTextMessage: { text, contextInfo } })
  }

  /** Sends any content as the protobuf has it. `id` repeats an earlier message under its id. */
  async send(to: string, content: proto.IMessage, options: { id?: string } = {}): Promise<string> {
    return this.#send(to, content, options)
  }

  /** Encrypts and uploads a file, then sends the message that refers to it. Resolves with the message id. */
  async sendMedia(to: string, content: MediaContent, options: { id?: string } = {}): Promise<string> {
    const { media } = this.network
    return this.send(to, await buildMediaMessage(media, content, this.network.now()), options)
  }

  /** Answers a message of the other side, or of its own, with a quote. */
  async reply(to: string, id: string, text: string): Promise<string> {
    const known = this.#find(to, id)
    const participant = this.#namedIn(to, known?.from ?? this.number)
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
    const key = this.#key(to, id)
    return this.#send(to, { reactionMessage: { key, text: emoji, senderTimestampMs: this.network.now() } })
  }

  /** Changes the text of a message this phone sent. */
  async edit(to: string, id: string, text: string): Promise<string> {
    this.#requireSent(id)
    const protocolMessage = {
      key: this.#key(to, id),
      type: proto.Message.ProtocolMessage.Type.MESSAGE_EDIT,
      editedMessage: { conversation: text },
      timestampMs: this.network.now(),
    }
    return this.#send(to, { protocolMessage }, { edit: EDIT })
  }

  /** Takes a message this phone sent back for everybody. */
  async revoke(to: string, id: string): Promise<string> {
    this.#requireSent(id)
    const protocolMessage = {
      key: this.#key(to, id),
      type: proto.Message.ProtocolMessage.Type.REVOKE,
    }
    return this.#send(to, { protocolMessage }, { edit: REVOKE })
  }

  /** Waits for a message, received already or still to come. Rejects after the timeout. */
  waitForMessage(
    predicate: (message: ReceivedMessage) => boolean,
    timeoutMs = DEFAULT_WAIT_MS,
  ): Promise<ReceivedMessage> {
    const known = this.#mailbox.inbox.find(predicate)
    if (known !== undefined) return Promise.resolve(known)
    return new Promise((resolve, reject) => {
      const stop = this.#mailbox.onMessage((message) => {
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
    this.user.record.online = false
    this.user.save()
    await committed(this.network.journal)
  }

  /** Brings the phone back and reads what waited, in order. */
  async goOnline(): Promise<void> {
    await bringPhoneOnline(this.network, this.user)
    await committed(this.network.journal)
  }

  /** Forgets all sessions, as after a reinstall with the same keys: the next `msg` cannot be read and is asked again. */
  async forgetSessions(): Promise<void> {
    this.user.phone.dropAllSessions()
    this.user.senderKeys.forgetPeers()
    await committed(this.network.journal)
  }

  get #mailbox(): Mailbox {
    return this.network.mailboxes.of(this.user.number)
  }

  #recipient(to: string): User {
    const recipient = this.network.directory.ensure(parseNumber(to))
    if (!recipient.record.registered) throw new InputError(`${recipient.number} is not on the network`)
    return recipient
  }

  /** The group a message is to; throws InputError when there is none or the phone is not in it. */
  #group(to: string): GroupChat | undefined {
    if (!isGroupJid(to)) return undefined
    const group = this.network.groups.find(to)
    if (group?.has(this.number) === true) return group
    throw new InputError(`${this.number} is not in a group "${to}"`)
  }

  async #send(
    to: string,
    content: proto.IMessage,
    options: { id?: string; edit?: string } = {},
  ): Promise<string> {
    const group = this.#group(to)
    const id =
      group === undefined
        ? await sendFromPhone(this.network, this.user, this.#recipient(to), content, options)
        : await sendFromPhoneToGroup(this.network, this.user, group, content, options)
    await committed(this.network.journal)
    return id
  }

  /** How a conversation names somebody. */
  #namedIn(to: string, number: string): string {
    const person = this.network.directory.ensure(parseNumber(number))
    const group = this.#group(to)
    const addressing = group?.record.addressing ?? conversationAddressing(this.user, this.#recipient(to))
    return person.jid(addressing)
  }

  /** A message of a conversation that this phone received, or that its linked devices sent. */
  #find(to: string, id: string): ReceivedMessage | undefined {
    if (isGroupJid(to))
      return this.#mailbox.inbox.findLast((message) => message.id === id && message.chat === to)
    return this.#mailbox.find(parseNumber(to), id) ?? this.#mailbox.find(this.number, id)
  }

  #key(to: string, id: string): proto.IMessageKey {
    const group = this.#group(to)
    const fromMe = this.#mailbox.sent.has(id) || this.#mailbox.find(this.number, id) !== undefined
    if (group === undefined) return { remoteJid: this.#namedIn(to, to), fromMe, id }
    const author = fromMe ? this.number : this.#find(to, id)?.from
    if (author === undefined) throw new InputError(`${this.number} has no message "${id}" in the group`)
    return { remoteJid: group.jid, fromMe, id, participant: this.#namedIn(to, author) }
  }

  #requireSent(id: string): void {
    if (!this.#mailbox.sent.has(id)) {
      throw new InputError(
        `${this.number} did not send a message "${id}": use an id that say or send returned`,
      )
    }
  }
}

/** Somebody who writes to accounts and reads what they write. */
export class Contact extends SimulatedPhone {
  /** Whether the phone confirms delivery by itself. */
  setAutoReceipts(on: boolean): void {
    this.user.record.autoReceipts = on
    this.user.save()
  }

  /** False makes the number one that is not on the network. */
  setRegistered(on: boolean): void {
    this.user.record.registered = on
    this.user.save()
  }

  /** `none`: key bundles carry no one-time key; `no-bundle`: nobody can start a session with this contact. */
  setPreKeys(mode: 'normal' | 'none' | 'no-bundle'): void {
    this.user.record.preKeys = mode
    this.user.save()
  }

  /** Confirms delivery of messages, for a contact whose automatic receipts are off. */
  markDelivered(account: string, ids?: string[]): Promise<string[]> {
    return this.#confirm(account, ids)
  }

  /** Marks messages of an account as read: those given, or all that were received. Resolves with their ids. */
  markRead(account: string, ids?: string[]): Promise<string[]> {
    return this.#confirm(account, ids, 'read')
  }

  markPlayed(account: string, ids?: string[]): Promise<string[]> {
    return this.#confirm(account, ids, 'played')
  }

  /** Shows the account's clients, or a group's, that this contact is typing, or has stopped. */
  setTyping(account: string, typing: boolean): void {
    const group = this.network.groups.find(account)
    const numbers = group?.numbers ?? [parseNumber(account)]
    const from =
      group === undefined
        ? { from: this.user.jid(this.user.record.addressing) }
        : { from: group.jid, participant: this.user.jid(group.record.addressing) }
    for (const { companion, connection } of this.network.sessions.values()) {
      if (!numbers.includes(companion.record.number)) continue
      connection.send(node('chatstate', from, [node(typing ? 'composing' : 'paused')]))
    }
  }

  async #confirm(account: string, ids: string[] | undefined, type?: 'read' | 'played'): Promise<string[]> {
    const chat = isGroupJid(account) ? account : parseNumber(account)
    const received = this.inbox.filter((message) => message.chat === chat && !message.fromMe)
    const chosen = ids ?? received.map(({ id }) => id)
    const addressing = received.at(-1)?.addressing ?? this.user.record.addressing
    const group = this.network.groups.find(account)
    const byAuthor = Map.groupBy(chosen, (id) => received.find((message) => message.id === id)?.from ?? chat)
    for (const [author, theirs] of byAuthor) {
      const user = this.network.directory.find(author)
      if (user !== undefined)
        sendPhoneReceipts(this.network, this.user, user, theirs, { addressing, type, group })
    }
    await committed(this.network.journal)
    return chosen
  }
}
