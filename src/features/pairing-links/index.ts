import type { Handlers, OwnerId } from '../../contract/handlers.ts'
import { isLinkedCode } from '../../core/client/client-status.ts'
import type { Database } from '../../db/client.ts'
import { auditVisit, createAuditStore } from '../audit/index.ts'
import type { ClientService, SessionMoves } from '../clients/index.ts'
import { PairingEntrance } from './entrance.ts'
import { createPairingLinkHandlers } from './handlers.ts'
import { createPairingLinkStore } from './store.ts'
import { Visits } from './visits.ts'

export { PAIRING_PATH } from './entrance.ts'

export interface PairingLinkDeps {
  db: Database
  clients: ClientService
  sessions: Pick<SessionMoves, 'hasSession'>
  newId(): string
  now(): number
}

/** Links by which somebody without an account links their phone to one client. */
export interface PairingLinks {
  readonly handlers: Handlers['clients']['pairingLinks']
  /** Answers the requests under `PAIRING_PATH`; refusals are thrown. */
  handle(request: Request): Promise<Response>
  /** Writes down which links are over and forgets those of a day ago. Safe to run at any time and anywhere. */
  cleanUp(): Promise<void>
}

export function createPairingLinks({ db, clients, sessions, newId, now }: PairingLinkDeps): PairingLinks {
  const store = createPairingLinkStore(db)
  const auditing = { store: createAuditStore(db), noting: db.noting }
  const hasSession = async (clientId: string, userId: OwnerId): Promise<boolean> =>
    (await sessions.hasSession(clientId, userId)) ||
    isLinkedCode((await clients.status(clientId, userId)).code)
  /** A QR and a code count only on the connection on which they were made. The owner of the client sees another one. */
  async function endShown(clientId: string, userId: OwnerId): Promise<void> {
    const { text } = await clients.status(clientId, userId)
    if (text.status === 'pairing' || text.status === 'passkey_required')
      await clients.restart(clientId, userId)
  }
  const visits = new Visits({
    ...{ store, clients, hasSession },
    audit: (doer, act, target, work) => auditVisit(auditing, doer, act, target, work),
  })
  const entrance = new PairingEntrance(visits, now)
  return {
    handlers: createPairingLinkHandlers({ db, store, newId, hasSession, endShown }),
    handle: (request) => entrance.handle(request),
    cleanUp: () => store.cleanUp(),
  }
}
