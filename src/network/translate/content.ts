import { type Address, toAddress } from '../../core/addresses.ts'
import type { MessageDetails } from '../../core/conversation/message.ts'
import type { QuotedSummary, ReceivedFile } from '../port.ts'
import { readDetails } from './details.ts'
import { readFile } from './files.ts'
import { toInteger, type WireContext, type WireMessage } from './wire.ts'

const WRAPPERS = [
  'ephemeralMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
  'viewOnceMessageV2Extension',
  'documentWithCaptionMessage',
  'editedMessage',
  'associatedChildMessage',
  'groupStatusMessage',
  'groupStatusMessageV2',
] as const satisfies readonly (keyof WireMessage)[]

const MAX_NESTING = 5

/** The content inside the envelopes that say how it is to be shown (disappearing, once, edited, …). */
export function unwrapMessage(message: WireMessage): WireMessage {
  let current = message
  for (let depth = 0; depth < MAX_NESTING; depth++) {
    const wrapper = WRAPPERS.find((name) => current[name]?.message)
    const inner = wrapper && current[wrapper]?.message
    if (!inner) return current
    current = inner
  }
  return current
}

interface Kind {
  type: string
  text: (message: WireMessage) => string | null | undefined
}

const none = (): null => null

/** Which field holds which type, in the order in which they are looked for, and where its text is. */
const KINDS: Readonly<Partial<Record<keyof WireMessage, Kind>>> = {
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
  pinInChatMessage: { type: 'pin', text: none },
  eventMessage: { type: 'event', text: (m) => m.eventMessage?.name },
  groupInviteMessage: {
    type: 'groupInvite',
    text: (m) => m.groupInviteMessage?.caption || m.groupInviteMessage?.groupName,
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
  templateMessage: { type: 'template', text: none },
}

const KIND_FIELDS = Object.keys(KINDS) as (keyof WireMessage)[]

/** Fields that travel beside a content, or instead of one, and are no message to a person. */
const NO_CONTENT = new Set([
  'messageContextInfo',
  'senderKeyDistributionMessage',
  'fastRatchetKeySenderKeyDistributionMessage',
  'protocolMessage',
  'reactionMessage',
  'encReactionMessage',
  'pollUpdateMessage',
  'encEventResponseMessage',
  'keepInChatMessage',
  'secretEncryptedMessage',
  'placeholderMessage',
])

export interface ReadContent {
  type: string
  text: string | null
  quotedId: string | null
  mentions: Address[]
  quoted?: QuotedSummary
  timer?: { expirationSec: number; atSec: number }
  file?: ReceivedFile
  isNote?: true
  details?: MessageDetails
}

const MAX_QUOTED_CHARS = 1_000

/** A quoted message has no details here: it was a message of its own. */
function readQuoted(context: WireContext | null): Pick<ReadContent, 'quoted'> {
  if (!context?.stanzaId) return {}
  const message = context.quotedMessage ? unwrapMessage(context.quotedMessage) : {}
  const { type, text } = readKind(message) ?? { type: 'unknown', text: null }
  const sender = context.participant ? toAddress(context.participant) : null
  return {
    quoted: { id: context.stanzaId, sender, type, text: text?.slice(0, MAX_QUOTED_CHARS) ?? null },
  }
}

/** `atSec` 0: since when is not said. */
function readTimer(context: WireContext | null): Pick<ReadContent, 'timer'> {
  if (!context?.expiration) return {}
  return {
    timer: { expirationSec: context.expiration, atSec: toInteger(context.ephemeralSettingTimestamp) },
  }
}

const isPresent = (value: unknown): boolean => value !== null && value !== undefined

function readContext(message: WireMessage, field: keyof WireMessage): WireContext | null {
  const content = message[field]
  const context =
    typeof content === 'object' && content ? (content as { contextInfo?: WireContext | null }) : null
  return context?.contextInfo ?? null
}

interface ReadKind {
  type: string
  text: string | null
  /** The part of the message that holds it; null for a plain text and for what is not known here. */
  field: keyof WireMessage | null
}

/** Null when there is nothing in it for a person. */
function readKind(message: WireMessage): ReadKind | null {
  if (isPresent(message.conversation) && message.conversation !== '') {
    return { type: 'text', text: message.conversation ?? null, field: null }
  }
  const field = KIND_FIELDS.find((name) => isPresent(message[name]))
  if (field)
    return { type: KINDS[field]?.type ?? 'unknown', text: KINDS[field]?.text(message) || null, field }
  const isUnknown = Object.entries(message).some(
    ([name, value]) => isPresent(value) && value !== '' && !NO_CONTENT.has(name),
  )
  return isUnknown ? { type: 'unknown', text: null, field: null } : null
}

/**
 * Something to be viewed once, of which a linked device gets nothing but the word (`UnavailableTypeViewOnce` of whatsmeow):
 * it can be opened on the account's phone. The connector stores it as the envelope without anything in it.
 */
export const KEPT_FROM_US: WireMessage = { viewOnceMessageV2: { message: {} } }

function isKeptFromUs(message: WireMessage): boolean {
  const inner = message.viewOnceMessageV2?.message
  return isPresent(inner) && !Object.values(inner ?? {}).some(isPresent)
}

/** Type, text, quote, file, details and mentions of a message's content; null when it holds none (control messages, key material). */
export function readContent(wrapped: WireMessage): ReadContent | null {
  if (isKeptFromUs(wrapped)) {
    return { type: 'viewOnce', text: null, quotedId: null, mentions: [], details: { isOnPhoneOnly: true } }
  }
  const message = unwrapMessage(wrapped)
  const kind = readKind(message)
  if (!kind) return null
  const { type, text, field } = kind
  if (!field) return { type, text, quotedId: null, mentions: [] }
  const context = readContext(message, field)
  const file = readFile(message)
  const details = readDetails(message)
  return {
    type,
    text,
    quotedId: context?.stanzaId || message.pinInChatMessage?.key?.id || null,
    mentions: (context?.mentionedJid ?? []).map(toAddress),
    ...readQuoted(context),
    ...readTimer(context),
    ...(file ? { file } : {}),
    ...(message.audioMessage?.ptt || field === 'ptvMessage' ? { isNote: true } : {}),
    ...(details ? { details } : {}),
  }
}
