import type { Address } from '../addresses.ts'

export const MESSAGE_TYPES = [
  'text',
  'image',
  'video',
  'audio',
  'voice',
  'document',
  'sticker',
  'location',
  'contact',
  'poll_vote',
  'other',
] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

/** What triggers and questions tell messages apart by: their types, of videos the notes, and what only the phone opens. */
export const MESSAGE_KINDS = [...MESSAGE_TYPES, 'video_note', 'phone_only'] as const

/**
 * A video note is a `video`, and a `video_note` where somebody tells the two apart. What may be viewed once, or is kept from
 * linked devices, is `other`, and `phone_only`.
 */
export function isOfKind(
  { type, media }: Pick<Message, 'type' | 'media'>,
  kinds: readonly string[],
): boolean {
  if (kinds.includes(type)) return true
  if (!media) return false
  if (type === 'video') return 'isNote' in media && media.isNote === true && kinds.includes('video_note')
  return 'isOnPhoneOnly' in media && kinds.includes('phone_only')
}

/** Who wrote a message: in a group its member, elsewhere the contact. `phone` is E.164. */
export interface MessageSender {
  jid: string
  phone: string | null
  /** By which the person may be found, where one is known. */
  username?: string
  name: string | null
}

/**
 * Where something stood among all that came in on one connection, messages and acknowledgements: what came later has a
 * higher `n`. `connection` is the connection's `socketId`.
 */
export interface WireOrder {
  connection: string
  n: number
}

/** The message another one answers, as far as its writer's phone repeats it. */
export interface QuotedMessage {
  id: string
  type: MessageType
  text: string | null
  /** We wrote it. */
  fromMe: boolean
  /** The canonical address of its writer; null for ours, and where nobody is named. */
  sender: string | null
}

/** What a message says of its file. `mediaId` names its bytes, which are fetched when they are used. */
export interface FileDetails {
  mediaId: string | null
  mimetype: string
  fileName: string | null
  sizeBytes: number | null
  /** How long it plays. */
  seconds: number | null
  /** Recorded to be listened to or looked at on the spot: a voice note or a video note. */
  isNote?: true
  /** A sticker that moves. */
  isAnimated?: true
}

/** Degrees, WGS 84. A live place moves on after it was sent; this is where it began. */
export interface PlaceDetails {
  latitude: number
  longitude: number
  name: string | null
  address: string | null
}

/** A card of somebody: numbers known to the network are E.164, others as they were written. */
export interface CardDetails {
  name: string | null
  phones: string[]
  emails: string[]
}

/** What a message says beside its text and its file, by its type; long texts are cut. */
export type MessageDetails =
  | (PlaceDetails & { isLive: boolean })
  /** `name` and `phone` are those of the first card. */
  | { name: string | null; phone: string | null; contacts: CardDetails[] }
  | { question: string; options: string[]; selectable: number }
  | {
      name: string
      description: string | null
      startSec: number
      endSec: number | null
      isCancelled: boolean
      place: PlaceDetails | null
    }
  /** What was chosen of buttons or a list. */
  | { choiceId: string }
  | { groupJid: string | null; inviteCode: string | null; groupName: string | null }
  /** An invitation to follow a channel, or to look after one. */
  | { channelJid: string | null; channelName: string | null }
  /** What may be viewed once, or is kept from linked devices: it can be opened on the account's phone, and nowhere else. */
  | { isOnPhoneOnly: true }
  /** The network's own name of a kind that is not translated, or the number of one that is newer than the library. */
  | { unknownKind: string }

/** The file of a message, or the place, cards and so on it holds. What flows have no type of its own for says its `kind`. */
export type MessageMedia = (FileDetails | MessageDetails) & { kind?: string }

/** An inbound message as flows see it; `text` is the text or caption, empty when there is none. */
export interface Message {
  id: string
  type: MessageType
  text: string
  /** True when the chat is a group: only triggers whose scope says so look at it. */
  group?: boolean
  /** When the contact sent it, epoch milliseconds; defaults to the event's receivedAt. */
  sentAt?: number
  /** Absent for what waited while there was no connection. */
  order?: WireOrder
  /** Kept as the answer of an `ask`; templates read its fields (`{{ last.media.latitude }}`). */
  media?: MessageMedia
  sender?: MessageSender
  quoted?: QuotedMessage
  /**
   * Of a poll vote: the options now chosen (none: the vote was taken back; `text` is their names joined by ", ") and
   * the id of the send the poll was planned with, null for a poll or an event that no flow sent.
   */
  poll?: { sendId: string | null; options: readonly string[] }
}

/** A message of a chat by its name on the network. */
export interface MessageKey {
  chat: Address
  id: string
  fromMe: boolean
  /** Sender within a group. */
  participant?: Address
}
