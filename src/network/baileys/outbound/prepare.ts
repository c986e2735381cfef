import { proto } from 'baileys'
import type { Content } from '../../../core/conversation/content.ts'
import { drawRandomBytes } from '../../../platform/random-pool.ts'
import {
  PreparationError,
  type PreparationParts,
  type PreparedMessage,
  type ReceivedFile,
} from '../../port.ts'
import { readContent, readUnread } from '../../translate/content.ts'
import { bareContent, type Context, toWireKey, withModifiers, withSecret } from './message-context.ts'
import { buildMedia, buildPlain } from './prepare-content.ts'

const MESSAGE_EDIT = proto.Message.ProtocolMessage.Type.MESSAGE_EDIT
const REVOKE = proto.Message.ProtocolMessage.Type.REVOKE

function prepareForward(bytes: Uint8Array, ephemeralSec: number | undefined): proto.IMessage {
  const timer = ephemeralSec ? { expiration: ephemeralSec } : {}
  const { field, message } = bareContent(bytes, 'forwarded')
  const content = message[field]
  if ((content as { viewOnce?: boolean | null } | null)?.viewOnce) {
    throw new PreparationError({ why: 'view_once' })
  }
  if (typeof content === 'string') {
    return withSecret({
      extendedTextMessage: {
        text: content,
        contextInfo: { isForwarded: true, forwardingScore: 1, ...timer },
      },
    })
  }
  const score = (content as { contextInfo?: Context | null } | null)?.contextInfo?.forwardingScore ?? 0
  const contextInfo: Context = { isForwarded: true, forwardingScore: score + 1, ...timer }
  return withSecret({ [field]: { ...(content as object), contextInfo } })
}

const CAPTIONED = new Set(['imageMessage', 'videoMessage', 'documentMessage'])

function requirePart<Part>(part: Part | undefined, type: Content['type']): Part {
  if (part === undefined) throw new Error(`a content of type ${type} was given without what it is about`)
  return part
}

/** The new content of an edited message: for one with a caption the same file under the new caption. */
function editedContent(text: string, original: Uint8Array | undefined): proto.IMessage {
  if (!original) return { extendedTextMessage: { text } }
  const { field, message } = bareContent(original, 'edited')
  if (field === 'conversation' || field === 'extendedTextMessage') return { extendedTextMessage: { text } }
  if (!CAPTIONED.has(field)) throw new PreparationError({ why: 'no_text' })
  return { [field]: { ...(message[field] as object), caption: text } }
}

function build(content: Content, parts: PreparationParts): proto.IMessage {
  switch (content.type) {
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
          editedMessage: editedContent(content.text, parts.original),
          timestampMs: Date.now(),
        },
      })
    case 'revoke':
      return withSecret({ protocolMessage: { key: toWireKey(content.target), type: REVOKE } })
    case 'forward':
      return prepareForward(requirePart(parts.forwarded, content.type), content.ephemeralSec)
    case 'media': {
      const media = buildMedia(requirePart(parts.file, content.type), content.viewOnce)
      if (media.audioMessage && content.look) media.audioMessage.backgroundArgb = content.look.background
      return withModifiers(media, content, parts)
    }
    default:
      return withModifiers(buildPlain(content, parts), content, parts)
  }
}

/**
 * The network's message for a content. Throws `PreparationError` when a message it refers to cannot be used. For an
 * edit, `edited` is what the target becomes.
 */
export function prepareMessage(content: Content, parts: PreparationParts = {}): PreparedMessage {
  const message = build(content, parts)
  const bytes = proto.Message.encode(message).finish()
  const read = readContent(message)
  if (content.type === 'edit') {
    const edited = message.protocolMessage?.editedMessage ?? {}
    return { bytes, type: 'edit', text: content.text, edited: proto.Message.encode(edited).finish() }
  }
  return { bytes, type: read?.type ?? content.type, text: read?.text ?? null }
}

/** A fresh id as the network's own web client draws them. */
export const newMessageId = (): string =>
  `3EB0${Buffer.from(drawRandomBytes(9)).toString('hex').toUpperCase()}`

/** The message as JSON, bytes in base64 and long numbers as text; as `unreadBytes` where the library reads nothing of it. */
export function messageToJson(bytes: Uint8Array): Record<string, unknown> {
  const message = proto.Message.decode(bytes)
  const json = message.toJSON()
  return readUnread(message, bytes) ? { ...json, unreadBytes: Buffer.from(bytes).toString('base64') } : json
}

/** What a stored message says of its file. */
export function readFileOf(bytes: Uint8Array): ReceivedFile | null {
  try {
    return readContent(proto.Message.decode(bytes))?.file ?? null
  } catch {
    return null
  }
}
