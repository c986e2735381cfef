import { proto } from 'baileys/WAProto/index.js'

/** What a message says, in the terms of the scenario API. */
export interface ContentSummary {
  type: string
  text: string
  /** The message a reaction, edit, revoke, vote, answer to an event, or pin is about. */
  targetId?: string
  quotedId?: string
  forwarded?: boolean
  mentions?: string[]
  /** True when the sender mentioned everybody. */
  mentionsAll?: boolean
  viewOnce?: boolean
  /** After how many seconds the chat's messages disappear. */
  expirationS?: number
  /** The album this picture or video belongs to. */
  albumId?: string
  poll?: { name: string; options: string[]; selectable: number }
  /** The options a voter has chosen now; only when the phone has the poll. */
  vote?: string[]
  /** What somebody answers to an event. */
  response?: 'going' | 'not-going' | 'maybe'
  location?: { latitude: number; longitude: number; name: string; address: string; live: boolean }
  contacts?: { name: string; vcard: string }[]
  event?: {
    name: string
    description: string
    startS: number
    endS?: number
    cancelled: boolean
    /** Where the call that belongs to it can be joined. */
    joinLink?: string
  }
  album?: { images: number; videos: number }
}

type MediaType = 'image' | 'video' | 'ptv' | 'audio' | 'document' | 'sticker'

/** Content of the kinds a simulated phone can show, in the order they are looked for. */
const MEDIA_KINDS: MediaType[] = ['image', 'video', 'ptv', 'audio', 'document', 'sticker']
const MEDIA_TYPES = new Set(['image', 'video', 'gif', 'ptv', 'audio', 'ptt', 'document', 'sticker'])
const OTHER_MEDIA_TYPES = new Set(['contact', 'contacts', 'location', 'live-location'])

const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupMentionedMessage',
  'lottieStickerMessage',
  'pollCreationMessageV4',
] as const

/** The content without what it is wrapped in: view once, disappearing, album child and so on. */
export function unwrapContent(message: proto.IMessage): proto.IMessage {
  for (const wrapper of WRAPPERS) {
    const inner = message[wrapper]?.message
    if (!inner) continue
    const { messageContextInfo } = message
    return unwrapContent(messageContextInfo ? { messageContextInfo, ...inner } : inner)
  }
  return message
}

function summarizeProtocol(protocol: proto.Message.IProtocolMessage): ContentSummary {
  const target = protocol.key?.id ? { targetId: protocol.key.id } : {}
  const kinds = proto.Message.ProtocolMessage.Type
  if (protocol.type === kinds.REVOKE) return { type: 'revoke', text: '', ...target }
  if (protocol.type === kinds.MESSAGE_EDIT) {
    const edited = protocol.editedMessage ? summarizeContent(protocol.editedMessage) : undefined
    return { type: 'edit', text: edited?.text ?? '', ...target }
  }
  if (protocol.type === kinds.EPHEMERAL_SETTING) {
    return { type: 'ephemeral', text: '', expirationS: protocol.ephemeralExpiration ?? 0 }
  }
  return { type: 'protocol', text: kinds[protocol.type ?? 0] ?? '', ...target }
}

function summarizeContext(context: proto.IContextInfo | null | undefined): Partial<ContentSummary> {
  return {
    ...(context?.stanzaId ? { quotedId: context.stanzaId } : {}),
    ...(context?.isForwarded ? { forwarded: true } : {}),
    ...(context?.mentionedJid?.length ? { mentions: context.mentionedJid } : {}),
    ...(context?.nonJidMentions ? { mentionsAll: true } : {}),
    ...(context?.expiration ? { expirationS: context.expiration } : {}),
  }
}

function mediaType(kind: MediaType, message: proto.IMessage): string {
  if (kind === 'audio' && message.audioMessage?.ptt) return 'ptt'
  if (kind === 'video' && message.videoMessage?.gifPlayback) return 'gif'
  return kind
}

function summarizeMedia(message: proto.IMessage): ContentSummary | undefined {
  for (const kind of MEDIA_KINDS) {
    const media = message[`${kind}Message`]
    if (!media) continue
    const caption = 'caption' in media ? (media.caption ?? '') : ''
    const isViewOnce = 'viewOnce' in media && media.viewOnce === true
    return {
      type: mediaType(kind, message),
      text: caption,
      ...(isViewOnce ? { viewOnce: true } : {}),
      ...summarizeContext(media.contextInfo),
    }
  }
  return undefined
}

const summarizeCard = ({ displayName, vcard }: proto.Message.IContactMessage) => ({
  name: displayName ?? '',
  vcard: vcard ?? '',
})

function summarizeCards(message: proto.IMessage): ContentSummary | undefined {
  const { contactMessage: one, contactsArrayMessage: several } = message
  if (one) {
    const card = summarizeCard(one)
    return { type: 'contact', text: card.name, contacts: [card], ...summarizeContext(one.contextInfo) }
  }
  if (!several) return undefined
  const contacts = (several.contacts ?? []).map(summarizeCard)
  return {
    type: 'contacts',
    text: several.displayName ?? '',
    contacts,
    ...summarizeContext(several.contextInfo),
  }
}

function summarizePlace(message: proto.IMessage): ContentSummary | undefined {
  const { locationMessage: place, liveLocationMessage: live } = message
  const found = place ?? live
  if (!found) return undefined
  return {
    type: live ? 'live-location' : 'location',
    text: live?.caption ?? place?.name ?? '',
    location: {
      latitude: found.degreesLatitude ?? 0,
      longitude: found.degreesLongitude ?? 0,
      name: place?.name ?? '',
      address: place?.address ?? '',
      live: live !== undefined && live !== null,
    },
    ...summarizeContext(found.contextInfo),
  }
}

/** The poll in a message, whichever version of the content it is in. */
export const findPoll = (message: proto.IMessage): proto.Message.IPollCreationMessage | undefined =>
  message.pollCreationMessage ??
  message.pollCreationMessageV2 ??
  message.pollCreationMessageV3 ??
  message.pollCreationMessageV5 ??
  undefined

function summarizePoll(message: proto.IMessage): ContentSummary | undefined {
  const update = message.pollUpdateMessage
  if (update) return { type: 'vote', text: '', ...targetOf(update.pollCreationMessageKey) }
  const poll = findPoll(message)
  if (poll === undefined) return undefined
  const options = (poll.options ?? []).map(({ optionName }) => optionName ?? '')
  const name = poll.name ?? ''
  const selectable = poll.selectableOptionsCount ?? 0
  return {
    type: 'poll',
    text: name,
    poll: { name, options, selectable },
    ...summarizeContext(poll.contextInfo),
  }
}

const targetOf = (key: proto.IMessageKey | null | undefined) => (key?.id ? { targetId: key.id } : {})

function summarizeEvent(message: proto.IMessage): ContentSummary | undefined {
  const { eventMessage: event, encEventResponseMessage: response, albumMessage: album } = message
  if (response) return { type: 'event-response', text: '', ...targetOf(response.eventCreationMessageKey) }
  if (album) {
    const images = album.expectedImageCount ?? 0
    const videos = album.expectedVideoCount ?? 0
    return { type: 'album', text: '', album: { images, videos }, ...summarizeContext(album.contextInfo) }
  }
  if (!event) return undefined
  return {
    type: 'event',
    text: event.name ?? '',
    event: {
      name: event.name ?? '',
      description: event.description ?? '',
      startS: Number(event.startTime ?? 0),
      ...(event.endTime ? { endS: Number(event.endTime) } : {}),
      cancelled: event.isCanceled ?? false,
      ...(event.joinLink ? { joinLink: event.joinLink } : {}),
    },
    ...summarizeContext(event.contextInfo),
  }
}

function summarizeUnknown(message: proto.IMessage): ContentSummary {
  const first = Object.entries(message).find(
    ([key, value]) => value && key !== 'messageContextInfo' && key !== 'senderKeyDistributionMessage',
  )
  return { type: first?.[0].replace(/Message$/, '') ?? 'empty', text: '' }
}

function summarizeText(message: proto.IMessage): ContentSummary | undefined {
  const {
    conversation,
    extendedTextMessage: extended,
    reactionMessage: reaction,
    pinInChatMessage: pin,
  } = message
  if (message.protocolMessage) return summarizeProtocol(message.protocolMessage)
  if (reaction) return { type: 'reaction', text: reaction.text ?? '', ...targetOf(reaction.key) }
  if (pin) return { type: 'pin', text: '', ...targetOf(pin.key) }
  if (conversation) return { type: 'text', text: conversation }
  if (extended) return { type: 'text', text: extended.text ?? '', ...summarizeContext(extended.contextInfo) }
  return undefined
}

/** Of what is to be viewed once the network tells linked devices no more than this (`UnavailableTypeViewOnce` of whatsmeow). */
export const HIDDEN_VIEW_ONCE = { tag: 'unavailable', attrs: { type: 'view_once' } }

/** No phone gives it to a linked device that asks (zapo's PLACEHOLDER_RESEND_SKIP_SUBTYPES). */
export const ASKED_FOR_VIEW_ONCE = 'a linked device asked for what may be viewed once, on a phone only'

/** Whether a message, base64 of its protobuf, may be viewed once: then only phones have it. */
export const isViewedOnce = (raw: string): boolean =>
  summarizeContent(proto.Message.decode(Buffer.from(raw, 'base64'))).viewOnce === true

function isViewOnce(message: proto.IMessage): boolean {
  const { ephemeralMessage } = message
  if (ephemeralMessage?.message) return isViewOnce(ephemeralMessage.message)
  return Boolean(message.viewOnceMessage ?? message.viewOnceMessageV2 ?? message.viewOnceMessageV2Extension)
}

/** Says what kind of message this is, its text or caption, and what it refers to. */
export function summarizeContent(wrapped: proto.IMessage): ContentSummary {
  const message = unwrapContent(wrapped)
  const summary =
    summarizeText(message) ??
    summarizeMedia(message) ??
    summarizePlace(message) ??
    summarizeCards(message) ??
    summarizePoll(message) ??
    summarizeEvent(message) ??
    summarizeUnknown(message)
  const parent = message.messageContextInfo?.messageAssociation?.parentMessageKey?.id
  return {
    ...summary,
    ...(isViewOnce(wrapped) ? { viewOnce: true } : {}),
    ...(parent ? { albumId: parent } : {}),
  }
}

/** The `type` attribute a message stanza carries for this content. */
export function stanzaType(message: proto.IMessage): string {
  const { type } = summarizeContent(message)
  if (type === 'reaction' || type === 'event') return type
  if (type === 'poll' || type === 'vote') return 'poll'
  return MEDIA_TYPES.has(type) || OTHER_MEDIA_TYPES.has(type) ? 'media' : 'text'
}
