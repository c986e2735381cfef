import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Companion } from '../state/companion.ts'
import type { GroupChat } from '../state/groups.ts'
import type { Network } from '../state/network.ts'
import type { Addressing, User } from '../state/user.ts'
import { LID_SERVER, parseAddress } from './addresses.ts'
import { deliver } from './delivery.ts'
import { buildBundle } from './iq/keys.ts'
import { node, seconds } from './nodes.ts'

const MAX_RETRIES = 5

/** Whom a phone's receipt is from: the phone, or the group it speaks in. */
const sourceOf = (owner: User, addressing: Addressing, group: GroupChat | undefined) =>
  group === undefined
    ? { from: owner.jid(addressing) }
    : { from: group.jid, participant: owner.jid(group.record.addressing) }

/** A simulated phone tells every linked device of an account what became of its messages. */
export function sendPhoneReceipts(
  network: Network,
  owner: User,
  account: User,
  ids: string[],
  receipt: { type?: 'read' | 'played' | undefined; addressing: Addressing; group?: GroupChat | undefined },
): void {
  const [id, ...others] = ids
  if (id === undefined) return
  const items = others.map((other) => node('item', { id: other }))
  const { type, addressing, group } = receipt
  const attrs = { ...sourceOf(owner, addressing, group), id, type, t: seconds(network.now()) }
  const stanza = node('receipt', attrs, items.length === 0 ? undefined : [node('list', {}, items)])
  const source = group?.id ?? owner.number
  for (const companion of account.companions.values()) deliver(network, companion, source, stanza)
}

export function sendDeliveryReceipts(
  network: Network,
  owner: User,
  account: User,
  ids: string[],
  addressing: Addressing,
  group?: GroupChat,
): void {
  if (owner.record.autoReceipts) sendPhoneReceipts(network, owner, account, ids, { addressing, group })
}

/** From this count on a request brings keys (whatsmeow `sendRetryReceipt`, Baileys `sendRetryRequest`). */
const KEYS_FROM = 2

/**
 * Asks a linked device to send a message again; from the second time on with fresh keys to encrypt it for (wrong 3 of
 * sandbox-truth.md). A phone, which is nobody's linked device, has no `device-identity` to send with them.
 */
export function sendRetryReceipt(
  network: Network,
  owner: User,
  companion: Companion,
  message: BinaryNode,
  group?: GroupChat,
): void {
  const { id = '', t, recipient } = message.attrs
  const { number, device } = companion.record
  const failures = network.mailboxes.of(owner.number).failures(number, device, id)
  if (failures > MAX_RETRIES) return
  const withKeys = failures >= KEYS_FROM
  const bundle = buildBundle(owner.phone.takeBundle(withKeys && owner.record.preKeys === 'normal'))
  owner.save()
  const addressing = parseAddress(message.attrs.from)?.server === LID_SERVER ? 'lid' : 'pn'
  const attrs = {
    ...sourceOf(owner, addressing, group),
    id,
    type: 'retry',
    recipient,
    t: seconds(network.now()),
  }
  const stanza = node('receipt', attrs, [
    node('retry', { count: String(failures), id, t, v: '1' }),
    bundle.registration,
    ...(withKeys ? [node('keys', {}, bundle.keys)] : []),
  ])
  deliver(network, companion, group?.id ?? owner.number, stanza)
}
