import { proto } from 'baileys'
import type { MediaContent, PlaceContent, PlainContent } from '../port.ts'
import { toWireKey, withSecret } from './message-context.ts'

type Of<Kind extends PlainContent['kind']> = Extract<PlainContent, { kind: Kind }>

const FIRST_LINK = /https:\/\/[^\s]+\.[^\s]+/
const { PIN_FOR_ALL, UNPIN_FOR_ALL } = proto.Message.PinInChatMessage.Type
const { DISPLAY_TEXT } = proto.Message.ButtonsResponseMessage.Type

function buildText({ text, linkPreview }: Of<'text'>): proto.IMessage {
  const link = linkPreview ? text.match(FIRST_LINK)?.[0] : undefined
  return { extendedTextMessage: { text, ...(link ? { matchedText: link, previewType: 0 } : {}) } }
}

function toWirePlace({
  latitude,
  longitude,
  name,
  address,
  url,
}: PlaceContent): proto.Message.ILocationMessage {
  return {
    degreesLatitude: latitude,
    degreesLongitude: longitude,
    ...(name === undefined ? {} : { name }),
    ...(address === undefined ? {} : { address }),
    ...(url === undefined ? {} : { url }),
  }
}

const CARD_NAME = /^FN(?:;[^:\r\n]*)?:(.+?)\r?$/im

function buildContacts({ displayName, contacts }: Of<'contacts'>): proto.IMessage {
  const cards = contacts.map((contact) => ({
    displayName: contact.displayName ?? contact.vcard.match(CARD_NAME)?.[1]?.trim() ?? '',
    vcard: contact.vcard,
  }))
  const [only, ...others] = cards
  if (only && !others.length)
    return { contactMessage: { ...only, displayName: displayName ?? only.displayName } }
  return {
    contactsArrayMessage: { displayName: displayName ?? `${cards.length} contacts`, contacts: cards },
  }
}

/** Which of the three forms a poll has is part of what it means: V3 takes one choice, V2 is for announcement groups. */
function buildPoll(poll: Of<'poll'>): proto.IMessage {
  const creation: proto.Message.IPollCreationMessage = {
    name: poll.name,
    selectableOptionsCount: poll.selectableCount,
    options: poll.values.map((optionName) => ({ optionName })),
  }
  if (poll.toAnnouncementGroup) return { pollCreationMessageV2: creation }
  return poll.selectableCount === 1 ? { pollCreationMessageV3: creation } : { pollCreationMessage: creation }
}

function buildEvent(event: Of<'event'>): proto.IMessage {
  return {
    eventMessage: {
      name: event.name,
      description: event.description ?? null,
      startTime: event.startSec,
      endTime: event.endSec ?? null,
      location: event.location ? toWirePlace(event.location) : null,
      isCanceled: event.isCancelled ?? false,
      isScheduleCall: event.isScheduleCall ?? false,
      extraGuestsAllowed: event.extraGuestsAllowed ?? null,
      joinLink: event.joinLink ?? null,
    },
  }
}

function buildGroupInvite(invite: Of<'groupInvite'>): proto.IMessage {
  return {
    groupInviteMessage: {
      groupJid: invite.group,
      groupName: invite.groupName,
      inviteCode: invite.inviteCode,
      inviteExpiration: invite.expiresAtSec,
      caption: invite.text,
    },
  }
}

const buildPin = ({ target, unpin, durationSec }: Of<'pin'>): proto.IMessage => ({
  pinInChatMessage: {
    key: toWireKey(target),
    type: unpin ? UNPIN_FOR_ALL : PIN_FOR_ALL,
    senderTimestampMs: Date.now(),
  },
  messageContextInfo: { messageAddOnDurationInSecs: unpin ? 0 : durationSec },
})

function buildListReply(reply: Of<'listReply'>): proto.IMessage {
  return {
    listResponseMessage: {
      title: reply.title ?? null,
      description: reply.description ?? null,
      listType: reply.listType,
      singleSelectReply: { selectedRowId: reply.rowId },
    },
  }
}

function buildButtonReply({ displayText, id, index, template }: Of<'buttonReply'>): proto.IMessage {
  if (template) {
    return {
      templateButtonReplyMessage: { selectedDisplayText: displayText, selectedId: id, selectedIndex: index },
    }
  }
  return {
    buttonsResponseMessage: {
      selectedButtonId: id,
      selectedDisplayText: displayText,
      type: DISPLAY_TEXT,
    },
  }
}

/** The network's message for a content without a file. */
export function buildPlain(content: PlainContent): proto.IMessage {
  switch (content.kind) {
    case 'text':
      return withSecret(buildText(content))
    case 'location':
      return withSecret({ locationMessage: toWirePlace(content) })
    case 'contacts':
      return withSecret(buildContacts(content))
    case 'poll':
      return withSecret(buildPoll(content))
    case 'event':
      return withSecret(buildEvent(content))
    case 'groupInvite':
      return withSecret(buildGroupInvite(content))
    case 'pin':
      return buildPin(content)
    case 'listReply':
      return withSecret(buildListReply(content))
    case 'buttonReply':
      return withSecret(buildButtonReply(content))
    case 'album':
      return withSecret({
        albumMessage: { expectedImageCount: content.images, expectedVideoCount: content.videos },
      })
  }
}

const MEDIA_FIELDS = {
  image: 'imageMessage',
  video: 'videoMessage',
  audio: 'audioMessage',
  document: 'documentMessage',
  sticker: 'stickerMessage',
} as const

type TraitName =
  | 'caption'
  | 'fileName'
  | 'width'
  | 'height'
  | 'seconds'
  | 'jpegThumbnail'
  | 'waveform'
  | 'ptt'
  | 'gifPlayback'
  | 'isAnimated'

/** What each kind of file can say of itself. */
const TRAITS: Readonly<Record<MediaContent['media'], readonly TraitName[]>> = {
  image: ['caption', 'width', 'height', 'jpegThumbnail'],
  video: ['caption', 'width', 'height', 'seconds', 'jpegThumbnail', 'gifPlayback'],
  audio: ['seconds', 'waveform', 'ptt'],
  document: ['caption', 'fileName', 'jpegThumbnail'],
  sticker: ['width', 'height', 'isAnimated'],
}

function toWireTraits(content: MediaContent): Record<string, unknown> {
  const known: Record<TraitName, unknown> = {
    ...content,
    jpegThumbnail: content.thumbnail,
    ptt: content.voiceNote,
  } as Record<TraitName, unknown>
  const names = TRAITS[content.media].filter((name) => known[name] !== undefined)
  return {
    mimetype: content.mimetype,
    ...Object.fromEntries(names.map((name) => [name, known[name]])),
    ...(content.media === 'sticker' ? { stickerSentTs: Date.now() } : {}),
    ...(content.media === 'document' && content.fileName ? { title: content.fileName } : {}),
  }
}

/** The network's message for a file that is on its media server. */
export function buildMedia(content: MediaContent): proto.IMessage {
  const { file, media } = content
  const field = media === 'video' && content.videoNote ? 'ptvMessage' : MEDIA_FIELDS[media]
  const message = {
    ...toWireTraits(content),
    ...file,
    mediaKeyTimestamp: Math.trunc(Date.now() / 1000),
    ...(content.viewOnce && media !== 'document' && media !== 'sticker' ? { viewOnce: true } : {}),
  }
  const bare: proto.IMessage = { [field]: message }
  const hasCaption = media === 'document' && Boolean(content.caption)
  return withSecret(hasCaption ? { documentWithCaptionMessage: { message: bare } } : bare)
}
