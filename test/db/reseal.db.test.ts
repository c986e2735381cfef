import { randomBytes } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { countStale, resealAll, SEALED_COLUMNS } from '../../src/bin/keys/reseal.ts'
import { proxyPasswordContext } from '../../src/features/proxies/index.ts'
import { flowSecretContext } from '../../src/features/secrets/index.ts'
import { webhookSecretContext } from '../../src/features/webhooks/index.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { StoredCredentials } from '../../src/worker/lease/credential-store.ts'
import { createGroupCommitter } from '../../src/worker/lease/group-commit.ts'
import { createLeaseTable } from '../../src/worker/lease/lease.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient, insertUser } from '../support/fixtures.ts'

const database = useTestDatabase()
const [oldKey, newKey] = [randomBytes(32), randomBytes(32)]
const oldBox = createSecretBox([oldKey])
const bothBox = createSecretBox([newKey, oldKey])
const newBox = createSecretBox([newKey])
const SESSIONS = 1_200

let userId: string
let clientId: string

async function openStore(box: typeof oldBox, owner: string) {
  const { pool } = database()
  const committer = createGroupCommitter({ pool, owner, log: silentLog, box })
  await pool.query("update client_lease set expires_at = now() - interval '1 s' where client_id = $1", [
    clientId,
  ])
  const lease = await createLeaseTable({ pool, owner }).acquire(clientId)
  if (!lease) throw new Error('the lease was refused')
  return new StoredCredentials({ pool, committer, lease })
}

const key = (id: number, text: string) => ({ type: 'session', id: String(id), value: Buffer.from(text) })
const ALL = Array.from({ length: SESSIONS }, (_, i) => i)

beforeEach(async () => {
  const { pool } = database()
  userId = await insertUser(pool)
  clientId = await insertClient(pool, { userId })
  await pool.query('insert into secret (user_id, name, sealed) values ($1, $2, $3)', [
    userId,
    'shop',
    oldBox.seal('sesame', flowSecretContext(userId, 'shop')),
  ])
  await pool.query(
    `insert into webhook (id, user_id, url, sealed_secret, sealed_previous, cursor) values ($1, $2, 'https://a.test', $3, $4, 0)`,
    [clientId, userId, ...['now', 'before'].map((text) => oldBox.seal(text, webhookSecretContext(clientId)))],
  )
  await pool.query(
    `insert into proxy (id, protocol, host, port, password_sealed, owner_id) values ($1, 'http', 'proxy.test', 80, $2, $1)`,
    [clientId, oldBox.seal('hidden', proxyPasswordContext(clientId))],
  )
  const store = await openStore(oldBox, 'old')
  await store.commit({ credentials: Buffer.from('{"me":1}'), keys: ALL.map((i) => key(i, `session ${i}`)) })
})

test('every sealed column of the schema is one that is sealed anew', async () => {
  const { rows } = await database().pool.query<{ name: string }>(
    `select table_name || '.' || column_name as name from information_schema.columns
     where table_schema = 'public' and (column_name like '%sealed%' or (table_name like 'credential%' and data_type = 'bytea'))`,
  )
  const known = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  expect(rows.map(({ name }) => name).toSorted()).toEqual(known.toSorted())
})

test('nothing of credentials and keys can be read in the database', async () => {
  const { rows } = await database().pool.query<{ value: Buffer }>(
    'select value from credential union all select value from credential_key',
  )
  expect(rows.length).toBeGreaterThan(SESSIONS)
  for (const { value } of rows) {
    expect(value.toString('latin1')).not.toContain('session')
    expect(value.toString('latin1')).not.toContain('"me"')
  }
})

test('all is sealed anew while hosts with both keys write, and opens with the new key alone', async () => {
  const { pool } = database()
  const store = await openStore(bothBox, 'running')
  let writing = true
  const last = new Map<number, string>()
  const traffic = (async () => {
    for (let round = 0; writing; round += 1) {
      const ids = Array.from({ length: 20 }, (_, i) => (round * 37 + i * 11) % SESSIONS)
      await store.commit({ keys: ids.map((id) => key(id, `round ${round}`)) })
      for (const id of ids) last.set(id, `round ${round}`)
    }
  })()
  const found = await store.readKeys('session', ['0'])
  expect(found.size).toBe(1)
  while ((await countStale(pool, bothBox)) > 0) await resealAll(pool, bothBox)
  writing = false
  await traffic
  expect(await countStale(pool, newBox)).toBe(0)

  const fresh = await openStore(newBox, 'new')
  expect(Buffer.from((await fresh.readCredentials()) ?? []).toString()).toBe('{"me":1}')
  const keys = await fresh.readKeys('session', ALL.map(String))
  expect(last.size).toBeGreaterThan(0)
  for (const id of ALL)
    expect(Buffer.from(keys.get(String(id)) ?? []).toString()).toBe(last.get(id) ?? `session ${id}`)
  const { rows } = await pool.query<{ sealed: string }>('select sealed from secret where user_id = $1', [
    userId,
  ])
  expect(newBox.open(rows[0]!.sealed, flowSecretContext(userId, 'shop'))).toBe('sesame')
  const hooks = await pool.query<{ a: string; b: string }>(
    'select sealed_secret as a, sealed_previous as b from webhook where user_id = $1',
    [userId],
  )
  expect(newBox.open(hooks.rows[0]!.a, webhookSecretContext(clientId))).toBe('now')
  expect(newBox.open(hooks.rows[0]!.b, webhookSecretContext(clientId))).toBe('before')
})

test('what earlier versions stored in the clear is read, and sealed with the rest', async () => {
  const { pool } = database()
  await pool.query('update credential set value = $2 where client_id = $1', [
    clientId,
    Buffer.from('{"plain":1}'),
  ])
  const store = await openStore(bothBox, 'running')
  expect(Buffer.from((await store.readCredentials()) ?? []).toString()).toBe('{"plain":1}')
  await resealAll(pool, bothBox)
  expect(await countStale(pool, bothBox)).toBe(0)
  expect(Buffer.from((await store.readCredentials()) ?? []).toString()).toBe('{"plain":1}')
})

test('a run that was cut off is simply run again', async () => {
  const { pool } = database()
  const cut = pool.query.bind(pool)
  let calls = 0
  const failing = Object.assign(Object.create(pool), {
    query: (...args: Parameters<typeof pool.query>) => {
      calls += 1
      if (calls > 6) throw new Error('cut off')
      return cut(...args)
    },
  }) as typeof pool
  await expect(resealAll(failing, bothBox)).rejects.toThrow('cut off')
  const left = await countStale(pool, bothBox)
  expect(left).toBeGreaterThan(0)
  await resealAll(pool, bothBox)
  expect(await countStale(pool, bothBox)).toBe(0)
})
