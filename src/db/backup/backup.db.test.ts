import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { runOnServer, toDatabaseUrl } from '../../../test/support/database-server.ts'
import { useMigrationWalk } from '../../../test/support/migration-walk.ts'
import { openDatabase } from '../client.ts'
import { migrateDatabase } from '../migrate.ts'
import { readMigrations } from '../migration-files.ts'
import { type BackupHeader, dumpDatabase, LINE } from './dump.ts'
import { createLoader } from './load.ts'

const server = inject('testServer')
const made: string[] = []
const origin = useMigrationWalk('origin')
const target = useMigrationWalk('target')
const MIGRATIONS = readMigrations()

async function createEmpty(): Promise<string> {
  const name = `parley_backup_${process.pid}_${made.length}`
  made.push(name)
  await runOnServer(server.url, `create database ${name}`)
  return toDatabaseUrl(server.url, name)
}

/** Each drop waits for a checkpoint, which those that are under way at the same time share. */
const DROPPED_AT_ONCE = 16

afterAll(async () => {
  for (let at = 0; at < made.length; at += DROPPED_AT_ONCE) {
    const some = made.slice(at, at + DROPPED_AT_ONCE)
    await Promise.all(some.map((name) => runOnServer(server.url, `drop database ${name} with (force)`)))
  }
})

async function withClient<T>(
  url: string,
  work: (client: pg.Client, pool: pg.Pool) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  pool.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client, pool)
  } finally {
    await client.end()
    await pool.end()
  }
}

const ODD_TEXT = 'tab\t, line\nbreak, "quotes", \\backslash, ü, 👩‍👩‍👧, null, {}, %s'

/** More than are read at once. */
const EVENTS = 1_200

/** What every schema so far can hold: written by the columns of the first. */
async function fill(client: pg.Client, events = EVENTS): Promise<void> {
  const [userId, clientId, flowId] = ['u1', randomUUID(), randomUUID()]
  await client.query(
    `insert into "user" (id, name, email, role, plan) values ($1, $2, 'a@example.org', 'admin', 'pro')`,
    [userId, ODD_TEXT],
  )
  await client.query(
    `insert into api_key (id, user_id, name, hash, prefix, last_four) values (gen_random_uuid(), $1, 'key', '\\x00ff7f', 'parley_', 'abcd')`,
    [userId],
  )
  await client.query(`insert into client (id, user_id, name, network) values ($1, $2, $3, 'sandbox')`, [
    clientId,
    userId,
    ODD_TEXT,
  ])
  await client.query('insert into flow (id, user_id, client_id, name) values ($1, $2, $3, $4)', [
    flowId,
    userId,
    clientId,
    ODD_TEXT,
  ])
  await client.query(
    `insert into event_log (user_id, client_id, name, data) select $1, $2, 'flow.event', jsonb_build_object('n', n, 'text', $3::text, 'none', null)
    from generate_series(1, $4) n`,
    [userId, clientId, ODD_TEXT, events],
  )
  await client.query(
    `select graphile_worker.add_job('flow_timer', '{"timerId": "t1"}', run_at := '2031-02-03T04:05:06.789Z', job_key := 't1')`,
  )
}

async function dump(client: pg.Client): Promise<string[]> {
  const lines: string[] = []
  for await (const line of dumpDatabase(client, '2026-01-01T00:00:00.000Z')) lines.push(line)
  return lines
}

async function load(client: pg.Client, pool: pg.Pool, lines: readonly string[]): Promise<void> {
  const [header = '', ...rest] = lines
  const loader = await createLoader(client, pool, header)
  for (const line of rest) await loader.take(line)
  await loader.finish()
}

const loadInto = (url: string, lines: readonly string[]): Promise<void> =>
  withClient(url, (client, pool) => load(client, pool, lines))

/** Numbers of events go on behind a gap, and each database has its own moment of a step; everything else has to be the same. */
const toComparable = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => !(line.startsWith(LINE.sequence) && line.includes('event_log_seq_seq')))
    .map((line) => (line.startsWith(LINE.header) ? LINE.header + JSON.stringify(readHashes(line)) : line))

function readHashes(header: string): string[] {
  const { migrations } = JSON.parse(header.slice(LINE.header.length)) as BackupHeader
  return migrations.map(([, hash]) => hash)
}

function expectSame(here: readonly string[], there: readonly string[], events: number): void {
  expect(toComparable(there)).toEqual(toComparable(here))
  const rows = here.filter((line) => line.startsWith(LINE.row))
  expect(rows.length).toBeGreaterThanOrEqual(events + 4)
  expect(here.filter((line) => line.startsWith(LINE.job))).toHaveLength(1)
}

describe('a database as of the first migration', () => {
  it('is upgraded by a start and by being restored into an empty one, with the same outcome', async () => {
    const [url, other] = [await createEmpty(), await createEmpty()]
    await withClient(url, async (client, pool) => {
      await migrateDatabase(client, pool, MIGRATIONS.slice(0, 1))
      await fill(client)
    })
    await withClient(other, async (client, pool) => load(client, pool, await withClient(url, dump)))
    const upgraded = await openDatabase({ databaseUrl: url })
    await upgraded.close()
    expectSame(await withClient(url, dump), await withClient(other, dump), EVENTS)
  })
})

describe.each(MIGRATIONS.map(({ name }, at) => [name, at + 1] as const))(
  'a database as of %s',
  (_name, steps) => {
    it('is upgraded by its migrations and by being restored from a backup, with the same outcome', async () => {
      const events = 5
      const written = await origin.at(steps, async (client, pool) => {
        await fill(client, events)
        const backup = await dump(client)
        await migrateDatabase(client, pool)
        return { backup, here: await dump(client) }
      })
      const there = await target.at(steps, async (client, pool) => {
        await load(client, pool, written.backup)
        return await dump(client)
      })
      expectSame(written.here, there, events)
    })
  },
)

describe('a restored database', () => {
  let backup: string[]
  let url: string
  beforeAll(async () => {
    const from = await createEmpty()
    await (await openDatabase({ databaseUrl: from })).close()
    await withClient(from, (client) => fill(client))
    backup = await withClient(from, dump)
    url = await createEmpty()
    await loadInto(url, backup)
  })

  it('holds no event that nobody wrote and gives new ones numbers nobody has seen', async () => {
    await withClient(url, async (client) => {
      const last = await client.query<{ count: string; last: string }>(
        'select count(*), max(seq) as last from event_log',
      )
      expect(last.rows).toEqual([{ count: '1200', last: '1200' }])
      const next = await client.query<{ seq: string }>(
        `insert into event_log (user_id, name, data) values ('u1', 'flow.event', '{}') returning seq`,
      )
      expect(Number(next.rows[0]?.seq)).toBeGreaterThan(1_000_000)
      const triggers = await client.query(`select tgname from pg_trigger where tgenabled = 'D'`)
      expect(triggers.rows).toEqual([])
    })
  })

  it('is not filled a second time', async () => {
    await expect(loadInto(url, backup)).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { reason: 'DATABASE_NOT_EMPTY' },
    })
  })

  it('is left empty when the backup ends in the middle', async () => {
    const half = await createEmpty()
    await withClient(half, async (client, pool) => {
      const loader = await createLoader(client, pool, backup[0] ?? '')
      for (const line of backup.slice(1, 400)) await loader.take(line)
      await loader.abort()
      expect((await client.query('select from "user"')).rowCount).toBe(0)
    })
    await loadInto(half, backup)
  })

  it('has nothing of what was there before, in tables that others refer to and in those nothing refers to', async () => {
    const used = await createEmpty()
    await (await openDatabase({ databaseUrl: used })).close()
    await withClient(used, async (client, pool) => {
      await client.query('insert into bootstrap (id) values (7)')
      await client.query(`insert into workspace (id, name) values ('w7', 'Left behind')`)
      await load(client, pool, backup)
      expect(toComparable(await dump(client))).toEqual(toComparable(backup))
    })
  })

  it('is refused when the backup is of a newer build', async () => {
    const header = JSON.parse((backup[0] ?? '').slice(1)) as { migrations: [number, string][] }
    header.migrations.push([9_999_999_999_999, 'unknown'])
    const empty = await createEmpty()
    await expect(loadInto(empty, [LINE.header + JSON.stringify(header)])).rejects.toMatchObject({
      data: { reason: 'BACKUP_SCHEMA_NEWER' },
    })
    await expect(loadInto(empty, ['anything'])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
