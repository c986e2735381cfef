import { type Address, isGroup, toAddress } from '../../core/addresses.ts'
import type { PersonAddresses } from '../port.ts'
import { isSamePerson, NOBODY, toPerson } from './people.ts'
import { type StanzaAttrs, toInteger } from './wire.ts'

/** What the outside of a message says: who wrote it, where, when. */
export interface MessageEnvelope {
  id: string
  chat: Address
  fromMe: boolean
  /** Set in groups and broadcasts only. */
  participant: Address | null
  sender: PersonAddresses
  chatAddresses: PersonAddresses
  atSec: number
  pushName: string | null
  /** The name by which the writer, or of our own messages the other side, may be found. */
  username: string | null
  isOffline: boolean
  /** Between our own devices: history, keys, settings. Never a message to a person. */
  isPeer: boolean
}

const isShared = (chat: string): boolean => isGroup(chat) || chat.endsWith('@broadcast')

/** The other side of one of our own messages, as the stanza names it. */
const recipientOf = (attrs: StanzaAttrs): PersonAddresses =>
  toPerson(
    attrs.recipient,
    attrs.recipient_pn,
    attrs.recipient_lid,
    attrs.peer_recipient_pn,
    attrs.peer_recipient_lid,
  )

/**
 * Of the writer, who in a group is its participant; of our own messages of the other side. As the network's web client reads
 * them (`WAWebHandleMsgParser`).
 */
const usernameOf = (attrs: StanzaAttrs, fromMe: boolean): string | null =>
  (fromMe
    ? (attrs.recipient_username ?? attrs.peer_recipient_username)
    : (attrs.participant_username ?? attrs.username)) || null

/** Reads a message stanza's attributes; null when it names no sender or id. */
export function readMessageEnvelope(attrs: StanzaAttrs, me: PersonAddresses): MessageEnvelope | null {
  const { id, from } = attrs
  if (!id || !from) return null
  const shared = isShared(toAddress(from))
  const author = shared ? attrs.participant : from
  const sender = toPerson(
    author,
    attrs.participant_pn,
    attrs.participant_lid,
    attrs.sender_pn,
    attrs.sender_lid,
  )
  const fromMe = isSamePerson(sender, me)
  const base = {
    id,
    fromMe,
    atSec: toInteger(attrs.t),
    pushName: attrs.notify || null,
    username: usernameOf(attrs, fromMe),
    isOffline: attrs.offline !== undefined,
    isPeer: attrs.category === 'peer',
  }
  if (shared) {
    const participant = author ? toAddress(author) : null
    return {
      ...base,
      chat: toAddress(from),
      participant,
      sender: fromMe ? me : sender,
      chatAddresses: NOBODY,
    }
  }
  const recipient = attrs.recipient
  if (fromMe) {
    const chatAddresses = recipient ? recipientOf(attrs) : me
    return { ...base, chat: toAddress(recipient ?? from), participant: null, sender: me, chatAddresses }
  }
  return { ...base, chat: toAddress(from), participant: null, sender, chatAddresses: sender }
}
