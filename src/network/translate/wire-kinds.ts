import type { WireMessage, WireTemplate } from './wire.ts'

/** Envelopes that say how a content is to be shown (disappearing, once, edited, in a status of the group …). */
export const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
  'lottieStickerMessage',
  'groupMentionedMessage',
  'botInvokeMessage',
  'botTaskMessage',
  'botForwardedMessage',
  'eventCoverImage',
  'pollCreationOptionImageMessage',
  'pollCreationMessageV4',
  'statusAddYours',
  'limitSharingMessage',
  'questionMessage',
  'questionReplyMessage',
  'commentMessage',
] as const satisfies readonly (keyof WireMessage)[]

interface Kind {
  type: string
  text: (message: WireMessage) => string | null | undefined
}

const none = (): null => null

const textOfTemplate = (template: WireTemplate | null | undefined) =>
  (template?.hydratedTemplate ?? template?.hydratedFourRowTemplate)?.hydratedContentText ||
  template?.interactiveMessageTemplate?.body?.text

const textOfInvite = (invite: WireMessage['newsletterAdminInviteMessage']) =>
  invite?.caption || invite?.newsletterName

/** Which field holds which type, in the order in which they are looked for, and where its text is. */
export const KINDS: Readonly<Partial<Record<keyof WireMessage, Kind>>> = {
  extendedTextMessage: { type: 'text', text: (m) => m.extendedTextMessage?.text },
  imageMessage: { type: 'image', text: (m) => m.imageMessage?.caption },
  videoMessage: { type: 'video', text: (m) => m.videoMessage?.caption },
  ptvMessage: { type: 'video', text: (m) => m.ptvMessage?.caption },
  audioMessage: { type: 'audio', text: none },
  documentMessage: { type: 'document', text: (m) => m.documentMessage?.caption },
  stickerMessage: { type: 'sticker', text: none },
  locationMessage: {
    type: 'location',
    text: (m) => m.locationMessage?.comment || m.locationMessage?.name || m.locationMessage?.address,
  },
  liveLocationMessage: { type: 'location', text: (m) => m.liveLocationMessage?.caption },
  contactMessage: { type: 'contacts', text: (m) => m.contactMessage?.displayName },
  contactsArrayMessage: { type: 'contacts', text: (m) => m.contactsArrayMessage?.displayName },
  pollCreationMessage: { type: 'poll', text: (m) => m.pollCreationMessage?.name },
  pollCreationMessageV2: { type: 'poll', text: (m) => m.pollCreationMessageV2?.name },
  pollCreationMessageV3: { type: 'poll', text: (m) => m.pollCreationMessageV3?.name },
  pollCreationMessageV5: { type: 'poll', text: (m) => m.pollCreationMessageV5?.name },
  pinInChatMessage: { type: 'pin', text: none },
  eventMessage: { type: 'event', text: (m) => m.eventMessage?.name },
  groupInviteMessage: {
    type: 'groupInvite',
    text: (m) => m.groupInviteMessage?.caption || m.groupInviteMessage?.groupName,
  },
  newsletterAdminInviteMessage: {
    type: 'channelInvite',
    text: (m) => textOfInvite(m.newsletterAdminInviteMessage),
  },
  newsletterFollowerInviteMessageV2: {
    type: 'channelInvite',
    text: (m) => textOfInvite(m.newsletterFollowerInviteMessageV2),
  },
  albumMessage: { type: 'album', text: none },
  listResponseMessage: { type: 'listReply', text: (m) => m.listResponseMessage?.title },
  buttonsResponseMessage: { type: 'buttonReply', text: (m) => m.buttonsResponseMessage?.selectedDisplayText },
  templateButtonReplyMessage: {
    type: 'buttonReply',
    text: (m) => m.templateButtonReplyMessage?.selectedDisplayText,
  },
  interactiveResponseMessage: { type: 'buttonReply', text: (m) => m.interactiveResponseMessage?.body?.text },
  listMessage: { type: 'list', text: (m) => m.listMessage?.description },
  buttonsMessage: { type: 'buttons', text: (m) => m.buttonsMessage?.contentText },
  interactiveMessage: { type: 'interactive', text: (m) => m.interactiveMessage?.body?.text },
  templateMessage: { type: 'template', text: (m) => textOfTemplate(m.templateMessage) },
  highlyStructuredMessage: {
    type: 'template',
    text: (m) => textOfTemplate(m.highlyStructuredMessage?.hydratedHsm),
  },
  questionResponseMessage: { type: 'text', text: (m) => m.questionResponseMessage?.text },
  statusQuestionAnswerMessage: { type: 'text', text: (m) => m.statusQuestionAnswerMessage?.text },
  statusQuotedMessage: { type: 'text', text: (m) => m.statusQuotedMessage?.text },
  placeholderMessage: { type: 'phoneOnly', text: none },
}

export const KIND_FIELDS = Object.keys(KINDS) as (keyof WireMessage)[]

/** What leads to an event of its own, and is no message. */
export const CHANGES = [
  'protocolMessage',
  'reactionMessage',
  'pollUpdateMessage',
  'encEventResponseMessage',
] as const satisfies readonly (keyof WireMessage)[]

/** Why a field that is no message to a person, and no event, is passed over without a word. */
export const SILENT: Readonly<Record<string, string>> = {
  messageContextInfo: 'travels beside a content: the secret of votes, the devices of the writer',
  senderKeyDistributionMessage: 'the key of a group, for the sessions',
  fastRatchetKeySenderKeyDistributionMessage: 'the key of a group call or a live location',
  call: 'the key of a call, which rings by a stanza of its own',
  stickerSyncRmrMessage: 'the account’s devices ask each other for stickers',
  keepInChatMessage: 'keeps a disappearing message on phones; nothing disappears here',
  encReactionMessage:
    'a reaction under the secret of its message, in announcements of communities; not opened here',
  secretEncryptedMessage: 'a change of an event or a message under the secret of it; not opened here',
}

/** Whether a part of a message is set and is nothing that is known here. */
export function isUnknownField(message: WireMessage, name: string): boolean {
  const value: unknown = message[name as keyof WireMessage]
  if (value === null || value === undefined || value === '') return false
  return !(name in SILENT) && !CHANGES.some((known) => known === name)
}
