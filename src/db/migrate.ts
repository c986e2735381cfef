import { Logger, runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { Refusal } from '../core/errors.ts'
import { readErrorCode } from './connection-errors.ts'
import { type Migration, readMigrations } from './migration-files.ts'

/** The table in which each database notes the steps it was made by; its name and columns are those of the first build. */
const SCHEMA = 'parley_migrations'
const TABLE = `${SCHEMA}.applied`
/** One number for all builds, so that any two of them exclude each other. */
const LOCK_KEY = 7_250_519_031
const LOCK_TIMEOUT_MS = 120_000

const MAKE_TABLE = `create schema if not exists ${SCHEMA};
  create table if not exists ${TABLE} (id serial primary key, hash text not null, created_at bigint)`

/** A step that a database was made by: the hash of its file, and the moment noted with it in milliseconds since 1970. */
export interface AppliedMigration {
  readonly hash: string
  readonly at: number
}

/**
 * Brings the schema to this build's state. Many processes may start at once: one migrates while the others
 * wait on the lock, then find nothing to do. All of our own steps commit together or not at all, so that after a
 * failure the build of before still starts; those of the job queue one by one, each complete in itself. A schema of a
 * newer build is refused untouched. `client` is a connection of its own and is left with other timeouts; `pool` serves
 * the job queue's steps. `migrations` are all steps there are, or the first of them for a schema of before.
 */
export async function migrateDatabase(
  client: pg.Client,
  pool: pg.Pool,
  migrations: readonly Migration[] = readMigrations(),
): Promise<void> {
  await client.query(`set statement_timeout = 0; set lock_timeout = ${LOCK_TIMEOUT_MS}`)
  await lock(client)
  try {
    const pending = findPending(await readAppliedMigrations(client), migrations)
    if (pending.length > 0) await apply(client, pending)
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

/** Those this database was made by, in their order; none for one that is not ours yet. */
export async function readAppliedMigrations(client: pg.Client): Promise<AppliedMigration[]> {
  const found = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    TABLE,
  ])
  if (found.rows[0]?.exists !== true) return []
  const applied = await client.query<{ at: string; hash: string }>(
    `select created_at::text as at, hash from ${TABLE} order by id`,
  )
  return applied.rows.map(({ at, hash }) => ({ at: Number(at), hash }))
}

/** What this database still needs. The hash alone says what was applied. */
function findPending(applied: readonly AppliedMigration[], known: readonly Migration[]): Migration[] {
  const hashes = new Set(known.map(({ hash }) => hash))
  const foreign = applied.find(({ hash }) => !hashes.has(hash))
  if (foreign) {
    throw new Refusal(
      'SERVICE_UNAVAILABLE',
      'The database was changed by a newer or another build of Parley, and this one does not know its schema. Start the build that was used last, or use another DATA_DIR or DATABASE_URL.',
      { data: { reason: 'DATABASE_SCHEMA_NEWER', appliedAt: new Date(foreign.at).toISOString() } },
    )
  }
  const done = new Set(applied.map(({ hash }) => hash))
  const pending = known.slice(done.size)
  const skipped = known.slice(0, done.size).filter(({ hash }) => !done.has(hash))
  if (skipped.length > 0) {
    throw new Error(
      `the migrations ${skipped.map(({ name }) => name).join(', ')} come before one that this database has, and were never applied to it; number them behind all that landed`,
    )
  }
  return pending
}

async function apply(client: pg.Client, pending: readonly Migration[]): Promise<void> {
  await client.query('begin')
  try {
    await client.query(MAKE_TABLE)
    for (const migration of pending) await applyOne(client, migration)
    await note(client, pending)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {
      // The connection is gone, and with it all that was not committed.
    })
    throw error
  }
}

/** A file is sent as it is: the lines by which the generator parted its statements are comments to the server. */
async function applyOne(client: pg.Client, { name, sql }: Migration): Promise<void> {
  try {
    await client.query(sql)
  } catch (cause) {
    throw new Error(`migration ${name} failed, and the schema was left as it was`, { cause })
  }
}

/** All in one statement: behind each change of a schema the next statement takes a millisecond to find its table again. */
async function note(client: pg.Client, applied: readonly Migration[]): Promise<void> {
  await client.query(
    `insert into ${TABLE} (hash, created_at)
     select hash, at from unnest($1::text[], $2::bigint[]) with ordinality as step (hash, at, n) order by n`,
    [applied.map(({ hash }) => hash), applied.map(({ notedAt }) => notedAt ?? Date.now())],
  )
}
