import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { migrateDatabase } from '../../src/db/migrate.ts'
import { readMigrations } from '../../src/db/migration-files.ts'
import { runOnServer, toDatabaseUrl } from './database-server.ts'

const MIGRATIONS = readMigrations()
/** Transactions of what runs within the one that is taken back. */
const AS_SAVEPOINT: Readonly<Record<string, string>> = {
  commit: 'release savepoint walk',
  rollback: 'rollback to savepoint walk',
}

/**
 * An empty database that is taken from migration to migration. To make one anew for each of them takes half a second of processor
 * time, and there is one more with each migration. What a test does to it at one of them is taken back.
 */
export interface MigrationWalk {
  /**
   * Calls `work` with the schema as the first `count` migrations left it. `client` is in a transaction that is taken back
   * afterwards; a transaction that is begun on it is a savepoint. Counts may only rise.
   */
  at<T>(count: number, work: (client: pg.Client, pool: pg.Pool) => Promise<T>): Promise<T>
}

/** Makes the database for the calling file or `describe`, and drops it after. */
export function useMigrationWalk(name: string): MigrationWalk {
  const server = inject('testServer')
  const database = `parley_walk_${name}_${process.pid}`
  const url = toDatabaseUrl(server.url, database)
  let client: pg.Client
  let pool: pg.Pool
  beforeAll(async () => {
    await runOnServer(server.url, `create database ${database}`)
    client = new pg.Client({ connectionString: url })
    pool = new pg.Pool({ connectionString: url, max: 2 })
    pool.on('error', () => {})
    pool.on('connect', (connected) => connected.on('error', () => {}))
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await pool.end()
    await runOnServer(server.url, `drop database ${database} with (force)`)
  })
  return {
    async at(count, work) {
      await migrateDatabase(client, pool, MIGRATIONS.slice(0, count))
      await client.query('begin')
      try {
        return await work(withSavepoints(client), pool)
      } finally {
        await client.query('rollback')
      }
    },
  }
}

function withSavepoints(client: pg.Client): pg.Client {
  const query = (text: unknown, ...rest: unknown[]): unknown => {
    const begins = typeof text === 'string' && text.startsWith('begin')
    const said = begins ? 'savepoint walk' : (AS_SAVEPOINT[String(text)] ?? text)
    return Reflect.apply(client.query, client, [said, ...rest])
  }
  return Object.create(client, { query: { value: query } }) as pg.Client
}
