import type { Pool } from 'pg'
import { credentialContext, keyContext } from '../../features/clients/index.ts'
import { incomingTokenContext } from '../../features/incoming-webhooks/index.ts'
import { proxyPasswordContext } from '../../features/proxies/index.ts'
import {
  agreementContext,
  connectionSettingsContext,
  connectionTokensContext,
  flowSecretContext,
} from '../../features/secrets/index.ts'
import { serviceSecretContext } from '../../features/users/index.ts'
import { webhookSecretContext } from '../../features/webhooks/index.ts'
import type { SecretBox } from '../../platform/secret-box.ts'

/** A column whose values are sealed, and what each value belongs to by the primary key of its row. */
export interface SealedColumn {
  table: string
  column: string
  type: 'text' | 'bytea'
  keys: readonly (readonly [name: string, type: 'uuid' | 'text'])[]
  contextOf(keys: readonly string[]): string
}

const id = [['id', 'uuid']] as const
const NAMED = [
  ['user_id', 'text'],
  ['name', 'text'],
] as const

/** Every column of the database that is sealed under the master key; a test compares it with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  {
    ...{ table: 'service_secret', column: 'sealed', type: 'text' },
    keys: [['name', 'text']],
    contextOf: ([name = '']) => serviceSecretContext(name),
  },
  {
    ...{ table: 'proxy', column: 'password_sealed', type: 'text' },
    keys: id,
    contextOf: ([proxyId = '']) => proxyPasswordContext(proxyId),
  },
  ...(['sealed_secret', 'sealed_previous'] as const).map(
    (column): SealedColumn => ({
      ...{ table: 'webhook', column, type: 'text' },
      keys: id,
      contextOf: ([webhookId = '']) => webhookSecretContext(webhookId),
    }),
  ),
  {
    ...{ table: 'secret', column: 'sealed', type: 'text' },
    keys: NAMED,
    contextOf: ([userId = '', name = '']) => flowSecretContext(userId, name),
  },
  {
    ...{ table: 'connection', column: 'sealed_settings', type: 'text' },
    keys: NAMED,
    contextOf: ([userId = '', name = '']) => connectionSettingsContext(userId, name),
  },
  {
    ...{ table: 'connection', column: 'sealed_tokens', type: 'text' },
    keys: NAMED,
    contextOf: ([userId = '', name = '']) => connectionTokensContext(userId, name),
  },
  {
    ...{ table: 'agreement', column: 'sealed', type: 'text' },
    keys: [['state_hash', 'text']],
    contextOf: ([stateHash = '']) => agreementContext(stateHash),
  },
  {
    ...{ table: 'incoming_webhook', column: 'sealed_token', type: 'text' },
    keys: [
      ['flow_id', 'uuid'],
      ['node_id', 'text'],
    ],
    contextOf: ([flowId = '', nodeId = '']) => incomingTokenContext(flowId, nodeId),
  },
  {
    ...{ table: 'credential', column: 'value', type: 'bytea' },
    keys: [['client_id', 'uuid']],
    contextOf: ([clientId = '']) => credentialContext(clientId),
  },
  {
    ...{ table: 'credential_key', column: 'value', type: 'bytea' },
    keys: [
      ['client_id', 'uuid'],
      ['type', 'text'],
      ['id', 'text'],
    ],
    contextOf: ([clientId = '', type = '', keyId = '']) => keyContext(clientId, type, keyId),
  },
]

const PAGE = 500

interface StaleRow {
  keys: string[]
  value: string | Buffer
}

/** Condition under which a value is not under the key that seals now. The mark is hexadecimal: nothing to escape. */
function buildStale({ column, type }: SealedColumn, box: SecretBox): string {
  const { text, bytes } = box.currentMark()
  return type === 'text'
    ? `left(${column}, ${text.length}) <> '${text}'`
    : `substring(${column} from 1 for ${bytes.length}) <> '\\x${bytes.toString('hex')}'::bytea`
}

/** How many values are still under another key, or under none. */
export async function countStale(pool: Pool, box: SecretBox): Promise<number> {
  let total = 0
  for (const sealed of SEALED_COLUMNS) {
    const { rows } = await pool.query<{ count: number }>(
      `select count(*)::int as count from ${sealed.table} where ${buildStale(sealed, box)}`,
    )
    total += rows[0]?.count ?? 0
  }
  return total
}

function resealValue(sealed: SealedColumn, box: SecretBox, { keys, value }: StaleRow): string | Buffer {
  const context = sealed.contextOf(keys)
  if (typeof value === 'string') return box.seal(box.open(value, context), context)
  return box.sealBytes(box.openBytes(value, context), context)
}

/**
 * Writes back what nobody changed meanwhile. It never waits for a row that somebody else holds, so it cannot stand in
 * the way of a commit that waits for one of its own; such rows are left for the next pass.
 */
function buildUpdate({ table, column, type, keys }: SealedColumn): string {
  const names = keys.map((_, i) => `k${i}`)
  const params = [
    ...names.map((_, i) => `$${i + 1}::text[]`),
    `$${keys.length + 1}::${type}[]`,
    `$${keys.length + 2}::${type}[]`,
  ]
  const same = keys.map(([name, keyType], i) => `t.${name} = w.k${i}::${keyType}`)
  return `with w as (select * from unnest(${params.join(', ')}) as w(${[...names, 'old', 'new'].join(', ')})),
    free as (
      select t.ctid as place, w.new from ${table} t join w on ${[...same, `t.${column} = w.old`].join(' and ')}
      for update of t skip locked
    )
    update ${table} t set ${column} = free.new from free where t.ctid = free.place`
}

async function resealPage(
  pool: Pool,
  sealed: SealedColumn,
  box: SecretBox,
  rows: readonly StaleRow[],
): Promise<number> {
  const result = await pool.query(buildUpdate(sealed), [
    ...sealed.keys.map((_, i) => rows.map(({ keys }) => keys[i])),
    rows.map(({ value }) => value),
    rows.map((row) => resealValue(sealed, box, row)),
  ])
  return result.rowCount ?? 0
}

async function resealColumn(pool: Pool, sealed: SealedColumn, box: SecretBox): Promise<number> {
  const reader = await pool.connect()
  let resealed = 0
  try {
    await reader.query('begin read only')
    const keys = sealed.keys.map(([name]) => `${name}::text`).join(', ')
    await reader.query(
      `declare stale no scroll cursor for
       select array[${keys}] as keys, ${sealed.column} as value from ${sealed.table} where ${buildStale(sealed, box)}`,
    )
    for (;;) {
      const { rows } = await reader.query<StaleRow>(`fetch ${PAGE} from stale`)
      if (rows.length > 0) resealed += await resealPage(pool, sealed, box, rows)
      if (rows.length < PAGE) return resealed
    }
  } finally {
    await reader.query('rollback').finally(() => reader.release())
  }
}

/**
 * Puts every sealed value under the key that seals now, beside a running service. What was done stays done, so a run
 * that was cut off is simply run again. Answers how many values were written.
 */
export async function resealAll(pool: Pool, box: SecretBox): Promise<number> {
  let total = 0
  for (const sealed of SEALED_COLUMNS) total += await resealColumn(pool, sealed, box)
  return total
}
