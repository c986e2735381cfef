/**
 * The parts of the wire's messages that are read here, as decoded plain objects. Every field may be missing or null;
 * the decoder's own classes fit these shapes.
 */

type Maybe<T> = T | null | undefined

/** 64-bit numbers arrive as a number, as digits, or as the decoder's own long. */
export type WireNumber = number | string | { toNumber(): number }

export interface WireKey {
  remoteJid?: Maybe<string>
  fromMe?: Maybe<boolean>
  id?: Maybe<string>
  participant?: Maybe<string>
}

export interface WireContext {
  stanzaId?: Maybe<string>
  participant?: Maybe<string>
  /** The chat of what is quoted, where that is another one. */
  remoteJid?: Maybe<string>
  mentionedJid?: Maybe<string[]>
  quotedMessage?: Maybe<WireMessage>
  expiration?: Maybe<number>
  ephemeralSettingTimestamp?: Maybe<WireNumber>
}

interface WithContext {
  contextInfo?: Maybe<WireContext>
}

export interface WireFile extends WithContext {
  mimetype?: Maybe<string>
  fileName?: Maybe<string>
  fileLength?: Maybe<WireNumber>
  seconds?: Maybe<number>
  mediaKey?: Maybe<Uint8Array>
}

interface WireBody {
  body?: Maybe<{ text?: Maybe<string> }>
}

export interface WireTemplate {
  hydratedTemplate?: Maybe<{ hydratedContentText?: Maybe<string> }>
  hydratedFourRowTemplate?: Maybe<{ hydratedContentText?: Maybe<string> }>
  interactiveMessageTemplate?: Maybe<WireBody>
}

/** An invitation to a channel, which the wire calls a newsletter. */
export interface WireChannelInvite extends WithContext {
  caption?: Maybe<string>
  newsletterJid?: Maybe<string>
  newsletterName?: Maybe<string>
}

interface WireAnswer {
  key?: Maybe<WireKey>
  text?: Maybe<string>
}

export interface WirePlace extends WithContext {
  degreesLatitude?: Maybe<number>
  degreesLongitude?: Maybe<number>
  name?: Maybe<string>
  address?: Maybe<string>
}

export interface WireCard {
  displayName?: Maybe<string>
  vcard?: Maybe<string>
}

export interface WirePoll extends WithContext {
  name?: Maybe<string>
  options?: Maybe<{ optionName?: Maybe<string> }[]>
  selectableOptionsCount?: Maybe<number>
}

export interface WireEvent extends WithContext {
  name?: Maybe<string>
  description?: Maybe<string>
  startTime?: Maybe<WireNumber>
  endTime?: Maybe<WireNumber>
  isCanceled?: Maybe<boolean>
  location?: Maybe<WirePlace>
}

interface Captioned extends WireFile {
  caption?: Maybe<string>
}

interface Wrapper {
  message?: Maybe<WireMessage>
}

export interface WireProtocolMessage {
  key?: Maybe<WireKey>
  type?: Maybe<number>
  editedMessage?: Maybe<WireMessage>
  timestampMs?: Maybe<WireNumber>
  ephemeralExpiration?: Maybe<number>
}

interface WireSealed {
  encPayload?: Maybe<Uint8Array>
  encIv?: Maybe<Uint8Array>
}

export interface WireMessage {
  conversation?: Maybe<string>
  extendedTextMessage?: Maybe<WithContext & { text?: Maybe<string> }>
  imageMessage?: Maybe<Captioned>
  videoMessage?: Maybe<Captioned>
  ptvMessage?: Maybe<Captioned>
  audioMessage?: Maybe<WireFile & { ptt?: Maybe<boolean> }>
  documentMessage?: Maybe<Captioned>
  stickerMessage?: Maybe<WireFile & { isAnimated?: Maybe<boolean>; isLottie?: Maybe<boolean> }>
  lottieStickerMessage?: Maybe<Wrapper>
  locationMessage?: Maybe<WirePlace & { comment?: Maybe<string> }>
  liveLocationMessage?: Maybe<Captioned & WirePlace>
  contactMessage?: Maybe<WithContext & WireCard>
  contactsArrayMessage?: Maybe<WithContext & { displayName?: Maybe<string>; contacts?: Maybe<WireCard[]> }>
  pollCreationMessage?: Maybe<WirePoll>
  pollCreationMessageV2?: Maybe<WirePoll>
  pollCreationMessageV3?: Maybe<WirePoll>
  pollCreationMessageV4?: Maybe<Wrapper>
  pollCreationMessageV5?: Maybe<WirePoll>
  pollCreationOptionImageMessage?: Maybe<Wrapper>
  eventMessage?: Maybe<WireEvent>
  groupInviteMessage?: Maybe<
    Captioned & { groupName?: Maybe<string>; groupJid?: Maybe<string>; inviteCode?: Maybe<string> }
  >
  newsletterAdminInviteMessage?: Maybe<WireChannelInvite>
  newsletterFollowerInviteMessageV2?: Maybe<WireChannelInvite>
  albumMessage?: Maybe<WithContext>
  pinInChatMessage?: Maybe<{ key?: Maybe<WireKey> }>
  listMessage?: Maybe<WithContext & { description?: Maybe<string> }>
  listResponseMessage?: Maybe<
    WithContext & { title?: Maybe<string>; singleSelectReply?: Maybe<{ selectedRowId?: Maybe<string> }> }
  >
  buttonsMessage?: Maybe<WithContext & { contentText?: Maybe<string> }>
  buttonsResponseMessage?: Maybe<
    WithContext & { selectedDisplayText?: Maybe<string>; selectedButtonId?: Maybe<string> }
  >
  templateButtonReplyMessage?: Maybe<
    WithContext & { selectedDisplayText?: Maybe<string>; selectedId?: Maybe<string> }
  >
  templateMessage?: Maybe<WithContext & WireTemplate>
  highlyStructuredMessage?: Maybe<{ hydratedHsm?: Maybe<WireTemplate> }>
  interactiveMessage?: Maybe<WithContext & WireBody>
  interactiveResponseMessage?: Maybe<WithContext & WireBody>
  questionMessage?: Maybe<Wrapper>
  questionReplyMessage?: Maybe<Wrapper>
  questionResponseMessage?: Maybe<WireAnswer>
  statusQuestionAnswerMessage?: Maybe<WireAnswer>
  statusQuotedMessage?: Maybe<{ text?: Maybe<string>; originalStatusId?: Maybe<WireKey> }>
  commentMessage?: Maybe<Wrapper & { targetMessageKey?: Maybe<WireKey> }>
  placeholderMessage?: Maybe<object>
  reactionMessage?: Maybe<{
    key?: Maybe<WireKey>
    text?: Maybe<string>
    senderTimestampMs?: Maybe<WireNumber>
  }>
  pollUpdateMessage?: Maybe<{ pollCreationMessageKey?: Maybe<WireKey>; vote?: Maybe<WireSealed> }>
  encEventResponseMessage?: Maybe<WireSealed & { eventCreationMessageKey?: Maybe<WireKey> }>
  protocolMessage?: Maybe<WireProtocolMessage>
  ephemeralMessage?: Maybe<Wrapper>
  viewOnceMessage?: Maybe<Wrapper>
  viewOnceMessageV2?: Maybe<Wrapper>
  viewOnceMessageV2Extension?: Maybe<Wrapper>
  documentWithCaptionMessage?: Maybe<Wrapper>
  editedMessage?: Maybe<Wrapper>
  associatedChildMessage?: Maybe<Wrapper>
  groupStatusMessage?: Maybe<Wrapper>
  groupStatusMessageV2?: Maybe<Wrapper>
  groupMentionedMessage?: Maybe<Wrapper>
  botInvokeMessage?: Maybe<Wrapper>
  botTaskMessage?: Maybe<Wrapper>
  botForwardedMessage?: Maybe<Wrapper>
  eventCoverImage?: Maybe<Wrapper>
  statusAddYours?: Maybe<Wrapper>
  limitSharingMessage?: Maybe<Wrapper>
  deviceSentMessage?: Maybe<Wrapper & { destinationJid?: Maybe<string> }>
}

/** Attributes of a stanza: what the server wrote outside the encryption. */
export type StanzaAttrs = Readonly<Record<string, string | undefined>>

export function toInteger(value: Maybe<WireNumber>): number {
  if (value === null || value === undefined) return 0
  const number = typeof value === 'object' ? value.toNumber() : Number(value)
  return Number.isFinite(number) ? Math.trunc(number) : 0
}
