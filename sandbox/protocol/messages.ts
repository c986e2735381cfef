import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { isChannelJid } from '../state/channels.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import type { User } from '../state/user.ts'
import { type Address, isGroupJid, LID_SERVER, parseAddress } from './addresses.ts'
import { handleChannelMessage } from './channels/channel-posts.ts'
import { deliver } from './delivery.ts'
import { type DeviceOf, judgeDevices, judgeGroupDevices } from './device-lists.ts'
import { distributeToGroup, refuseGroupMessage } from './group-messages.ts'
import { buildMessageStanza, type Envelope } from './message-stanza.ts'
import { takeNewChat } from './new-chats.ts'
import { child, children, node, seconds } from './nodes.ts'
import { deliverToPhone, type Effect } from './phone-inbox.ts'
import { STATUS_JID } from './status-feed.ts'
import { distributeStatus, refuseStatus } from './statuses.ts'
import { isReachOutLocked } from './time-lock.ts'
import { refuseByToken } from './trusted-tokens.ts'

const UNKNOWN_RECIPIENT = 404
const REACH_OUT_LOCKED = 463
/** Of a message to somebody whom the account has blocked (whatsmeow#379). */
const BLOCKED = 403
const STALE_ADDRESSING = 421

/** One ciphertext of a message and the device it is for. */
interface Part {
  to: Address
  enc: BinaryNode
}

/** Takes a client's message: hands every device its part, and acknowledges once that is durable. */
export async function handleClientMessage(
  network: Network,
  session: Session,
  message: BinaryNode,
): Promise<void> {
  if (isChannelJid(message.attrs.to)) return handleChannelMessage(network, session, message)
  const { address } = session.companion
  const refusal = network.faults.takeRefusal(address) ?? refuseRecipient(network, session, message)
  if (refusal !== undefined) {
    acknowledge(network, session, message, { error: refusal })
    return
  }
  const { effects, phash } = await distribute(network, session, message)
  if (!network.faults.take(address, 'dropAcks')) acknowledge(network, session, message, { phash })
  for (const effect of effects) effect()
}

/** Why a message cannot be for whom it is for, if it cannot. */
function refuseRecipient(network: Network, session: Session, message: BinaryNode): number | undefined {
  const { attrs } = message
  if (isGroupJid(attrs.to)) {
    const group = network.groups.find(attrs.to)
    if (group === undefined) return UNKNOWN_RECIPIENT
    const { addressing_mode: mode } = attrs
    if (mode !== undefined && mode !== group.record.addressing) return STALE_ADDRESSING
    return refuseGroupMessage(group, session.companion.record.number)
  }
  if (attrs.to === STATUS_JID) return refuseStatus(message)
  const recipient = network.directory.resolve(attrs.to)
  if (recipient?.record.registered !== true) return UNKNOWN_RECIPIENT
  const { address, record } = session.companion
  if (network.directory.ensure(record.number).record.blocked?.includes(recipient.number)) return BLOCKED
  if (isReachOutLocked(network, address, record.number, recipient)) return REACH_OUT_LOCKED
  const refusal = refuseByToken(network, session, message, recipient)
  return refusal ?? takeNewChat(network, network.directory.ensure(record.number), recipient)
}

function acknowledge(
  network: Network,
  { connection, companion }: Session,
  message: BinaryNode,
  { error, phash }: { error?: number; phash?: string | undefined },
): void {
  const { id, to, type } = message.attrs
  const isStale = error === undefined && network.faults.take(companion.address, 'staleDeviceLists')
  const ack = node('ack', {
    class: 'message',
    id,
    from: to,
    type,
    t: seconds(network.now()),
    error: error?.toString(),
    phash: isStale ? '2:sandbox' : phash,
    // The client learns how the group is addressed with the refusal (zapo's STALE_GROUP_ADDRESSING_MODE).
    addressing_mode: error === STALE_ADDRESSING ? network.groups.find(to)?.record.addressing : undefined,
  })
  network.journal.afterCommit(() => connection.send(ack))
}

/** The ciphertexts of a message: one per device, or a single one for the device the stanza itself is for. */
function readParts(message: BinaryNode): Part[] {
  const parts: Part[] = []
  const add = (jid: string | undefined, enc: BinaryNode | undefined) => {
    const to = parseAddress(jid)
    if (to !== undefined && enc !== undefined) parts.push({ to, enc })
  }
  for (const participant of children(child(message, 'participants'))) {
    add(participant.attrs.jid, child(participant, 'enc'))
  }
  add(message.attrs.to, child(message, 'enc'))
  return parts
}

function readEnvelope(network: Network, session: Session, message: BinaryNode): Envelope {
  const { number, device } = session.companion.record
  const { id = '', type = 'text', edit, category, to } = message.attrs
  return {
    id,
    type,
    at: network.now(),
    sender: network.directory.ensure(number),
    device,
    addressing: parseAddress(to)?.server === LID_SERVER ? 'lid' : 'pn',
    ...(edit === undefined ? {} : { edit }),
    ...(category === undefined ? {} : { category }),
  }
}

/** What is to be done after the acknowledgement, and the hash of the right devices where it was made for others. */
interface Distribution {
  effects: Effect[]
  phash?: string | undefined
}

async function distribute(network: Network, session: Session, message: BinaryNode): Promise<Distribution> {
  if (message.attrs.to === STATUS_JID) return { effects: await distributeStatus(network, session, message) }
  const group = network.groups.find(message.attrs.to)
  if (group !== undefined) {
    const members = group.numbers.map((number) => network.directory.ensure(number))
    const phash = judgeGroupDevices(network, session, message, members, group.record.addressing)
    return { effects: await distributeToGroup(network, session, message, group), phash }
  }
  const recipient = network.directory.resolve(message.attrs.to)
  if (recipient === undefined) return { effects: [] }
  const { leftOut, phash } = judgeDevices(network, session, message, recipient)
  const effects = await distributeToUser(network, session, message, recipient, leftOut)
  return { effects, phash }
}

/** What each device is to get of a message to one person. */
function readCopies(
  network: Network,
  message: BinaryNode,
  { sender, device }: Envelope,
  leftOut: readonly DeviceOf[],
): (DeviceOf & { content: BinaryNode[] })[] {
  const identity = child(message, 'device-identity')
  const copies = readParts(message).flatMap(({ to, enc }) => {
    const user = network.directory.resolve(to)
    // Nobody gets an own message back: not even a device that names itself.
    if (user === undefined || (user === sender && to.device === device)) return []
    return [{ user, device: to.device, content: identity === undefined ? [enc] : [enc, identity] }]
  })
  // What has no ciphertext for a device says so (rc14's and whatsmeow's `unavailable`): it can ask for one.
  const empty = leftOut.map((each) => ({ ...each, content: [node('unavailable')] }))
  return [...copies, ...empty]
}

async function distributeToUser(
  network: Network,
  session: Session,
  message: BinaryNode,
  recipient: User,
  leftOut: readonly DeviceOf[],
): Promise<Effect[]> {
  const envelope = readEnvelope(network, session, message)
  const final = network.directory.resolve(message.attrs.recipient) ?? recipient
  const effects: Effect[] = []
  for (const { user, device, content } of readCopies(network, message, envelope, leftOut)) {
    const sides = user === envelope.sender ? { ...envelope, recipient: final } : envelope
    const stanza = buildMessageStanza(sides, content)
    const played = user.device(device)
    if (played === undefined) forward(network, user, device, envelope.sender.number, stanza)
    else effects.push(await deliverToPhone(network, played, stanza))
  }
  return effects
}

function forward(network: Network, user: User, device: number, sender: string, stanza: BinaryNode): void {
  const companion = user.companions.get(device)
  if (companion !== undefined) deliver(network, companion, sender, stanza)
}
