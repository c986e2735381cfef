import { randomBytes } from 'node:crypto'
import { proto } from 'baileys'
import type { Address } from '../../core/addresses.ts'
import {
  type MessageKey,
  type OutgoingContent,
  PreparationError,
  type PreparedMessage,
  type QuotedMessage,
} from '../port.ts'
import { readContent, unwrapMessage } from '../translate/content.ts'

type Context = proto.IContextInfo

const MESSAGE_EDIT = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
const REVOKE = proto.Message.ProtocolMessage.Type.REVOKE
const SECRET_BYTES = 32
const FIRST_LINK = /https:\/\/[^\s]+\.[^\s]+/

/** Content fields that are text or media and can carry a context; what is quoted loses its own. */
type ContentField = keyof proto.IMessage

function toWireKey(key: MessageKey): proto.IMessageKey {
  const wire: proto.IMessageKey = { remoteJid: key.chat, fromMe: key.fromMe, id: key.id }
  if (key.participant) wire.participant = key.participant
  return wire
}

const withSecret = (message: proto.IMessage): proto.IMessage => ({
  ...message,
  messageContextInfo: { messageSecret: randomBytes(SECRET_BYTES) },
})

function contentFieldOf(message: proto.IMessage): ContentField | undefined {
  return Object.keys(message).find(
    (name) =>
      name === 'conversation' || (name.endsWith('Message') && name !== 'senderKeyDistributionMessage'),
  ) as ContentField | undefined
}

function decodeMessage(bytes: Uint8Array, what: string): proto.IMessage {
  try {
    return proto.Message.toObject(proto.Message.decode(bytes)) as proto.IMessage
  } catch (cause) {
    throw new PreparationError(`The stored bytes of the ${what} message cannot be read.`, { cause })
  }
}

/** The content alone: no envelopes around it, no secret of its first sending, no quote of its own. */
function bareContent(bytes: Uint8Array, what: string): { field: ContentField; message: proto.IMessage } {
  const message = unwrapMessage(decodeMessage(bytes, what)) as proto.IMessage
  const field = contentFieldOf(message)
  if (!field) throw new PreparationError(`The ${what} message has no content that can be shown again.`)
  return { field, message: { [field]: message[field] } }
}

function quoteContext({ key, bytes }: QuotedMessage): Context {
  const { field, message } = bareContent(bytes, 'quoted')
  const content = message[field]
  const quotedMessage =
    typeof content === 'object' && content ? { [field]: { ...content, contextInfo: undefined } } : message
  const context: Context = { stanzaId: key.id, quotedMessage }
  const author: Address | undefined = key.participant ?? (key.fromMe ? undefined : key.chat)
  if (author) context.participant = author
  return context
}

function prepareText(content: Extract<OutgoingContent, { kind: 'text' }>): proto.IMessage {
  const context: Context = content.quoted ? quoteContext(content.quoted) : {}
  if (content.mentions?.length) context.mentionedJid = [...content.mentions]
  if (content.mentionAll) context.nonJidMentions = 1
  const text: proto.Message.IExtendedTextMessage = { text: content.text }
  if (Object.keys(context).length) text.contextInfo = context
  const link = content.linkPreview ? content.text.match(FIRST_LINK)?.[0] : undefined
  if (link) Object.assign(text, { matchedText: link, previewType: 0 })
  return withSecret({ extendedTextMessage: text })
}

function prepareForward(bytes: Uint8Array): proto.IMessage {
  const { field, message } = bareContent(bytes, 'forwarded')
  const content = message[field]
  if (typeof content === 'string') {
    return withSecret({
      extendedTextMessage: { text: content, contextInfo: { isForwarded: true, forwardingScore: 1 } },
    })
  }
  const score = (content as { contextInfo?: Context | null } | null)?.contextInfo?.forwardingScore ?? 0
  const contextInfo: Context = { isForwarded: true, forwardingScore: score + 1 }
  return withSecret({ [field]: { ...(content as object), contextInfo } })
}

function build(content: OutgoingContent): proto.IMessage {
  switch (content.kind) {
    case 'text':
      return prepareText(content)
    case 'reaction':
      return {
        reactionMessage: {
          key: toWireKey(content.target),
          text: content.emoji,
          senderTimestampMs: Date.now(),
        },
      }
    case 'edit':
      return withSecret({
        protocolMessage: {
          key: toWireKey(content.target),
          type: MESSAGE_EDIT,
          editedMessage: { extendedTextMessage: { text: content.text } },
          timestampMs: Date.now(),
        },
      })
    case 'revoke':
      return withSecret({ protocolMessage: { key: toWireKey(content.target), type: REVOKE } })
    case 'forward':
      return prepareForward(content.bytes)
  }
}

/** The network's message for a content. Throws `PreparationError` when a quoted or forwarded message cannot be used. */
export function prepareMessage(content: OutgoingContent): PreparedMessage {
  const message = build(content)
  const bytes = proto.Message.encode(message).finish()
  const read = readContent(message)
  if (content.kind === 'edit') return { bytes, type: 'edit', text: content.text }
  return { bytes, type: read?.type ?? content.kind, text: read?.text ?? null }
}

/** A fresh id as the network's own web client draws them. */
export const newMessageId = (): string => `3EB0${randomBytes(9).toString('hex').toUpperCase()}`

/** The message as JSON, bytes in base64 and long numbers as text. */
export const messageToJson = (bytes: Uint8Array): Record<string, unknown> =>
  proto.Message.decode(bytes).toJSON()
