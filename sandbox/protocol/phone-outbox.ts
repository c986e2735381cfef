import { randomBytes } from 'node:crypto'
import { proto } from 'baileys/WAProto/index.js'
import type { Companion } from '../state/companion.ts'
import type { SentMessage } from '../state/mailbox.ts'
import type { Network } from '../state/network.ts'
import type { KeyBundle } from '../state/simulated-device.ts'
import type { Addressing, User } from '../state/user.ts'
import { stanzaType, summarizeContent } from './content.ts'
import { deliver } from './delivery.ts'
import { encryptForCompanion } from './envelope.ts'
import { buildMessageStanza, type Envelope } from './message-stanza.ts'

/** How the messages between two users are addressed: as the contact of the two is. */
export const conversationAddressing = (sender: User, recipient: User): Addressing =>
  sender.companions.size > 0 && recipient.companions.size === 0
    ? recipient.record.addressing
    : sender.record.addressing

const buildMessageId = (): string => randomBytes(16).toString('hex').toUpperCase()

/**
 * A simulated phone writes to a number: every linked device of the recipient gets it encrypted, the sender's own
 * linked devices get their copy, and the recipient's simulated phone shows it. Returns the id.
 */
export function sendFromPhone(
  network: Network,
  sender: User,
  recipient: User,
  message: proto.IMessage,
  options: { id?: string; edit?: string } = {},
): Promise<string> {
  return network.phoneLock.run(sender.number, async () => {
    const sent: SentMessage = {
      id: options.id ?? buildMessageId(),
      at: network.now(),
      to: recipient.number,
      type: stanzaType(message),
      addressing: conversationAddressing(sender, recipient),
      raw: Buffer.from(proto.Message.encode(message).finish()).toString('base64'),
      ...(options.edit === undefined ? {} : { edit: options.edit }),
    }
    network.mailboxes.of(sender.number).addSent(sent)
    for (const companion of recipient.companions.values()) {
      await sendCopy(network, sender, recipient, companion, sent)
    }
    for (const companion of sender.companions.values()) {
      await sendCopy(network, sender, recipient, companion, sent)
    }
    showOnPhone(network, sender, recipient, sent, message)
    return sent.id
  })
}

/** Sends one linked device its copy; with a bundle or `freshSession`, under a new session. */
async function sendCopy(
  network: Network,
  sender: User,
  recipient: User,
  companion: Companion,
  sent: SentMessage,
  retry: { count?: number } = {},
): Promise<void> {
  const message = proto.Message.decode(Buffer.from(sent.raw, 'base64'))
  const isOwn = companion.record.number === sender.number
  const content: proto.IMessage = isOwn
    ? { deviceSentMessage: { destinationJid: recipient.jid(sent.addressing), message } }
    : message
  const enc = await encryptForCompanion(
    network,
    sender,
    companion,
    content,
    retry.count === undefined ? {} : { retryCount: retry.count },
  )
  const envelope: Envelope = {
    id: sent.id,
    type: sent.type,
    at: sent.at,
    sender,
    device: 0,
    addressing: sent.addressing,
    ...(isOwn ? { recipient } : {}),
    ...(sent.edit === undefined ? {} : { edit: sent.edit }),
  }
  deliver(network, companion, sender.number, buildMessageStanza(envelope, [enc]))
}

/** Both phones are ours: the recipient's shows the message without a wire between them. */
function showOnPhone(
  network: Network,
  sender: User,
  recipient: User,
  sent: SentMessage,
  message: proto.IMessage,
): void {
  const mailbox = network.mailboxes.of(recipient.number)
  if (recipient === sender || mailbox.find(sender.number, sent.id) !== undefined) return
  mailbox.receive({
    id: sent.id,
    at: sent.at,
    chat: sender.number,
    from: sender.number,
    fromMe: false,
    device: 0,
    ...summarizeContent(message),
    addressing: sent.addressing,
    raw: sent.raw,
  })
}

/** Serves a linked device that could not read a message: the same message again, under a new session. */
export function resendFromPhone(
  network: Network,
  sender: User,
  companion: Companion,
  id: string,
  retry: { count: number; bundle: KeyBundle | undefined },
): Promise<void> {
  return network.phoneLock.run(sender.number, async () => {
    const sent = network.mailboxes.of(sender.number).sent.get(id)
    const recipient = sent && network.directory.find(sent.to)
    if (sent === undefined || recipient === undefined) return
    if (retry.bundle === undefined) sender.phone.dropSession(companion.address)
    else await sender.phone.startSession(companion.address, retry.bundle)
    await sendCopy(network, sender, recipient, companion, sent, { count: retry.count })
  })
}
