import { randomBytes } from 'node:crypto'
import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Companion } from '../state/companion.ts'
import type { SharedChat } from '../state/groups.ts'
import type { Network } from '../state/network.ts'
import type { Addressing, PlayedDevice, User } from '../state/user.ts'
import { type Address, LID_SERVER, parseAddress } from './addresses.ts'
import { deliver } from './delivery.ts'
import { identityNodes } from './device-identity.ts'
import { buildBundle } from './iq/keys.ts'
import { node, seconds } from './nodes.ts'
import { findShared, STATUS_FEED } from './status-feed.ts'

const MAX_RETRIES = 5

/** Whom a receipt is from: the device, or the group it speaks in. */
const sourceOf = (owner: User, addressing: Addressing, group: SharedChat | undefined, device = 0) =>
  group === undefined
    ? { from: owner.jid(addressing, device) }
    : { from: group.jid, participant: owner.jid(group.record.addressing, device) }

/** What a phone says of messages: without a type that they arrived. */
interface PhoneReceipt {
  type?: 'read' | 'played' | undefined
  addressing: Addressing
  group?: SharedChat | undefined
}

const listRest = (ids: readonly string[]) =>
  ids.length === 0
    ? undefined
    : [
        node(
          'list',
          {},
          ids.map((id) => node('item', { id })),
        ),
      ]

/**
 * What becomes of statuses is told for several people at once, each with what it is about, as devices of the real network see it
 * (whatsmeow#1270). The id is the receipt's own.
 */
function buildFeedReceipt(owner: User, ids: readonly string[], type = 'delivery', t: string): BinaryNode {
  const attrs = {
    class: 'status',
    from: STATUS_FEED.jid,
    id: randomBytes(8).toString('hex').toUpperCase(),
    t,
  }
  const user = node('user', { jid: owner.jid('lid'), t, type })
  return node(
    'receipt',
    attrs,
    ids.map((id) => node('participants', { message_id: id }, [user])),
  )
}

/** A simulated device tells whoever wrote messages, their phone and every device linked to it, what became of them. */
export function sendPhoneReceipts(
  network: Network,
  at: PlayedDevice,
  account: User,
  ids: string[],
  { type, addressing, group }: PhoneReceipt,
): void {
  const { owner, device } = at
  const [id, ...others] = ids
  if (id === undefined) return
  const t = seconds(network.now())
  const attrs = { ...sourceOf(owner, addressing, group, device), id, type, t }
  const stanza =
    group === STATUS_FEED ? buildFeedReceipt(owner, ids, type, t) : node('receipt', attrs, listRest(others))
  const source = group?.id ?? owner.number
  for (const companion of account.companions.values()) deliver(network, companion, source, stanza)
  const mailboxes = account.played.map(({ name }) => network.mailboxes.of(name))
  const summary = { at: network.now(), from: owner.number, device, type: type ?? '' }
  const chat = group === undefined ? {} : { chat: group.jid }
  for (const each of ids.filter((written) => mailboxes.some(({ sent }) => sent.has(written)))) {
    for (const mailbox of mailboxes) mailbox.addReceipt({ ...summary, id: each, ...chat })
  }
}

/** What one device of an account read, as its other devices are told. */
interface OwnReading {
  /** The device that read it. */
  device: number
  type: string
  /** Whose messages they are. */
  author: User
  addressing: Addressing
  group: SharedChat | undefined
  id: string | undefined
  content: BinaryNode['content']
}

/**
 * Tells the other devices of an account what one of them read: from itself, `recipient` being the chat (rc14's
 * handleReceipt); in a group the author of the messages (`MessageSender` of whatsmeow's events.Receipt).
 */
export function notifyOwnDevices(network: Network, owner: User, reading: OwnReading): void {
  const { device, type, author, group, id, content } = reading
  const addressing = group?.record.addressing ?? reading.addressing
  const sides = { ...sourceOf(owner, addressing, group, device), recipient: author.jid(addressing) }
  const stanza = node('receipt', { ...sides, id, type, t: seconds(network.now()) }, content)
  for (const companion of owner.companions.values()) {
    if (companion.record.device !== device) deliver(network, companion, group?.id ?? owner.number, stanza)
  }
}

/**
 * A device read messages: their author is told, and so are the devices linked to it. Who set their privacy so tells nobody
 * but those, by `read-self` (whatsmeow's MarkRead and `ReceiptTypeReadSelf`).
 */
export function sendReadReceipts(
  network: Network,
  at: PlayedDevice,
  author: User,
  ids: string[],
  { addressing, group }: Omit<PhoneReceipt, 'type'>,
): void {
  const { owner, device } = at
  const isPrivate = owner.record.privacy?.readreceipts === 'none'
  if (!isPrivate) sendPhoneReceipts(network, at, author, ids, { type: 'read', addressing, group })
  const [id, ...others] = ids
  const type = isPrivate ? 'read-self' : 'read'
  notifyOwnDevices(network, owner, {
    ...{ device, type, author, addressing, group, id },
    content: listRest(others),
  })
}

/**
 * The account's own phone, or another device that is played, confirms to a linked device that it has its copy of what that device sent: whatsmeow's
 * `ReceiptTypeSender`, addressed as its buildBaseReceipt does.
 */
export function sendSenderReceipt(
  network: Network,
  at: PlayedDevice,
  message: BinaryNode,
  from: Address,
): void {
  const { owner, device } = at
  const companion = owner.companions.get(from.device)
  if (companion === undefined || !owner.record.autoReceipts) return
  const { id, recipient } = message.attrs
  const group = findShared(network, message.attrs.from)
  const addressing = from.server === LID_SERVER ? 'lid' : 'pn'
  const sides = { ...sourceOf(owner, addressing, group, device), recipient }
  const stanza = node('receipt', { ...sides, id, type: 'sender', t: seconds(network.now()) })
  deliver(network, companion, group?.id ?? owner.number, stanza)
}

export function sendDeliveryReceipts(
  network: Network,
  at: PlayedDevice,
  account: User,
  ids: string[],
  addressing: Addressing,
  group?: SharedChat,
): void {
  if (at.owner.record.autoReceipts) sendPhoneReceipts(network, at, account, ids, { addressing, group })
}

/** From this count on a request brings keys (whatsmeow `sendRetryReceipt`, Baileys `sendRetryRequest`). */
const KEYS_FROM = 2

/**
 * Asks a linked device to send a message again; from the second time on with fresh keys to encrypt it for (wrong 3 of
 * sandbox-truth.md). A linked device's keys come with its identity; a phone, which is nobody's linked device, has none.
 */
export function sendRetryReceipt(
  network: Network,
  at: PlayedDevice,
  companion: Companion,
  message: BinaryNode,
  group?: SharedChat,
): void {
  const { id = '', t, recipient } = message.attrs
  const { number, device } = companion.record
  const failures = network.mailboxes.of(at.name).failures(number, device, id)
  if (failures > MAX_RETRIES) return
  const withKeys = failures >= KEYS_FROM
  const bundle = buildBundle(at.signal.takeBundle(withKeys && at.owner.record.preKeys === 'normal'))
  at.owner.save()
  const addressing = parseAddress(message.attrs.from)?.server === LID_SERVER ? 'lid' : 'pn'
  const attrs = {
    ...sourceOf(at.owner, addressing, group, at.device),
    id,
    type: 'retry',
    recipient,
    t: seconds(network.now()),
  }
  const stanza = node('receipt', attrs, [
    node('retry', { count: String(failures), id, t, v: '1' }),
    bundle.registration,
    ...(withKeys ? [node('keys', {}, [...bundle.keys, ...identityNodes(at)])] : []),
  ])
  deliver(network, companion, group?.id ?? at.owner.number, stanza)
}
