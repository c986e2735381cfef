import type { CallContext, Handlers } from '../../contract/handlers.ts'
import { Refusal } from '../../core/errors.ts'
import type { KeyService } from './service.ts'

/** A leaked key must not be able to make itself a successor, nor to lock its owner's other systems out. */
function refuseMachines({ principal }: CallContext): void {
  if (principal.via === 'session') return
  throw new Refusal('FORBIDDEN', 'Keys are created and revoked by signed-in people, at /account/api-keys.')
}

/** `onRevoked` is told whose key ended, so that what it holds open ends with it. */
export function createKeyHandlers(
  service: KeyService,
  onRevoked: (userId: string) => void = () => {},
): Handlers['keys'] {
  return {
    list: (_, ctx) => service.list(ctx.principal.userId),
    async create({ name }, ctx) {
      refuseMachines(ctx)
      return await service.create(ctx.principal.userId, name)
    },
    async revoke({ id }, ctx) {
      refuseMachines(ctx)
      const revoked = await service.revoke(ctx.principal.userId, id)
      onRevoked(ctx.principal.userId)
      return revoked
    },
  }
}
