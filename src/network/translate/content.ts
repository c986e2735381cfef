import { type Address, STATUS_ADDRESS, toAddress } from '../../core/addresses.ts'
import type { MessageDetails } from '../../core/conversation/message.ts'
import type { QuotedSummary, ReceivedFile } from '../port.ts'
import { readDetails } from './details.ts'
import { readFile } from './files.ts'
import { findText, findUnreadField } from './unknown-content.ts'
import { toInteger, type WireContext, type WireMessage } from './wire.ts'
import { isUnknownField, KIND_FIELDS, KINDS, WRAPPERS } from './wire-kinds.ts'

const MAX_NESTING = 5

/** The content inside the envelopes that say how it is to be shown (disappearing, once, edited, …). */
export const unwrapMessage = (message: WireMessage): WireMessage => openMessage(message).inner

function openMessage(message: WireMessage): { inner: WireMessage; envelopes: number } {
  let inner = message
  let envelopes = 0
  for (; envelopes < MAX_NESTING; envelopes += 1) {
    const wrapper = WRAPPERS.find((name) => inner[name]?.message)
    const next = wrapper && inner[wrapper]?.message
    if (!next) break
    inner = next
  }
  return { inner, envelopes }
}

export interface ReadContent {
  type: string
  text: string | null
  quotedId: string | null
  mentions: Address[]
  quoted?: QuotedSummary
  timer?: { expirationSec: number; atSec: number }
  file?: ReceivedFile
  isNote?: true
  isAnimated?: true
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
    quoted: {
      ...{ id: context.stanzaId, sender, type, text: text?.slice(0, MAX_QUOTED_CHARS) ?? null },
      ...(context.remoteJid === STATUS_ADDRESS ? { isStatus: true } : {}),
    },
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
  /** The part of the message that holds it; null for a plain text. */
  field: keyof WireMessage | null
  /** Nothing here knows the part; its text is what looks like one. */
  isUnknown?: true
}

/** What messages of a kind that is not translated have as their type, before the network's own name of the kind. */
export const UNKNOWN_PREFIX = 'unknown:'

/** Null when there is nothing in it for a person. */
function readKind(message: WireMessage): ReadKind | null {
  if (isPresent(message.conversation) && message.conversation !== '') {
    return { type: 'text', text: message.conversation ?? null, field: null }
  }
  const field = KIND_FIELDS.find((name) => isPresent(message[name]))
  const kind = field && KINDS[field]
  if (kind) return { type: kind.type, text: kind.text(message) || null, field }
  const unknown = Object.keys(message).find((name) => isUnknownField(message, name))
  if (unknown === undefined) return null
  const name = unknown as keyof WireMessage
  return { type: `${UNKNOWN_PREFIX}${name}`, text: findText(message[name]), field: name, isUnknown: true }
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

/** The message that a pin, or an answer to a question, is about. */
const readAnswered = (message: WireMessage): string | null | undefined =>
  (
    message.pinInChatMessage?.key ??
    message.questionResponseMessage?.key ??
    message.statusQuestionAnswerMessage?.key ??
    message.statusQuotedMessage?.originalStatusId
  )?.id

/** The message that a comment of a community is about. */
const readCommented = (message: WireMessage): string | null =>
  message.commentMessage?.targetMessageKey?.id || null

/** Type, text, quote, file, details and mentions of a message's content; null when it holds none (control messages, key material). */
export function readContent(wrapped: WireMessage): ReadContent | null {
  if (isKeptFromUs(wrapped)) {
    return { type: 'viewOnce', text: null, quotedId: null, mentions: [], details: { isOnPhoneOnly: true } }
  }
  const message = unwrapMessage(wrapped)
  const kind = readKind(message)
  if (!kind) return null
  const { type, text, field } = kind
  if (!field) return { type, text, quotedId: readCommented(wrapped), mentions: [] }
  const context = readContext(message, field)
  const file = readFile(message)
  const details = kind.isUnknown ? { unknownKind: field } : readDetails(message)
  return {
    type,
    text,
    quotedId: context?.stanzaId || readAnswered(message) || readCommented(wrapped),
    mentions: (context?.mentionedJid ?? []).map(toAddress),
    ...readQuoted(context),
    ...readTimer(context),
    ...(file ? { file } : {}),
    ...(message.audioMessage?.ptt || field === 'ptvMessage' ? { isNote: true } : {}),
    ...(message.stickerMessage?.isAnimated || message.stickerMessage?.isLottie ? { isAnimated: true } : {}),
    ...(details ? { details } : {}),
  }
}

/**
 * The same of a message of a kind that is newer than the library, which read nothing of it; null for every other one. Its
 * bytes are all that is known.
 */
export function readUnread(wrapped: WireMessage, bytes: Uint8Array): ReadContent | null {
  if (isKeptFromUs(wrapped)) return null
  const { inner, envelopes } = openMessage(wrapped)
  const isRead = Object.entries(inner).some(
    ([name, value]) => name !== 'messageContextInfo' && isPresent(value) && value !== '',
  )
  const field = isRead ? null : findUnreadField(bytes, envelopes)
  if (field === null) return null
  const name = `field ${field}`
  return {
    ...{ type: `${UNKNOWN_PREFIX}${name}`, text: null, quotedId: null, mentions: [] },
    details: { unknownKind: name },
  }
}
