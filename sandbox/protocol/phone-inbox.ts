import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import { GroupChat, type SharedChat } from '../state/groups.ts'
import type { Network } from '../state/network.ts'
import type { Addressing, PlayedDevice, User } from '../state/user.ts'
import { type Address, LID_SERVER, parseAddress } from './addresses.ts'
import { summarizeContent } from './content.ts'
import { isIdentityProven } from './device-identity.ts'
import { unpadMessage } from './envelope.ts'
import { findBroken, findIgnored } from './message-rules.ts'
import { openAnswer } from './message-secrets.ts'
import { buildMessageStanza, type Envelope } from './message-stanza.ts'
import { bytesOf, child, children, node } from './nodes.ts'
import { answerPeerRequest } from './peer-messages.ts'
import { sendDeliveryReceipts, sendRetryReceipt, sendSenderReceipt } from './phone-receipts.ts'
import { noteProblem } from './problems.ts'
import { findShared } from './status-feed.ts'

/** Something to do once the sender has its acknowledgement. */
export type Effect = () => void

interface Arrival {
  /** The device it came to, and whose that is. */
  at: PlayedDevice
  owner: User
  sender: User
  from: Address
  group: SharedChat | undefined
  stanza: BinaryNode
  id: string
}

const NOTHING: Effect = () => {}
/** What a message between two phones of this network carries in place of ciphertexts. */
const PLAIN = 'plain'
/** How far back the same problem of the same message is looked for. */
const LATEST = 32

/** Hands a message stanza to a simulated device, or keeps it while that is away or does not see it yet. */
export function deliverToPhone(network: Network, at: PlayedDevice, stanza: BinaryNode): Promise<Effect> {
  const isLate = network.phoneTimes.isLate(at)
  if (isLate || !at.record.online) {
    network.queues.add(at.address, 'phone', stanza)
    if (isLate) network.phoneTimes.later(at, () => readOldest(network, at))
    return Promise.resolve(NOTHING)
  }
  return network.phoneLock.run(at.name, () => receiveOnPhone(network, at, stanza))
}

/**
 * Hands what one simulated device wrote to another, as `deliverToPhone` does: both are ours, so nothing is encrypted between them.
 * Resolves once the other has it and has confirmed it, or keeps it.
 */
export async function deliverFromPhone(
  network: Network,
  at: PlayedDevice,
  envelope: Envelope,
  raw: string,
): Promise<void> {
  const content = [node(PLAIN, {}, Buffer.from(raw, 'base64'))]
  const effect = await deliverToPhone(network, at, buildMessageStanza(envelope, content))
  effect()
}

/** A device sees the oldest of what was sent to it. */
function readOldest(network: Network, at: PlayedDevice): Promise<void> {
  return network.phoneLock.run(at.name, async () => {
    const [oldest] = network.queues.waiting(at.address)
    if (!at.record.online || oldest === undefined) return
    const effect = await receiveOnPhone(network, at, oldest.stanza)
    network.queues.confirm(at.address, 'phone')
    effect()
  })
}

/** After a restart phones still see what they had not seen before it. */
export function resumePhones(network: Network): void {
  for (const at of [...network.directory.users()].flatMap(({ played }) => played)) {
    for (const _ of network.queues.waiting(at.address)) {
      network.phoneTimes.later(at, () => readOldest(network, at))
    }
  }
}

/** Brings a device back: what waited for it is read in order, then new messages arrive directly. */
export async function bringPhoneOnline(network: Network, at: PlayedDevice): Promise<void> {
  await network.phoneLock.run(at.name, async () => {
    for (const { stanza } of network.queues.waiting(at.address)) {
      const effect = await receiveOnPhone(network, at, stanza)
      network.queues.confirm(at.address, 'phone')
      effect()
    }
    at.record.online = true
    at.owner.save()
  })
}

async function receiveOnPhone(network: Network, at: PlayedDevice, stanza: BinaryNode): Promise<Effect> {
  const { id = '', from: jid, participant } = stanza.attrs
  const from = parseAddress(participant ?? jid)
  const sender = network.directory.resolve(from)
  if (from === undefined || sender === undefined) return NOTHING
  const group = findShared(network, jid)
  const arrival: Arrival = { at, owner: at.owner, sender, from, group, stanza, id }
  try {
    const message = await decryptArrival(arrival)
    // What a linked device asks its own phone is no message of a conversation.
    if (stanza.attrs.category === 'peer') return () => answerRequest(network, arrival, message)
    return showMessage(network, arrival, message)
  } catch (error) {
    return refuseMessage(network, arrival, error instanceof Error ? error.message : String(error))
  }
}

/** Decrypts every ciphertext of a message; keys for a group that come with it are taken in before the next one. */
async function decryptArrival(arrival: Arrival): Promise<proto.IMessage> {
  const plain = child(arrival.stanza, PLAIN)
  if (plain !== undefined) return proto.Message.decode(bytesOf(plain))
  const ciphertexts = children(arrival.stanza).filter(({ tag }) => tag === 'enc')
  if (ciphertexts.length === 0) throw new Error('the message carries no ciphertext for this device')
  const message: proto.IMessage = {}
  for (const enc of ciphertexts) {
    const part = proto.Message.decode(unpadMessage(await decryptPart(arrival, enc)))
    acceptSenderKey(arrival, part)
    Object.assign(message, part)
  }
  return message
}

async function decryptPart({ at, sender, from, group, stanza }: Arrival, enc: BinaryNode): Promise<Buffer> {
  const { type } = enc.attrs
  if (type === 'skmsg' && group !== undefined)
    return at.senderKeys.decrypt(group.id, `${sender.number}.${from.device}`, bytesOf(enc))
  if (type !== 'pkmsg' && type !== 'msg') throw new Error(`the cipher type "${type}" is not one of a phone`)
  if (type === 'pkmsg') checkIdentity(sender, from.device, stanza)
  const address = at.sessionWith(sender, addressingOf(from), from.device)
  return at.signal.decrypt(address, type, bytesOf(enc))
}

function acceptSenderKey({ at, sender, from, group }: Arrival, message: proto.IMessage): void {
  const { groupId, axolotlSenderKeyDistributionMessage: key } = message.senderKeyDistributionMessage ?? {}
  if (!key) return
  if (group === undefined || groupId !== group.jid) throw new Error('the key is for another group')
  at.senderKeys.accept(group.id, `${sender.number}.${from.device}`, key)
}

function answerRequest(
  network: Network,
  { owner, sender, from, id, stanza }: Arrival,
  message: proto.IMessage,
): void {
  const companion = owner.companions.get(from.device)
  if (companion === undefined || sender !== owner) return
  const content = message.deviceSentMessage?.message ?? message
  const { historySyncOnDemandRequest: history } =
    content.protocolMessage?.peerDataOperationRequestMessage ?? {}
  const answer = history
    ? network.answerHistory(owner, companion, id, history)
    : answerPeerRequest(network, owner, companion, stanza, content)
  answer.catch((error: unknown) => network.log(`a phone could not answer its linked device: ${error}`))
}

function checkIdentity(sender: User, device: number, stanza: BinaryNode): void {
  const companion = sender.companions.get(device)
  const identity = child(stanza, 'device-identity')
  if (companion === undefined) throw new Error(`device ${device} is not linked to ${sender.number}`)
  if (identity === undefined) throw new Error('the first message of a session carries no device identity')
  if (!isIdentityProven(sender, companion, bytesOf(identity))) {
    throw new Error('the device identity is not signed by the account and the device')
  }
}

/** What a phone shows of a message, whichever way it came. */
interface Shown {
  id: string
  at: number
  chat: string
  addressing: Addressing
  raw: string
}

/** Shows a message on a device, once however often it comes. */
function showReceived(network: Network, arrival: Arrival, shown: Shown): void {
  const { at, owner, sender } = arrival
  const { device } = arrival.from
  const mailbox = network.mailboxes.of(at.name)
  const { id, chat, addressing, raw } = shown
  mailbox.recover(sender.number, id, shown.at)
  const known = mailbox.find(sender.number, id)
  if (known !== undefined) {
    if (device > 0) mailbox.countDuplicate(known)
    return
  }
  const message = proto.Message.decode(Buffer.from(raw, 'base64'))
  const answer = openAnswer(mailbox, owner, sender, { message, addressing }, (number) =>
    network.directory.find(number),
  )
  if (answer?.problem !== undefined) noteOnce(network, arrival, 'message-answer', answer.problem)
  mailbox.receive({
    id,
    at: shown.at,
    chat,
    from: sender.number,
    fromMe: sender === owner,
    device,
    ...summarizeContent(message),
    ...answer,
    addressing,
    raw,
  })
}

function showMessage(network: Network, arrival: Arrival, decrypted: proto.IMessage): Effect {
  const { at, owner, sender, from, group, id } = arrival
  const { senderKeyDistributionMessage: _key, ...content } = decrypted.deviceSentMessage?.message ?? decrypted
  const isKeyAlone = group !== undefined && Object.keys(content).length === 0
  const chat = group?.jid ?? chatOf(network, arrival, decrypted)
  if (!isKeyAlone && isShowable(network, arrival, chat, decrypted)) {
    const shown = {
      id,
      at: network.now(),
      chat,
      addressing: addressingOf(from),
      raw: Buffer.from(proto.Message.encode(content).finish()).toString('base64'),
    }
    showReceived(network, arrival, shown)
  }
  return () => {
    if (sender !== owner) sendDeliveryReceipts(network, at, sender, [id], addressingOf(from), group)
    else sendSenderReceipt(network, at, arrival.stanza, from)
  }
}

/** Whether a phone takes what a linked device sent; what it would ignore is put on record. */
function isShowable(network: Network, arrival: Arrival, chat: string, decrypted: proto.IMessage): boolean {
  const { at, owner, sender, from, group, stanza } = arrival
  if (!sender.companions.has(from.device)) return true
  const message = (sender === owner && decrypted.deviceSentMessage?.message) || decrypted
  const mailbox = network.mailboxes.of(at.name)
  const judgedGroup = group instanceof GroupChat ? group : undefined
  const judged = { owner, mailbox, sender, group: judgedGroup, chat, message, attrs: stanza.attrs }
  const broken = findBroken(network, judged)
  const problem = broken ?? findIgnored(judged)
  if (problem !== undefined) noteOnce(network, arrival, problem.rule, problem.detail)
  return broken === undefined
}

/** Puts on record what is wrong with a client's message, once: every phone that gets it judges it, and says the same. */
function noteOnce(network: Network, { sender, from, stanza }: Arrival, rule: string, detail: string): void {
  const companion = sender.companions.get(from.device)
  if (companion === undefined || isNoted(network, stanza, detail)) return
  noteProblem(network, companion, stanza, rule, detail)
}

const isNoted = (network: Network, stanza: BinaryNode, detail: string): boolean =>
  network.recorder
    .problems()
    .slice(-LATEST)
    .some((problem) => problem.detail === detail && problem.stanza.attrs.id === stanza.attrs.id)

const addressingOf = (from: Address): Addressing => (from.server === LID_SERVER ? 'lid' : 'pn')

function chatOf(network: Network, { owner, sender, stanza }: Arrival, message: proto.IMessage): string {
  if (sender !== owner) return sender.number
  const destination = message.deviceSentMessage?.destinationJid ?? stanza.attrs.recipient
  return network.directory.resolve(destination ?? undefined)?.number ?? owner.number
}

function refuseMessage(
  network: Network,
  { at, sender, from, group, stanza, id }: Arrival,
  reason: string,
): Effect {
  const mailbox = network.mailboxes.of(at.name)
  const shown = mailbox.find(sender.number, id)
  if (shown !== undefined) {
    mailbox.countDuplicate(shown)
    return NOTHING
  }
  mailbox.addError({ at: network.now(), id, from: sender.number, device: from.device, reason })
  const companion = sender.companions.get(from.device)
  if (companion === undefined || child(stanza, 'enc') === undefined) return NOTHING
  return () => sendRetryReceipt(network, at, companion, stanza, group)
}
