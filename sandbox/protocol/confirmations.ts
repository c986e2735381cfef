import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import { queueKey } from '../state/delivery-queue.ts'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import { parseAddress } from './addresses.ts'
import { node } from './nodes.ts'

/** Whom a client's confirmation names: the number behind a jid, empty for the server itself. */
function confirmedNumber(network: Network, jid: string | undefined): string {
  const address = parseAddress(jid)
  return (address && network.directory.resolve(address)?.number) ?? ''
}

export async function handleClientReceipt(
  network: Network,
  session: Session,
  receipt: BinaryNode,
): Promise<void> {
  const { id = '', to, type } = receipt.attrs
  const number = confirmedNumber(network, to) || session.companion.record.number
  network.queues.confirm(session.companion.address, queueKey('message', number, id))
  session.connection.send(node('ack', { class: 'receipt', id, from: to, type }))
}

/** An acknowledgement takes what it names off the device's queue. */
export function handleClientAck(network: Network, session: Session, ack: BinaryNode): void {
  const { id = '', to, type, class: tag = '' } = ack.attrs
  network.queues.confirm(session.companion.address, queueKey(tag, confirmedNumber(network, to), id, type))
}
