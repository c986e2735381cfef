import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { type Database, openDatabase } from '../../src/db/client.ts'
import { cloneTemplate, runOnServer, toDatabaseUrl } from './database-server.ts'

/** A database of one test file's own, migrated and empty at first. */
export interface TestDatabase extends Database {
  readonly name: string
  /** Name or text of every statement sent by this handle so far; empty it before what you want to count. */
  readonly statements: string[]
  /** Closes the handle and drops the database. Throws when somebody else is still connected. */
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  readonly poolSize?: number
  /** How long connections may take to end at the drop before they count as left open; a busy server takes seconds. */
  readonly endWithinMs?: number
}

const END_WITHIN_MS = 60_000

/** What has connections to a database of a test, by its name. */
const closers = new Map<string, (() => Promise<void>)[]>()

/** Has `close` called before the database of this address is dropped. */
export function closeBeforeDrop(url: string, close: () => Promise<void>): void {
  const name = new URL(url).pathname.slice(1)
  closers.set(name, [...(closers.get(name) ?? []), close])
}

/** Clones the migrated template. Whoever calls this calls `drop()`; `useTestDatabase` does both. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = inject('testServer')
  const name = `parley_test_${randomBytes(6).toString('hex')}`
  await cloneTemplate(server, name)
  const statements: string[] = []
  const database = await openDatabase({
    databaseUrl: toDatabaseUrl(server.url, name),
    migrate: false,
    poolSize: options.poolSize ?? 10,
    applicationName: 'test',
    onQuery: (statement) => statements.push(statement),
  })
  return Object.assign(
    Object.create(database, { name: { value: name }, statements: { value: statements } }),
    {
      async drop() {
        for (const close of closers.get(name) ?? []) await close()
        closers.delete(name)
        await database.close()
        await refuseLeaks(server.url, name, options.endWithinMs ?? END_WITHIN_MS)
        await runOnServer(server.url, `drop database ${name} with (force)`)
      },
    },
  )
}

/** How many statements wait for a row that another transaction holds. */
export async function countLockWaits(db: Pick<Database, 'pool'>): Promise<number> {
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )
  return rows[0]?.count ?? 0
}

/** Makes a database for all tests of the calling file or `describe`, and drops it after them. */
export function useTestDatabase(options: TestDatabaseOptions = {}): () => TestDatabase {
  let database: TestDatabase | undefined
  let hasFailed = false
  beforeAll(async () => {
    database = await createTestDatabase(options)
  })
  afterEach(({ task }) => {
    hasFailed ||= task.result?.state === 'fail'
  })
  afterAll(async () => {
    if (database === undefined) return
    if (!hasFailed || process.env.KEEP_DB !== '1') return database.drop()
    process.stderr.write(`kept for a look: ${database.url}\n`)
    await database.close()
  })
  return () => {
    if (database === undefined) throw new Error('the test database is there from beforeAll on')
    return database
  }
}

/** Connections that outlive their test file's handle are a defect of what was tested. */
async function refuseLeaks(url: string, name: string, endWithinMs: number): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const deadline = Date.now() + endWithinMs
    for (;;) {
      const left = await client.query<{ application_name: string; query: string }>(
        "select application_name, query from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
        [name],
      )
      if (left.rows.length === 0) return
      if (Date.now() > deadline) {
        const list = left.rows.map((row) => `${row.application_name}: ${row.query}`).join('\n')
        await client.query(`drop database ${name} with (force)`)
        throw new Error(`${left.rows.length} connections were left open:\n${list}`)
      }
      await sleep(20)
    }
  } finally {
    await client.end()
  }
}
