import pg from 'pg'
import { readAppliedMigrations } from '../migrate.ts'
import { type BackupTable, findFilled, inPublic, readTables } from './catalog.ts'

/** Begins every backup; what follows are lines that begin with a letter for their kind. */
export interface BackupHeader {
  format: 'parley-backup'
  version: 1
  createdAt: string
  /** The migrations its tables were made by, by hash; the number before it is the moment noted with it, for builds that look for both. */
  migrations: [number, string][]
}

/** A job that waits, as the queue's own function takes it: the queue's tables are its own affair. */
export interface DumpedJob {
  task: string
  payload: unknown
  queue: string | null
  runAt: string
  maxAttempts: number
  key: string | null
  priority: number
}

export interface DumpedSequence {
  name: string
  value: string
}

export const LINE = { header: 'H', table: 'T', row: 'R', job: 'J', sequence: 'S' } as const

const ROWS_AT_ONCE = 500

const JOBS = `
  select t.identifier as task, j.payload, q.queue_name as queue, j.run_at as "runAt", j.max_attempts as "maxAttempts",
    j.key, j.priority
  from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
  left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
  where j.attempts < j.max_attempts order by j.id`

const SEQUENCES = `
  select sequencename as name, last_value::text as value from pg_sequences
  where schemaname = 'public' and last_value is not null order by 1`

/** Each value as the text the database itself writes for it, so that it comes back as exactly what it was. */
async function* dumpRows(client: pg.Client, table: BackupTable): AsyncGenerator<string> {
  const values = table.columns.map(({ name }) => `${pg.escapeIdentifier(name)}::text`).join(', ')
  await client.query(
    `declare backup_rows no scroll cursor for select json_build_array(${values})::text as row from ${inPublic(table.name)}`,
  )
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_AT_ONCE} from backup_rows`)
    for (const { row } of rows) yield LINE.row + row
    if (rows.length < ROWS_AT_ONCE) break
  }
  await client.query('close backup_rows')
}

/** Everything in the database as it is at one moment, while others go on writing. `client` is a connection of its own. */
export async function* dumpDatabase(client: pg.Client, createdAt: string): AsyncGenerator<string> {
  await client.query('set statement_timeout = 0')
  await client.query('begin isolation level repeatable read read only')
  const header: BackupHeader = {
    format: 'parley-backup',
    version: 1,
    createdAt,
    migrations: (await readAppliedMigrations(client)).map(({ at, hash }) => [at, hash]),
  }
  yield LINE.header + JSON.stringify(header)
  const tables = await readTables(client)
  const filled = await findFilled(client, tables)
  for (const table of tables) {
    const { name, columns } = table
    yield LINE.table + JSON.stringify({ name, columns: columns.map((column) => column.name) })
    if (filled.has(name)) yield* dumpRows(client, table)
  }
  const jobs = await client.query<DumpedJob>(JOBS)
  for (const job of jobs.rows) yield LINE.job + JSON.stringify(job)
  const sequences = await client.query<DumpedSequence>(SEQUENCES)
  for (const sequence of sequences.rows) yield LINE.sequence + JSON.stringify(sequence)
  await client.query('commit')
}
