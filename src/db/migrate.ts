import { existsSync } from 'node:fs'
import path from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { Refusal } from '../core/errors.ts'
import { readErrorCode } from './connection-errors.ts'

/** Where the generated SQL lies. */
export const MIGRATIONS_FOLDER = path.join(import.meta.dirname, 'migrations')
/** The table in which the migrator notes what was applied. */
const MIGRATIONS_SCHEMA = 'parley_migrations'
const MIGRATIONS_TABLE = 'applied'
/** One number for all builds, so that any two of them exclude each other. */
const LOCK_KEY = 7_250_519_031
const LOCK_TIMEOUT_MS = 120_000

/**
 * Brings the schema to this build's state. Many processes may start at once: one migrates while the others
 * wait on the lock, then find nothing to do. All of our own steps commit together or not at all; those of the
 * job queue one by one, each complete in itself. A schema of a newer build is refused untouched.
 * `client` is a connection of its own and is left with other timeouts; `pool` serves the job queue's steps.
 */
export async function migrateDatabase(
  client: pg.Client,
  pool: pg.Pool,
  folder: string = MIGRATIONS_FOLDER,
): Promise<void> {
  await client.query(`set statement_timeout = 0; set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await lock(client)
  try {
    const known = readKnownMigrations(folder)
    refuseForeignSchema(await readAppliedMigrations(client), known)
    if (known.size > 0) {
      await migrate(drizzle({ client }), {
        migrationsFolder: folder,
        migrationsSchema: MIGRATIONS_SCHEMA,
        migrationsTable: MIGRATIONS_TABLE,
      })
      refuseSkipped(await readAppliedMigrations(client), known)
    }
    await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) })
  } finally {
    await client.query('select pg_advisory_unlock($1)', [LOCK_KEY]).catch(() => {
      // The connection is gone, and with it the lock.
    })
  }
}

async function lock(client: pg.Client): Promise<void> {
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
  } catch (cause) {
    if (readErrorCode(cause) !== '55P03') throw cause
    throw new Refusal(
      'SERVICE_UNAVAILABLE',
      'Another process has been changing the database schema for two minutes. Wait until it has ended, then start again.',
      { cause, data: { reason: 'DATABASE_BEING_MIGRATED' } },
    )
  }
}

/** When each migration was generated, and its hash. */
export function readKnownMigrations(folder: string): Map<number, string> {
  if (!existsSync(path.join(folder, 'meta', '_journal.json'))) return new Map()
  const files = readMigrationFiles({ migrationsFolder: folder })
  return new Map(files.map((file) => [file.folderMillis, file.hash]))
}

/** Those this database was made by; empty for one that is not ours yet. */
export async function readAppliedMigrations(client: pg.Client): Promise<Map<number, string>> {
  const table = `${MIGRATIONS_SCHEMA}.${MIGRATIONS_TABLE}`
  const found = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    table,
  ])
  if (found.rows[0]?.exists !== true) return new Map()
  const applied = await client.query<{ at: string; hash: string }>(
    `select created_at::text as at, hash from ${table}`,
  )
  return new Map(applied.rows.map((row) => [Number(row.at), row.hash]))
}

function refuseForeignSchema(applied: Map<number, string>, known: Map<number, string>): void {
  for (const [at, hash] of applied) {
    if (known.get(at) === hash) continue
    throw new Refusal(
      'SERVICE_UNAVAILABLE',
      'The database was changed by a newer or another build of Parley, and this one does not know its schema. Start the build that was used last, or use another DATA_DIR or DATABASE_URL.',
      { data: { reason: 'DATABASE_SCHEMA_NEWER', appliedAt: new Date(at).toISOString() } },
    )
  }
}

/** The migrator applies what is younger than the youngest applied; a step with an older date would be passed over. */
function refuseSkipped(applied: Map<number, string>, known: Map<number, string>): void {
  const skipped = [...known.keys()].filter((at) => !applied.has(at))
  if (skipped.length === 0) return
  throw new Error(
    `migrations dated ${skipped.join(', ')} are older than one already applied and were not run; generate them again so that their dates follow`,
  )
}
