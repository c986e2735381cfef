import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import type { User } from '../state/user.ts'
import { type Address, isGroupJid, LID_SERVER, parseAddress } from './addresses.ts'
import { deliver } from './delivery.ts'
import { distributeToGroup, refuseGroupMessage } from './group-messages.ts'
import { buildMessageStanza, type Envelope } from './message-stanza.ts'
import { child, children, node, seconds } from './nodes.ts'
import { deliverToPhone, type Effect } from './phone-inbox.ts'
import { isReachOutLocked } from './time-lock.ts'

const UNKNOWN_RECIPIENT = 404
const REACH_OUT_LOCKED = 463

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
  const { address } = session.companion
  const refusal = network.faults.takeRefusal(address) ?? refuseRecipient(network, session, message)
  if (refusal !== undefined) {
    acknowledge(network, session, message, refusal)
    return
  }
  const effects = await distribute(network, session, message)
  if (!network.faults.take(address, 'dropAcks')) acknowledge(network, session, message)
  for (const effect of effects) effect()
}

/** Why a message cannot be for whom it is for, if it cannot. */
function refuseRecipient(network: Network, session: Session, { attrs }: BinaryNode): number | undefined {
  if (isGroupJid(attrs.to)) {
    const group = network.groups.find(attrs.to)
    return group === undefined
      ? UNKNOWN_RECIPIENT
      : refuseGroupMessage(group, session.companion.record.number)
  }
  const recipient = network.directory.resolve(attrs.to)
  if (recipient?.record.registered !== true) return UNKNOWN_RECIPIENT
  const { address, record } = session.companion
  return isReachOutLocked(network, address, record.number, recipient) ? REACH_OUT_LOCKED : undefined
}

function acknowledge(
  network: Network,
  { connection, companion }: Session,
  message: BinaryNode,
  error?: number,
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
    phash: isStale ? '2:sandbox' : undefined,
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

async function distribute(network: Network, session: Session, message: BinaryNode): Promise<Effect[]> {
  const group = network.groups.find(message.attrs.to)
  if (group !== undefined) return distributeToGroup(network, session, message, group)
  const recipient = network.directory.resolve(message.attrs.to)
  return recipient === undefined ? [] : distributeToUser(network, session, message, recipient)
}

async function distributeToUser(
  network: Network,
  session: Session,
  message: BinaryNode,
  recipient: User,
): Promise<Effect[]> {
  const envelope = readEnvelope(network, session, message)
  const final = network.directory.resolve(message.attrs.recipient) ?? recipient
  const identity = child(message, 'device-identity')
  const effects: Effect[] = []
  let isPhoneServed = message.attrs.device_fanout === 'false' || envelope.category === 'peer'
  for (const { to: target, enc } of readParts(message)) {
    const user = network.directory.resolve(target)
    if (user === undefined) continue
    const content = identity === undefined ? [enc] : [enc, identity]
    const toOwnDevice = user === envelope.sender
    const stanza = buildMessageStanza(toOwnDevice ? { ...envelope, recipient: final } : envelope, content)
    if (target.device > 0) forward(network, user, target.device, envelope.sender.number, stanza)
    else effects.push(await deliverToPhone(network, user, stanza))
    isPhoneServed ||= user === recipient && target.device === 0
  }
  if (!isPhoneServed) effects.push(await deliverToPhone(network, recipient, buildMessageStanza(envelope, [])))
  return effects
}

function forward(network: Network, user: User, device: number, sender: string, stanza: BinaryNode): void {
  const companion = user.companions.get(device)
  if (companion !== undefined) deliver(network, companion, sender, stanza)
}
