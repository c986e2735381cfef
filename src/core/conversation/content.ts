import type { Address } from '../addresses.ts'
import type { MessageKey } from './message.ts'
import type { StatusLook } from './status-post.ts'

/** A stored message by where it is. `chat` null: the chat that the content goes to. `fromMe` null: whoever wrote it. */
export interface StoredMessageRef {
  id: string
  chat: Address | null
  fromMe: boolean | null
}

export interface TextContent {
  type: 'text'
  text: string
  linkPreview?: boolean
  /** What a flow quotes: the id of an inbound message of the same chat; null for none. */
  quoteMessageId?: string | null
  /** `auto`, `none`, or milliseconds of typing indicator before the message. */
  typing?: 'auto' | 'none' | number
  /** Of a status. */
  look?: StatusLook
}

export const MEDIA_KINDS = ['image', 'video', 'audio', 'voice', 'document', 'sticker'] as const
export type MediaKind = (typeof MEDIA_KINDS)[number]

/** What the network and the store know files by: a voice message is an audio file. */
export type FileKind = Exclude<MediaKind, 'voice'>

/** Where the bytes come from: an address (the host refuses private ranges) or a file of the server, by its id in the store. */
export type MediaSource = { url: string } | { assetId: string }

/** One file. What is null or not said is read from the file, or left out. */
export interface MediaContent {
  type: 'media'
  kind: MediaKind
  source: MediaSource
  /** Null for kinds that carry none. */
  caption?: string | null
  fileName?: string | null
  mimeType?: string | null
  /** Pixels. */
  width?: number
  height?: number
  seconds?: number
  /** Of an `audio`: to be listened to on the spot, as a `voice` always is. */
  voiceNote?: boolean
  /** Of a `video`: to be looked at on the spot. */
  videoNote?: boolean
  gifPlayback?: boolean
  /** Of what a flow sends: the message that heads its album. */
  albumId?: string
  /** Of a voice message that is a status. */
  look?: StatusLook
}

/** The heading of an album; its pictures and videos follow as messages of their own that name it. */
export interface AlbumHeading {
  type: 'album_heading'
  images: number
  videos: number
}

/** Degrees, WGS 84. */
export interface Place {
  latitude: number
  longitude: number
  name?: string | null
  address?: string | null
  url?: string
}

export interface LocationContent extends Place {
  type: 'location'
}

/** A card by the name and number it is made of (`phone` is E.164), or as it is. */
export type Card = { displayName: string; phone: string } | { displayName?: string; vcard: string }

export interface ContactsContent {
  type: 'contacts'
  displayName?: string
  contacts: readonly Card[]
}

/** A vote for it comes back as `poll_vote_received` with this send's id (`Message.poll`). */
export interface PollContent {
  type: 'poll'
  question: string
  options: readonly string[]
  /** How many options one person may choose; 0 means any number. */
  selectable: number
  toAnnouncementGroup?: boolean
}

export type CallKind = 'audio' | 'video'

export interface EventContent {
  type: 'event'
  name: string
  description?: string
  /** Whole seconds since 1970, as every time here. */
  startSec: number
  endSec?: number
  location?: Place
  /** People join by a call, whose link the owner of the client asks of the network. */
  call?: CallKind
  isCancelled?: boolean
  isScheduleCall?: boolean
  extraGuestsAllowed?: boolean
}

export interface GroupInviteContent {
  type: 'groupInvite'
  group: Address
  groupName: string
  inviteCode: string
  expiresAtSec: number
  text: string
}

export interface PinContent {
  type: 'pin'
  target: MessageKey
  unpin?: boolean
  durationSec: number
}

export interface ListReplyContent {
  type: 'listReply'
  title?: string
  description?: string
  listType: number
  rowId: string
}

export interface ButtonReplyContent {
  type: 'buttonReply'
  displayText: string
  id: string
  index: number
  template: boolean
}

/** A content that needs no file. */
export type PlainContent =
  | TextContent
  | LocationContent
  | ContactsContent
  | PollContent
  | EventContent
  | GroupInviteContent
  | PinContent
  | ListReplyContent
  | ButtonReplyContent
  | AlbumHeading

/** What may be said of any message. */
export interface ContentModifiers {
  quoted?: StoredMessageRef
  mentions?: readonly Address[]
  mentionAll?: boolean
  viewOnce?: boolean
  /** Seconds after which the message disappears. */
  ephemeralSec?: number
  /** The heading of the album this picture or video belongs to. */
  album?: MessageKey
}

/** A message that says something of its own. */
export type NewContent = (PlainContent | MediaContent) & ContentModifiers

/** What changes another message, or sends it on. */
export type ChangeContent =
  | { type: 'reaction'; target: MessageKey; emoji: string }
  | { type: 'edit'; target: MessageKey; text: string }
  | { type: 'revoke'; target: MessageKey }
  | { type: 'forward'; source: StoredMessageRef; ephemeralSec?: number }

/** What is sent, in a form that survives a bus and the outbox: what a caller or a flow asks for. */
export type Content = NewContent | ChangeContent

/** 2 to 10 images and videos shown as one. The outbox holds a heading and a message for each item. */
export interface AlbumContent {
  type: 'album'
  items: { kind: 'image' | 'video'; source: MediaSource; caption: string | null }[]
}

/** What a flow sends. Every text is rendered; a source is checked by the host. */
export type FlowContent =
  | TextContent
  | MediaContent
  | AlbumContent
  | LocationContent
  | ContactsContent
  | PollContent

/** What flows put into the outbox. */
const STORED_TYPES: readonly string[] = ['text', 'media', 'location', 'contacts', 'poll', 'album_heading']

/** The content of an outbox row; null for one that this build cannot send. */
export function readStoredContent(value: unknown): NewContent | null {
  if (typeof value !== 'object' || value === null || !('type' in value)) return null
  if (!STORED_TYPES.includes(String(value.type))) return null
  const content = value as NewContent
  if (content.type === 'text') return typeof content.text === 'string' ? content : null
  // A name or an address that was rendered to nothing is none.
  if (content.type !== 'location') return content
  return { ...content, name: content.name || null, address: content.address || null }
}

/** One message as a line of text: what cases and the simulator show of it. */
export function describeContent(content: FlowContent): string {
  switch (content.type) {
    case 'text':
      return content.text
    case 'media':
      return joinParts(`[${content.kind}] ${sourceName(content.source)}`, content.caption)
    case 'album':
      return content.items
        .map((item) => joinParts(`[${item.kind}] ${sourceName(item.source)}`, item.caption))
        .join('\n')
    case 'location':
      return joinParts(`[location] ${content.latitude},${content.longitude}`, content.name, content.address)
    case 'contacts':
      return content.contacts.map((card) => `[contact] ${card.displayName} ${numberOf(card)}`).join('\n')
    case 'poll':
      return [`[poll] ${content.question}`, ...content.options.map((option) => `- ${option}`)].join('\n')
  }
}

const numberOf = (card: Card): string => ('phone' in card ? card.phone : card.vcard)

function sourceName(source: MediaSource): string {
  return 'url' in source ? source.url : `asset:${source.assetId}`
}

function joinParts(...parts: (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== '').join(' ')
}

/** Why a content cannot be made into a message; `of` is the message that it is about. */
export type PreparationProblem =
  | { why: 'unreadable' | 'empty'; of: 'quoted' | 'forwarded' | 'edited' }
  | { why: 'view_once' | 'no_text' }
