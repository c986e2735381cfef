import { isGroup, STATUS_ADDRESS, toPhoneNumber } from '../../../core/addresses.ts'
import type { ConversationEvent } from '../../../core/conversation/flow-event.ts'
import {
  MESSAGE_TYPES,
  type Message,
  type MessageMedia,
  type MessageSender,
  type MessageType,
  type QuotedMessage,
} from '../../../core/conversation/message.ts'
import type { InboundMessage, NetworkEvent, QuotedSummary } from '../../../network/port.ts'
import type { ResolvedContacts } from '../../contacts/index.ts'
import type { OwnedClient } from '../records/owned-client.ts'
import type { Arrival } from './message-rows.ts'
import type { OpenVote } from './votes.ts'

/** The network's kinds of message that flows call by another name. */
const RENAMED: Readonly<Record<string, MessageType>> = { contacts: 'contact' }

function toMessageType(type: string): MessageType {
  return MESSAGE_TYPES.find((known) => known === type) ?? RENAMED[type] ?? 'other'
}

/**
 * The event for flows of a new message, whose file will be stored under `mediaId`. None for history, pins and the status feed,
 * and for what people of this account write in groups.
 */
export function toMessageEvent(
  client: OwnedClient,
  arrival: Arrival,
  mediaId: string | null,
  contacts: ResolvedContacts,
): ConversationEvent[] {
  const { chat, message } = arrival
  const { key, origin, type, text } = message
  if (origin === 'history' || chat === STATUS_ADDRESS || type === 'pin') return []
  const place = { clientId: client.id, contactJid: chat }
  if (!key.fromMe) {
    const received = toMessage(client, arrival, mediaId, contacts)
    const event = { type: 'message_received' as const, eventId: key.id, message: received }
    return [{ ...place, source: 'chat', event }]
  }
  if (isGroup(chat)) return []
  const event = { type: 'human_message' as const, eventId: key.id, text: text ?? '', by: 'phone' }
  return [{ ...place, source: 'human', event }]
}

/** What flows call a kind that they have no type for; what is unknown says its name beside it. */
const toKind = (type: string): string => type.split(':', 1)[0] ?? type

function toMessage(
  client: OwnedClient,
  { message, chat, writer }: Arrival,
  mediaId: string | null,
  contacts: ResolvedContacts,
): Message {
  const { key, quoted, order, isNote, atSec } = message
  const type = isNote && message.type === 'audio' ? 'voice' : toMessageType(message.type)
  const media = toMedia(message, mediaId)
  return {
    ...{ id: key.id, type, text: message.text ?? '' },
    ...(isGroup(chat) ? { group: true } : {}),
    sentAt: atSec * 1_000,
    sender: toSender(writer ?? chat, contacts),
    ...(order ? { order } : {}),
    ...(media ? { media: type === 'other' ? { kind: toKind(message.type), ...media } : media } : {}),
    ...(quoted ? { quoted: toQuoted(client, quoted, contacts) } : {}),
  }
}

/** The file of a message, by the id under which it will be stored, or the place, cards and so on it holds. */
function toMedia(message: InboundMessage, mediaId: string | null): MessageMedia | null {
  const { file, details, isNote, isAnimated } = message
  if (!file) return details ?? null
  const { mimetype, fileName, sizeBytes, seconds } = file
  return {
    ...{ mediaId, mimetype, fileName, sizeBytes, seconds },
    ...(isNote ? { isNote } : {}),
    ...(isAnimated ? { isAnimated } : {}),
  }
}

function toQuoted(
  client: OwnedClient,
  { id, sender, type, text }: QuotedSummary,
  contacts: ResolvedContacts,
): QuotedMessage {
  const fromMe = sender !== null && (sender === client.address || sender === client.lid)
  return {
    ...{ id, type: toMessageType(type), text, fromMe },
    sender: sender && !fromMe ? contacts.idOf(sender) : null,
  }
}

/** Who wrote or did something, by their canonical address: in a group its member, elsewhere the contact. */
export function toSender(person: string, contacts: ResolvedContacts): MessageSender {
  const contact = contacts.find(person)
  const phone = contact?.phone ? toPhoneNumber(contact.phone) : null
  const username = contact?.username ? { username: contact.username } : {}
  return { jid: person, phone, ...username, name: contact?.name ?? contact?.notify ?? null }
}

export function toVoteEvent(
  client: OwnedClient,
  change: Extract<NetworkEvent, { kind: 'vote' }>,
  { chat, voter, options, sendId }: OpenVote,
  contacts: ResolvedContacts,
): ConversationEvent {
  const eventId = change.journalId ?? `vote:${change.target.id}:${voter}:${change.atSec}`
  const message: Message = {
    id: change.target.id,
    type: 'poll_vote',
    text: options.join(', '),
    ...(isGroup(chat) ? { group: true } : {}),
    sentAt: change.atSec * 1_000,
    sender: toSender(voter, contacts),
    poll: { sendId, options },
  }
  const event = { type: 'poll_vote_received' as const, eventId, message }
  return { clientId: client.id, contactJid: chat, source: 'chat', event }
}
