import { randomBytes } from 'node:crypto'
import { proto } from 'baileys'
import type { Address } from '../../../core/addresses.ts'
import type { ContentModifiers, PreparationProblem } from '../../../core/conversation/content.ts'
import type { MessageKey } from '../../../core/conversation/message.ts'
import { PreparationError, type PreparationParts, type QuotedOriginal } from '../../port.ts'
import { unwrapMessage } from '../../translate/content.ts'

export type Context = proto.IContextInfo

/** Content fields that are text or media and can carry a context; what is quoted loses its own. */
export type ContentField = keyof proto.IMessage

/** The message that a content is about. */
type About = Extract<PreparationProblem, { of: unknown }>['of']

const SECRET_BYTES = 32
const { MEDIA_ALBUM } = proto.MessageAssociation.AssociationType

export function toWireKey(key: MessageKey): proto.IMessageKey {
  const wire: proto.IMessageKey = { remoteJid: key.chat, fromMe: key.fromMe, id: key.id }
  if (key.participant) wire.participant = key.participant
  return wire
}

export const withSecret = (message: proto.IMessage): proto.IMessage => ({
  ...message,
  messageContextInfo: { ...message.messageContextInfo, messageSecret: randomBytes(SECRET_BYTES) },
})

function contentFieldOf(message: proto.IMessage): ContentField | undefined {
  // Later forms of a content have a number at their end, such as pollCreationMessageV3.
  return Object.keys(message).find(
    (name) =>
      name === 'conversation' || (/Message(V\d+)?$/.test(name) && name !== 'senderKeyDistributionMessage'),
  ) as ContentField | undefined
}

function decodeMessage(bytes: Uint8Array, of: About): proto.IMessage {
  try {
    return proto.Message.toObject(proto.Message.decode(bytes)) as proto.IMessage
  } catch (cause) {
    throw new PreparationError({ why: 'unreadable', of }, { cause })
  }
}

/** The content alone: no envelopes around it, no secret of its first sending, no quote of its own. */
export function bareContent(bytes: Uint8Array, of: About): { field: ContentField; message: proto.IMessage } {
  const message = unwrapMessage(decodeMessage(bytes, of)) as proto.IMessage
  const field = contentFieldOf(message)
  if (!field) throw new PreparationError({ why: 'empty', of })
  return { field, message: { [field]: message[field] } }
}

function quoteContext({ key, bytes }: QuotedOriginal): Context {
  const { field, message } = bareContent(bytes, 'quoted')
  const content = message[field]
  const quotedMessage =
    typeof content === 'object' && content ? { [field]: { ...content, contextInfo: undefined } } : message
  const context: Context = { stanzaId: key.id, quotedMessage }
  const author: Address | undefined = key.participant ?? (key.fromMe ? undefined : key.chat)
  if (author) context.participant = author
  return context
}

function buildContext(content: ContentModifiers, { quoted }: PreparationParts): Context | null {
  const context: Context = quoted ? quoteContext(quoted) : {}
  if (content.mentions?.length) context.mentionedJid = [...content.mentions]
  if (content.mentionAll) context.nonJidMentions = 1
  if (content.ephemeralSec) context.expiration = content.ephemeralSec
  return Object.keys(context).length ? context : null
}

/** A document with a caption is wrapped; what is said beside it belongs to the document. */
function addContext(message: proto.IMessage, context: Context): proto.IMessage {
  const field = contentFieldOf(message)
  if (!field) return message
  if (field === 'documentWithCaptionMessage') {
    const inner = addContext(message.documentWithCaptionMessage?.message ?? {}, context)
    return { ...message, documentWithCaptionMessage: { message: inner } }
  }
  const own = message[field] as { contextInfo?: Context | null }
  return { ...message, [field]: { ...own, contextInfo: { ...own.contextInfo, ...context } } }
}

/** Adds to a message what is said beside its content: quote, mentions, how long and how often it is shown, its album. */
export function withModifiers(
  bare: proto.IMessage,
  content: ContentModifiers,
  parts: PreparationParts,
): proto.IMessage {
  let message = bare
  const context = buildContext(content, parts)
  if (context) message = addContext(message, context)
  if (content.viewOnce) {
    const { messageContextInfo, ...inner } = message
    message = { viewOnceMessage: { message: inner }, messageContextInfo: messageContextInfo ?? null }
  }
  if (parts.album) {
    const messageAssociation = {
      associationType: MEDIA_ALBUM,
      parentMessageKey: toWireKey(parts.album),
    }
    message = { ...message, messageContextInfo: { ...message.messageContextInfo, messageAssociation } }
  }
  return message
}
