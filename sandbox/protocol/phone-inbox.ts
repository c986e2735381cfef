import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import type { Network } from '../state/network.ts'
import type { CipherType } from '../state/simulated-device.ts'
import type { User } from '../state/user.ts'
import { type Address, LID_SERVER, parseAddress } from './addresses.ts'
import { summarizeContent } from './content.ts'
import { isIdentityProven } from './device-identity.ts'
import { unpadMessage } from './envelope.ts'
import { bytesOf, child } from './nodes.ts'
import { answerPeerRequest } from './peer-messages.ts'
import { sendDeliveryReceipts, sendRetryReceipt } from './phone-receipts.ts'

/** Something to do once the sender has its acknowledgement. */
export type Effect = () => void

interface Arrival {
  owner: User
  sender: User
  from: Address
  stanza: BinaryNode
  id: string
}

const NOTHING: Effect = () => {}

/** Hands a message stanza to a simulated phone, or keeps it while the phone is away. */
export function deliverToPhone(network: Network, owner: User, stanza: BinaryNode): Promise<Effect> {
  if (!owner.record.online) {
    network.queues.add(`${owner.number}.0`, 'phone', stanza)
    return Promise.resolve(NOTHING)
  }
  return network.phoneLock.run(owner.number, () => receiveOnPhone(network, owner, stanza))
}

/** Brings a phone back: what waited for it is read in order, then new messages arrive directly. */
export async function bringPhoneOnline(network: Network, owner: User): Promise<void> {
  await network.phoneLock.run(owner.number, async () => {
    const address = `${owner.number}.0`
    for (const { stanza } of network.queues.waiting(address)) {
      const effect = await receiveOnPhone(network, owner, stanza)
      network.queues.confirm(address, 'phone')
      effect()
    }
    owner.record.online = true
    owner.save()
  })
}

async function receiveOnPhone(network: Network, owner: User, stanza: BinaryNode): Promise<Effect> {
  const { id = '', from: jid } = stanza.attrs
  const from = parseAddress(jid)
  const sender = network.directory.resolve(from)
  if (from === undefined || sender === undefined) return NOTHING
  const arrival: Arrival = { owner, sender, from, stanza, id }
  try {
    const message = await decryptArrival(arrival)
    // What a linked device asks its own phone is no message of a conversation.
    if (stanza.attrs.category === 'peer') return () => answerRequest(network, arrival, message)
    return showMessage(network, arrival, message)
  } catch (error) {
    return refuseMessage(network, arrival, error instanceof Error ? error.message : String(error))
  }
}

async function decryptArrival({ owner, sender, from, stanza }: Arrival): Promise<proto.IMessage> {
  const enc = child(stanza, 'enc')
  if (enc === undefined) throw new Error('the message carries no ciphertext for this device')
  const { type } = enc.attrs
  if (type !== 'pkmsg' && type !== 'msg') throw new Error(`the cipher type "${type}" is not one of a phone`)
  if (type === 'pkmsg') checkIdentity(sender, from.device, stanza)
  const cipher: CipherType = type
  const plain = await owner.phone.decrypt(`${sender.number}.${from.device}`, cipher, bytesOf(enc))
  return proto.Message.decode(unpadMessage(plain))
}

function answerRequest(
  network: Network,
  { owner, sender, from, id }: Arrival,
  message: proto.IMessage,
): void {
  const companion = owner.companions.get(from.device)
  if (companion === undefined || sender !== owner) return
  answerPeerRequest(network, owner, companion, id, message.deviceSentMessage?.message ?? message).catch(
    (error: unknown) => network.log(`a phone could not answer its linked device: ${error}`),
  )
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

function showMessage(network: Network, arrival: Arrival, decrypted: proto.IMessage): Effect {
  const { owner, sender, from, id } = arrival
  const mailbox = network.mailboxes.of(owner.number)
  const at = network.now()
  mailbox.recover(sender.number, id, at)
  const shown = mailbox.find(sender.number, id)
  const fromMe = sender === owner
  const confirm = () => {
    if (!fromMe) sendDeliveryReceipts(network, owner, sender, [id], addressingOf(from))
  }
  if (shown !== undefined) {
    mailbox.countDuplicate(shown)
    return confirm
  }
  const message = decrypted.deviceSentMessage?.message ?? decrypted
  mailbox.receive({
    id,
    at,
    chat: chatOf(network, arrival, decrypted),
    from: sender.number,
    fromMe,
    device: from.device,
    ...summarizeContent(message),
    addressing: addressingOf(from),
    raw: Buffer.from(proto.Message.encode(message).finish()).toString('base64'),
  })
  return confirm
}

const addressingOf = (from: Address) => (from.server === LID_SERVER ? 'lid' : 'pn')

function chatOf(network: Network, { owner, sender, stanza }: Arrival, message: proto.IMessage): string {
  if (sender !== owner) return sender.number
  const destination = message.deviceSentMessage?.destinationJid ?? stanza.attrs.recipient
  return network.directory.resolve(destination ?? undefined)?.number ?? owner.number
}

function refuseMessage(
  network: Network,
  { owner, sender, from, stanza, id }: Arrival,
  reason: string,
): Effect {
  const mailbox = network.mailboxes.of(owner.number)
  const shown = mailbox.find(sender.number, id)
  if (shown !== undefined) {
    mailbox.countDuplicate(shown)
    return NOTHING
  }
  mailbox.addError({ at: network.now(), id, from: sender.number, device: from.device, reason })
  const companion = sender.companions.get(from.device)
  if (companion === undefined || child(stanza, 'enc') === undefined) return NOTHING
  return () => sendRetryReceipt(network, owner, companion, stanza)
}
