import type { Address } from '../../core/addresses.ts'
import type { ContentModifiers, MediaKind, MessageKey, PlainContent } from '../../network/port.ts'

/** A message to quote or forward, by where it is stored. `chat` null: looked up by its id in the target's chat. */
export interface StoredMessageRef {
  id: string
  chat: Address | null
  fromMe: boolean | null
}

/** Where a file to send comes from: an address to fetch it from, or the store (bytes given in a call are put there). */
export type MediaSource = { url: string } | { mediaId: string }

/** A file to send. What is not said of it is read from its content. */
export interface SendMedia {
  kind: 'media'
  media: MediaKind
  source: MediaSource
  caption?: string
  mimetype?: string
  fileName?: string
  width?: number
  height?: number
  seconds?: number
  voiceNote?: boolean
  videoNote?: boolean
  gifPlayback?: boolean
}

/** What an API call asks to send, in a form that survives a bus. */
export type SendContent =
  | ((PlainContent | SendMedia) & ContentModifiers & { quoted?: StoredMessageRef })
  | { kind: 'reaction'; target: MessageKey; emoji: string }
  | { kind: 'edit'; target: MessageKey; text: string }
  | { kind: 'revoke'; target: MessageKey }
  | { kind: 'forward'; source: StoredMessageRef }
