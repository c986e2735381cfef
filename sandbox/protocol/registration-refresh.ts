import { randomBytes } from 'node:crypto'
import type { Network, PendingPairing } from '../state/network.ts'
import { SERVER_JID } from './addresses.ts'
import { node, seconds } from './nodes.ts'

/** What a refresh carries: the web client takes either. */
export type RefreshChild = 'companion_reg_refresh' | 'pair-device-rotate-qr'

/**
 * Tells a client that is being linked to make a new secret, and takes the old one from nobody any more. Since 2026-07-28
 * the network does that before a scan or after one, with one of two children, and more than once (bly#2737, bly#2765;
 * zapo's `WaPairingFlow`; sandbox-truth.md, too kind 1).
 */
export function sendRefresh(
  network: Network,
  pairing: PendingPairing,
  secret: Buffer,
  child: RefreshChild = 'companion_reg_refresh',
): void {
  pairing.retiredSecrets.add(secret.toString('base64'))
  const attrs = { from: SERVER_JID, type: 'companion_reg_refresh', t: seconds(network.now()) }
  const id = randomBytes(8).toString('hex')
  pairing.connection.send(node('notification', { ...attrs, id }, [node(child)]))
}
