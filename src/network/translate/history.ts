import { isGroup, toAddress } from '../../core/addresses.ts'
import type { NetworkEvent, PersonAddresses } from '../port.ts'
import { toMessageEvent } from './message-events.ts'
import type { MessageEnvelope } from './message-stanza.ts'
import { NOBODY, toPerson } from './people.ts'
import { toInteger, type WireKey, type WireMessage, type WireNumber } from './wire.ts'

type Maybe<T> = T | null | undefined

/** A message as the phone keeps it, sent to a newly linked device. */
export interface WireHistoryMessage {
  key?: Maybe<WireKey & { participantAlt?: Maybe<string>; remoteJidAlt?: Maybe<string> }>
  message?: Maybe<WireMessage>
  messageTimestamp?: Maybe<WireNumber>
  pushName?: Maybe<string>
  participant?: Maybe<string>
}

export interface WireContact {
  id?: Maybe<string>
  lid?: Maybe<string>
  phoneNumber?: Maybe<string>
  name?: Maybe<string>
  notify?: Maybe<string>
  verifiedName?: Maybe<string>
  username?: Maybe<string>
}

export interface HistoryContext {
  me: PersonAddresses
  encode: (message: WireMessage) => Uint8Array
  origin: 'history' | 'live'
}

function envelopeOf(entry: WireHistoryMessage, me: PersonAddresses): MessageEnvelope | null {
  const key = entry.key
  if (!key?.id || !key.remoteJid) return null
  const chat = toAddress(key.remoteJid)
  const shared = isGroup(chat) || chat.endsWith('@broadcast')
  const author = key.participant ?? entry.participant
  const chatAddresses = shared ? NOBODY : toPerson(key.remoteJid, key.remoteJidAlt)
  const fromMe = key.fromMe === true
  const sender = shared ? toPerson(author, key.participantAlt) : chatAddresses
  return {
    id: key.id,
    chat,
    fromMe,
    participant: shared && author ? toAddress(author) : null,
    sender: fromMe ? me : sender,
    chatAddresses,
    atSec: toInteger(entry.messageTimestamp),
    pushName: entry.pushName || null,
    username: null,
    isOffline: false,
    isPeer: false,
  }
}

/** A message of the history, or null when it has no content of its own (calls, notices, reactions within it). */
export function toHistoryEvent(entry: WireHistoryMessage, context: HistoryContext): NetworkEvent | null {
  const envelope = envelopeOf(entry, context.me)
  if (!envelope || !entry.message) return null
  const event = toMessageEvent({
    envelope,
    message: entry.message,
    bytes: context.encode(entry.message),
    origin: context.origin,
    journalId: null,
    me: context.me,
    encode: context.encode,
  })
  return event.kind === 'other' ? null : event
}

/** What the history says of a conversation itself. */
export interface WireChat {
  id?: Maybe<string>
  lidJid?: Maybe<string>
  pnJid?: Maybe<string>
  ephemeralExpiration?: Maybe<number>
  endOfHistoryTransferType?: Maybe<number>
  ephemeralSettingTimestamp?: Maybe<WireNumber>
}

/** `COMPLETE_AND_NO_MORE_MESSAGE_REMAIN_ON_PRIMARY` of the wire. */
const NO_MORE = 1

/** What the phone answered to a question for older messages, of which it gave so many. */
export const toHistoryAnswer = (
  requestId: string,
  received: number,
  chats: readonly WireChat[],
): NetworkEvent => ({
  kind: 'history_answer',
  requestId,
  received,
  isAll: received === 0 || chats.some(({ endOfHistoryTransferType }) => endOfHistoryTransferType === NO_MORE),
})

/** Since when messages of a chat of two disappear; null when nothing is said of it. */
export function toTimerEvent(chat: WireChat): NetworkEvent | null {
  if (!chat.id || !chat.ephemeralExpiration || isGroup(chat.id)) return null
  return {
    kind: 'chat_timer',
    chat: toAddress(chat.id),
    chatAddresses: toPerson(chat.id, chat.lidJid, chat.pnJid),
    expirationSec: chat.ephemeralExpiration,
    atSec: toInteger(chat.ephemeralSettingTimestamp),
    journalId: null,
  }
}

/** A contact as the phone's address book or the history names it; null when nobody is named. */
export function toContactEvent(contact: WireContact): NetworkEvent | null {
  const addresses = toPerson(contact.id, contact.lid, contact.phoneNumber)
  if (!addresses.phone && !addresses.lid) return null
  const event: Extract<NetworkEvent, { kind: 'contact' }> = { kind: 'contact', addresses }
  // The library gives the username in the place of a name that nobody gave (`processContactAction`).
  if (contact.name && contact.name !== contact.username) event.name = contact.name
  const notify = contact.notify ?? contact.verifiedName
  if (notify) event.notify = notify
  if (contact.username) event.username = contact.username
  return event
}
