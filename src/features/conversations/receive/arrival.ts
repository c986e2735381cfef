import {
  type Address,
  isGroup,
  isLid,
  isOfMany,
  isPhoneAddress,
  STATUS_ADDRESS,
} from '../../../core/addresses.ts'
import type { NewChatQuota } from '../../../core/new-chats.ts'
import type {
  CallNotice,
  ChannelNotice,
  ChatNotice,
  GroupNotice,
  InboundMessage,
  NetworkEvent,
  PersonAddresses,
  PictureNotice,
  ProfileNotice,
  Receipt,
} from '../../../network/port.ts'
import { type PersonHint, toPersonHint } from '../../contacts/index.ts'
import { addReceipt, type ReceiptSummary } from '../records/message-status.ts'
import type { OwnedClient } from '../records/owned-client.ts'

type Timer = Extract<NetworkEvent, { kind: 'chat_timer' }>
type Named = Extract<NetworkEvent, { kind: 'contact' }>
export type ArrivedChange = Extract<NetworkEvent, { kind: 'edit' | 'revoke' | 'reaction' | 'vote' }>

export interface MemberReceipt {
  id: string
  member: string
  kind: 'delivered' | 'read' | 'played'
  atSec: number
}

/** A batch of network events, sorted by what is done with them. Each list is in the order of arrival. */
export interface CollectedEvents {
  /** Where what flows may be told of stood in the batch. */
  places: Map<object, number>
  hints: PersonHint[]
  messages: InboundMessage[]
  changes: ArrivedChange[]
  receipts: Map<string, ReceiptSummary>
  /** What members of groups confirmed of our messages. */
  memberReceipts: MemberReceipt[]
  /** The same of our statuses and those they went to. */
  statusReceipts: MemberReceipt[]
  journalIds: string[]
  /** What was said of messages disappearing in chats of two. */
  timers: Pick<Timer, 'chat' | 'chatAddresses' | 'expirationSec' | 'atSec'>[]
  /** What was said of groups. */
  groupNotices: GroupNotice[]
  /** What was said of calls to the account. */
  calls: CallNotice[]
  /** What the account changed of its profile elsewhere. */
  profileNotices: ProfileNotice[]
  /** Whose picture is another. */
  pictureNotices: PictureNotice[]
  /** What was said of channels. */
  channelNotices: ChannelNotice[]
  /** What the account's devices changed of its chats. */
  chatNotices: ChatNotice[]
  /** What the phone answered to questions for older messages, which are among `messages` or came before. */
  historyAnswers: Extract<NetworkEvent, { kind: 'history_answer' }>[]
  /** Whom the account has blocked, as the network said last. */
  blocked?: PersonAddresses[]
  /** The network's last word on writing to strangers. */
  reachOut?: Extract<NetworkEvent, { kind: 'reach_out' }>
  /** The network's last word on how many chats may be begun. */
  newChats?: NewChatQuota
}

/** Both addresses of a person, the one in `address` included. */
export function toPerson(
  addresses: PersonAddresses,
  address?: Address,
): { phone: string | null; lid: string | null } {
  return {
    phone: addresses.phone ?? (address && isPhoneAddress(address) ? address : null),
    lid: addresses.lid ?? (address && isLid(address) ? address : null),
  }
}

/** Messages of ours and of others may share an id, so both are part of the key. */
export const receiptKey = (id: string, fromMe: boolean): string => `${fromMe ? '>' : '<'}${id}`

export function collectEvents(client: OwnedClient, events: readonly NetworkEvent[]): CollectedEvents {
  const collected: CollectedEvents = {
    places: new Map(),
    hints: [],
    messages: [],
    changes: [],
    receipts: new Map(),
    memberReceipts: [],
    statusReceipts: [],
    journalIds: [],
    timers: [],
    groupNotices: [],
    calls: [],
    profileNotices: [],
    pictureNotices: [],
    channelNotices: [],
    chatNotices: [],
    historyAnswers: [],
  }
  for (const [place, event] of events.entries()) {
    collected.places.set(contentOf(event), place)
    collectEvent(client, event, collected)
  }
  return collected
}

/** What is kept of it in the lists: a message or a notice, else the event itself. */
function contentOf(event: NetworkEvent): object {
  if (event.kind === 'message') return event.message
  return 'notice' in event ? event.notice : event
}

function collectEvent(client: OwnedClient, event: NetworkEvent, into: CollectedEvents): void {
  if ('journalId' in event && event.journalId !== null) into.journalIds.push(event.journalId)
  switch (event.kind) {
    case 'message':
      if (event.message.journalId !== null) into.journalIds.push(event.message.journalId)
      into.messages.push(event.message)
      collectTimer(event.message, into)
      into.hints.push(...toMessageHints(event.message))
      return
    case 'receipt':
      collectReceipt(client, event.receipt, into)
      return
    case 'contact':
      into.hints.push(toContactHint(event))
      return
    case 'username':
      into.hints.push(toUsernameHint(event))
      return
    case 'chat_timer':
      if (!isGroup(event.chat)) into.timers.push(event)
      into.hints.push(toPerson(event.chatAddresses, event.chat))
      return
    case 'group':
      into.groupNotices.push(event.notice)
      into.hints.push(...toNoticeHints(client, event.notice))
      return
    case 'call':
      collectCall(client, event.notice, into)
      return
    case 'profile':
    case 'picture':
    case 'channel':
      collectNotice(event, into)
      return
    case 'history_answer':
      into.historyAnswers.push(event)
      return
    case 'chats':
      into.chatNotices.push(event.notice)
      into.hints.push(...toChatHints(event.notice))
      return
    case 'blocklist':
      into.blocked = event.people
      // Who is blocked writes nothing that would make them a contact.
      into.hints.push(...event.people.map((person) => ({ ...toPerson(person), onlyKnown: true })))
      return
    case 'reach_out':
      into.reachOut = event
      return
    case 'new_chats':
      into.newChats = event.quota
      return
    case 'other':
      return
    default:
      into.changes.push(event)
      into.hints.push(...toChangeHints(event))
  }
}

/** What makes nobody a contact. */
function collectNotice(
  event: Extract<NetworkEvent, { kind: 'profile' | 'picture' | 'channel' }>,
  into: CollectedEvents,
): void {
  if (event.kind === 'profile') into.profileNotices.push(event.notice)
  else if (event.kind === 'picture') into.pictureNotices.push(event.notice)
  else into.channelNotices.push(event.notice)
}

/** Who never wrote and is in no address book is no contact for having a name. */
const toUsernameHint = ({ lid, username }: Extract<NetworkEvent, { kind: 'username' }>): PersonHint => ({
  phone: null,
  lid,
  username,
  onlyKnown: true,
})

const toContactHint = ({ addresses, name, notify, username, onlyKnown }: Named): PersonHint => ({
  ...toPerson(addresses),
  ...(name === undefined ? {} : { name }),
  ...(notify === undefined ? {} : { notify }),
  ...(username === undefined ? {} : { username }),
  ...(onlyKnown ? { onlyKnown } : {}),
})

/** Of its own calls an account's other devices are told nothing that would be of use to it. */
function collectCall(client: OwnedClient, notice: CallNotice, into: CollectedEvents): void {
  if (isAccount(client, notice.caller)) return
  into.calls.push(notice)
  into.hints.push(toPerson(notice.caller))
}

/** A message that disappears shows that all of its chat do, from the time it names or at least its own. */
function collectTimer({ key, chatAddresses, timer, atSec }: InboundMessage, into: CollectedEvents): void {
  if (!timer || isOfMany(key.chat)) return
  into.timers.push({ chat: key.chat, chatAddresses, ...timer, atSec: timer.atSec || atSec })
}

/** Whether somebody is the account itself, which is no contact of its own. */
export const isAccount = (client: OwnedClient, { phone, lid }: PersonAddresses): boolean =>
  (phone !== null && phone === client.address) || (lid !== null && lid === client.lid)

/** Those who did something in a group, and those it was done to. */
function toNoticeHints(client: OwnedClient, { by, news }: GroupNotice): PersonHint[] {
  const people = [by, ...news.flatMap((part) => ('people' in part ? part.people : []))]
  return people
    .filter((person) => (person.phone ?? person.lid) !== null && !isAccount(client, person))
    .map((person) => toPerson(person))
}

/** The people a message makes known: the other side of the chat, or in a group its writer. */
function toMessageHints(message: InboundMessage): PersonHint[] {
  const { key, sender, chatAddresses, pushName } = message
  const notify = pushName && !key.fromMe ? { notify: pushName } : {}
  // A status is for all whom its writer knows, and makes nobody a contact.
  if (key.chat === STATUS_ADDRESS)
    return key.fromMe ? [] : [{ ...toPerson(sender, key.participant), ...notify, onlyKnown: true }]
  if (isGroup(key.chat)) {
    return key.fromMe ? [] : [{ ...toPerson(sender, key.participant), ...notify }]
  }
  const person = toPerson(chatAddresses, key.chat)
  if (!key.fromMe && (sender.phone || sender.lid) && !toPersonHint(key.chat)) {
    return [{ ...toPerson(sender), ...notify }]
  }
  return [{ ...person, ...notify }]
}

/** What the account keeps of a chat makes nobody a contact: of many of them no message ever comes. */
const toChatHints = ({ news }: ChatNotice): PersonHint[] =>
  news.flatMap((each) => {
    const hint = each.kind === 'label' ? null : toPersonHint(each.chat)
    return hint ? [{ ...hint, onlyKnown: true }] : []
  })

export function toChangeHints(event: ArrivedChange): PersonHint[] {
  const chat = toPersonHint(event.target.chat)
  const hints: PersonHint[] = chat ? [chat] : []
  if (event.kind !== 'edit' && !event.fromMe && (event.by.phone || event.by.lid))
    hints.push({
      ...toPerson(event.by),
      ...(event.target.chat === STATUS_ADDRESS ? { onlyKnown: true } : {}),
    })
  return hints
}

/**
 * Adds a receipt to each of its messages. In groups and of statuses only the receipt of the server changes the message itself, since
 * one reader is not everybody; what each member confirmed is kept beside it. Receipts by ourselves come from the
 * other devices of the account, and are about messages of others.
 */
function collectReceipt(client: OwnedClient, receipt: Receipt, into: CollectedEvents): void {
  const { chat, ids, kind, by, atSec } = receipt
  const byUs = isAccount(client, by)
  const fromMe = !(byUs && (kind === 'read' || kind === 'played'))
  if (isOfMany(chat) && fromMe && (kind === 'delivered' || kind === 'read' || kind === 'played')) {
    if (!byUs) collectOfMany({ chat, ids, kind, by, atSec }, into)
    return
  }
  for (const id of ids) {
    const key = receiptKey(id, fromMe)
    into.receipts.set(key, addReceipt(into.receipts.get(key), { id, fromMe, kind, atSec }))
  }
}

/** Who has a status need not be anybody's contact. */
function collectOfMany(
  { chat, ids, kind, by, atSec }: Receipt & Pick<MemberReceipt, 'kind'>,
  into: CollectedEvents,
): void {
  const member = by.phone ?? by.lid
  if (member === null) return
  const isStatus = chat === STATUS_ADDRESS
  into.hints.push({ ...toPerson(by), ...(isStatus ? { onlyKnown: true } : {}) })
  const list = isStatus ? into.statusReceipts : into.memberReceipts
  for (const id of ids) list.push({ id, member, kind, atSec })
}
