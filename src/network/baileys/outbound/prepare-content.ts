import { proto } from 'baileys'
import type { Card, Place, PlainContent } from '../../../core/conversation/content.ts'
import type { PreparationParts, UploadedFile } from '../../port.ts'
import { toWireKey, withSecret } from './message-context.ts'

type Of<Type extends PlainContent['type']> = Extract<PlainContent, { type: Type }>

const FIRST_LINK = /https:\/\/[^\s]+\.[^\s]+/
const { PIN_FOR_ALL, UNPIN_FOR_ALL } = proto.Message.PinInChatMessage.Type
const { DISPLAY_TEXT } = proto.Message.ButtonsResponseMessage.Type

function buildText({ text, linkPreview, look }: Of<'text'>): proto.IMessage {
  const link = linkPreview ? text.match(FIRST_LINK)?.[0] : undefined
  const shown = look && { backgroundArgb: look.background, font: look.font ?? 0 }
  return { extendedTextMessage: { text, ...(link ? { matchedText: link, previewType: 0 } : {}), ...shown } }
}

function toWirePlace({ latitude, longitude, name, address, url }: Place): proto.Message.ILocationMessage {
  return {
    degreesLatitude: latitude,
    degreesLongitude: longitude,
    ...(name == null ? {} : { name }),
    ...(address == null ? {} : { address }),
    ...(url === undefined ? {} : { url }),
  }
}

const CARD_NAME = /^FN(?:;[^:\r\n]*)?:(.+?)\r?$/im

/** The line breaks and separators that mean something in a card are escaped. */
const escapeCardText = (text: string): string => text.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

function writeCard({ displayName, phone }: { displayName: string; phone: string }): string {
  const name = escapeCardText(displayName)
  const digits = phone.replace(/\D/g, '')
  const lines = ['BEGIN:VCARD', 'VERSION:3.0', `FN:${name}`, `TEL;type=CELL;waid=${digits}:+${digits}`]
  return [...lines, 'END:VCARD'].join('\n')
}

const toWireCard = (card: Card) => ('vcard' in card ? card : { ...card, vcard: writeCard(card) })

function buildContacts({ displayName, contacts }: Of<'contacts'>): proto.IMessage {
  const cards = contacts.map(toWireCard).map((contact) => ({
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
    name: poll.question,
    selectableOptionsCount: poll.selectable,
    options: poll.options.map((optionName) => ({ optionName })),
  }
  if (poll.toAnnouncementGroup) return { pollCreationMessageV2: creation }
  return poll.selectable === 1 ? { pollCreationMessageV3: creation } : { pollCreationMessage: creation }
}

function buildEvent(event: Of<'event'>, joinLink: string | undefined): proto.IMessage {
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
      joinLink: joinLink ?? null,
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
export function buildPlain(content: PlainContent, { joinLink }: PreparationParts): proto.IMessage {
  switch (content.type) {
    case 'text':
      return withSecret(buildText(content))
    case 'location':
      return withSecret({ locationMessage: toWirePlace(content) })
    case 'contacts':
      return withSecret(buildContacts(content))
    case 'poll':
      return withSecret(buildPoll(content))
    case 'event':
      return withSecret(buildEvent(content, joinLink))
    case 'groupInvite':
      return withSecret(buildGroupInvite(content))
    case 'pin':
      return buildPin(content)
    case 'listReply':
      return withSecret(buildListReply(content))
    case 'buttonReply':
      return withSecret(buildButtonReply(content))
    case 'album_heading':
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
const TRAITS: Readonly<Record<UploadedFile['media'], readonly TraitName[]>> = {
  image: ['caption', 'width', 'height', 'jpegThumbnail'],
  video: ['caption', 'width', 'height', 'seconds', 'jpegThumbnail', 'gifPlayback'],
  audio: ['seconds', 'waveform', 'ptt'],
  document: ['caption', 'fileName', 'jpegThumbnail'],
  sticker: ['width', 'height', 'isAnimated'],
}

function toWireTraits(uploaded: UploadedFile): Record<string, unknown> {
  const known: Record<TraitName, unknown> = {
    ...uploaded,
    jpegThumbnail: uploaded.thumbnail,
    ptt: uploaded.voiceNote,
  } as Record<TraitName, unknown>
  const names = TRAITS[uploaded.media].filter((name) => known[name] !== undefined)
  return {
    mimetype: uploaded.mimetype,
    ...Object.fromEntries(names.map((name) => [name, known[name]])),
    ...(uploaded.media === 'sticker' ? { stickerSentTs: Date.now() } : {}),
    ...(uploaded.media === 'document' && uploaded.fileName ? { title: uploaded.fileName } : {}),
  }
}

/** Where a file is. What is not encrypted has no key (whatsmeow's `UploadNewsletter`). */
function toWireFile(file: UploadedFile['file']): Record<string, unknown> {
  if ('mediaKey' in file) return { ...file, mediaKeyTimestamp: Math.trunc(Date.now() / 1000) }
  const { handle: _, ...open } = file
  return open
}

/** The network's message for a file that is on its media server. */
export function buildMedia(uploaded: UploadedFile, viewOnce: boolean | undefined): proto.IMessage {
  const { file, media } = uploaded
  const field = media === 'video' && uploaded.videoNote ? 'ptvMessage' : MEDIA_FIELDS[media]
  const message = {
    ...toWireTraits(uploaded),
    ...toWireFile(file),
    ...(viewOnce && media !== 'document' && media !== 'sticker' ? { viewOnce: true } : {}),
  }
  const bare: proto.IMessage = { [field]: message }
  const hasCaption = media === 'document' && Boolean(uploaded.caption)
  return withSecret(hasCaption ? { documentWithCaptionMessage: { message: bare } } : bare)
}
