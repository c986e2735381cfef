import { readFileSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { migrateDatabase } from '../../src/db/migrate.ts'
import { readMigrations } from '../../src/db/migration-files.ts'
import { runOnServer, toDatabaseUrl } from '../support/database-server.ts'
import { useMigrationWalk } from '../support/migration-walk.ts'

const MIGRATIONS = readMigrations()
const SCHEMA_FILE = path.resolve(import.meta.dirname, '../../docs/schema.sql')
const server = inject('testServer')
const names: string[] = []
const walk = useMigrationWalk('upgrade')
let newest: string[]

/** A database of its own with the first `count` migrations in it. */
async function withDatabase<T>(work: (client: pg.Client, upgrade: (count: number) => Promise<void>) => T) {
  const name = `parley_upgrade_${process.pid}_${names.length}`
  names.push(name)
  await runOnServer(server.url, `create database ${name}`)
  const url = toDatabaseUrl(server.url, name)
  const client = new pg.Client({ connectionString: url })
  const pool = new pg.Pool({ connectionString: url })
  pool.on('error', () => {})
  pool.on('connect', (connected) => connected.on('error', () => {}))
  await client.connect()
  try {
    return await work(client, (count) => migrateDatabase(client, pool, MIGRATIONS.slice(0, count)))
  } finally {
    await client.end()
    await pool.end()
  }
}

/** All that a schema of ours is made of, a line each. */
async function describeSchema(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    select concat_ws(' ', 'column', table_name, column_name, udt_name, is_nullable, identity_generation,
        generation_expression, column_default) as line
      from information_schema.columns where table_schema = 'public'
    union all select 'index ' || indexdef from pg_indexes where schemaname = 'public'
    union all select 'constraint ' || conrelid::regclass || ' ' || pg_get_constraintdef(oid) from pg_constraint
      where connamespace = 'public'::regnamespace
    union all select 'trigger ' || pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
      and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
    union all select 'function ' || pg_get_functiondef(p.oid) from pg_proc p
      where pronamespace = 'public'::regnamespace and prokind = 'f'
    order by 1`)
  return rows.map((row) => row.line)
}

interface Column {
  table: string
  name: string
  type: string
  isNeeded: boolean
  parentTable: string | null
  parentColumn: string | null
}

/** Every column that can be written, with what it refers to. */
const COLUMNS = `
  select c.relname as "table", a.attname as name, t.typname as type,
    a.attnotnull and d.oid is null as "isNeeded", k.parent as "parentTable", k.parent_column as "parentColumn"
  from pg_class c
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  join pg_type t on t.oid = a.atttypid
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  left join lateral (
    select f.confrelid::regclass::text as parent, pa.attname as parent_column
    from pg_constraint f
    join pg_attribute pa on pa.attrelid = f.confrelid and pa.attnum = f.confkey[1]
    where f.contype = 'f' and f.conrelid = c.oid and f.conkey[1] = a.attnum and f.confrelid <> f.conrelid
  ) k on true
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attidentity = '' and a.attgenerated = ''
  order by 1, a.attnum`

const VALUES: Record<string, unknown> = {
  uuid: '7e51c0de-0000-4000-8000-000000000001',
  text: 'kept',
  jsonb: '{}',
  bytea: Buffer.from('kept'),
  bool: true,
  timestamptz: '2026-01-02T03:04:05Z',
  int2: 7,
  int4: 7,
  int8: 7,
  float8: 7,
  _text: ['kept'],
  tsvector: 'kept',
}

async function countApplied(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select count(*)::int as count from parley_migrations.applied')
  return rows[0].count
}

/** One row in every table, those that others refer to first. Answers the tables. */
async function fillEveryTable(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<Column>(COLUMNS)
  const tables = Map.groupBy(rows, (column) => column.table)
  const filled: string[] = []
  const isReady = (columns: Column[]) =>
    columns.every(
      ({ parentTable, isNeeded }) => !isNeeded || !parentTable || filled.includes(bare(parentTable)),
    )
  while (filled.length < tables.size) {
    const next = [...tables].find(([table, columns]) => !filled.includes(table) && isReady(columns))
    if (!next) throw new Error(`tables refer to each other in a ring beside ${filled.join(', ')}`)
    await fillTable(client, ...next)
    filled.push(next[0])
  }
  return filled
}

const bare = (table: string): string => table.replaceAll('"', '')

async function fillTable(client: pg.Client, table: string, columns: Column[]): Promise<void> {
  const needed = columns.filter(({ isNeeded }) => isNeeded)
  const values: unknown[] = []
  const toValue = ({ type, parentTable, parentColumn }: Column) =>
    parentTable
      ? `(select "${parentColumn}" from ${parentTable} limit 1)`
      : `$${values.push(VALUES[type])}::${type}`
  const names = needed.map(({ name }) => `"${name}"`).join(', ')
  const row = needed.length === 0 ? 'default values' : `(${names}) values (${needed.map(toValue).join(', ')})`
  // Of some there is one row ever, which a migration made.
  await client.query(`insert into "${table}" ${row} on conflict do nothing`, values)
}

/** Columns that have another name since, by their table. */
const RENAMED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  inbound_event: { payload: 'event' },
}

/** A row of before under the names that its columns have now. */
function toPresentNames(table: string, row: Record<string, unknown>): Record<string, unknown> {
  const names = RENAMED[table] ?? {}
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value]))
}

/** A row of each table, as JSON. */
async function readRows(
  client: pg.Client,
  tables: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const asked = tables.map(
    (table) => `select '${table}' as "table", (select to_jsonb(t) from "${table}" t limit 1) as row`,
  )
  const { rows } = await client.query<{ table: string; row: Record<string, unknown> }>(
    asked.join(' union all '),
  )
  return new Map(rows.map(({ table, row }) => [table, row]))
}

beforeAll(async () => {
  newest = await withDatabase(async (client, upgrade) => {
    await upgrade(MIGRATIONS.length)
    return describeSchema(client)
  })
})

afterAll(async () => {
  for (const name of names) await runOnServer(server.url, `drop database ${name} with (force)`)
})

test('docs/schema.sql, which people read, makes the schema that the migrations make', async () => {
  await withDatabase(async (client) => {
    await client.query(readFileSync(SCHEMA_FILE, 'utf8'))
    expect(await describeSchema(client)).toEqual(newest)
  })
})

test.each(MIGRATIONS.slice(0, -1).map(({ name }, at) => [name, at + 1] as const))(
  'a database as %s left it becomes the newest one, and keeps a row of every table',
  async (_name, count) => {
    await walk.at(count, async (client, pool) => {
      expect(await countApplied(client)).toBe(count)
      const tables = await fillEveryTable(client)
      const before = await readRows(client, tables)
      await migrateDatabase(client, pool)
      expect(await countApplied(client)).toBe(MIGRATIONS.length)
      expect(await describeSchema(client)).toEqual(newest)
      const after = await readRows(client, tables)
      for (const table of tables) {
        const row = before.get(table)
        if (!row) throw new Error(`${table} has no row`)
        expect(after.get(table), table).toMatchObject(toPresentNames(table, row))
      }
    })
  },
)

test('keys that could bring secrets to use before they were asked for it may do so after an upgrade, and no others', async () => {
  await withDatabase(async (client, upgrade) => {
    await upgrade(MIGRATIONS.findIndex(({ name }) => name === '0022_keys_use_secrets'))
    const given = {
      all: null,
      flows: ['chat:read', 'flows:write'],
      runs: ['runs:write', 'runs:read'],
      secrets: ['secrets:write', 'flows:read'],
    }
    await client.query(`insert into "user" (id, name, email) values ('u', 'Test', 'test@example.org')`)
    for (const [name, scopes] of Object.entries(given)) {
      await client.query(
        `insert into api_key (id, user_id, name, hash, prefix, last_four, scopes)
         values (gen_random_uuid(), 'u', $1, convert_to($1, 'utf8'), 'parley_', 'abcd', $2)`,
        [name, scopes],
      )
    }
    await upgrade(MIGRATIONS.length)
    const { rows } = await client.query<{ name: string; scopes: string[] | null }>(
      'select name, scopes from api_key',
    )
    expect(Object.fromEntries(rows.map(({ name, scopes }) => [name, scopes]))).toEqual({
      ...given,
      flows: [...given.flows, 'secrets:use'],
      runs: [...given.runs, 'secrets:use'],
    })
  })
})

test('the table of events, which may be large, is not written anew for the version of what it stores', async () => {
  await withDatabase(async (client, upgrade) => {
    await upgrade(MIGRATIONS.findIndex(({ name }) => name === '0027_stored_events'))
    const readFile = async () =>
      (await client.query(`select pg_relation_filenode('inbound_event') as file`)).rows[0].file
    const file = await readFile()
    await upgrade(MIGRATIONS.length)
    expect(await readFile()).toBe(file)
  })
})

test('each account has a workspace with all that was its own after an upgrade, and nobody else is in it', async () => {
  await withDatabase(async (client, upgrade) => {
    await upgrade(MIGRATIONS.findIndex(({ name }) => name === '0040_workspaces'))
    for (const [id, plan] of [
      ['ana', 'pro'],
      ['bob', 'free'],
    ]) {
      await client.query('insert into "user" (id, name, email, plan) values ($1, $1, $1, $2)', [id, plan])
      await client.query(
        `insert into client (id, user_id, name, network) values (gen_random_uuid(), $1, $1, 'sandbox')`,
        [id],
      )
      await client.query(`insert into flow (id, user_id, name) values (gen_random_uuid(), $1, $1)`, [id])
      await client.query(`insert into secret (user_id, name, sealed) values ($1, 'token', $1)`, [id])
      await client.query(
        `insert into api_key (id, user_id, name, hash, prefix, last_four)
         values (gen_random_uuid(), $1, $1, convert_to($1, 'utf8'), 'parley_', 'abcd')`,
        [id],
      )
    }
    await upgrade(MIGRATIONS.length)
    const { rows } = await client.query<object>(
      `select m.user_id as person, m.role, w.plan, k.name as client, f.name as flow, s.sealed as secret, a.name as key,
         coalesce(k.created_by, k.user_id) as maker
       from workspace w join workspace_member m on m.workspace_id = w.id join client k on k.user_id = w.id
       join flow f on f.user_id = w.id join secret s on s.user_id = w.id
       join api_key a on coalesce(a.workspace_id, a.user_id) = w.id order by 1`,
    )
    const allOf = (id: string, plan: string) => ({
      ...{ person: id, role: 'owner', plan, client: id, flow: id, secret: id, key: id, maker: id },
    })
    expect(rows).toEqual([allOf('ana', 'pro'), allOf('bob', 'free')])
    // The build of before makes an account while it is being replaced.
    await client.query(`insert into "user" (id, name, email) values ('eve', 'Eve', 'eve')`)
    const { rows: late } = await client.query(
      `select workspace_id from workspace_member where user_id = 'eve' and role = 'owner'`,
    )
    expect(late).toEqual([{ workspace_id: 'eve' }])
  })
})
