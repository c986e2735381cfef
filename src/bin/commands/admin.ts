import { SCOPES } from '../../contract/scopes.ts'
import { Refusal } from '../../core/errors.ts'
import { isUuid } from '../../core/uuid.ts'
import { type Database, openDatabase } from '../../db/client.ts'
import type { Executor, Transaction } from '../../db/transaction.ts'
import { createAuditStore, noteCommand } from '../../features/audit/index.ts'
import { createClientStore } from '../../features/clients/index.ts'
import {
  createKeyService,
  createKeyStore,
  type KeyResource,
  type KeyScope,
} from '../../features/keys/index.ts'
import { createUserService, createUserStore } from '../../features/users/index.ts'
import { type Config, loadConfig } from '../../platform/config.ts'
import { newId } from '../../platform/ids.ts'
import {
  type Arguments,
  readArguments,
  readText,
  requireText,
  requireWords,
  UsageError,
} from '../arguments.ts'
import { type CommandIo, printLine } from '../io.ts'
import { readOperator } from '../operator.ts'

const USER_USAGE = 'user create --email E --password P [--admin] [--plan free|pro]'
const KEY_USAGE =
  'key create --email E --name N [--scopes S,...] [--clients ID,...] [--days N] | key list --email E | key revoke --email E ID'
const CLIENT_USAGE = 'client create --email E --name N [--network sandbox|whatsapp]'

/** The change and its row in the audit log, in one transaction. */
function change<T>(
  db: Database,
  operation: string,
  target: Record<string, unknown>,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    const done = await work(tx)
    await noteCommand(createAuditStore(tx), operation, { ...target, operator: readOperator() })
    return done
  })
}

/** Runs work on the same data as the service, whether that runs at the moment or not. */
export async function withDatabase<T>(
  io: CommandIo,
  work: (db: Database, config: Config) => Promise<T>,
  poolSize = 2,
): Promise<T> {
  const config = loadConfig(io.env)
  const db = await openDatabase({
    databaseUrl: config.databaseUrl,
    dataDir: config.dataDir,
    mode: 'admin',
    applicationName: 'parley-admin',
    poolSize,
  })
  try {
    return await work(db, config)
  } finally {
    await db.close()
  }
}

function requireVerb(args: readonly string[], verbs: readonly string[], usage: string): [string, string[]] {
  const [verb, ...rest] = args
  if (verb !== undefined && verbs.includes(verb)) return [verb, rest]
  throw new UsageError(`${verb ? `There is no "${verb}" here` : 'A word is missing'}. Usage: parley ${usage}`)
}

function readChoice<const T extends string>(
  value: string | undefined,
  choices: readonly T[],
  option: string,
): T | undefined {
  if (value === undefined) return undefined
  const choice = choices.find((known) => known === value)
  if (choice === undefined)
    throw new UsageError(`--${option} is one of ${choices.join(', ')}; "${value}" is not.`)
  return choice
}

export async function runUserCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [, rest] = requireVerb(args, ['create'], USER_USAGE)
  const parsed = readArguments(
    rest,
    {
      email: { type: 'string' },
      password: { type: 'string' },
      name: { type: 'string' },
      admin: { type: 'boolean' },
      plan: { type: 'string' },
    },
    USER_USAGE,
  )
  const plan = readChoice(readText(parsed, 'plan'), ['free', 'pro'], 'plan')
  const name = readText(parsed, 'name')
  const email = requireText(parsed, 'email', USER_USAGE)
  const password = requireText(parsed, 'password', USER_USAGE)
  const facts = { email, admin: parsed.values.admin === true, ...(plan ? { plan } : {}) }
  const user = await withDatabase(io, (db) =>
    change(db, 'users.create', facts, (tx) =>
      createUserService(createUserStore(tx)).create({ ...facts, password, ...(name ? { name } : {}) }),
    ),
  )
  printLine(io.stdout, user.id)
  return 0
}

const DAY_MS = 86_400_000

const splitList = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** What a new key is limited to; nothing given leaves it all that its owner may. */
function readKeyScope(parsed: Arguments): KeyScope {
  const scopes = splitList(readText(parsed, 'scopes'))
  const known: readonly string[] = SCOPES
  const unknown = scopes?.find((scope) => !known.includes(scope))
  if (unknown !== undefined)
    throw new UsageError(`There is no scope "${unknown}". The scopes are ${SCOPES.join(', ')}.`)
  const clientIds = splitList(readText(parsed, 'clients'))?.map((id) => id.toLowerCase())
  const wrong = clientIds?.find((id) => !isUuid(id))
  if (wrong !== undefined) throw new UsageError(`"${wrong}" is no id of a client.`)
  if (scopes?.length === 0 || clientIds?.length === 0)
    throw new UsageError('--scopes and --clients need at least one entry each, or leave them out.')
  const days = readText(parsed, 'days')
  if (days !== undefined && !/^[1-9]\d{0,3}$/.test(days))
    throw new UsageError(`--days is a number from 1 to 9999; "${days}" is not.`)
  const expiresAt = days === undefined ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString()
  return { scopes, clientIds, expiresAt }
}

function describeKey({ id, prefix, lastFour, name, ...key }: KeyResource): string {
  const state = key.revokedAt ? `revoked ${key.revokedAt}` : `last used ${key.lastUsedAt ?? 'never'}`
  const limits = [
    ...(key.expiresAt ? [`until ${key.expiresAt}`] : []),
    ...(key.scopes ? [`scopes ${key.scopes.join(',')}`] : []),
    ...(key.clientIds ? [`clients ${key.clientIds.join(',')}`] : []),
  ]
  return [id, `${prefix}…${lastFour}`, name, state, ...limits].join('  ')
}

const KEY_OPTIONS = {
  email: { type: 'string' },
  name: { type: 'string' },
  scopes: { type: 'string' },
  clients: { type: 'string' },
  days: { type: 'string' },
} as const

export async function runKeyCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [verb, rest] = requireVerb(args, ['create', 'list', 'revoke'], KEY_USAGE)
  const parsed = readArguments(rest, KEY_OPTIONS, KEY_USAGE)
  const email = requireText(parsed, 'email', KEY_USAGE)
  const name = verb === 'create' ? requireText(parsed, 'name', KEY_USAGE) : ''
  const scope = verb === 'create' ? readKeyScope(parsed) : {}
  return withDatabase(io, async (db) => {
    const { id: userId, workspaceId } = await createUserService(createUserStore(db)).findByEmail(email)
    const owner = { userId, workspaceId }
    const keysOf = (tx: Executor) => createKeyService(createKeyStore(tx))
    if (verb === 'create') {
      const make = (tx: Executor) => keysOf(tx).create(owner, name, scope)
      printLine(io.stdout, (await change(db, 'keys.create', { email, name, ...scope }, make)).key)
    }
    if (verb === 'revoke') {
      const [id] = requireWords(parsed, ['ID'], KEY_USAGE)
      await change(db, 'keys.revoke', { email, id }, (tx) => keysOf(tx).revoke(owner, id))
      printLine(io.stdout, 'revoked')
    }
    if (verb === 'list') {
      for (const key of await keysOf(db).list(owner)) printLine(io.stdout, describeKey(key))
    }
    return 0
  })
}

export async function runClientCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const [, rest] = requireVerb(args, ['create'], CLIENT_USAGE)
  const parsed = readArguments(
    rest,
    { email: { type: 'string' }, name: { type: 'string' }, network: { type: 'string' } },
    CLIENT_USAGE,
  )
  const network = readChoice(readText(parsed, 'network'), ['sandbox', 'whatsapp'], 'network') ?? 'whatsapp'
  const email = requireText(parsed, 'email', CLIENT_USAGE)
  const name = requireText(parsed, 'name', CLIENT_USAGE)
  return withDatabase(io, async (db) => {
    const user = await createUserService(createUserStore(db)).findByEmail(email)
    const row = { id: newId(), owner: user.workspaceId, userId: user.id, name, network }
    const client = await change(db, 'clients.create', { email, id: row.id, name, network }, (tx) =>
      createClientStore(tx).insert(row),
    )
    if (!client)
      throw new Refusal('INTERNAL_SERVER_ERROR', 'The client was not stored. Run the command again.')
    printLine(io.stdout, client.id)
    return 0
  })
}
