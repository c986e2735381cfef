import { randomBytes } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import type { Companion } from '../state/companion.ts'
import type { GroupChat } from '../state/groups.ts'
import type { SentMessage } from '../state/mailbox.ts'
import type { Network } from '../state/network.ts'
import type { KeyBundle } from '../state/simulated-device.ts'
import type { Addressing, PlayedDevice, User } from '../state/user.ts'
import { isGroupJid } from './addresses.ts'
import { HIDDEN_VIEW_ONCE, isViewedOnce, stanzaType } from './content.ts'
import { deliver } from './delivery.ts'
import { identityNodes } from './device-identity.ts'
import { encryptForCompanion } from './envelope.ts'
import { resendToGroupMember, sendSentToGroup } from './group-outbox.ts'
import { buildMessageStanza, type Envelope } from './message-stanza.ts'
import { deliverFromPhone } from './phone-inbox.ts'
import { STATUS_JID } from './status-feed.ts'
import { resendStatus, sendStatusFromPhone } from './statuses.ts'
import { giveTokenIfDue } from './trusted-tokens.ts'

/** How the messages between two users are addressed: as the contact of the two is. */
export const conversationAddressing = (sender: User, recipient: User): Addressing =>
  sender.companions.size > 0 && recipient.companions.size === 0
    ? recipient.record.addressing
    : sender.record.addressing

const buildMessageId = (): string => randomBytes(16).toString('hex').toUpperCase()

function keepSent(
  network: Network,
  at: PlayedDevice,
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
  network.mailboxes.of(at.name).addSent(sent)
  return sent
}

/**
 * A simulated device writes to a number: every client of the recipient gets it encrypted, the sender's own clients get
 * their copy, and all other simulated devices of both show it. Returns the id.
 */
export async function sendFromPhone(
  network: Network,
  at: PlayedDevice,
  recipient: User,
  message: proto.IMessage,
  options: { id?: string; edit?: string } = {},
): Promise<string> {
  const sender = at.owner
  const { id, seen } = await network.phoneLock.run(at.name, async () => {
    const addressing = conversationAddressing(sender, recipient)
    const sent = keepSent(network, at, message, { to: recipient.number, addressing }, options)
    const isBlocked = recipient.record.blocked?.includes(sender.number) === true
    for (const companion of isBlocked ? [] : recipient.companions.values()) {
      await sendCopy(network, at, recipient, companion, sent)
    }
    for (const companion of sender.companions.values()) {
      await sendCopy(network, at, recipient, companion, sent)
    }
    if (!isBlocked && !message.protocolMessage) giveTokenIfDue(network, sender, recipient)
    const envelope = { ...envelopeOf(sent), sender, device: at.device }
    const theirs = recipient === sender || isBlocked ? [] : recipient.played
    const seenBy = [
      ...theirs.map((each) => deliverFromPhone(network, each, envelope, sent.raw)),
      ...showOnOwn(network, at, { ...envelope, recipient }, sent),
    ]
    return { id: sent.id, seen: seenBy }
  })
  // The other devices have their own turns: two that write to each other must not wait for one another.
  await Promise.all(seen)
  return id
}

/** The other devices of whoever writes show what was written. */
const showOnOwn = (
  network: Network,
  at: PlayedDevice,
  envelope: Envelope,
  sent: SentMessage,
): Promise<void>[] =>
  at.owner.played
    .filter((each) => each !== at)
    .map((each) => deliverFromPhone(network, each, envelope, sent.raw))

/** A simulated device writes to a group it is in. Returns the id. */
export async function sendFromPhoneToGroup(
  network: Network,
  at: PlayedDevice,
  group: GroupChat,
  message: proto.IMessage,
  options: { id?: string; edit?: string } = {},
): Promise<string> {
  const { id, seen } = await network.phoneLock.run(at.name, async () => {
    const { addressing } = group.record
    const sent = keepSent(network, at, message, { to: group.jid, addressing }, options)
    return { id: sent.id, seen: await sendSentToGroup(network, at, group, sent) }
  })
  await Promise.all(seen)
  return id
}

/** A simulated device writes to the feed of statuses. Returns the id. */
export async function sendFromPhoneToFeed(
  network: Network,
  at: PlayedDevice,
  audience: readonly User[],
  message: proto.IMessage,
  options: { id?: string; edit?: string } = {},
): Promise<string> {
  return network.phoneLock.run(at.name, async () => {
    const sent = keepSent(network, at, message, { to: STATUS_JID, addressing: 'lid' }, options)
    await sendStatusFromPhone(network, at, audience, sent)
    return sent.id
  })
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
  at: PlayedDevice,
  recipient: User,
  companion: Companion,
  sent: SentMessage,
  retry: { count?: number } = {},
): Promise<void> {
  const sender = at.owner
  const isOwn = companion.record.number === sender.number
  const envelope: Envelope = {
    ...envelopeOf(sent),
    sender,
    device: at.device,
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
    at,
    companion,
    content,
    sent.addressing,
    retry.count === undefined ? {} : { retryCount: retry.count },
  )
  deliver(network, companion, sender.number, buildMessageStanza(envelope, [enc, ...identityNodes(at)]))
}

/** From this count on who still cannot read gets a new session (whatsmeow `retry.go`, `shouldRecreateSession`). */
const NEW_SESSION_FROM = 2

/**
 * Serves a linked device that could not read a message: the same message again. The session stays at the first request,
 * unless it brings keys; later ones get a new one (sandbox-truth.md, wrong 2).
 */
export function resendFromPhone(
  network: Network,
  at: PlayedDevice,
  companion: Companion,
  id: string,
  retry: { count: number; bundle: KeyBundle | undefined },
): Promise<void> {
  return network.phoneLock.run(at.name, async () => {
    const sent = network.mailboxes.of(at.name).sent.get(id)
    if (sent === undefined) return
    const { number, device } = companion.record
    const address = at.sessionWith(network.directory.ensure(number), sent.addressing, device)
    if (retry.bundle !== undefined) await at.signal.startSession(address, retry.bundle)
    else if (retry.count >= NEW_SESSION_FROM) at.signal.closeSession(address)
    if (sent.to === STATUS_JID) return resendStatus(network, at, companion, sent, retry.count)
    if (isGroupJid(sent.to)) return resendToGroupMember(network, at, companion, sent, retry.count)
    const recipient = network.directory.find(sent.to)
    if (recipient !== undefined) {
      await sendCopy(network, at, recipient, companion, sent, { count: retry.count })
    }
  })
}
