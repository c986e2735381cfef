import type { Network } from '../state/network.ts'
import type { Session } from '../state/session.ts'
import { sendInitialHistory } from './history.ts'
import { startQueue } from './offline.ts'

/** Starts live traffic on a session: the queue first, then, after pairing, the phone's history. */
export function activateSession(network: Network, session: Session): void {
  if (session.active || session.offline !== undefined || !session.connection.isOpen) return
  startQueue(network, session)
  if (session.companion.record.historySent) return
  sendInitialHistory(network, session.companion).catch((error: unknown) => {
    network.log(`the first history of connection ${session.connection.id} failed: ${error}`)
  })
}
