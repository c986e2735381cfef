import type { Handlers } from '../../contract/handlers.ts'
import { missing, refusal } from '../../core/errors.ts'
import { randomToken } from '../../platform/secrets.ts'
import type { InvitationStore } from './invitation-store.ts'
import { createInvitationHandlers } from './invitations.ts'
import { createUserService } from './service.ts'
import type { ListedUser, UserStore } from './store.ts'

/** 16 bytes: nobody guesses it in the time until it is changed. */
const PASSWORD_BYTES = 16

const toResource = ({ createdAt, ...user }: ListedUser) => ({ ...user, createdAt: createdAt.toISOString() })

export interface PeopleDeps {
  store: UserStore
  invitations: InvitationStore
  /** Told whose keys or sessions may have ended. */
  onCallersChanged(userId: string): void
}

/** People for administrators, and each person's own sessions. */
export function createPeopleHandlers(deps: PeopleDeps): Pick<Handlers, 'users' | 'invitations' | 'sessions'> {
  const { store, onCallersChanged } = deps
  const service = createUserService(store)

  async function requireUser(id: string): Promise<ListedUser> {
    const user = await store.readListed(id)
    if (!user) throw missing('user')
    return user
  }

  return {
    users: {
      list: async () => (await store.list()).map(toResource),
      async create({ email, name, role, plan }) {
        const password = randomToken(PASSWORD_BYTES)
        const { id } = await service.create({ email, name, plan, password, admin: role === 'admin' })
        return { ...toResource(await requireUser(id)), password }
      },
      async update({ id, ...change }, ctx) {
        const isSelf = id === ctx.principal.userId
        if (isSelf && (change.suspended === true || change.role === 'user')) {
          throw refusal('CONFLICT', 'OWN_ACCOUNT', {})
        }
        const user = await store.update(id, change)
        if (!user) throw missing('user')
        onCallersChanged(id)
        return toResource(user)
      },
    },
    invitations: createInvitationHandlers(deps.invitations),
    sessions: {
      async list(_, ctx) {
        const rows = await store.listSessions(ctx.principal.userId)
        return rows.map(({ createdAt, expiresAt, ...row }) => ({
          ...row,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        }))
      },
      async end({ id }, ctx) {
        if (!(await store.endSession(id, ctx.principal.userId))) throw missing('session')
        onCallersChanged(ctx.principal.userId)
        return { success: true }
      },
    },
  }
}
