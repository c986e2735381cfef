import type { CallContext, Handlers } from '../../contract/handlers.ts'
import { hasScope, type Scope } from '../../contract/scopes.ts'
import { refusal } from '../../core/errors.ts'
import type { Executor } from '../../db/transaction.ts'
import type { SecretBox } from '../../platform/secret-box.ts'
import { type ConnectionDeps, Connections, type ShownBy } from './connections/connections.ts'
import {
  type ConnectionSettings,
  connectionSettingsContext,
  connectionTokensContext,
  listConfidentialOf,
  type MailServer,
} from './connections/settings.ts'
import type { SecretReader, StoredSecret } from './secret-call.ts'
import {
  COUNT_OTHER_SECRETS,
  DELETE_SECRET,
  LIST_SECRETS,
  LIST_USES,
  READ_CONFIDENTIAL,
  READ_SECRET,
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
  /** By name, a token where one is kept for it; only for what is about to leave. Names that do not exist are absent. */
  read: SecretReader['read']
  renew(userId: string, name: string, refused: string): Promise<boolean>
  /** The server that e-mail goes through by that name; null: there is none. */
  readMailServer(userId: string, name: string): Promise<MailServer | null>
  /** Those that somebody wrote down, by name: a token is no key of signatures. */
  readStored: SecretReader['read']
  /** All that may stand in no text: values, tokens, and what tokens are had with. */
  listConfidential(userId: string): Promise<ReadonlyMap<string, string>>
}

/** What a sealed secret belongs to. */
export const flowSecretContext = (userId: string, name: string): string => `secret:${userId}:${name}`

type Uses = ReadonlyMap<string, { id: string; name: string }[]> | null

/** Published flows by the secret they name. Null for a key that may not read flows: their names are none of its business. */
async function readUses(
  db: Executor,
  { owner, principal }: Pick<CallContext, 'owner' | 'principal'>,
): Promise<Uses> {
  if (!hasScope(principal, READ_FLOWS)) return null
  const rows = await db.query(LIST_USES, [owner])
  return Map.groupBy(rows, ({ secret }) => secret)
}

function toSecret(row: SecretRow, uses: Uses) {
  return {
    name: row.name,
    hosts: row.hosts,
    connection: row.connection,
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

/** What is stored under a name that a plain value has, or a connection, is not replaced by the other. */
interface NewName {
  userId: string
  name: string
  hosts: readonly string[] | undefined
  isConnection: boolean
}

async function refuseName(db: Executor, { userId, name, hosts, isConnection }: NewName): Promise<void> {
  const others = await db.queryOne(COUNT_OTHER_SECRETS, [userId, name])
  if ((others?.count ?? 0) >= MAX_SECRETS)
    throw refusal('CONFLICT', 'TOO_MANY_SECRETS', { most: MAX_SECRETS })
  const isNew = others?.isNew ?? true
  if (isNew && hosts === undefined) throw refusal('BAD_REQUEST', 'SECRET_HOSTS_MISSING', {})
  if (isNew) return
  const row = await db.queryOne(READ_SECRET, [userId, name])
  if (row && (row.connection !== null) !== isConnection) throw refusal('CONFLICT', 'SECRET_OF_OTHER_KIND', {})
}

/** Values that flows use and nobody reads back, sealed under the master key, and connections that get theirs by themselves. */
export function createSecrets(deps: ConnectionDeps): Secrets {
  const { db, box } = deps
  const connections = new Connections(deps)
  const { tokens } = connections
  const readStored: SecretReader['read'] = async (userId, names) => {
    const rows = await readRows(db, userId, names)
    return new Map(rows.filter(({ kind }) => kind === null).map((row) => openSecret(box, userId, row)))
  }
  return {
    handlers: { ...createHandlers(deps), connections: connections.createHandlers(createShowing(deps)) },
    async listHosts(executor, userId) {
      const rows = await executor.query(LIST_SECRETS, [userId])
      return new Map(rows.map(({ name, hosts }) => [name, hosts]))
    },
    async read(userId, names) {
      const rows = await readRows(db, userId, names)
      const values = rows.filter(({ kind }) => kind !== 'smtp')
      const opened = values.map(async (row): Promise<[string, StoredSecret]> => {
        if (row.kind === null) return openSecret(box, userId, row)
        const { name, hosts } = row
        return [name, { value: await tokens.take({ userId, name }), hosts, isToken: true }]
      })
      return new Map(await Promise.all(opened))
    },
    readMailServer: (...of) => connections.readMailServer(...of),
    renew: (userId, name, refused) => tokens.renew({ userId, name }, refused),
    readStored,
    async listConfidential(userId) {
      const rows = await db.query(READ_CONFIDENTIAL, [userId])
      return new Map(rows.flatMap((row) => openConfidential(box, userId, row)))
    },
  }
}

async function readRows(db: Executor, userId: string, names: readonly string[]) {
  return names.length === 0 ? [] : db.query(READ_SECRETS, [userId, [...new Set(names)]])
}

const openSecret = (
  box: SecretBox,
  userId: string,
  { name, sealed, hosts }: { name: string; sealed: string; hosts: string[] | null },
): [string, StoredSecret] => [name, { value: box.open(sealed, flowSecretContext(userId, name)), hosts }]

function openConfidential(
  box: SecretBox,
  userId: string,
  row: { name: string; sealed: string; sealedSettings: string | null; sealedTokens: string | null },
): [string, string][] {
  const { name, sealed, sealedSettings, sealedTokens } = row
  if (sealedSettings === null) return [[name, box.open(sealed, flowSecretContext(userId, name))]]
  const settings = JSON.parse(box.open(sealedSettings, connectionSettingsContext(userId, name)))
  const tokens: Record<string, string | null> =
    sealedTokens === null ? {} : JSON.parse(box.open(sealedTokens, connectionTokensContext(userId, name)))
  const values = [...listConfidentialOf(settings as ConnectionSettings), ...Object.values(tokens)]
  return values.flatMap((value, index) => (value ? [[`${name} ${index}`, value]] : []))
}

/** What operations on connections do with the names that they have in common with other secrets. */
function createShowing({ db, box }: ConnectionDeps): ShownBy {
  return {
    async show(name, ctx) {
      const row = await db.queryOne(READ_SECRET, [ctx.owner, name])
      if (!row) throw missingSecret()
      return toSecret(row, await readUses(db, ctx))
    },
    async keepName(tx, userId, name, hosts) {
      await refuseName(tx, { userId, name, hosts, isConnection: true })
      // Its value is nothing by itself.
      const sealed = box.seal('', flowSecretContext(userId, name))
      await tx.query(WRITE_SECRET, [userId, name, sealed, hosts ?? null])
    },
  }
}

function createHandlers({ db, box }: ConnectionDeps): Omit<Handlers['secrets'], 'connections'> {
  return {
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
      await refuseName(db, { userId, name, hosts, isConnection: false })
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
  }
}
