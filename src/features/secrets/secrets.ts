import type { Handlers } from '../../contract/handlers.ts'
import { Refusal } from '../../core/errors.ts'
import type { Executor } from '../../db/transaction.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import type { StoredSecret } from './secret-call.ts'
import {
  COUNT_OTHER_SECRETS,
  DELETE_SECRET,
  LIST_SECRETS,
  READ_SECRETS,
  type SecretRow,
  WRITE_HOSTS,
  WRITE_SECRET,
} from './store.ts'

const MAX_SECRETS = 200

export interface Secrets {
  handlers: Handlers['secrets']
  /** Names of a person's secrets, for checks of flows. */
  listNames(db: Executor, userId: string): Promise<ReadonlySet<string>>
  /** By name; only for what is about to leave. Names that do not exist are absent. */
  read(userId: string, names: readonly string[]): Promise<ReadonlyMap<string, StoredSecret>>
}

/** What a sealed secret belongs to. */
export const flowSecretContext = (userId: string, name: string): string => `secret:${userId}:${name}`

function toSecret(row: SecretRow) {
  return {
    name: row.name,
    hosts: row.hosts,
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
    throw new Refusal(
      'BAD_REQUEST',
      'value: give the value of the secret. Only signed-in people may leave it out, to change the hosts of a stored one.',
    )
  }
  const row = await db.queryOne(WRITE_HOSTS, [userId, name, hosts])
  if (!row) throw missingSecret()
  return row
}

const missingSecret = () => new Refusal('NOT_FOUND', 'No such secret. List the secrets to see their names.')

/** Values that flows use and nobody reads back, sealed under the master key. */
export function createSecrets({ db, box }: { db: Executor; box: SecretBox }): Secrets {
  return {
    handlers: {
      list: async (_, { principal }) => (await db.query(LIST_SECRETS, [principal.userId])).map(toSecret),
      async set({ name, value, hosts }, { principal: { userId, via } }) {
        if (value === undefined) return toSecret(await changeHosts(db, { userId, name, hosts, via }))
        const others = await db.queryOne(COUNT_OTHER_SECRETS, [userId, name])
        if ((others?.count ?? 0) >= MAX_SECRETS) {
          throw new Refusal(
            'CONFLICT',
            `There are ${MAX_SECRETS} secrets already; delete one that is not needed.`,
          )
        }
        if ((others?.isNew ?? true) && hosts === undefined) {
          throw new Refusal(
            'BAD_REQUEST',
            'Name the hosts that calls may take the secret to in “hosts”, such as ["api.example.com"].',
          )
        }
        const sealed = box.seal(value, flowSecretContext(userId, name))
        const row = await db.queryOne(WRITE_SECRET, [userId, name, sealed, hosts ?? null])
        if (!row) throw new Error('the secret was not written')
        return toSecret(row)
      },
      async delete({ name }, { principal }) {
        const gone = await db.queryOne(DELETE_SECRET, [principal.userId, name])
        if (!gone) throw missingSecret()
        return { success: true }
      },
    },
    async listNames(executor, userId) {
      return new Set((await executor.query(LIST_SECRETS, [userId])).map((row) => row.name))
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
