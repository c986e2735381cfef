import { randomBytes } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import type { Companion } from '../state/companion.ts'
import type { GroupChat } from '../state/groups.ts'
import type { SentMessage } from '../state/mailbox.ts'
import type { Network } from '../state/network.ts'
import type { KeyBundle } from '../state/simulated-device.ts'
import type { Addressing, User } from '../state/user.ts'
import { isGroupJid } from './addresses.ts'
import { HIDDEN_VIEW_ONCE, isViewedOnce, stanzaType } from './content.ts'
import { deliver } from './delivery.ts'
import { encryptForCompanion } from './envelope.ts'
import { resendToGroupMember, sendSentToGroup } from './group-outbox.ts'
import { buildMessageStanza, type Envelope } from './message-stanza.ts'
import { deliverFromPhone } from './phone-inbox.ts'
import { giveTokenIfDue } from './trusted-tokens.ts'

/** How the messages between two users are addressed: as the contact of the two is. */
export const conversationAddressing = (sender: User, recipient: User): Addressing =>
  sender.companions.size > 0 && recipient.companions.size === 0
    ? recipient.record.addressing
    : sender.record.addressing

const buildMessageId = (): string => randomBytes(16).toString('hex').toUpperCase()

function keepSent(
  network: Network,
  sender: User,
  message: proto.IMessage,
  to: { to: string; addressing: Addressing },
  options: { id?: string; edit?: string },
): SentMessage {
  const sent: SentMessage = {
    id: options.id ?? buildMessageId(),
    at: network.now(),
    ...to,
    type: stanzaType(message),
    raw: Buffer.from(proto.Message.encode(message).finish()).toString('base64'),
    ...(options.edit === undefined ? {} : { edit: options.edit }),
  }
  network.mailboxes.of(sender.number).addSent(sent)
  return sent
}

/**
 * A simulated phone writes to a number: every linked device of the recipient gets it encrypted, the sender's own
 * linked devices get their copy, and the recipient's simulated phone shows it. Returns the id.
 */
export async function sendFromPhone(
  network: Network,
  sender: User,
  recipient: User,
  message: proto.IMessage,
  options: { id?: string; edit?: string } = {},
): Promise<string> {
  const { id, seen } = await network.phoneLock.run(sender.number, async () => {
    const addressing = conversationAddressing(sender, recipient)
    const sent = keepSent(network, sender, message, { to: recipient.number, addressing }, options)
    const isBlocked = recipient.record.blocked?.includes(sender.number) === true
    for (const companion of isBlocked ? [] : recipient.companions.values()) {
      await sendCopy(network, sender, recipient, companion, sent)
    }
    for (const companion of sender.companions.values()) {
      await sendCopy(network, sender, recipient, companion, sent)
    }
    if (!isBlocked && !message.protocolMessage) giveTokenIfDue(network, sender, recipient)
    const isForPhone = recipient !== sender && !isBlocked
    const envelope = { ...envelopeOf(sent), sender, device: 0 }
    return { id: sent.id, seen: isForPhone && deliverFromPhone(network, recipient, envelope, sent.raw) }
  })
  // The other phone has its own turn: two that write to each other must not wait for one another.
  await seen
  return id
}

/** A simulated phone writes to a group it is in. Returns the id. */
export async function sendFromPhoneToGroup(
  network: Network,
  sender: User,
  group: GroupChat,
  message: proto.IMessage,
  options: { id?: string; edit?: string } = {},
): Promise<string> {
  const { id, seen } = await network.phoneLock.run(sender.number, async () => {
    const { addressing } = group.record
    const sent = keepSent(network, sender, message, { to: group.jid, addressing }, options)
    return { id: sent.id, seen: await sendSentToGroup(network, sender, group, sent) }
  })
  await Promise.all(seen)
  return id
}

/** What a message says on its envelope of itself, whoever gets it. */
const envelopeOf = ({ id, type, at, addressing, edit }: SentMessage) => ({
  id,
  type,
  at,
  addressing,
  ...(edit === undefined ? {} : { edit }),
})

/** Sends one linked device its copy; with a bundle or `freshSession`, under a new session. */
async function sendCopy(
  network: Network,
  sender: User,
  recipient: User,
  companion: Companion,
  sent: SentMessage,
  retry: { count?: number } = {},
): Promise<void> {
  const isOwn = companion.record.number === sender.number
  const envelope: Envelope = {
    ...envelopeOf(sent),
    sender,
    device: 0,
    ...(isOwn ? { recipient } : {}),
  }
  if (isViewedOnce(sent.raw)) {
    deliver(network, companion, sender.number, buildMessageStanza(envelope, [HIDDEN_VIEW_ONCE]))
    return
  }
  const message = proto.Message.decode(Buffer.from(sent.raw, 'base64'))
  const content: proto.IMessage = isOwn
    ? { deviceSentMessage: { destinationJid: recipient.jid(sent.addressing), message } }
    : message
  const enc = await encryptForCompanion(
    network,
    sender,
    companion,
    content,
    sent.addressing,
    retry.count === undefined ? {} : { retryCount: retry.count },
  )
  deliver(network, companion, sender.number, buildMessageStanza(envelope, [enc]))
}

/** From this count on who still cannot read gets a new session (whatsmeow `retry.go`, `shouldRecreateSession`). */
const NEW_SESSION_FROM = 2

/**
 * Serves a linked device that could not read a message: the same message again. The session stays at the first request,
 * unless it brings keys; later ones get a new one (sandbox-truth.md, wrong 2).
 */
export function resendFromPhone(
  network: Network,
  sender: User,
  companion: Companion,
  id: string,
  retry: { count: number; bundle: KeyBundle | undefined },
): Promise<void> {
  return network.phoneLock.run(sender.number, async () => {
    const sent = network.mailboxes.of(sender.number).sent.get(id)
    if (sent === undefined) return
    const { number, device } = companion.record
    const address = sender.sessionWith(network.directory.ensure(number), sent.addressing, device)
    if (retry.bundle !== undefined) await sender.phone.startSession(address, retry.bundle)
    else if (retry.count >= NEW_SESSION_FROM) sender.phone.closeSession(address)
    if (isGroupJid(sent.to)) return resendToGroupMember(network, sender, companion, sent, retry.count)
    const recipient = network.directory.find(sent.to)
    if (recipient !== undefined) {
      await sendCopy(network, sender, recipient, companion, sent, { count: retry.count })
    }
  })
}
