import pg from 'pg'
import { Refusal } from '../../core/errors.ts'
import { migrateDatabase, readAppliedMigrations } from '../migrate.ts'
import { readMigrations } from '../migration-files.ts'
import { VECTOR_SCHEMA } from '../vector-extension.ts'
import { type BackupTable, findFilled, findTriggered, inPublic, readTables } from './catalog.ts'
import { type BackupHeader, type DumpedJob, type DumpedSequence, LINE } from './dump.ts'

const CHUNK_CHARS = 1_048_576
/**
 * Events that happened after the backup have numbers that receivers may already have seen. New events begin well behind
 * them, so that no receiver takes a new one for one it has.
 */
const EVENT_NUMBERS_SKIPPED = 1_000_000
const EVENT_SEQUENCE = 'event_log_seq_seq'

/** Takes the lines of a backup one by one; `finish` makes all of it visible at once. */
export interface Loader {
  take(line: string): Promise<void>
  finish(): Promise<{ rows: number; jobs: number }>
  abort(): Promise<void>
}

function parseHeader(line: string): BackupHeader {
  const header = line.startsWith(LINE.header) ? (JSON.parse(line.slice(1)) as BackupHeader) : undefined
  if (header?.format === 'parley-backup' && header.version === 1) return header
  throw new Refusal(
    'BAD_REQUEST',
    'This is no backup that this build of Parley can read. Use the build that made it, or a newer one.',
  )
}

function refuseUnknownSchema(header: BackupHeader): void {
  const known = new Set(readMigrations().map(({ hash }) => hash))
  if (header.migrations.every(([, hash]) => known.has(hash))) return
  throw new Refusal(
    'CONFLICT',
    'The backup is of a newer or another build of Parley. Restore it with that build.',
    {
      data: { reason: 'BACKUP_SCHEMA_NEWER' },
    },
  )
}

/** Only a database that nobody has used yet is filled. */
async function refuseUsed(client: pg.Client): Promise<void> {
  const found = await client.query<{ used: boolean }>(
    `select case when to_regclass('public."user"') is null then false
       else (xpath('/row/n/text()', query_to_xml('select count(*) as n from public."user"', false, true, '')))[1]::text <> '0'
     end as used`,
  )
  if (found.rows[0]?.used !== true) return
  throw new Refusal(
    'CONFLICT',
    'There are accounts in this database already. Restore into an empty DATA_DIR or an empty database, and leave this one as it is.',
    { data: { reason: 'DATABASE_NOT_EMPTY' } },
  )
}

/** Makes the tables as they were when the backup was made; its rows fit no others. */
async function prepareSchema(client: pg.Client, pool: pg.Pool, header: BackupHeader): Promise<void> {
  const wanted = new Set(header.migrations.map(([, hash]) => hash))
  const applied = await readAppliedMigrations(client)
  if (applied.length > wanted.size)
    throw new Refusal(
      'CONFLICT',
      'This database has been started by a newer build than the backup is of. Restore into an empty DATA_DIR or an empty database.',
      { data: { reason: 'DATABASE_SCHEMA_NEWER' } },
    )
  const upToThen = readMigrations().filter(({ hash }) => wanted.has(hash))
  await migrateDatabase(client, pool, upToThen)
}

/** A few have rows that the migrations wrote; to truncate one that has none costs as much. */
async function empty(client: pg.Client, tables: readonly BackupTable[]): Promise<void> {
  const filled = [...(await findFilled(client, tables))].map(inPublic)
  if (filled.length > 0) await client.query(`truncate ${filled.join(', ')} cascade`)
}

/** Rows of one table, written a megabyte at a time. */
function createRowWriter(client: pg.Client, tables: ReadonlyMap<string, BackupTable>) {
  let insert = ''
  let chunk: string[] = []
  let chars = 0
  let written = 0

  async function flush(): Promise<void> {
    if (chunk.length === 0) return
    await client.query(insert, [`[${chunk.join(',')}]`])
    written += chunk.length
    chunk = []
    chars = 0
  }

  return {
    flush,
    written: () => written,
    async begin(name: string, columns: readonly string[]) {
      await flush()
      const types = new Map(tables.get(name)?.columns.map((column) => [column.name, column.type] as const))
      const values = columns.map((column, at) => {
        const type = types.get(column)
        if (type === undefined)
          throw new Refusal(
            'BAD_REQUEST',
            `The backup has a column ${name}.${column} that is not known here.`,
          )
        return `(r->>${at})::${type}`
      })
      insert = `insert into ${inPublic(name)} (${columns.map(pg.escapeIdentifier).join(', ')}) overriding system value
        select ${values.join(', ')} from json_array_elements($1::json) r`
    },
    async add(row: string) {
      chunk.push(row)
      chars += row.length
      if (chars > CHUNK_CHARS) await flush()
    },
  }
}

const ADD_JOB = `select graphile_worker.add_job($1::text, payload := $2::json, queue_name := $3::text, run_at := $4::timestamptz,
  max_attempts := $5::int, job_key := $6::text, priority := $7::int)`

async function loadJob(client: pg.Client, job: DumpedJob): Promise<void> {
  const { task, payload, queue, runAt, maxAttempts, key, priority } = job
  await client.query(ADD_JOB, [task, JSON.stringify(payload), queue, runAt, maxAttempts, key, priority])
}

async function loadSequence(client: pg.Client, { name, value }: DumpedSequence): Promise<void> {
  const skipped = name === EVENT_SEQUENCE ? EVENT_NUMBERS_SKIPPED : 0
  await client.query('select setval($1::regclass, $2::bigint + $3)', [
    `public.${pg.escapeIdentifier(name)}`,
    value,
    skipped,
  ])
}

/**
 * Fills an unused database from a backup of this or an older build. `client` is a connection of its own; until `finish`
 * nobody sees anything of it.
 */
export async function createLoader(client: pg.Client, pool: pg.Pool, headerLine: string): Promise<Loader> {
  const header = parseHeader(headerLine)
  refuseUnknownSchema(header)
  await refuseUsed(client)
  await prepareSchema(client, pool, header)
  const tables = await readTables(client)
  await client.query('set statement_timeout = 0')
  await client.query('begin')
  // Copies of rows that are about to go.
  await client.query(`drop schema if exists ${VECTOR_SCHEMA} cascade`)
  await client.query(`lock table ${tables.map(({ name }) => inPublic(name)).join(', ')}`)
  await empty(client, tables)
  // Triggers write what follows from a change; all that is in the backup already.
  const triggered = (await findTriggered(client)).map(inPublic)
  for (const name of triggered) await client.query(`alter table ${name} disable trigger user`)
  const rows = createRowWriter(client, new Map(tables.map((table) => [table.name, table])))
  let jobs = 0
  const takers: Record<string, (text: string) => Promise<void>> = {
    [LINE.table]: async (text) => {
      const { name, columns } = JSON.parse(text) as { name: string; columns: string[] }
      await rows.begin(name, columns)
    },
    [LINE.row]: (text) => rows.add(text),
    [LINE.job]: async (text) => {
      await loadJob(client, JSON.parse(text) as DumpedJob)
      jobs += 1
    },
    [LINE.sequence]: (text) => loadSequence(client, JSON.parse(text) as DumpedSequence),
  }
  return {
    async take(line) {
      const taker = takers[line[0] ?? '']
      if (!taker)
        throw new Refusal(
          'BAD_REQUEST',
          'The backup holds something that this build does not know. Restore it with a newer one.',
        )
      await taker(line.slice(1))
    },
    async finish() {
      await rows.flush()
      for (const name of triggered) await client.query(`alter table ${name} enable trigger user`)
      await client.query('commit')
      await migrateDatabase(client, pool)
      return { rows: rows.written(), jobs }
    },
    async abort() {
      await client.query('rollback')
    },
  }
}
