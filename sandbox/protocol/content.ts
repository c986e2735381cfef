import { proto } from 'baileys/WAProto/index.js'

/** What a message says, in the terms of the scenario API. */
export interface ContentSummary {
  type: string
  text: string
  targetId?: string
  quotedId?: string
  forwarded?: boolean
  mentions?: string[]
}

/** Content of the kinds a simulated phone can show, in the order they are looked for. */
const MEDIA_KINDS = ['image', 'video', 'audio', 'document', 'sticker', 'contact', 'location'] as const

function unwrap(message: proto.IMessage): proto.IMessage {
  const inner =
    message.ephemeralMessage?.message ??
    message.editedMessage?.message ??
    message.viewOnceMessage?.message ??
    message.documentWithCaptionMessage?.message
  return inner ? unwrap(inner) : message
}

function summarizeProtocol(protocol: proto.Message.IProtocolMessage): ContentSummary {
  const target = protocol.key?.id ? { targetId: protocol.key.id } : {}
  const kinds = proto.Message.ProtocolMessage.Type
  if (protocol.type === kinds.REVOKE) return { type: 'revoke', text: '', ...target }
  if (protocol.type === kinds.MESSAGE_EDIT) {
    const edited = protocol.editedMessage ? summarizeContent(protocol.editedMessage) : undefined
    return { type: 'edit', text: edited?.text ?? '', ...target }
  }
  return { type: 'protocol', text: kinds[protocol.type ?? 0] ?? '', ...target }
}

function summarizeContext(context: proto.IContextInfo | null | undefined): Partial<ContentSummary> {
  return {
    ...(context?.stanzaId ? { quotedId: context.stanzaId } : {}),
    ...(context?.isForwarded ? { forwarded: true } : {}),
    ...(context?.mentionedJid?.length ? { mentions: context.mentionedJid } : {}),
  }
}

function summarizeMedia(message: proto.IMessage): ContentSummary | undefined {
  for (const kind of MEDIA_KINDS) {
    const media = message[`${kind}Message`]
    if (!media) continue
    const caption = 'caption' in media ? (media.caption ?? '') : ''
    return { type: kind, text: caption, ...summarizeContext(media.contextInfo) }
  }
  return undefined
}

function summarizeUnknown(message: proto.IMessage): ContentSummary {
  const first = Object.entries(message).find(([key, value]) => value && key !== 'messageContextInfo')
  return { type: first?.[0].replace(/Message$/, '') ?? 'empty', text: '' }
}

/** Says what kind of message this is, its text or caption, and what it refers to. */
export function summarizeContent(wrapped: proto.IMessage): ContentSummary {
  const message = unwrap(wrapped)
  const { conversation, extendedTextMessage: extended, reactionMessage: reaction } = message
  if (message.protocolMessage) return summarizeProtocol(message.protocolMessage)
  if (reaction) {
    const { key, text } = reaction
    return { type: 'reaction', text: text ?? '', ...(key?.id ? { targetId: key.id } : {}) }
  }
  if (conversation) return { type: 'text', text: conversation }
  if (extended) return { type: 'text', text: extended.text ?? '', ...summarizeContext(extended.contextInfo) }
  return summarizeMedia(message) ?? summarizeUnknown(message)
}

/** The `type` attribute a message stanza carries for this content. */
export function stanzaType(message: proto.IMessage): string {
  const { type } = summarizeContent(message)
  if (type === 'reaction') return 'reaction'
  return MEDIA_KINDS.some((kind) => kind === type) ? 'media' : 'text'
}
