import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { queueKey } from '../state/delivery-queue.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import type { KeyBundle } from '../state/simulated-device.ts'
import type { PlayedDevice, User } from '../state/user.ts'
import { LID_SERVER, parseAddress } from './addresses.ts'
import { ASKED_FOR_VIEW_ONCE, isViewedOnce } from './content.ts'
import { deliver } from './delivery.ts'
import { answerMediaRetry } from './media-retry.ts'
import { bytesOf, child, children, node, seconds, uintOf } from './nodes.ts'
import { noteAnswered } from './offline.ts'
import { resendFromPhone } from './phone-outbox.ts'
import { notifyOwnDevices } from './phone-receipts.ts'
import { noteProblem } from './problems.ts'
import { findShared } from './status-feed.ts'

const MAX_RETRIES = 5
/** Receipt types that say nothing about delivery and so leave the message on the device's queue. */
const KEEPS_QUEUED = new Set(['retry', 'read', 'read-self', 'played', 'hist_sync'])

/** What one device of an account read, its others show as read too. */
const SHARED_WITH_OWN_DEVICES = new Set(['read', 'read-self', 'played'])

/** Receipt types that are no news for whoever wrote the message. */
const NOT_SHOWN = new Set(['retry', 'peer_msg', 'hist_sync'])

/** Receipt types that people see, and that a client sends when it is told to. */
const SHOWN_AS_READ = new Set(['read', 'read-self', 'played'])

const listIds = (receipt: BinaryNode): string[] => [
  receipt.attrs.id ?? '',
  ...children(child(receipt, 'list')).map((item) => item.attrs.id ?? ''),
]

/**
 * Why nobody learns that a message was read, if so. In groups the receipt goes to the author, whom whatsmeow's MarkRead
 * and rc14's sendReceipt name by `participant`; a phone knows its own messages (sandbox-truth.md, kind 2).
 */
function findReadProblem(
  network: Network,
  { companion: { record } }: Session,
  receipt: BinaryNode,
  target: User,
): string | undefined {
  const { to, participant } = receipt.attrs
  const group = findShared(network, to)
  if (group !== undefined) {
    const author = parseAddress(participant)
    if (author === undefined) return 'the receipt names no participant, so it reaches nobody in the group'
    const isLid = author.server === LID_SERVER
    if (isLid !== (group.record.addressing === 'lid')) {
      return `the receipt names its participant by ${author.server}, which this group does not`
    }
  }
  // Linked devices write too, and their phone may not have seen it yet.
  if (target.companions.size > 0) return undefined
  const sent = target.played.map(({ name }) => network.mailboxes.of(name).sent)
  const chat = group?.jid ?? record.number
  const unknown = listIds(receipt).find((id) => sent.every((each) => each.get(id)?.to !== chat))
  return unknown === undefined ? undefined : `${target.number} wrote no message ${unknown} there`
}

/** Whom a client's confirmation names: a group's id, the number behind a jid, empty for the server itself. */
function confirmedSource(network: Network, jid: string | undefined): string {
  const group = findShared(network, jid)
  if (group !== undefined) return group.id
  const address = parseAddress(jid)
  return (address && network.directory.resolve(address)?.number) ?? ''
}

/** A client confirms messages, or asks for one again. */
export async function handleClientReceipt(
  network: Network,
  session: Session,
  receipt: BinaryNode,
): Promise<void> {
  const { to, type, participant } = receipt.attrs
  const { record } = session.companion
  if (type === 'server-error') {
    acknowledgeReceipt(network, session, receipt)
    answerMediaRetry(network, session, receipt)
    return
  }
  // In a group the receipt goes to the author of the message.
  const target = network.directory.resolve(participant ?? to) ?? network.directory.ensure(record.number)
  const wrong = SHOWN_AS_READ.has(type ?? '') ? findReadProblem(network, session, receipt, target) : undefined
  if (wrong !== undefined) {
    noteProblem(network, session.companion, receipt, 'receipt-key', wrong)
    acknowledgeReceipt(network, session, receipt)
    return
  }
  noteReceipt(network, session, receipt, target)
  acknowledgeReceipt(network, session, receipt)
  forwardReceipt(network, session, receipt, target)
  if (SHARED_WITH_OWN_DEVICES.has(type ?? '')) notifyOthers(network, session, receipt, target)
  const asked = target.device(parseAddress(participant ?? to)?.device ?? 0)
  if (type === 'retry' && asked !== undefined) await serveRetry(network, session, asked, receipt)
}

/**
 * Which stanza a receipt confirms. It goes back to just whom the message came from (whatsmeow's `buildBaseReceipt`, zapo's
 * `buildReceiptNode` of kind `delivery`). That one without or with another address confirms nothing is a guess on the
 * strict side: rc14 leaves it out of some, and streams of its clients end for a missing acknowledgement (bly#1910).
 */
function findConfirmed(network: Network, { companion }: Session, receipt: BinaryNode, id: string): string {
  const { to } = receipt.attrs
  const waiting = network.queues
    .waiting(companion.address)
    .find(({ stanza: { tag, attrs } }) => tag === 'message' && attrs.id === id)
  const from = waiting?.stanza.attrs.from
  if (from === undefined || from === to) return queueKey('message', confirmedSource(network, to), id)
  noteProblem(network, companion, receipt, 'receipt-address', `${id} came from ${from}, not from ${to}`)
  return ''
}

/** Takes what a receipt confirms off the queue, and tells the phone whose messages they were. */
function noteReceipt(network: Network, session: Session, receipt: BinaryNode, target: User): void {
  const { companion } = session
  const { to, type = '' } = receipt.attrs
  const { address, record } = companion
  const mailboxes = target.played.map(({ name }) => network.mailboxes.of(name))
  for (const each of listIds(receipt)) {
    const keeps = KEEPS_QUEUED.has(type)
    const key = keeps
      ? queueKey('message', confirmedSource(network, to), each)
      : findConfirmed(network, session, receipt, each)
    if (!keeps) network.queues.confirm(address, key)
    noteAnswered(network, session, key)
    if (NOT_SHOWN.has(type)) continue
    const summary = { at: network.now(), id: each, from: record.number, device: record.device, type }
    const chat = findShared(network, to) ? { chat: to ?? '' } : {}
    // What became of a message, all devices of its author are told.
    for (const mailbox of mailboxes) mailbox.addReceipt({ ...summary, ...chat })
  }
}

function acknowledgeReceipt(network: Network, { connection }: Session, receipt: BinaryNode): void {
  const { id, to, type, participant } = receipt.attrs
  const ack = node('ack', { class: 'receipt', id, from: to, participant, type })
  network.journal.afterCommit(() => connection.send(ack))
}

/** Passes a receipt on to the linked devices of the account it is for. */
function forwardReceipt(network: Network, session: Session, receipt: BinaryNode, target: User): void {
  const { id, type, to, participant, recipient } = receipt.attrs
  const address = parseAddress(participant ?? to)
  const { number, device } = session.companion.record
  // Of an account's own devices only the one that sent a message learns that another has it.
  const isForOwnDevice = type === 'sender' && (address?.device ?? 0) > 0
  if (target.number === number && !isForOwnDevice) return
  const sender = network.directory.ensure(number)
  const author = sender.jid(address?.server === LID_SERVER ? 'lid' : 'pn', device)
  const group = findShared(network, to)
  const sides = group === undefined ? { from: author } : { from: group.jid, participant: author }
  const attrs = { ...sides, recipient, id, type, t: seconds(network.now()) }
  const stanza = node('receipt', attrs, receipt.content)
  for (const companion of target.companions.values()) {
    const isAddressed = (address?.device ?? 0) === 0 || companion.record.device === address?.device
    if (isAddressed) deliver(network, companion, group?.id ?? number, stanza)
  }
}

function notifyOthers(network: Network, { companion }: Session, receipt: BinaryNode, author: User): void {
  const { id, type = '', to, participant } = receipt.attrs
  const { number, device } = companion.record
  const server = parseAddress(participant ?? to)?.server
  notifyOwnDevices(network, network.directory.ensure(number), {
    ...{ device, type, author, id, content: receipt.content },
    addressing: server === LID_SERVER ? 'lid' : 'pn',
    group: findShared(network, to),
  })
}

function readBundle(receipt: BinaryNode): KeyBundle | undefined {
  const keys = child(receipt, 'keys')
  const skey = child(keys, 'skey')
  if (skey === undefined) return undefined
  const key = child(keys, 'key')
  return {
    registrationId: uintOf(child(receipt, 'registration')),
    identity: bytesOf(child(keys, 'identity')),
    signedPreKey: {
      id: uintOf(child(skey, 'id')),
      public: bytesOf(child(skey, 'value')),
      signature: bytesOf(child(skey, 'signature')),
    },
    preKey: key && { id: uintOf(child(key, 'id')), public: bytesOf(child(key, 'value')) },
  }
}

async function serveRetry(
  network: Network,
  session: Session,
  asked: PlayedDevice,
  receipt: BinaryNode,
): Promise<void> {
  const { id = '' } = receipt.attrs
  const count = Number(child(receipt, 'retry')?.attrs.count ?? 1)
  if (count > MAX_RETRIES) return
  const { companion } = session
  const raw = network.mailboxes.of(asked.name).sent.get(id)?.raw
  if (raw !== undefined && isViewedOnce(raw)) {
    noteProblem(network, companion, receipt, 'view-once', ASKED_FOR_VIEW_ONCE)
    return
  }
  const serve = () => resendFromPhone(network, asked, companion, id, { count, bundle: readBundle(receipt) })
  if (network.phoneTimes.isLate(asked)) network.phoneTimes.later(asked, serve)
  else await serve()
}

/** An acknowledgement takes what it names off the device's queue. */
export function handleClientAck(network: Network, session: Session, ack: BinaryNode): void {
  const { id = '', to, type, class: tag = '' } = ack.attrs
  const key = queueKey(tag, confirmedSource(network, to), id, type)
  network.queues.confirm(session.companion.address, key)
  noteAnswered(network, session, key)
}
