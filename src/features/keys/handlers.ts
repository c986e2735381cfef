import type { CallContext, Handlers, Principal } from '../../contract/handlers.ts'
import { OPERATIONS } from '../../contract/index.ts'
import { hasRight, mayCall } from '../../contract/scopes.ts'
import type { KeyService } from './service.ts'
import type { KeyReach } from './store.ts'

function describeCaller(principal: Principal) {
  const operations = OPERATIONS.filter(({ entry }) => mayCall(principal, entry))
  return {
    scopes: principal.scopes ? [...principal.scopes] : null,
    clientIds: principal.clientIds ? [...principal.clientIds] : null,
    operations: operations.map(({ name }) => name),
  }
}

const toKeyOwner = ({ principal, owner }: CallContext) => ({ userId: principal.userId, workspaceId: owner })

/** Who manages the workspace sees the keys of everybody in it, others their own. */
function toReach({ principal, owner }: CallContext): KeyReach {
  const { userId, workspaceRole = 'owner' } = principal
  return { userId: hasRight(workspaceRole, 'manage') ? null : userId, workspaceId: owner }
}

/** `onRevoked` is told whose key ended, so that what it holds open ends with it. */
export function createKeyHandlers(
  service: KeyService,
  onRevoked: (userId: string) => void = () => {},
): Handlers['keys'] {
  return {
    current: async (_, ctx) => describeCaller(ctx.principal),
    list: (_, ctx) => service.list(toReach(ctx)),
    create: ({ name, ...scope }, ctx) => service.create(toKeyOwner(ctx), name, scope),
    async revoke({ id }, ctx) {
      const revoked = await service.revoke(toReach(ctx), id)
      onRevoked(revoked.userId)
      return revoked
    },
  }
}
