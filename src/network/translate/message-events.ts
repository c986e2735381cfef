import { type Address, isGroup, STATUS_ADDRESS, toAddress } from '../../core/addresses.ts'
import type { MessageKey, WireOrder } from '../../core/conversation/message.ts'
import type { InboundOrigin, NetworkEvent, PersonAddresses } from '../port.ts'
import { readContent, readUnread, unwrapMessage } from './content.ts'
import type { MessageEnvelope } from './message-stanza.ts'
import { isAddressOf } from './people.ts'
import { toInteger, type WireKey, type WireMessage, type WireProtocolMessage } from './wire.ts'

const REVOKE = 0
const EPHEMERAL_SETTING = 3
const MESSAGE_EDIT = 14

export interface MessageInput {
  envelope: MessageEnvelope
  /** The content as the other side meant it, taken out of what our own devices wrap around it. */
  message: WireMessage
  /** The same, encoded. */
  bytes: Uint8Array
  origin: InboundOrigin
  order?: WireOrder
  journalId: string | null
  me: PersonAddresses
  encode: (message: WireMessage) => Uint8Array
}

function keyOf(envelope: MessageEnvelope): MessageKey {
  const key: MessageKey = { chat: envelope.chat, id: envelope.id, fromMe: envelope.fromMe }
  if (envelope.participant) key.participant = envelope.participant
  return key
}

/**
 * The message another one speaks of, from our point of view. Its key is written from the point of view of whoever
 * wrote it: to them, `fromMe` means themselves.
 */
function targetOf(input: MessageInput, key: WireKey | null | undefined): MessageKey | null {
  const { envelope, me } = input
  if (!key?.id) return null
  if (isOfFeed(key)) return statusOf(input, key, key.id)
  const target: MessageKey = { chat: envelope.chat, id: key.id, fromMe: key.fromMe === true }
  if (isGroup(envelope.chat)) {
    const author: Address | null = key.participant
      ? toAddress(key.participant)
      : key.fromMe
        ? envelope.participant
        : null
    target.fromMe = author ? isAddressOf(me, author) : envelope.fromMe && key.fromMe === true
    if (author) target.participant = author
  } else if (!envelope.fromMe) {
    target.fromMe = key.fromMe !== true
  }
  return target
}

const isOfFeed = (key: WireKey | null | undefined): boolean => key?.remoteJid === STATUS_ADDRESS

/**
 * The status another message speaks of: its likes come in the feed or in the chat of whoever likes it, and its author stands in the
 * key, unless it is whoever wrote that.
 */
function statusOf({ envelope, me }: MessageInput, key: WireKey, id: string): MessageKey {
  const author = key.fromMe ? null : key.participant
  const fromMe = author ? isAddressOf(me, author) : envelope.fromMe === (key.fromMe === true)
  return {
    ...{ chat: STATUS_ADDRESS, id, fromMe },
    ...(author && !fromMe ? { participant: toAddress(author) } : {}),
  }
}

const other = (input: MessageInput, note: string): NetworkEvent => ({
  kind: 'other',
  note,
  journalId: input.journalId,
})

function toReaction(input: MessageInput, message: WireMessage): NetworkEvent {
  const { envelope, journalId } = input
  const reaction = message.reactionMessage
  const target = targetOf(input, reaction?.key)
  if (!target) return other(input, 'reaction without a target')
  const atMs = toInteger(reaction?.senderTimestampMs)
  return {
    kind: 'reaction',
    target,
    by: envelope.sender,
    fromMe: envelope.fromMe,
    emoji: reaction?.text ?? '',
    atSec: envelope.atSec || Math.trunc(atMs / 1000),
    journalId,
  }
}

/** A choice in a poll or an answer to an event; null when the message is neither. */
function toVote(input: MessageInput, message: WireMessage): NetworkEvent | null {
  const { pollUpdateMessage: poll, encEventResponseMessage: event } = message
  if (!poll && !event) return null
  const target = targetOf(input, poll ? poll.pollCreationMessageKey : event?.eventCreationMessageKey)
  const sealed = poll ? poll.vote : event
  if (!target || !sealed?.encPayload || !sealed.encIv) return other(input, 'vote without a target or choice')
  const { envelope, journalId } = input
  return {
    kind: 'vote',
    target,
    by: envelope.sender,
    fromMe: envelope.fromMe,
    sealed: { about: poll ? 'poll' : 'event', payload: sealed.encPayload, iv: sealed.encIv },
    atSec: envelope.atSec,
    journalId,
  }
}

function toEdit(input: MessageInput, protocol: WireProtocolMessage): NetworkEvent {
  const { envelope, journalId } = input
  const edited = protocol.editedMessage
  const content = edited && readContent(edited)
  const target = targetOf(input, protocol.key)
  if (!target || !edited || !content) return other(input, 'edit without a target or content')
  return {
    kind: 'edit',
    // Only an author edits: whatever the key claims, it is the sender's own message.
    target: { ...target, fromMe: envelope.fromMe },
    text: content.text ?? '',
    bytes: input.encode(edited),
    fromMe: envelope.fromMe,
    atSec: envelope.atSec || Math.trunc(toInteger(protocol.timestampMs) / 1000),
    journalId,
  }
}

function toRevoke(input: MessageInput, protocol: WireProtocolMessage): NetworkEvent {
  const { envelope, journalId } = input
  const target = targetOf(input, protocol.key)
  if (!target) return other(input, 'revoke without a target')
  // In a chat of two only the author can take back; in a group an admin can, and the key names the author.
  const isOwnOfSender = !isGroup(envelope.chat) || !protocol.key?.participant
  return {
    kind: 'revoke',
    target: isOwnOfSender ? { ...target, fromMe: envelope.fromMe } : target,
    by: envelope.sender,
    fromMe: envelope.fromMe,
    atSec: envelope.atSec,
    journalId,
  }
}

function toTimer({ envelope, journalId }: MessageInput, protocol: WireProtocolMessage): NetworkEvent {
  const { chat, chatAddresses, atSec } = envelope
  return {
    kind: 'chat_timer',
    ...{ chat, chatAddresses, atSec, journalId },
    expirationSec: protocol.ephemeralExpiration ?? 0,
  }
}

function toProtocolEvent(input: MessageInput, protocol: WireProtocolMessage): NetworkEvent {
  switch (protocol.type ?? REVOKE) {
    case REVOKE:
      return toRevoke(input, protocol)
    case MESSAGE_EDIT:
      return toEdit(input, protocol)
    case EPHEMERAL_SETTING:
      return toTimer(input, protocol)
    default:
      return other(input, `protocol message of type ${protocol.type}`)
  }
}

/** The one event a decrypted message leads to. What is no message to a person becomes `other`. */
export function toMessageEvent(input: MessageInput): NetworkEvent {
  const { envelope, journalId, origin, order } = input
  if (envelope.isPeer) return other(input, 'between own devices')
  const message = unwrapMessage(input.message)
  if (message.protocolMessage) return toProtocolEvent(input, message.protocolMessage)
  if (message.reactionMessage) return toReaction(input, message)
  const vote = toVote(input, message)
  if (vote) return vote
  const content = readContent(input.message) ?? readUnread(input.message, input.bytes)
  if (!content) return other(input, 'no content')
  return {
    kind: 'message',
    message: {
      key: keyOf(envelope),
      sender: envelope.sender,
      chatAddresses: envelope.chatAddresses,
      atSec: envelope.atSec,
      origin,
      pushName: envelope.fromMe ? null : envelope.pushName,
      ...(order ? { order } : {}),
      ...content,
      bytes: input.bytes,
      journalId,
    },
  }
}

/** Where a live stanza's message comes from. */
export function originOf(envelope: MessageEnvelope): InboundOrigin {
  if (envelope.fromMe) return 'own_device'
  return envelope.isOffline ? 'offline' : 'live'
}
