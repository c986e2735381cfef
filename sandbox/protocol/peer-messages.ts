import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { User } from '../state/user.ts'
import { ASKED_FOR_VIEW_ONCE, summarizeContent } from './content.ts'
import { deliver } from './delivery.ts'
import { encryptForCompanion } from './envelope.ts'
import { node, seconds } from './nodes.ts'
import { noteProblem } from './problems.ts'

/** A phone tells one of its linked devices something that belongs to no conversation. */
export function sendPeerMessage(
  network: Network,
  owner: User,
  companion: Companion,
  protocolMessage: proto.Message.IProtocolMessage,
): Promise<void> {
  return network.phoneLock.run(owner.number, async () => {
    const enc = await encryptForCompanion(network, owner.phone, companion, { protocolMessage }, 'pn')
    const attrs = {
      from: owner.jid('pn'),
      id: randomBytes(16).toString('hex').toUpperCase(),
      type: 'text',
      category: 'peer',
      notify: owner.record.name,
      t: seconds(network.now()),
    }
    deliver(network, companion, owner.number, node('message', attrs, [enc]))
  })
}

/** The message a linked device could not read, as its phone has it; undefined when the phone has it not. */
function findForResend(
  network: Network,
  owner: User,
  key: proto.IMessageKey,
): proto.IWebMessageInfo | undefined {
  const { id, remoteJid, fromMe, participant } = key
  const author = network.directory.resolve(participant || remoteJid || undefined)
  if (!id || !remoteJid || author === undefined) return undefined
  const mailbox = network.mailboxes.of(owner.number)
  const known =
    fromMe === true
      ? (mailbox.sent.get(id) ?? mailbox.find(owner.number, id))
      : mailbox.find(author.number, id)
  if (known === undefined) return undefined
  return {
    key: { remoteJid, fromMe: fromMe === true, id, ...(participant ? { participant } : {}) },
    message: proto.Message.decode(Buffer.from(known.raw, 'base64')),
    messageTimestamp: Math.floor(known.at / 1000),
    pushName: fromMe === true ? owner.record.name : author.record.name,
  }
}

/** Answers a linked device that asks its phone for messages it could not read; other requests stay unanswered. */
export async function answerPeerRequest(
  network: Network,
  owner: User,
  companion: Companion,
  stanza: BinaryNode,
  message: proto.IMessage,
): Promise<void> {
  const requests =
    message.protocolMessage?.peerDataOperationRequestMessage?.placeholderMessageResendRequest ?? []
  const known = requests.flatMap(({ messageKey }) =>
    messageKey ? (findForResend(network, owner, messageKey) ?? []) : [],
  )
  const found = known.filter(({ message: content }) => summarizeContent(content ?? {}).viewOnce !== true)
  if (found.length < known.length) noteProblem(network, companion, stanza, 'view-once', ASKED_FOR_VIEW_ONCE)
  if (found.length === 0) return
  await sendPeerMessage(network, owner, companion, {
    type: proto.Message.ProtocolMessage.Type.PEER_DATA_OPERATION_REQUEST_RESPONSE_MESSAGE,
    peerDataOperationRequestResponseMessage: {
      peerDataOperationRequestType: proto.Message.PeerDataOperationRequestType.PLACEHOLDER_MESSAGE_RESEND,
      stanzaId: stanza.attrs.id ?? '',
      peerDataOperationResult: found.map((info) => ({
        placeholderMessageResendResponse: { webMessageInfoBytes: proto.WebMessageInfo.encode(info).finish() },
      })),
    },
  })
}
