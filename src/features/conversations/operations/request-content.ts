import type { Handlers } from '../../../contract/handlers.ts'
import type { Address } from '../../../core/addresses.ts'
import type {
  ContentModifiers,
  FileKind,
  MediaContent,
  MediaSource,
  Place,
  PlainContent,
} from '../../../core/conversation/content.ts'
import { badField } from '../records/refusals.ts'

type MessageInput = Parameters<Handlers['chat']['sendMessage']>[0]['message']
type Given<Field extends keyof MessageInput> = NonNullable<MessageInput[Field]>
type GivenMedia = Given<'image'>
type Body = PlainContent | MediaContent

const DEFAULT_PIN_SEC = 86_400
const SINGLE_SELECT = 1
const MEDIA_FIELDS = ['image', 'video', 'audio', 'document', 'sticker'] as const satisfies readonly FileKind[]
/** Fields that only certain types have. On others they would be lost without notice, so they are refused. */
const GOES_WITH = {
  caption: ['image', 'video', 'document'],
  viewOnce: ['image', 'video', 'audio'],
  ptt: ['audio'],
  ptv: ['video'],
  gifPlayback: ['video'],
} as const satisfies Partial<Record<keyof MessageInput, readonly FileKind[]>>

/** Drops what was not given: the port knows absent fields, not undefined ones. */
function given<T extends object>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
}

function toPlace({ degreesLatitude, degreesLongitude, name, address, url }: Given<'location'>): Place {
  return {
    latitude: degreesLatitude,
    longitude: degreesLongitude,
    ...given({ name, address, url }),
  } as Place
}

const toSec = (moment: Date): number => Math.floor(moment.getTime() / 1000)

function toEvent(event: Given<'event'>): Body {
  const { name, description, startDate, endDate, location, call, isCancelled, isScheduleCall } = event
  return {
    type: 'event',
    name,
    startSec: toSec(startDate),
    ...given({
      description,
      call,
      isCancelled,
      isScheduleCall,
      extraGuestsAllowed: event.extraGuestsAllowed,
      endSec: endDate && toSec(endDate),
      location: location && toPlace(location),
    }),
  } as Body
}

function toContacts({ displayName, contacts }: Given<'contacts'>): Body {
  const cards = contacts.map((card) => ({ vcard: card.vcard, ...given({ displayName: card.displayName }) }))
  return { type: 'contacts', contacts: cards, ...given({ displayName }) } as Body
}

function toGroupInvite(invite: Given<'groupInvite'>): Body {
  return {
    type: 'groupInvite',
    group: invite.jid,
    groupName: invite.subject,
    inviteCode: invite.inviteCode,
    expiresAtSec: invite.inviteExpiration,
    text: invite.text,
  }
}

function toPin({ id, fromMe, participant, type, time }: Given<'pin'>, chat: Address): Body {
  const target = { chat, id, fromMe, ...(participant ? { participant } : {}) }
  return { type: 'pin', target, unpin: type === 2, durationSec: time ?? DEFAULT_PIN_SEC }
}

function toListReply({ title, description, listType, singleSelectReply }: Given<'listReply'>): Body {
  return {
    type: 'listReply',
    listType: listType ?? SINGLE_SELECT,
    rowId: singleSelectReply.selectedRowId,
    ...given({ title, description }),
  } as Body
}

/** One builder for each type; a message has exactly one of them. */
const PLAIN: {
  [Field in Exclude<keyof MessageInput, never>]?: (message: MessageInput, chat: Address) => Body | null
} = {
  text: ({ text, linkPreview }) =>
    text === undefined ? null : ({ type: 'text', text, ...given({ linkPreview }) } as Body),
  location: ({ location }) => (location ? { type: 'location', ...toPlace(location) } : null),
  contacts: ({ contacts }) => (contacts ? toContacts(contacts) : null),
  poll: ({ poll }) =>
    poll
      ? ({
          type: 'poll',
          question: poll.name,
          options: poll.values,
          selectable: poll.selectableCount ?? 0,
          ...given({ toAnnouncementGroup: poll.toAnnouncementGroup }),
        } as Body)
      : null,
  event: ({ event }) => (event ? toEvent(event) : null),
  groupInvite: ({ groupInvite }) => (groupInvite ? toGroupInvite(groupInvite) : null),
  pin: ({ pin }, chat) => (pin ? toPin(pin, chat) : null),
  listReply: ({ listReply }) => (listReply ? toListReply(listReply) : null),
  buttonReply: ({ buttonReply }) =>
    buttonReply
      ? {
          type: 'buttonReply',
          displayText: buttonReply.displayText,
          id: buttonReply.id,
          index: buttonReply.index,
          template: buttonReply.type === 'template',
        }
      : null,
}

/** Bytes given in the call go into the store first. Only their id crosses the bus. */
export type StoreBytes = (base64: string, mimetype: string, media: FileKind) => Promise<MediaSource>

export async function toSource(source: GivenMedia, media: FileKind, store: StoreBytes): Promise<MediaSource> {
  if (typeof source === 'string') return { url: source }
  if ('base64' in source) return store(source.base64, source.mimetype, media)
  return 'url' in source ? source : { assetId: source.mediaId }
}

async function toMedia(message: MediaInput, store: StoreBytes): Promise<MediaContent | null> {
  const media = MEDIA_FIELDS.find((field) => message[field] !== undefined)
  const source = media && message[media]
  if (!media || source === undefined) return null
  const { caption, fileName, width, height, seconds, gifPlayback, ptt, ptv } = message
  const ownType = typeof source === 'object' && 'mimetype' in source ? source.mimetype : undefined
  return {
    type: 'media',
    kind: media,
    source: await toSource(source, media, store),
    ...given({ caption, fileName, width, height, seconds, gifPlayback }),
    ...given({ mimeType: message.mimetype ?? ownType, voiceNote: ptt, videoNote: ptv }),
  } as MediaContent
}

/** The part that a message and an item of an album have in common. */
export type MediaInput = Pick<
  MessageInput,
  | 'image'
  | 'video'
  | 'caption'
  | 'mimetype'
  | 'fileName'
  | 'ptt'
  | 'ptv'
  | 'gifPlayback'
  | 'viewOnce'
  | 'mentions'
  | 'mentionAll'
  | 'ephemeral'
  | 'seconds'
  | 'width'
  | 'height'
> &
  Partial<Pick<MessageInput, 'audio' | 'document' | 'sticker'>>

/** Refuses fields that mean nothing for the type. `false` changes nothing and may stand anywhere. */
function checkModifiers(message: MediaInput, type: string): void {
  for (const field of Object.keys(GOES_WITH) as (keyof typeof GOES_WITH)[]) {
    const fitting: readonly string[] = GOES_WITH[field]
    const isGiven = field === 'caption' ? message.caption !== undefined : message[field]
    if (isGiven && !fitting.includes(type)) {
      throw badField(`message.${field}`, 'FIELD_MISPLACED', { fitting, type })
    }
  }
}

export function toModifiers(message: MediaInput): ContentModifiers {
  const { mentions, mentionAll, viewOnce, ephemeral } = message
  return given({
    mentions,
    mentionAll,
    viewOnce: viewOnce || undefined,
    ephemeralSec: ephemeral,
  }) as ContentModifiers
}

/**
 * Turns a message as the API takes it into the content that the owner of the client sends. Its quote is left to the
 * caller.
 */
export async function buildContent(
  message: MessageInput,
  chat: Address,
  store: StoreBytes,
): Promise<Body & ContentModifiers> {
  const media = await toMedia(message, store)
  const body = media ?? findPlain(message, chat)
  if (!body) throw badField('message', 'MESSAGE_TYPE_UNKNOWN', {})
  checkModifiers(message, body.type === 'media' ? body.kind : body.type)
  return { ...body, ...toModifiers(message) }
}

function findPlain(message: MessageInput, chat: Address): Body | null {
  for (const build of Object.values(PLAIN)) {
    const body = build(message, chat)
    if (body) return body
  }
  return null
}

/** An item of an album, with what is said beside it. */
export async function toAlbumItem(
  item: MediaInput,
  store: StoreBytes,
): Promise<MediaContent & ContentModifiers> {
  const media = await toMedia(item, store)
  if (!media) throw badField('album', 'ALBUM_ITEM_EMPTY', {})
  return { ...media, ...toModifiers(item) }
}
