import type { CallContext, Handlers } from '../../contract/handlers.ts'
import type { Scope } from '../../contract/scopes.ts'
import { refusal } from '../../core/errors.ts'
import type { Executor } from '../../db/transaction.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { StoredSecret } from './secret-call.ts'
import {
  COUNT_OTHER_SECRETS,
  DELETE_SECRET,
  LIST_SECRETS,
  LIST_USES,
  READ_SECRETS,
  type SecretRow,
  WRITE_HOSTS,
  WRITE_SECRET,
} from './store.ts'

const MAX_SECRETS = 200
const READ_FLOWS: Scope = 'flows:read'

export interface Secrets {
  handlers: Handlers['secrets']
  /** The hosts of a person's secrets by their names, for checks of flows; null: one that goes anywhere. */
  listHosts(db: Executor, userId: string): Promise<ReadonlyMap<string, readonly string[] | null>>
  /** By name; only for what is about to leave. Names that do not exist are absent. */
  read(userId: string, names: readonly string[]): Promise<ReadonlyMap<string, StoredSecret>>
}

/** What a sealed secret belongs to. */
export const flowSecretContext = (userId: string, name: string): string => `secret:${userId}:${name}`

type Uses = ReadonlyMap<string, { id: string; name: string }[]> | null

/** Published flows by the secret they name. Null for a key that may not read flows: their names are none of its business. */
async function readUses(
  db: Executor,
  { owner, principal: { scopes } }: Pick<CallContext, 'owner' | 'principal'>,
): Promise<Uses> {
  if (scopes && !scopes.includes(READ_FLOWS)) return null
  const rows = await db.query(LIST_USES, [owner])
  return Map.groupBy(rows, ({ secret }) => secret)
}

function toSecret(row: SecretRow, uses: Uses) {
  return {
    name: row.name,
    hosts: row.hosts,
    flows: uses && (uses.get(row.name) ?? []).map(({ id, name }) => ({ id, name })),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

interface NewHosts {
  userId: string
  name: string
  hosts: readonly string[] | undefined
  via: 'key' | 'session'
}

/** Other hosts for a stored value. A key may not: it could send a secret that it does not know to a host of its choice. */
async function changeHosts(db: Executor, { userId, name, hosts, via }: NewHosts): Promise<SecretRow> {
  if (via !== 'session' || hosts === undefined) {
    throw refusal('BAD_REQUEST', 'SECRET_VALUE_MISSING', {}, { path: 'value' })
  }
  const row = await db.queryOne(WRITE_HOSTS, [userId, name, hosts])
  if (!row) throw missingSecret()
  return row
}

const missingSecret = () => refusal('NOT_FOUND', 'NO_SUCH_SECRET', {})

/** Values that flows use and nobody reads back, sealed under the master key. */
export function createSecrets({ db, box }: { db: Executor; box: SecretBox }): Secrets {
  return {
    handlers: {
      async list(_, ctx) {
        const rows = await db.query(LIST_SECRETS, [ctx.owner])
        const uses = await readUses(db, ctx)
        return rows.map((row) => toSecret(row, uses))
      },
      async set({ name, value, hosts }, ctx) {
        const { owner: userId, principal } = ctx
        if (value === undefined) {
          const changed = await changeHosts(db, { userId, name, hosts, via: principal.via })
          return toSecret(changed, await readUses(db, ctx))
        }
        const others = await db.queryOne(COUNT_OTHER_SECRETS, [userId, name])
        if ((others?.count ?? 0) >= MAX_SECRETS) {
          throw refusal('CONFLICT', 'TOO_MANY_SECRETS', { most: MAX_SECRETS })
        }
        if ((others?.isNew ?? true) && hosts === undefined) {
          throw refusal('BAD_REQUEST', 'SECRET_HOSTS_MISSING', {})
        }
        const sealed = box.seal(value, flowSecretContext(userId, name))
        const row = await db.queryOne(WRITE_SECRET, [userId, name, sealed, hosts ?? null])
        if (!row) throw new Error('the secret was not written')
        return toSecret(row, await readUses(db, ctx))
      },
      async delete({ name }, { owner }) {
        const gone = await db.queryOne(DELETE_SECRET, [owner, name])
        if (!gone) throw missingSecret()
        return { success: true }
      },
    },
    async listHosts(executor, userId) {
      const rows = await executor.query(LIST_SECRETS, [userId])
      return new Map(rows.map(({ name, hosts }) => [name, hosts]))
    },
    async read(userId, names) {
      if (names.length === 0) return new Map()
      const rows = await db.query(READ_SECRETS, [userId, [...new Set(names)]])
      return new Map(
        rows.map(({ name, sealed, hosts }) => [
          name,
          { value: box.open(sealed, flowSecretContext(userId, name)), hosts },
        ]),
      )
    },
  }
}
