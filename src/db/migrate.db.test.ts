import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { endChildren, startChild } from '../../test/support/child-process.ts'
import { runOnServer, toDatabaseUrl } from '../../test/support/database-server.ts'
import { openDatabase } from './client.ts'
import { migrateDatabase } from './migrate.ts'
import { type Migration, readMigrations } from './migration-files.ts'

const CHILD = path.resolve(import.meta.dirname, '../../test/support/database-child.ts')
const server = inject('testServer')
let name = ''
let url = ''

beforeEach(async () => {
  name = `parley_migrate_${process.pid}_${Date.now()}`
  url = toDatabaseUrl(server.url, name)
  await runOnServer(server.url, `create database ${name}`)
})

afterEach(async () => {
  await endChildren()
  await runOnServer(server.url, `drop database ${name} with (force)`)
})

async function readTables(): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const found = await client.query<{ name: string }>(
    "select schemaname || '.' || tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  )
  await client.end()
  return found.rows.map((row) => row.name)
}

async function migrateTo(migrations: readonly Migration[]): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  const pool = new pg.Pool({ connectionString: url })
  await client.connect()
  try {
    await migrateDatabase(client, pool, migrations)
  } finally {
    await client.end()
    await pool.end()
  }
}

/** Hash and moment of each step that the database was made by. */
async function readNoted(): Promise<[string, number][]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ hash: string; at: string }>(
    'select hash, created_at::text as at from parley_migrations.applied order by id',
  )
  await client.end()
  return rows.map(({ hash, at }) => [hash, Number(at)])
}

describe('migrations', () => {
  it('run once when four processes start at once on an empty database', async () => {
    const settings = JSON.stringify({ databaseUrl: url })
    const children = [1, 2, 3, 4].map(() => startChild(CHILD, [settings]))
    await Promise.all(children.map((child) => child.waitFor('open')))
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    const applied = await client.query('select hash from parley_migrations.applied')
    await client.end()
    const hashes = applied.rows.map((row: { hash: string }) => row.hash)
    expect(hashes.length).toBeGreaterThan(0)
    expect(new Set(hashes).size).toBe(hashes.length)
    expect(await readTables()).toEqual(
      expect.arrayContaining(['public.client', 'public.message', 'graphile_worker._private_jobs']),
    )
  })

  it('leave nothing behind when one of them fails, and say which', async () => {
    const bad = { name: '9999_bad', sql: 'create table half (n int); nonsense;', hash: 'bad', notedAt: null }
    await expect(migrateTo([...readMigrations(), bad])).rejects.toThrow('9999_bad failed')
    expect((await readTables()).filter((table) => /^(public|parley_migrations)\./.test(table))).toEqual([])
    const db = await openDatabase({ databaseUrl: url })
    await db.close()
    expect(await readTables()).toContain('public.client')
  })

  it('are noted as builds before noted them, and as now where those know nothing of them', async () => {
    const later = { name: '9999_later', sql: 'create table later (n int);', hash: 'later', notedAt: null }
    const before = Date.now()
    await migrateTo([...readMigrations(), later])
    const noted = await readNoted()
    expect(noted.slice(0, -1)).toEqual(
      readMigrations().map(({ hash, notedAt }) => [hash, notedAt ?? expect.any(Number)]),
    )
    expect(noted.at(-1)?.[0]).toBe('later')
    expect(noted.at(-1)?.[1]).toBeGreaterThanOrEqual(before)
    await migrateTo([...readMigrations(), later])
    expect(await readNoted()).toEqual(noted)
  })

  it('are all applied that a database lacks, and one that came too late for it is named', async () => {
    const known = readMigrations()
    await migrateTo(known.slice(0, 3))
    await migrateTo(known)
    const applied = await readNoted()
    expect(applied).toHaveLength(known.length)
    const late = { name: '0001_late', sql: 'create table late (n int);', hash: 'late', notedAt: null }
    await expect(migrateTo(known.toSpliced(1, 0, late))).rejects.toThrow('0001_late')
    expect(await readNoted()).toEqual(applied)
    expect(await readTables()).not.toContain('public.late')
  })

  it('of a newer build are refused, and nothing is changed', async () => {
    const db = await openDatabase({ databaseUrl: url })
    await db.pool.query(
      "insert into parley_migrations.applied (hash, created_at) values ('newer', 4102444800000)",
    )
    await db.close()
    const before = await readTables()
    await expect(openDatabase({ databaseUrl: url })).rejects.toThrow('newer or another build')
    expect(await readTables()).toEqual(before)
  })
})

describe('a database that cannot be used', () => {
  const refusals: [string, (given: URL) => void, RegExp][] = [
    [
      'does not answer',
      (given) => {
        given.port = '1'
      },
      /cannot be reached.*See that it runs/,
    ],
    [
      'is on an unknown host',
      (given) => {
        given.hostname = 'no-such-host.invalid'
      },
      /No such host.*Correct DATABASE_URL/,
    ],
    [
      'refuses the password',
      (given) => {
        given.password = 'wrong'
      },
      /refused the user name or the password/,
    ],
    [
      'does not exist',
      (given) => {
        given.pathname = '/nowhere'
      },
      /no database of that name/,
    ],
  ]

  it.each(refusals)('because it %s is refused with what to do', async (_case, change, expected) => {
    const given = new URL(url)
    change(given)
    const opening = openDatabase({ databaseUrl: given.toString() })
    await expect(opening).rejects.toThrow(expected)
    await expect(opening).rejects.not.toThrow(new URL(url).password)
  })
})
