import type { Address } from '../core/addresses.ts'
import type { MessageKey } from '../core/conversation/message.ts'

/** The contents the service can ask a network to carry. Times are whole seconds since 1970. */

/** For a message of our own, `key.participant` is our own address: the quote has to name its author. */
export interface QuotedMessage {
  key: MessageKey
  bytes: Uint8Array
}

export interface PlaceContent {
  latitude: number
  longitude: number
  name?: string
  address?: string
  url?: string
}

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'sticker'

/** A file as it lies encrypted on the network's media server; all that a message has to say of it. */
export interface UploadedMedia {
  url: string
  directPath: string
  mediaKey: Uint8Array
  fileSha256: Uint8Array
  fileEncSha256: Uint8Array
  fileLength: number
}

/** What a message says of its file beside where it is. Pixels, seconds, and a small JPEG to show before the file came. */
export interface MediaTraits {
  mimetype: string
  caption?: string
  fileName?: string
  width?: number
  height?: number
  seconds?: number
  thumbnail?: Uint8Array
  /** 64 loudness values of 0 to 100, for voice notes. */
  waveform?: Uint8Array
  voiceNote?: boolean
  videoNote?: boolean
  gifPlayback?: boolean
  isAnimated?: boolean
}

export type MediaContent = {
  kind: 'media'
  media: MediaKind
  file: UploadedMedia
  viewOnce?: boolean
} & MediaTraits

export type CallKind = 'audio' | 'video'

/** A content that needs no file. */
export type PlainContent =
  | { kind: 'text'; text: string; linkPreview?: boolean }
  | ({ kind: 'location' } & PlaceContent)
  | { kind: 'contacts'; displayName?: string; contacts: readonly { displayName?: string; vcard: string }[] }
  | {
      kind: 'poll'
      name: string
      values: readonly string[]
      /** How many may be chosen; 0 means any number. */
      selectableCount: number
      toAnnouncementGroup?: boolean
    }
  | {
      kind: 'event'
      name: string
      description?: string
      startSec: number
      endSec?: number
      location?: PlaceContent
      isCancelled?: boolean
      isScheduleCall?: boolean
      extraGuestsAllowed?: boolean
      /** Where a call belongs to it: a link of `NetworkConnection.createCallLink`. */
      joinLink?: string
    }
  | {
      kind: 'groupInvite'
      group: Address
      groupName: string
      inviteCode: string
      expiresAtSec: number
      text: string
    }
  | { kind: 'pin'; target: MessageKey; unpin?: boolean; durationSec: number }
  | { kind: 'listReply'; title?: string; description?: string; listType: number; rowId: string }
  | { kind: 'buttonReply'; displayText: string; id: string; index: number; template: boolean }
  /** The heading of an album; its pictures and videos follow as messages of their own that name it. */
  | { kind: 'album'; images: number; videos: number }

/** What may be said of any content. */
export interface ContentModifiers {
  mentions?: readonly Address[]
  mentionAll?: boolean
  viewOnce?: boolean
  /** Seconds after which the message disappears. */
  ephemeralSec?: number
  /** The heading of the album this picture or video belongs to. */
  album?: MessageKey
}

export type OutgoingContent =
  | ((PlainContent | MediaContent) & ContentModifiers & { quoted?: QuotedMessage })
  | { kind: 'reaction'; target: MessageKey; emoji: string }
  /** `original` is the message as it was sent, for messages with a caption; without it the message was a text. */
  | { kind: 'edit'; target: MessageKey; text: string; original?: Uint8Array }
  | { kind: 'revoke'; target: MessageKey }
  | { kind: 'forward'; bytes: Uint8Array; ephemeralSec?: number }

export interface OutgoingMessage {
  /** Chosen and stored before the first wire attempt; a resend uses the same one. */
  id: string
  to: Address
  bytes: Uint8Array
  ackTimeoutMs: number
  /**
   * The host is still storing the message: it may be encrypted meanwhile, but nothing of it leaves before this
   * resolves. When it rejects nothing leaves at all, and the outcome is `not_sent`.
   */
  stored?: Promise<unknown>
}
