import {
  areJidsSameUser,
  type BinaryNode,
  extractE2ESessionFromRetryReceipt,
  getBinaryNodeChildren,
  getBinaryNodeChildUInt,
  proto,
  type WASocket,
} from 'baileys'
import { type Address, isGroup, isOfMany, STATUS_ADDRESS, toAddress } from '../../../core/addresses.ts'
import type { OpenOptions } from '../../port.ts'
import { createBoundedCache } from '../keys/bounded-cache.ts'
import { createKeyedLock, type SignalKeys } from '../keys/signal-keys.ts'
import type { PairwiseSessions } from '../keys/signal-repository.ts'
import type { ConnectorLog } from '../library-log.ts'
import type { GroupKeys } from '../outbound/group-keys.ts'
import { addPadding, buildResentStanza, readStanzaForm } from '../outbound/outgoing-stanza.ts'
import { readSent } from '../socket-config.ts'
import { takeOver } from './message-order.ts'

const MAX_ANSWERS = 5
const REMEMBERED = 1000
const HOUR_MS = 60 * 60_000
/** From this count on a device that still cannot read gets a new session, as the network's own clients do it. */
const NEW_SESSION_FROM = 2

export interface RetryRequestOptions {
  socket: WASocket
  keys: SignalKeys
  sessions: PairwiseSessions
  open: OpenOptions
  groupKeys: Pick<GroupKeys, 'forgetHolder'>
  log: Pick<ConnectorLog, 'debug'>
}

type E2ESession = Parameters<WASocket['signalRepository']['injectE2ESession']>[0]['session']

/** A device that could not read messages of ours. */
interface Request {
  ids: string[]
  chat: Address
  device: string
  isOwn: boolean
  count: number
}

function readRequest({ attrs, content }: BinaryNode, me: { id?: string; lid?: string }): Request | null {
  const { id, from, participant, recipient } = attrs
  const retry = Array.isArray(content) ? content.find(({ tag }) => tag === 'retry') : undefined
  if (!id || !from) return null
  const device = participant ?? from
  const isOwn = areJidsSameUser(device, me.id) || areJidsSameUser(device, me.lid)
  // Somebody else's request that names a recipient is about a message of theirs.
  if (recipient && !isOwn) return null
  const chat = isOwn && !isOfMany(from) ? recipient : from
  if (!chat) return null
  const list = Array.isArray(content) ? content.find(({ tag }) => tag === 'list') : undefined
  const others = getBinaryNodeChildren(list, 'item').flatMap((item) => item.attrs.id ?? [])
  return {
    ids: [id, ...others],
    chat: toAddress(chat),
    device,
    isOwn,
    count: Number(retry?.attrs.count) || 1,
  }
}

/** Sends messages again to devices that could not read them. */
class RetryRequests {
  private readonly socket: WASocket
  private readonly keys: SignalKeys
  private readonly sessions: PairwiseSessions
  private readonly open: OpenOptions
  private readonly groupKeys: Pick<GroupKeys, 'forgetHolder'>
  private readonly log: Pick<ConnectorLog, 'debug'>
  private readonly repository: WASocket['signalRepository']
  private readonly inOrder = createKeyedLock()
  private readonly answered = createBoundedCache(REMEMBERED, HOUR_MS)
  private readonly renewed = createBoundedCache(REMEMBERED, HOUR_MS)

  constructor(options: RetryRequestOptions) {
    this.socket = options.socket
    this.keys = options.keys
    this.sessions = options.sessions
    this.open = options.open
    this.groupKeys = options.groupKeys
    this.log = options.log
    this.repository = this.socket.signalRepository
  }

  /** Requests of one device are answered one after the other. Never rejects. */
  async handle(node: BinaryNode): Promise<void> {
    try {
      await this.inOrder(node.attrs.participant ?? node.attrs.from ?? '', () => this.answer(node))
    } catch (error) {
      this.log.debug({ messageId: node.attrs.id, err: error }, 'message could not be sent again')
    } finally {
      await this.socket.sendMessageAck(node).catch(() => {})
    }
  }

  private async answer(node: BinaryNode): Promise<void> {
    const request = readRequest(node, this.socket.authState.creds.me ?? {})
    if (!request) return
    let isReady = false
    for (const id of request.ids) {
      const content = await this.find(id, request)
      if (!content) continue
      if (!isReady) await this.prepareSession(node, request)
      isReady = true
      await this.sendAgain(id, content, request)
    }
  }

  private async isUsable(device: string, count: number, node: BinaryNode): Promise<boolean> {
    const session = await this.repository.getSessionInfo(device)
    if (!session) return false
    const registration = getBinaryNodeChildUInt(node, 'registration', 4)
    if (registration !== undefined && registration !== session.registrationId) return false
    return count < NEW_SESSION_FROM || this.renewed.get<true>(device) === true
  }

  private async prepareSession(node: BinaryNode, { device, count }: Request): Promise<void> {
    const bundle = extractE2ESessionFromRetryReceipt(node)
    // The types of the library want a one-time key, its code does not.
    if (bundle) return this.repository.injectE2ESession({ jid: device, session: bundle as E2ESession })
    if (await this.isUsable(device, count, node)) return
    this.renewed.set(device, true)
    await this.socket.assertSessions([device], true)
  }

  private mayAnswer(id: string, device: string): boolean {
    const key = `${id} ${device}`
    const times = this.answered.get<number>(key) ?? 0
    this.answered.set(key, times + 1)
    return times < MAX_ANSWERS
  }

  /** In a group the message comes with our key for it, to an own device with whom it was for. A like of a status is for one. */
  private async contentFor(content: proto.IMessage, { chat, isOwn }: Request): Promise<proto.IMessage> {
    const isForMany = isGroup(chat) || (chat === STATUS_ADDRESS && !content.reactionMessage)
    if (isOwn && !isForMany) return { deviceSentMessage: { destinationJid: chat, message: content } }
    if (!isForMany) return content
    const { id = '', lid } = this.socket.authState.creds.me ?? {}
    const meId = lid && (await this.repository.hasSenderKey({ group: chat, meId: lid })) ? lid : id
    const key = await this.repository.getSenderKeyDistributionMessage({ group: chat, meId })
    const senderKeyDistributionMessage = { groupId: chat, axolotlSenderKeyDistributionMessage: key }
    return { ...content, senderKeyDistributionMessage }
  }

  private async sendAgain(id: string, content: proto.IMessage, request: Request): Promise<void> {
    const { chat, device, count, isOwn } = request
    const form = readStanzaForm(content, isGroup(chat))
    const bytes = proto.Message.encode(await this.contentFor(content, request)).finish()
    const batch = this.keys.newBatch()
    const encrypted = await this.sessions.encryptInto(batch, device, addPadding(bytes))
    await this.keys.commit(batch)
    const attrs: Record<string, string> = { id, to: isOfMany(chat) ? chat : device, type: form.type }
    if (isOfMany(chat)) attrs.participant = device
    else attrs.device_fanout = 'false'
    if (isOwn && !isOfMany(chat)) attrs.recipient = chat
    if (form.edit) attrs.edit = form.edit
    const account = encrypted.type === 'pkmsg' ? (this.socket.authState.creds.account ?? null) : null
    const encAttrs = { ...form.encAttrs, count: String(count) }
    await this.socket.sendNode(buildResentStanza(attrs, encrypted, encAttrs, account))
  }

  /** What is gone cannot come again; but who lacks our key for a group is to have it with the next message. */
  private async find(id: string, { chat, device }: Request): Promise<proto.IMessage | undefined> {
    const content = this.mayAnswer(id, device) ? await readSent(this.open, id, chat, device) : undefined
    if (!content && isOfMany(chat)) await this.groupKeys.forgetHolder(chat, device)
    return content
  }
}

/**
 * Answers devices that could not read a message, in place of the library: that one throws the session away first, sends
 * the message to all devices of everybody again, and to the one that asked twice. Here it goes to the device that asked: at first in the session there
 * is, for the message alone may have been the trouble; in a new one when the request brings keys, when the phone is
 * another by its registration, or when it asks for the second time.
 */
export function answerRetryRequests(options: RetryRequestOptions): void {
  const requests = new RetryRequests(options)
  takeOver(options.socket, 'CB:receipt', (handle) => async (node) => {
    if (node.attrs.type !== 'retry') return handle(node)
    await requests.handle(node)
  })
}
