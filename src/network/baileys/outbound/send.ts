import { type BinaryNode, jidDecode, proto, type WASocket } from 'baileys'
import {
  type Address,
  isGroup,
  isLid,
  isPhoneAddress,
  STATUS_ADDRESS,
  toAddress,
} from '../../../core/addresses.ts'
import type { NotSent, SendOutcome } from '../../../core/conversation/send-outcome.ts'
import type { OutgoingMessage } from '../../port.ts'
import type { KeyBatch } from '../keys/commit-queue.ts'
import { MissingSessions } from '../keys/missing-sessions.ts'
import type { createKeyedLock, SignalKeys } from '../keys/signal-keys.ts'
import type { PairwiseSessions } from '../keys/signal-repository.ts'
import type { Acknowledgements } from './acknowledgements.ts'
import type { CommitBarrier } from './commit-barrier.ts'
import { type DeviceLists, NoAnswerError, STALE_ADDRESSING } from './device-lists.ts'
import type { GroupKeys } from './group-keys.ts'
import {
  addPadding,
  buildMessageStanza,
  buildReportingNode,
  readStanzaForm,
  type StanzaForm,
  toParticipantNode,
} from './outgoing-stanza.ts'
import { StatusPosts } from './statuses/status-posts.ts'
import { createTrustedContacts, type TrustedContacts } from './trusted-contact.ts'

type NotSentOutcome = Extract<SendOutcome, { kind: 'not_sent' }>

const notSent = (why: NotSent): NotSentOutcome => ({ kind: 'not_sent', ...why })

const NOT_CONNECTED = notSent({ reason: 'not_connected' })
const NO_ANSWER = notSent({ reason: 'no_answer' })

export interface SenderOptions {
  socket: WASocket
  keys: SignalKeys
  sessions: PairwiseSessions
  acknowledgements: Acknowledgements
  barrier: CommitBarrier
  devices: DeviceLists
  groupKeys: GroupKeys
  inOrderOfChat: ReturnType<typeof createKeyedLock>
  /** The addresses of a group's members, without asking the network each time. */
  membersOf: (group: string) => Promise<string[]>
  isOpen: () => boolean
}

interface Devices {
  /** The recipient's, and our own others: these get a copy that says to whom it was sent. */
  theirs: string[]
  ours: string[]
}

interface ReadyStanza {
  node: BinaryNode
  committed: Promise<void>
}

/**
 * Puts messages on the wire. To one person it does the library's work itself: the message is encoded once, all its
 * ciphertexts share one commit, and the commits of several messages in flight go together, which the library's lock
 * around a whole send does not allow. To groups it lets the library do it.
 */
export class MessageSender {
  private readonly options: SenderOptions
  private readonly socket: WASocket
  private readonly keys: SignalKeys
  private readonly sessions: PairwiseSessions
  private readonly acknowledgements: Acknowledgements
  private readonly groupKeys: GroupKeys
  private readonly inOrderOfChat: ReturnType<typeof createKeyedLock>
  private readonly trusted: TrustedContacts
  private readonly missing: MissingSessions
  private readonly statuses: StatusPosts

  constructor(options: SenderOptions) {
    this.options = options
    this.socket = options.socket
    this.keys = options.keys
    this.sessions = options.sessions
    this.acknowledgements = options.acknowledgements
    this.groupKeys = options.groupKeys
    this.inOrderOfChat = options.inOrderOfChat
    this.trusted = createTrustedContacts(this.socket, this.keys)
    this.missing = new MissingSessions(this.socket, this.sessions)
    this.statuses = new StatusPosts({ ...options, missing: this.missing })
  }

  async send(message: OutgoingMessage): Promise<SendOutcome> {
    if (!this.options.isOpen()) return NOT_CONNECTED
    const content = readContentOf(message)
    if (!content) return notSent({ reason: 'bad_content' })
    try {
      return await this.sendContent(message, content)
    } catch (error) {
      if (!this.options.isOpen()) return NOT_CONNECTED
      if (error instanceof NoAnswerError) return NO_ANSWER
      const why = error instanceof Error ? error.message : String(error)
      return notSent({ reason: 'encryption_failed', why })
    }
  }

  private ownAddress(to: string): string {
    const me = this.socket.authState.creds.me
    const id = isLid(to) && me?.lid ? me.lid : (me?.id ?? '')
    const decoded = jidDecode(id)
    return `${decoded?.user}@${isLid(id) ? 'lid' : 's.whatsapp.net'}`
  }

  private async devicesFor(to: string): Promise<Devices> {
    const me = this.socket.authState.creds.me
    const own = new Set([jidDecode(me?.id)?.user, jidDecode(me?.lid)?.user])
    const found = await this.options.devices.of([this.ownAddress(to), to])
    const devices: Devices = { theirs: [], ours: [] }
    for (const { jid, user } of found) {
      if (jid === me?.id || jid === me?.lid) continue
      if (own.has(user)) devices.ours.push(jid)
      else devices.theirs.push(jid)
    }
    return devices
  }

  private async encryptForAll(
    batch: KeyBatch,
    message: OutgoingMessage,
    content: proto.IMessage,
    form: StanzaForm,
    devices: Devices,
  ): Promise<{ participants: BinaryNode[]; isFirst: boolean }> {
    let isFirst = false
    const encryptOne = async (jid: string, bytes: Uint8Array): Promise<BinaryNode> => {
      const encrypted = await this.sessions.encryptInto(batch, jid, addPadding(bytes))
      isFirst ||= encrypted.type === 'pkmsg'
      return toParticipantNode(jid, encrypted, form.encAttrs)
    }
    const participants: BinaryNode[] = []
    if (devices.ours.length) {
      const copy = { deviceSentMessage: { destinationJid: message.to, message: content } }
      const bytes = proto.Message.encode({
        ...copy,
        messageContextInfo: content.messageContextInfo ?? null,
      }).finish()
      for (const jid of devices.ours) participants.push(await encryptOne(jid, bytes))
    }
    for (const jid of devices.theirs) participants.push(await encryptOne(jid, message.bytes))
    return { participants, isFirst }
  }

  private async makeReady(
    message: OutgoingMessage,
    content: proto.IMessage,
    form: StanzaForm,
  ): Promise<ReadyStanza | NotSentOutcome> {
    const { id, bytes } = message
    const to = personOf(message, content)
    const devices = await this.devicesFor(to)
    if (!devices.theirs.length && to !== this.ownAddress(to)) {
      return notSent({ reason: 'recipient_not_found', to })
    }
    const keyless = await this.missing.begin([...devices.ours, ...devices.theirs])
    devices.ours = devices.ours.filter((jid) => !keyless.has(jid))
    devices.theirs = devices.theirs.filter((jid) => !keyless.has(jid))
    if (!devices.theirs.length && to !== this.ownAddress(to)) {
      return notSent({ reason: 'encryption_failed', to })
    }
    const reporting = await buildReportingNode(content, bytes, id, to)
    const token = await this.trusted.tokenNode(await this.sessions.wireJid(to))
    const batch = this.keys.newBatch()
    try {
      const { participants, isFirst } = await this.encryptForAll(batch, message, content, form, devices)
      const account = isFirst ? (this.socket.authState.creds.account ?? null) : null
      const sides = { id, to: message.to, form, participants, account, reporting }
      const node = buildMessageStanza({ ...sides, token: message.to === to ? token : null })
      return { node, committed: this.keys.commit(batch) }
    } catch (error) {
      // Some ratchets may have stepped: the store has to follow, even though nothing leaves.
      this.keys.commit(batch).catch(() => {})
      throw error
    }
  }

  private async sendToPerson(message: OutgoingMessage, content: proto.IMessage): Promise<SendOutcome> {
    const form = readStanzaForm(content, false)
    const ready = await this.inOrderOfChat(message.to, () => this.makeReady(message, content, form))
    if ('kind' in ready) return ready
    await ready.committed
    await message.stored
    if (!this.options.isOpen()) return NOT_CONNECTED
    const ack = this.write(message, ready)
    if (!form.isControl && message.to !== STATUS_ADDRESS) {
      void this.sessions.wireJid(message.to).then((address) => this.trusted.issueIfDue(message.to, address))
    }
    return ack.outcome
  }

  /** From here on the message may have left. A write that fails ends the connection, which settles the wait. */
  private write(message: OutgoingMessage, ready: ReadyStanza) {
    const ack = this.acknowledgements.expect(message.id, message.to, message.ackTimeoutMs)
    this.options.barrier.pass(() => this.socket.sendNode(ready.node)).catch(() => {})
    return ack
  }

  /** A like goes to whoever wrote the status, in the feed (whatsapp-rust#563); all else to an audience. */
  private async sendToFeed(message: OutgoingMessage, content: proto.IMessage): Promise<SendOutcome> {
    if (content.reactionMessage) return this.sendToPerson(message, content)
    const { audience } = message
    if (!audience) return notSent({ reason: 'bad_content', to: message.to })
    await message.stored
    const ready = await this.inOrderOfChat(message.to, () =>
      this.statuses.makeReady(message, content, audience),
    )
    if ('reason' in ready) return notSent(ready)
    await ready.committed
    if (!this.options.isOpen()) return NOT_CONNECTED
    return this.write(message, ready).outcome
  }

  /**
   * The library gives up on a whole group when the network has no keys of one device in it. Such devices are noted as
   * having the group's key: they get the message without it, and ask for it once they can. Answers whether there are any.
   */
  private async passOverKeyless(group: string): Promise<boolean> {
    const devices = await this.options.devices.of(await this.options.membersOf(group))
    const keyless = await this.missing.begin(devices.map(({ jid }) => jid))
    if (!keyless.size) return false
    await this.groupKeys.noteHolders(group, keyless)
    return true
  }

  private async sendOnceToGroup(message: OutgoingMessage, content: proto.IMessage): Promise<SendOutcome> {
    const form = readStanzaForm(content, true)
    const relay = () =>
      this.socket.relayMessage(message.to, content, {
        messageId: message.id,
        additionalAttributes: form.edit ? { edit: form.edit } : {},
        additionalNodes: form.extraNodes,
      })
    await message.stored
    const ack = this.acknowledgements.expect(message.id, message.to, message.ackTimeoutMs)
    try {
      await this.inOrderOfChat(message.to, async () => {
        const members = await this.options.membersOf(message.to)
        // With all lists in the cache the library asks for none itself, which would renew every member's session.
        await this.options.devices.of(members)
        await this.groupKeys.renewIfSomebodyLeft(message.to, members)
        // Keys are asked for before anything is written, so what failed by them has not left.
        await relay().catch(async (error: unknown) => {
          if (!this.options.isOpen() || !(await this.passOverKeyless(message.to))) throw error
          await relay()
        })
      })
    } catch (error) {
      // The library does not tell whether it got as far as writing; while the connection lives, it did not.
      if (!this.options.isOpen()) return ack.outcome
      ack.cancel()
      throw error
    }
    return ack.outcome
  }

  /** A group that became addressed in another way is asked about again, and then written to as it is now. */
  private async sendToGroup(message: OutgoingMessage, content: proto.IMessage): Promise<SendOutcome> {
    const outcome = await this.sendOnceToGroup(message, content)
    const isStale = outcome.kind === 'refused' && outcome.code === STALE_ADDRESSING
    return isStale ? this.sendOnceToGroup(message, content) : outcome
  }

  private sendContent(message: OutgoingMessage, content: proto.IMessage): Promise<SendOutcome> {
    if (isPhoneAddress(message.to) || isLid(message.to)) return this.sendToPerson(message, content)
    if (isGroup(message.to)) return this.sendToGroup(message, content)
    if (message.to === STATUS_ADDRESS) return this.sendToFeed(message, content)
    return Promise.resolve(notSent({ reason: 'bad_content', to: message.to }))
  }
}

/** Whom a message to one person is for: a like of their status is addressed to the feed. */
function personOf({ to }: OutgoingMessage, { reactionMessage }: proto.IMessage): Address {
  const author = to === STATUS_ADDRESS ? reactionMessage?.key?.participant : null
  return author ? toAddress(author) : to
}

function readContentOf({ bytes }: OutgoingMessage): proto.IMessage | null {
  try {
    return proto.Message.decode(bytes)
  } catch {
    return null
  }
}
