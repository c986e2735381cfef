import type { Handlers, OwnerId } from '../../contract/handlers.ts'
import { missing } from '../../core/errors.ts'
import type { Database } from '../../db/client.ts'
import { randomToken, sha256 } from '../../platform/secrets.ts'
import { refuseNotLinkable } from './refusals.ts'
import type { PairingLinkRow, PairingLinkStore } from './store.ts'

export interface PairingLinkHandlerDeps {
  db: Pick<Database, 'transaction'>
  store: PairingLinkStore
  newId(): string
  /** Whether pairing would take the place of a session; refuses a client that is not of this workspace. */
  hasSession(clientId: string, owner: OwnerId): Promise<boolean>
  /** Makes what the client shows to link it with worthless, where it shows something. */
  endShown(clientId: string, owner: OwnerId): Promise<void>
}

/** The page of the dashboard that takes such links; what stands behind the # is never sent to a server. */
const PAGE = '/pair'

const toResource = ({ id, clientId, createdBy, createdAt, expiresAt, openedAt }: PairingLinkRow) => ({
  ...{ id, clientId, createdBy },
  createdAt: createdAt.toISOString(),
  expiresAt: expiresAt.toISOString(),
  openedAt: openedAt?.toISOString() ?? null,
})

/** What owners of clients do with pairing links. */
export function createPairingLinkHandlers(deps: PairingLinkHandlerDeps): Handlers['clients']['pairingLinks'] {
  const { db, store } = deps
  return {
    async create({ clientId, minutes }, { owner, principal: { userId, keyId = null } }) {
      const token = randomToken()
      const tokenHash = sha256(token)
      if (await deps.hasSession(clientId, owner)) throw refuseNotLinkable()
      const before = await store.replace(clientId, owner)
      if (before?.wasOpened) await deps.endShown(clientId, owner)
      await db.transaction(async (tx) => {
        if (!(await store.lockClient(tx, clientId, owner))) throw missing('client')
        await store.write(tx, { id: deps.newId(), clientId, owner, userId, keyId, tokenHash, minutes })
      })
      const made = await store.find(tokenHash)
      if (!made) throw missing('client')
      return { ...toResource(made), path: `${PAGE}#${token}` }
    },
    list: async ({ clientId = null }, ctx) => (await store.list(ctx.owner, clientId)).map(toResource),
    async revoke({ clientId, id }, ctx) {
      const ended = await store.revoke(id, clientId, ctx.owner)
      if (!ended) throw missing('pairing link')
      if (ended.wasOpened) await deps.endShown(clientId, ctx.owner)
      return { success: true }
    },
  }
}
