import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Companion } from '../state/companion.ts'
import type { Network } from '../state/network.ts'
import type { Addressing, User } from '../state/user.ts'
import { LID_SERVER, parseAddress } from './addresses.ts'
import { deliver } from './delivery.ts'
import { buildBundle } from './iq/keys.ts'
import { node, seconds } from './nodes.ts'

const MAX_RETRIES = 5

/** A simulated phone tells every linked device of an account what became of its messages. */
export function sendPhoneReceipts(
  network: Network,
  owner: User,
  account: User,
  ids: string[],
  receipt: { type?: 'read' | 'played'; addressing: Addressing },
): void {
  const [id, ...others] = ids
  if (id === undefined) return
  const items = others.map((other) => node('item', { id: other }))
  const attrs = { from: owner.jid(receipt.addressing), id, type: receipt.type, t: seconds(network.now()) }
  const stanza = node('receipt', attrs, items.length === 0 ? undefined : [node('list', {}, items)])
  for (const companion of account.companions.values()) deliver(network, companion, owner.number, stanza)
}

export function sendDeliveryReceipts(
  network: Network,
  owner: User,
  account: User,
  ids: string[],
  addressing: Addressing,
): void {
  if (owner.record.autoReceipts) sendPhoneReceipts(network, owner, account, ids, { addressing })
}

/** Asks a linked device to send a message again, with fresh keys to encrypt it for. */
export function sendRetryReceipt(
  network: Network,
  owner: User,
  companion: Companion,
  message: BinaryNode,
): void {
  const { id = '', t, recipient } = message.attrs
  const { number, device } = companion.record
  const failures = network.mailboxes.of(owner.number).failures(number, device, id)
  if (failures > MAX_RETRIES) return
  const bundle = buildBundle(owner.phone.takeBundle(owner.record.preKeys === 'normal'))
  owner.save()
  const addressing = parseAddress(message.attrs.from)?.server === LID_SERVER ? 'lid' : 'pn'
  const attrs = {
    from: owner.jid(addressing),
    id,
    type: 'retry',
    recipient,
    t: seconds(network.now()),
  }
  const stanza = node('receipt', attrs, [
    node('retry', { count: String(failures), id, t, v: '1' }),
    bundle.registration,
    node('keys', {}, bundle.keys),
  ])
  deliver(network, companion, owner.number, stanza)
}
