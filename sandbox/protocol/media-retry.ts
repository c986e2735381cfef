import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { proto } from 'baileys/WAProto/index.js'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import type { User } from '../state/user.ts'
import { deliver } from './delivery.ts'
import { readMediaReference } from './media-message.ts'
import { bytesOf, child, node, seconds } from './nodes.ts'

const { ResultType } = proto.MediaRetryNotification
const IV_BYTES = 12
const TAG_BYTES = 16

const retryKey = (mediaKey: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', mediaKey, Buffer.alloc(32), 'WhatsApp Media Retry Notification', 32))

/** Whether the request was encrypted under the media's key, which proves that the client has the message. */
function isRequestProven(receipt: BinaryNode, mediaKey: Uint8Array, id: string): boolean {
  const encrypt = child(receipt, 'encrypt')
  const sealed = bytesOf(child(encrypt, 'enc_p'))
  const iv = bytesOf(child(encrypt, 'enc_iv'))
  if (sealed.length < TAG_BYTES || iv.length !== IV_BYTES) return false
  try {
    const decipher = createDecipheriv('aes-256-gcm', retryKey(mediaKey), iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(id)).setAuthTag(sealed.subarray(-TAG_BYTES))
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
    return proto.ServerErrorReceipt.decode(plain).stanzaId === id
  } catch {
    return false
  }
}

function seal(answer: proto.IMediaRetryNotification, mediaKey: Uint8Array, id: string): BinaryNode {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', retryKey(mediaKey), iv)
  cipher.setAAD(Buffer.from(id))
  const plain = proto.MediaRetryNotification.encode(answer).finish()
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  return node('encrypt', {}, [node('enc_p', {}, sealed), node('enc_iv', {}, iv)])
}

/** The message a request is about, as the account's phone has it: base64 of its protobuf. */
function findMessage(
  network: Network,
  owner: User,
  id: string,
  rmr: BinaryNode | undefined,
): string | undefined {
  const mailbox = network.mailboxes.of(owner.number)
  if (rmr?.attrs.from_me === 'true') return (mailbox.sent.get(id) ?? mailbox.find(owner.number, id))?.raw
  const author = network.directory.resolve(rmr?.attrs.participant ?? rmr?.attrs.jid)
  return author && mailbox.find(author.number, id)?.raw
}

function buildAnswer(network: Network, owner: User, receipt: BinaryNode): BinaryNode {
  const { id = '' } = receipt.attrs
  const raw = findMessage(network, owner, id, child(receipt, 'rmr'))
  const reference = raw && readMediaReference(proto.Message.decode(Buffer.from(raw, 'base64')))
  if (!reference) return node('error', { code: String(ResultType.NOT_FOUND) })
  const { mediaKey, directPath } = reference
  if (!isRequestProven(receipt, mediaKey, id)) {
    return node('error', { code: String(ResultType.DECRYPTION_ERROR) })
  }
  const blob = network.media.find(directPath)
  if (blob === undefined || blob.state === 'lost')
    return node('error', { code: String(ResultType.NOT_FOUND) })
  const renewed = network.media.blobs.renew(blob, network.now())
  const answer = { stanzaId: id, directPath: network.media.directPath(renewed), result: ResultType.SUCCESS }
  return seal(answer, mediaKey, id)
}

/** A client could not download a message's media: the account's phone, once it sees that, uploads it again and says where. */
export function answerMediaRetry(network: Network, session: Session, receipt: BinaryNode): void {
  const { phone } = network.directory.ensure(session.companion.record.number)
  if (!network.phoneTimes.isLate(phone)) renewMedia(network, session, receipt)
  else network.phoneTimes.later(phone, async () => renewMedia(network, session, receipt))
}

function renewMedia(network: Network, session: Session, receipt: BinaryNode): void {
  const { companion } = session
  const owner = network.directory.ensure(companion.record.number)
  if (!owner.record.online) return
  const rmr = child(receipt, 'rmr')
  const attrs = { from: owner.jid('pn'), id: receipt.attrs.id, type: 'mediaretry', t: seconds(network.now()) }
  const content = [buildAnswer(network, owner, receipt), node('rmr', rmr?.attrs)]
  deliver(network, companion, owner.number, node('notification', attrs, content))
}
