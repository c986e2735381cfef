import pg from 'pg'
import type { TestDatabase } from '../support/database.ts'
import { installFrozenClock, withFrozenClock } from '../support/frozen-clock.ts'
import { CLIENT_ID, Schedule } from './schedule.ts'
import type { TraceEntry } from './sim-pool.ts'
import { POISON } from './storage/failures.ts'

/** Results that stand in an order the statement asks for; of the others only the rows count. */
const ORDERED = [
  'outbox_read_unsent',
  'conversations_open',
  'effects_claim',
  'journal_read',
  'inbound_insert',
  'conversation_peek',
  'client_reconnected',
  'chat_early_find',
]
/** Ids of the queue of jobs are its own. */
const UNCOMPARED = [
  'job_add',
  'client_status',
  'chat_touch',
  'effect_log',
  'chat_log_group_notices',
  'chat_record_entry',
]

const TABLES = [
  'flow_state',
  'inbound_event',
  'outbox',
  'timer',
  'effect',
  'contact_automation',
  'message',
  'call',
  'conversation',
  'conversation_label',
  'early_change',
]

/** Column defaults that would read the true clock. */
const CLOCK_DEFAULTS = [
  ['outbox', 'next_at'],
  ['outbox', 'created_at'],
  ['effect', 'next_at'],
  ['flow_state', 'created_at'],
  ['flow_state', 'updated_at'],
  ['inbound_event', 'received_at'],
  ['call', 'created_at'],
]

export async function prepareReplay(database: TestDatabase): Promise<void> {
  await installFrozenClock(database, 0)
  for (const [table, column] of CLOCK_DEFAULTS) {
    await database.pool.query(`alter table ${table} alter column ${column} set default test_time.now()`)
  }
}

/** The same value in both worlds: times as milliseconds, bytes as text, keys in order, lists of runs too. */
function normalize(value: unknown, key = ''): unknown {
  if (value instanceof Date) return value.getTime()
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (Array.isArray(value)) {
    const items = value.map((item) => normalize(item))
    return key === 'runs' ? items.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)) : items
  }
  if (typeof value !== 'object' || value === null) return value ?? null
  const entries = Object.entries(value).map(([name, part]) => [name, normalize(part, name)] as const)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
}

function normalizeRows(statement: string, rows: readonly object[]): string[] {
  const texts = rows.map((row) => JSON.stringify(normalize(row)))
  return ORDERED.includes(statement) ? texts : texts.sort()
}

/** PostgreSQL, asked the same in the same order on as many connections. */
class Replayer {
  readonly differences: string[] = []
  private readonly url: string
  private readonly clock: pg.Client
  private readonly clients = new Map<number, pg.Client>()
  private readonly free: pg.Client[] = []
  private nowMs = 0

  constructor(url: string) {
    this.url = url
    this.clock = new pg.Client({ connectionString: url })
  }

  async open(): Promise<void> {
    await this.clock.connect()
  }

  async close(): Promise<void> {
    for (const client of [...this.clients.values(), ...this.free]) await client.end()
    await this.clock.end()
  }

  async play(entry: TraceEntry): Promise<void> {
    if (entry.nowMs !== this.nowMs) {
      this.nowMs = entry.nowMs
      await this.clock.query('update test_time.clock set at = to_timestamp($1 / 1000.0)', [entry.nowMs])
    }
    if (entry.statement === 'lease') return this.writeLease(entry)
    const client = await this.clientOf(entry.connection)
    if (entry.error === '40P01' || entry.error === POISON) return this.fail(client, entry.error)
    const answer = await client
      .query({
        ...(entry.statement === entry.text ? {} : { name: entry.statement }),
        text: entry.text,
        values: [...entry.values],
      })
      .then(
        ({ rows }) => ({ rows: rows as object[], error: null }),
        (error: { code?: string }) => ({ rows: null, error: error.code ?? String(error) }),
      )
    this.compare(entry, answer)
    if (entry.statement === 'commit' || entry.statement === 'rollback') {
      this.clients.delete(entry.connection)
      this.free.push(client)
    }
  }

  private compare(entry: TraceEntry, answer: { rows: object[] | null; error: string | null }): void {
    const { statement, rows, error } = entry
    if (UNCOMPARED.includes(statement)) return
    const ours = JSON.stringify(error ?? normalizeRows(statement, rows ?? []))
    const theirs = JSON.stringify(answer.error ?? normalizeRows(statement, answer.rows ?? []))
    if (ours !== theirs) this.differences.push(`${statement}\n  memory     ${ours}\n  PostgreSQL ${theirs}`)
  }

  /** Who is chosen to break a ring of waiting transactions depends on time; the consequences do not. Poison is ours. */
  private async fail(client: pg.Client, code: string): Promise<void> {
    await client
      .query(`do $$ begin raise exception 'as in memory' using errcode = '${code}'; end $$`)
      .catch(() => {})
  }

  private async writeLease({ values }: TraceEntry): Promise<void> {
    await this.clock.query(
      `insert into client_lease (client_id, owner, epoch, expires_at) values ($1, $2, $3, 'infinity')
       on conflict (client_id) do update set owner = excluded.owner, epoch = excluded.epoch`,
      [...values],
    )
  }

  private async clientOf(connection: number): Promise<pg.Client> {
    const known = this.clients.get(connection)
    const client = known ?? this.free.pop() ?? (await this.connect())
    this.clients.set(connection, client)
    return client
  }

  private async connect(): Promise<pg.Client> {
    const types = new pg.TypeOverrides()
    types.setTypeParser(pg.types.builtins.INT8, Number)
    const client = new pg.Client({ connectionString: this.url, types })
    await client.connect()
    // A statement that memory let through and PostgreSQL holds up is a difference.
    await client.query("set lock_timeout = '3s'")
    return client
  }
}

async function seed(database: TestDatabase, schedule: Schedule): Promise<void> {
  const { pool } = database
  // To truncate them makes each of the many tables that refer to them anew, which takes longer than the few rows of a history.
  await pool.query('delete from client; delete from label; delete from "user"; delete from workspace')
  for (const table of [
    'inbound_event',
    'outbox',
    'message',
    'effect',
    'flow_state_event',
    'flow_state_transition',
  ])
    await pool.query(`alter table ${table} alter column seq restart`)
  await pool.query('truncate sent_id, inbound_journal')
  await pool.query(`insert into "user" (id, name, email) values ('user', 'Test', 'user@example.org')`)
  const { humanHandoffDurationSec, mainMenuFlowId } = schedule.storage.client
  await pool.query(
    `insert into client (id, user_id, name, network, human_handoff_duration_sec, phone_number, address)
     values ($1, 'user', 'Shop', 'whatsapp', $2, '+1', '1@s.whatsapp.net')`,
    [CLIENT_ID, humanHandoffDurationSec],
  )
  for (const { id, name } of schedule.storage.rows('label'))
    await pool.query(`insert into label (id, user_id, name, colour) values ($1, 'user', $2, 'red')`, [
      id,
      name,
    ])
  for (const { id, publishedVersionId } of schedule.storage.rows('flow')) {
    await pool.query(
      `insert into flow (id, user_id, client_id, name, status, is_active, published_version_id)
       values ($1, 'user', $2, 'Flow', 'published', true, $3)`,
      [id, CLIENT_ID, publishedVersionId],
    )
  }
  for (const { id, flowId, n, doc } of schedule.storage.rows('flowVersion'))
    await pool.query('insert into flow_version (id, flow_id, n, doc) values ($1, $2, $3, $4)', [
      id,
      flowId,
      n,
      doc,
    ])
  await pool.query('update client set main_menu_flow_id = $2 where id = $1', [CLIENT_ID, mainMenuFlowId])
}

const toSnake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const toCamel = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** The rows both worlds hold in the end, by the columns the simulation has. */
async function compareTables(database: TestDatabase, schedule: Schedule): Promise<string[]> {
  const differences: string[] = []
  for (const table of TABLES) {
    const mine = schedule.storage.rows(toCamel(table) as 'flowState') as unknown as Record<string, unknown>[]
    const columns = Object.keys(mine[0] ?? {})
    if (columns.length === 0) continue
    const { rows } = await database.pool.query(
      `select ${columns.map((name) => `${toSnake(name)} as "${name}"`).join(', ')} from ${table}`,
    )
    const [memory, postgres] = [mine, rows as object[]].map((all) => normalizeRows(table, all))
    const only = (a: string[] = [], b: string[] = []) => a.filter((row) => !b.includes(row)).slice(0, 2)
    if (JSON.stringify(memory) !== JSON.stringify(postgres))
      differences.push(
        `${table}\n  memory     ${only(memory, postgres)}\n  PostgreSQL ${only(postgres, memory)}`,
      )
  }
  return differences
}

/** Plays a schedule in memory, then every statement of it to PostgreSQL; answers what came out differently. */
export async function replaySchedule(database: TestDatabase, seedNumber: number): Promise<string[]> {
  const trace: TraceEntry[] = []
  const schedule = new Schedule({ seed: seedNumber, onTrace: (entry) => trace.push(entry) })
  await seed(database, schedule)
  const { violations } = await schedule.run()
  const replayer = new Replayer(withFrozenClock(database.url))
  await replayer.open()
  try {
    for (const entry of trace) {
      if (replayer.differences.length > 3) break
      await replayer.play(entry)
    }
  } finally {
    await replayer.close()
  }
  const inTables = replayer.differences.length > 0 ? [] : await compareTables(database, schedule)
  return [...violations, ...replayer.differences, ...inTables]
}
