import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest'
import { endChildren, startChild } from '../../test/support/child-process.ts'
import { runOnServer, toDatabaseUrl } from '../../test/support/database-server.ts'
import { openDatabase } from './client.ts'
import { MIGRATIONS_FOLDER, migrateDatabase } from './migrate.ts'

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

  it('leave nothing behind when one of them fails', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-migrations-'))
    cpSync(MIGRATIONS_FOLDER, folder, { recursive: true })
    const journalFile = path.join(folder, 'meta', '_journal.json')
    const journal = JSON.parse(readFileSync(journalFile, 'utf8'))
    journal.entries.push({ ...journal.entries.at(-1), idx: 99, when: Date.now(), tag: '9999_bad' })
    writeFileSync(journalFile, JSON.stringify(journal))
    writeFileSync(
      path.join(folder, '9999_bad.sql'),
      'create table half (n int);--> statement-breakpoint\nnonsense;',
    )
    const client = new pg.Client({ connectionString: url })
    const pool = new pg.Pool({ connectionString: url })
    await client.connect()
    await expect(migrateDatabase(client, pool, folder)).rejects.toThrow()
    await client.end()
    await pool.end()
    rmSync(folder, { recursive: true })
    expect((await readTables()).filter((table) => table.startsWith('public.'))).toEqual([])
    const db = await openDatabase({ databaseUrl: url })
    await db.close()
    expect(await readTables()).toContain('public.client')
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
