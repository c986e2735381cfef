import type { Handlers } from '../../contract/handlers.ts'
import type { KeyService } from './service.ts'

/** `onRevoked` is told whose key ended, so that what it holds open ends with it. */
export function createKeyHandlers(
  service: KeyService,
  onRevoked: (userId: string) => void = () => {},
): Handlers['keys'] {
  return {
    list: (_, ctx) => service.list(ctx.principal.userId),
    create: ({ name, ...scope }, ctx) => service.create(ctx.principal.userId, name, scope),
    async revoke({ id }, ctx) {
      const revoked = await service.revoke(ctx.principal.userId, id)
      onRevoked(ctx.principal.userId)
      return revoked
    },
  }
}
