import type { BinaryNode } from 'baileys/lib/WABinary/index.js'
import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import { node, seconds } from './nodes.ts'

/** A client's message: acknowledged. */
export async function handleClientMessage(
  network: Network,
  session: Session,
  message: BinaryNode,
): Promise<void> {
  const { id, to } = message.attrs
  session.connection.send(node('ack', { class: 'message', id, from: to, t: seconds(network.now()) }))
}
