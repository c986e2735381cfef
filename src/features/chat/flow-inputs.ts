import { isGroup, toPhoneNumber } from '../../core/addresses.ts'
import type { InboundMessage, NetworkEvent, QuotedSummary } from '../../network/port.ts'
import type { ResolvedContacts } from '../contacts/index.ts'
import type { ArrivedRow } from './apply-store.ts'
import type { OpenVote } from './apply-vote.ts'
import type { FlowInput, FlowInputPayload, OwnedClient } from './types.ts'

export const STATUS_FEED = 'status@broadcast'

interface Clock {
  now(): number
}

/** A message that is new, as it was stored, and under which id its file will be. */
export interface NewMessage {
  message: InboundMessage
  row: ArrivedRow
  mediaId: string | null
}

/** What flows are told of a message. History, pins and the status feed are no news for them, nor is what our people write in groups. */
export function toMessageInput(
  clock: Clock,
  client: OwnedClient,
  { message, row, mediaId }: NewMessage,
  contacts: ResolvedContacts,
): FlowInput[] {
  if (message.origin === 'history' || row.chat === STATUS_FEED || row.type === 'pin') return []
  if (row.fromMe && isGroup(row.chat)) return []
  const media = readMedia(message, mediaId)
  return [
    {
      clientId: client.id,
      contactJid: row.chat,
      eventId: row.id,
      eventType: row.fromMe ? 'human_message' : 'message_received',
      source: row.fromMe ? 'human' : 'chat',
      payload: {
        type: message.isNote && row.type === 'audio' ? 'ptt' : row.type,
        text: row.text,
        messageId: row.id,
        atSec: row.atSec,
        receivedAt: clock.now(),
        origin: message.origin,
        ...toPayloadPerson(row.participant ?? row.chat, row.chat, contacts),
        pushName: row.pushName,
        ...(message.order ? { order: message.order } : {}),
        ...(media ? { media } : {}),
        ...(message.quoted ? { quoted: toQuoted(client, message.quoted, contacts) } : {}),
      },
    },
  ]
}

/** The file of a message, by the id it is stored under once it is here, or the place, cards and so on it holds. */
function readMedia(
  { file, details, isNote }: InboundMessage,
  mediaId: string | null,
): Record<string, unknown> | null {
  if (!file) return details ? { ...details } : null
  const { mimetype, fileName, sizeBytes, seconds } = file
  return { mediaId, mimetype, fileName, sizeBytes, seconds, ...(isNote ? { isNote } : {}) }
}

function toQuoted(
  client: OwnedClient,
  { id, sender, type, text }: QuotedSummary,
  contacts: ResolvedContacts,
) {
  const fromMe = sender !== null && (sender === client.address || sender === client.lid)
  return { id, type, text, fromMe, sender: sender && !fromMe ? contacts.idOf(sender) : null }
}

/** Who did something: in a group its member, elsewhere the contact. */
export function toPayloadPerson(
  person: string,
  chat: string,
  contacts: ResolvedContacts,
): Pick<FlowInputPayload, 'group' | 'phone' | 'lid' | 'pushName' | 'sender'> {
  const contact = contacts.find(person)
  const phone = contact?.phone ? toPhoneNumber(contact.phone) : null
  return {
    ...(isGroup(chat) ? { group: true } : {}),
    phone,
    lid: contact?.lid ?? null,
    pushName: contact?.notify ?? null,
    sender: { jid: person, phone, name: contact?.name ?? contact?.notify ?? null },
  }
}

export function toVoteInput(
  clock: Clock,
  client: OwnedClient,
  change: Extract<NetworkEvent, { kind: 'vote' }>,
  { chat, voter, options, sendId }: OpenVote,
  contacts: ResolvedContacts,
): FlowInput {
  return {
    clientId: client.id,
    contactJid: chat,
    eventId: change.journalId ?? `vote:${change.target.id}:${voter}:${change.atSec}`,
    eventType: 'poll_vote_received',
    source: 'chat',
    payload: {
      type: 'poll_vote',
      text: options.join(', '),
      messageId: change.target.id,
      atSec: change.atSec,
      receivedAt: clock.now(),
      origin: 'live',
      ...toPayloadPerson(voter, chat, contacts),
      poll: { sendId, options },
    },
  }
}
