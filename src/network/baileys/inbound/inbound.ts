import { proto } from 'baileys'
import { STATUS_ADDRESS } from '../../../core/addresses.ts'
import type { WireOrder } from '../../../core/conversation/message.ts'
import type { JournalEntry, NetworkEvent, PersonAddresses } from '../../port.ts'
import { fromChannelEntry, isChannelEntry } from '../../translate/account/channel-notices.ts'
import { fromChatEntry, isChatEntry } from '../../translate/account/chat-notices.ts'
import { fromPictureEntry, isPictureEntry } from '../../translate/account/picture-nodes.ts'
import { fromProfileEntry, isProfileEntry } from '../../translate/account/profile-nodes.ts'
import { fromUsernameEntry, isHintEntry, isUsernameEntry } from '../../translate/account/username-notices.ts'
import { fromCallEntry, isCallEntry } from '../../translate/calls.ts'
import { fromNoticeEntry, isNoticeEntry } from '../../translate/group-notices.ts'
import {
  toContactEvent,
  toHistoryAnswer,
  toHistoryEvent,
  toTimerEvent,
  type WireChat,
  type WireContact,
  type WireHistoryMessage,
} from '../../translate/history.ts'
import { parseJournalStanza } from '../../translate/journal.ts'
import { type MessageInput, originOf, toMessageEvent } from '../../translate/message-events.ts'
import { type MessageEnvelope, readMessageEnvelope } from '../../translate/message-stanza.ts'
import { toPerson } from '../../translate/people.ts'
import { readWireFields } from '../../translate/unknown-content.ts'
import type { StanzaAttrs, WireMessage } from '../../translate/wire.ts'
import { createKnownPeople, type PersonNames } from './known-people.ts'

/** Whether a stanza is between our own devices: history, keys, settings, which the library takes in by itself. */
export const isBetweenOwnDevices = (attrs: StanzaAttrs): boolean => attrs.category === 'peer'

const encode = (message: WireMessage): Uint8Array => proto.Message.encode(message as proto.IMessage).finish()

/** What our own devices wrap around a copy of something they sent. Nobody else's wrapping is believed. */
function contentOf(
  envelope: MessageEnvelope,
  plaintext: Uint8Array,
): { envelope: MessageEnvelope; message: WireMessage; bytes: Uint8Array } {
  const message: WireMessage = proto.Message.decode(plaintext)
  const copy = message.deviceSentMessage
  if (!envelope.fromMe || !copy?.message) return { envelope, message, bytes: plaintext }
  return { envelope, message: copy.message, bytes: bytesOfCopy(plaintext) ?? encode(copy.message) }
}

const DEVICE_SENT_FIELD = 31
const COPIED_FIELD = 2

/** The copied message as it came, with what the library does not know. */
function bytesOfCopy(plaintext: Uint8Array): Uint8Array | null {
  const pick = (bytes: Uint8Array, field: number) =>
    readWireFields(bytes).find(({ number }) => number === field)?.bytes ?? null
  const copy = pick(plaintext, DEVICE_SENT_FIELD)
  return copy && pick(copy, COPIED_FIELD)
}

/** Turns what the connection brings in into events, by the pure conversions in `translate/`. */
export class Inbound {
  private readonly me: () => PersonAddresses
  private readonly known = createKnownPeople()

  constructor(me: () => PersonAddresses) {
    this.me = me
  }

  fromEntry(entry: JournalEntry, attrs: StanzaAttrs, order?: WireOrder): NetworkEvent[] {
    const journalId = entry.id
    const read = readMessageEnvelope(attrs, this.me())
    if (!read) return [{ kind: 'other', note: 'stanza without sender', journalId }]
    let content: ReturnType<typeof contentOf>
    try {
      content = contentOf(read, entry.plaintext)
    } catch {
      return [{ kind: 'other', note: 'unreadable content', journalId }]
    }
    const { envelope, message, bytes } = content
    const input: MessageInput = {
      envelope,
      message,
      bytes,
      origin: originOf(envelope),
      ...(order ? { order } : {}),
      journalId,
      me: this.me(),
      encode,
    }
    const event = toMessageEvent(input)
    return [...this.introduceOf(envelope), event]
  }

  /** What the library says of people beside what they did: of a status too, which makes nobody a contact. */
  fromNews(contacts: readonly WireContact[]): NetworkEvent[] {
    return this.fromContacts(contacts).map((event) =>
      event.kind === 'contact' && event.name === undefined ? { ...event, onlyKnown: true } : event,
    )
  }

  fromContacts(contacts: readonly WireContact[]): NetworkEvent[] {
    return contacts.flatMap((contact) => {
      const { id, lid, phoneNumber, name, notify = null, username = null } = contact
      if (name && name !== username) return toContactEvent(contact) ?? []
      return this.introduce(toPerson(id, lid, phoneNumber), { pushName: notify, username })
    })
  }

  /** The same for an entry that an earlier connection left in the store. */
  fromStoredEntry(entry: JournalEntry): NetworkEvent[] {
    if (isNoticeEntry(entry)) return [fromNoticeEntry(entry)]
    if (isCallEntry(entry)) return [fromCallEntry(entry)]
    if (isProfileEntry(entry)) return [fromProfileEntry(entry)]
    if (isPictureEntry(entry)) return [fromPictureEntry(entry)]
    if (isUsernameEntry(entry)) return [this.heard(fromUsernameEntry(entry))]
    if (isChatEntry(entry)) return [fromChatEntry(entry)]
    // It is followed once the network can be asked.
    if (isHintEntry(entry)) return []
    if (isChannelEntry(entry)) return [fromChannelEntry(entry)]
    const stanza = parseJournalStanza(entry.stanza)
    return stanza
      ? this.fromEntry(entry, stanza.attrs)
      : [{ kind: 'other', note: 'unreadable journal entry', journalId: entry.id }]
  }

  /** What the library is given of a stored entry between own devices, when a kill kept it from taking it in. */
  toLibraryMessage(entry: JournalEntry): proto.IWebMessageInfo | null {
    const stanza = parseJournalStanza(entry.stanza)
    const read =
      stanza && isBetweenOwnDevices(stanza.attrs) ? readMessageEnvelope(stanza.attrs, this.me()) : null
    if (!read?.fromMe) return null
    try {
      const { message } = contentOf(read, entry.plaintext)
      const key = { remoteJid: read.chat, fromMe: true, id: read.id }
      return { key, messageTimestamp: read.atSec, message: message as proto.IMessage }
    } catch {
      return null
    }
  }

  fromHistory(
    messages: readonly WireHistoryMessage[],
    contacts: readonly WireContact[],
    chats: readonly WireChat[],
    /** Of the question that this answers. */
    requestId?: string | null,
  ): NetworkEvent[] {
    const context = { me: this.me(), encode, origin: 'history' as const }
    return [
      ...contacts.flatMap((contact) => toContactEvent(contact) ?? []),
      ...chats.flatMap((chat) => toTimerEvent(chat) ?? []),
      ...messages.flatMap((entry) => toHistoryEvent(entry, context) ?? []),
      ...(requestId ? [toHistoryAnswer(requestId, messages.length, chats)] : []),
    ]
  }

  /** Messages the phone sent again because this device never got them. */
  fromResent(messages: readonly WireHistoryMessage[]): NetworkEvent[] {
    return messages.flatMap((entry) => toHistoryEvent(entry, { me: this.me(), encode, origin: 'live' }) ?? [])
  }

  /** Passes on what did not come with a message; a username that was told before is news when it is told again. */
  heard(event: NetworkEvent): NetworkEvent {
    if (event.kind === 'username') this.known.rename(event.lid, event.username)
    return event
  }

  /** A contact event when this tells more of a person than was told before. */
  private introduce(addresses: PersonAddresses, names: PersonNames): NetworkEvent[] {
    const { pushName, username } = names
    if (!this.known.isNews(addresses, names)) return []
    const notify = pushName ? { notify: pushName } : {}
    return [{ kind: 'contact', addresses, ...notify, ...(username ? { username } : {}) }]
  }

  /** Who wrote, but for a status, which brings nobody closer; of what the account itself wrote the other side, as far as its username goes. */
  private introduceOf(envelope: MessageEnvelope) {
    const { chat, fromMe, isPeer, sender, chatAddresses, pushName, username } = envelope
    if (isPeer || chat === STATUS_ADDRESS) return []
    if (!fromMe) return this.introduce(sender, { pushName, username })
    return username ? this.introduce(chatAddresses, { pushName: null, username }) : []
  }
}
