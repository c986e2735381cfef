import { randomInt } from 'node:crypto'
import { type BinaryNode, encodeSignedDeviceIdentity, type proto } from 'baileys'
import { getMessageReportingToken, shouldIncludeReportingToken } from 'baileys/lib/Utils/reporting-utils.js'
import { unwrapMessage } from '../../translate/content.ts'
import type { Ciphertext } from '../keys/signal-repository.ts'

const MAX_PADDING = 16
const REVOKE = 0
const MESSAGE_EDIT = 14

/** What the server has to be told about a message's content, beside the ciphertexts. */
export interface StanzaForm {
  type: string
  /** `edit` attribute: 1 edit, 2 pin, 7 taken back (a reaction too), 8 taken back by an admin. */
  edit: string | null
  /** Attributes of every ciphertext. */
  encAttrs: Record<string, string>
  extraNodes: BinaryNode[]
  /** Control messages earn no trusted-contact token. */
  isControl: boolean
}

const MEDIA_TYPES: readonly [keyof proto.IMessage, string][] = [
  ['imageMessage', 'image'],
  ['videoMessage', 'video'],
  ['ptvMessage', 'ptv'],
  ['audioMessage', 'audio'],
  ['contactMessage', 'vcard'],
  ['documentMessage', 'document'],
  ['contactsArrayMessage', 'contact_array'],
  ['liveLocationMessage', 'livelocation'],
  ['stickerMessage', 'sticker'],
  ['listMessage', 'list'],
  ['listResponseMessage', 'list_response'],
  ['buttonsResponseMessage', 'buttons_response'],
  ['interactiveResponseMessage', 'native_flow_response'],
  ['groupInviteMessage', 'url'],
]

function mediaTypeOf(message: proto.IMessage): string | null {
  const found = MEDIA_TYPES.find(([field]) => message[field])
  if (!found) return null
  if (message.videoMessage?.gifPlayback) return 'gif'
  if (message.audioMessage?.ptt) return 'ptt'
  return found[1]
}

function editOf(message: proto.IMessage, isGroup: boolean): string | null {
  if (message.pinInChatMessage) return '2'
  if (message.reactionMessage && !message.reactionMessage.text) return '7'
  const protocol = message.protocolMessage
  if (!protocol) return null
  if (protocol.type === MESSAGE_EDIT) return '1'
  if ((protocol.type ?? REVOKE) !== REVOKE) return null
  return isGroup && !protocol.key?.fromMe ? '8' : '7'
}

const isPoll = (message: proto.IMessage): boolean =>
  Boolean(message.pollCreationMessage ?? message.pollCreationMessageV2 ?? message.pollCreationMessageV3)

function typeOf(message: proto.IMessage): string {
  if (message.reactionMessage ?? message.encReactionMessage) return 'reaction'
  if (isPoll(message) || message.pollUpdateMessage) return 'poll'
  if (message.eventMessage) return 'event'
  return mediaTypeOf(message) ? 'media' : 'text'
}

const meta = (attrs: Record<string, string>): BinaryNode => ({ tag: 'meta', attrs })

/** Reads from a message's content how its stanza has to be written. */
export function readStanzaForm(message: proto.IMessage, isGroup: boolean): StanzaForm {
  const content = unwrapMessage(message) as proto.IMessage
  const mediaType = mediaTypeOf(message)
  const encAttrs: Record<string, string> = mediaType ? { mediatype: mediaType } : {}
  // A device that cannot read a change of another message shows nothing, instead of a message it waits for.
  const isChange =
    content.pinInChatMessage ?? content.reactionMessage ?? content.protocolMessage?.editedMessage
  if (isChange) encAttrs['decrypt-fail'] = 'hide'
  const extraNodes: BinaryNode[] = []
  if (isPoll(content)) extraNodes.push(meta({ polltype: 'creation' }))
  if (content.eventMessage) extraNodes.push(meta({ event_type: 'creation' }))
  return {
    type: typeOf(content),
    edit: editOf(content, isGroup),
    encAttrs,
    extraNodes,
    isControl: Boolean(content.protocolMessage),
  }
}

/** Hides the length of a message behind 1 to 16 bytes. */
export function addPadding(bytes: Uint8Array): Buffer {
  const count = randomInt(1, MAX_PADDING + 1)
  const padded = Buffer.allocUnsafe(bytes.length + count)
  padded.set(bytes)
  padded.fill(count, bytes.length)
  return padded
}

/** One device's ciphertext. */
export const toParticipantNode = (
  jid: string,
  { type, ciphertext }: Ciphertext,
  encAttrs: Record<string, string>,
): BinaryNode => ({
  tag: 'to',
  attrs: { jid },
  content: [{ tag: 'enc', attrs: { v: '2', type, ...encAttrs }, content: ciphertext }],
})

const toIdentityNode = (account: proto.IADVSignedDeviceIdentity): BinaryNode => ({
  tag: 'device-identity',
  attrs: {},
  content: encodeSignedDeviceIdentity(account, true),
})

/** A message for one device that could not read it before; nothing in it is for anybody else. */
export function buildResentStanza(
  attrs: Record<string, string>,
  { type, ciphertext }: Ciphertext,
  encAttrs: Record<string, string>,
  account: proto.IADVSignedDeviceIdentity | null,
): BinaryNode {
  const enc = { tag: 'enc', attrs: { v: '2', type, ...encAttrs }, content: ciphertext }
  return { tag: 'message', attrs, content: account ? [enc, toIdentityNode(account)] : [enc] }
}

export interface StanzaParts {
  id: string
  to: string
  form: StanzaForm
  participants: BinaryNode[]
  /** Present when some device gets its first message from us: it has to be told who signed our identity. */
  account: proto.IADVSignedDeviceIdentity | null
  reporting: BinaryNode | null
  token: BinaryNode | null
}

export function buildMessageStanza(parts: StanzaParts): BinaryNode {
  const { id, to, form, participants, account, reporting, token } = parts
  const content: BinaryNode[] = [{ tag: 'participants', attrs: {}, content: participants }]
  if (account) content.push(toIdentityNode(account))
  if (reporting) content.push(reporting)
  if (token) content.push(token)
  content.push(...form.extraNodes)
  const attrs: Record<string, string> = { id, to, type: form.type }
  if (form.edit) attrs.edit = form.edit
  return { tag: 'message', attrs, content }
}

/** A message that is encrypted once for all who are in `participants`, each of whom gets the key for it there. */
export function buildSharedStanza(
  parts: Omit<StanzaParts, 'token'> & { ciphertext: Uint8Array; extraNodes: BinaryNode[] },
): BinaryNode {
  const { form, ciphertext, extraNodes } = parts
  const node = buildMessageStanza({ ...parts, form: { ...form, extraNodes: [] }, token: null })
  const enc = { tag: 'enc', attrs: { v: '2', type: 'skmsg', ...form.encAttrs }, content: ciphertext }
  return { ...node, content: [...(node.content as BinaryNode[]), enc, ...extraNodes] }
}

/** Lets the recipient report a message without showing who else got it; null for contents that carry none. */
export async function buildReportingNode(
  message: proto.IMessage,
  bytes: Uint8Array,
  id: string,
  to: string,
): Promise<BinaryNode | null> {
  if (!message.messageContextInfo?.messageSecret || !shouldIncludeReportingToken(message)) return null
  return getMessageReportingToken(Buffer.from(bytes), message, { id, fromMe: true, remoteJid: to })
}
