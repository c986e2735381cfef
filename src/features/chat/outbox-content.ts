import type { Address } from '../../core/addresses.ts'
import type {
  SendContent as FlowContent,
  MediaContent as FlowMedia,
  TextContent,
} from '../../core/flow/index.ts'
import type { SendContent } from './types.ts'

/** What an outbox row says in the engine's form (PlannedSend.content). */
export interface OutboxContent {
  content: SendContent
  /** How long the contact sees "typing" before the message. */
  typingMs: number
}

const MAX_TYPING_MS = 10_000

function toText({ text, linkPreview, quoteMessageId }: TextContent, chat: string): SendContent {
  return {
    kind: 'text',
    text,
    ...(typeof linkPreview === 'boolean' ? { linkPreview } : {}),
    ...(typeof quoteMessageId === 'string'
      ? { quoted: { id: quoteMessageId, chat: chat as Address, fromMe: false } }
      : {}),
  }
}

/** A file of this server is named by its id in the store. */
function toMedia(
  { kind, source, caption, fileName, mimeType, albumId }: FlowMedia & { albumId?: string },
  chat: string,
): SendContent {
  return {
    kind: 'media',
    media: kind === 'voice' ? 'audio' : kind,
    source: 'url' in source ? source : { mediaId: source.assetId },
    ...(kind === 'voice' ? { voiceNote: true } : {}),
    ...(caption ? { caption } : {}),
    ...(fileName ? { fileName } : {}),
    ...(mimeType ? { mimetype: mimeType } : {}),
    ...(albumId === undefined ? {} : { album: { chat: chat as Address, id: albumId, fromMe: true } }),
  }
}

/** The line breaks and separators that mean something in a card are escaped. */
const escapeCardText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

function toCard({ displayName, phone }: { displayName: string; phone: string }) {
  const name = escapeCardText(displayName)
  const digits = phone.replace(/\D/g, '')
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, `TEL;type=CELL;waid=${digits}:+${digits}`]
  return { displayName, vcard: [...lines, 'END:VCARD'].join('\n') }
}

/** The heading of an album; its items are rows of their own that name it (`albumId`). */
interface AlbumHeading {
  type: 'album_heading'
  images: number
  videos: number
}

function toContent(content: FlowContent | AlbumHeading, chat: string): SendContent | null {
  switch (content.type) {
    case 'text':
      return typeof content.text === 'string' ? toText(content, chat) : null
    case 'media':
      return toMedia(content, chat)
    case 'location': {
      const { latitude, longitude, name, address } = content
      return {
        kind: 'location',
        latitude,
        longitude,
        ...(name ? { name } : {}),
        ...(address ? { address } : {}),
      }
    }
    case 'contacts':
      return { kind: 'contacts', contacts: content.contacts.map(toCard) }
    case 'poll': {
      const { question, options, selectable } = content
      return { kind: 'poll', name: question, values: options, selectableCount: selectable }
    }
    case 'album_heading':
      return { kind: 'album', images: content.images, videos: content.videos }
    default:
      return null
  }
}

/** Null for a content this server cannot send; the run then follows its `failed` handle. */
export function parseOutboxContent(value: unknown, chat: string): OutboxContent | null {
  if (typeof value !== 'object' || value === null || !('type' in value)) return null
  const planned = value as FlowContent
  const content = toContent(planned, chat)
  if (!content) return null
  const typing = planned.type === 'text' ? planned.typing : 0
  return {
    content,
    typingMs: typeof typing === 'number' ? Math.min(Math.max(0, typing), MAX_TYPING_MS) : 0,
  }
}
