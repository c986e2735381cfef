import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type Database, openDatabase } from '../src/db/client.ts'
import { openEmbeddedServer } from '../src/db/embedded/server.ts'
import { readConversations } from '../src/features/conversations/read/conversation-list.ts'
import { readPage } from '../src/features/conversations/read/pages.ts'
import { percentile, round } from './support/statistics.ts'

/**
 * What a page costs with few messages stored and with many: the newest page, a page anywhere within, both ways, and the
 * list of conversations. Looks at a database of each size take
 * turns, so their ratio means something on a busy machine too. Prints one JSON document. BENCH_MESSAGES sets the many (default 10,000,000), BENCH_DIR where the data lies.
 */
const FEW = 10_000
const many = Number(process.env.BENCH_MESSAGES ?? 10_000_000)
const LOOKS = 1_500
const BATCH = 500_000
/** Of one conversation; the measured client has this many conversations too. */
const PER_CHAT = 100
const directory = mkdtempSync(path.join(process.env.BENCH_DIR ?? tmpdir(), 'parley-bench-'))
const clientId = randomUUID()

/** Messages $3 to $4; the first ones are those of the measured client, the rest belongs to other people's clients. */
const INSERT = `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
  select case when n < ${FEW} then $1 else $2 end::uuid,
    (491500000000 + (n / ${PER_CHAT}) % 50000) || '@s.whatsapp.net', 'M' || n, n % 2 = 0, 1700000000 + n % 5000000, 'text',
    'a message of an ordinary length, number ' || n, 'READ', 'history'
  from generate_series($3::int, $4::int - 1) n`

async function fill(db: Database, messages: number): Promise<void> {
  const others = randomUUID()
  for (const id of [clientId, others]) {
    await db.pool.query(
      `insert into client (id, user_id, name, network, worker_desired_state) values ($1, 'bench', 'Bench', 'sandbox', 'stopped')`,
      [id],
    )
  }
  for (let at = 0; at < messages; at += BATCH) {
    await db.pool.query(INSERT, [clientId, others, at, Math.min(messages, at + BATCH)])
  }
  await db.pool.query('vacuum (analyze) message')
  await db.pool.query('checkpoint')
}

const chatOf = (n: number) => `${491500000000 + (n % (FEW / PER_CHAT))}@s.whatsapp.net`

const LOOK = {
  newest: (db: Database, n: number) => readPage(db, pageOf(n, null)),
  before: (db: Database, n: number) => readPage(db, pageOf(n, placeOf(n))),
  after: (db: Database, n: number) => readPage(db, { ...pageOf(n, placeOf(n)), direction: 'after' }),
  conversations: (db: Database) =>
    readConversations(db, {
      ...{
        clientIds: [clientId],
        from: null,
        limit: 50,
        search: null,
        show: null,
        labelId: null,
        departmentId: null,
        userId: '',
      },
    }),
}

const pageOf = (n: number, from: { atSec: number; seq: number } | null) =>
  ({ clientId, chat: chatOf(n), from, direction: 'before', limit: 50 }) as const
const placeOf = (n: number) => ({
  atSec: 1_700_000_000 + (n % (FEW / PER_CHAT)) * PER_CHAT + PER_CHAT / 2,
  seq: 0,
})

type Times = Record<keyof typeof LOOK, number[]>
const NAMES = Object.keys(LOOK) as (keyof typeof LOOK)[]
const noTimes = (): Times => ({ newest: [], before: [], after: [], conversations: [] })

/** Looks at both in turns, so that whatever else the machine does is felt by both. */
async function measure(few: Database, many: Database): Promise<{ few: Times; many: Times }> {
  const times = { few: noTimes(), many: noTimes() }
  for (let n = 0; n < LOOKS; n += 1) {
    for (const name of NAMES) {
      for (const [size, db] of [
        ['few', few],
        ['many', many],
      ] as const) {
        const startedAt = performance.now()
        await LOOK[name](db, n * 7)
        // The first third warms up.
        if (n > LOOKS / 3) times[size][name].push(performance.now() - startedAt)
      }
    }
  }
  return times
}

const summarize = (times: Times) =>
  Object.fromEntries(
    NAMES.map((name) => [
      name,
      { p50Ms: round(percentile(times[name], 0.5), 3), p99Ms: round(percentile(times[name], 0.99), 3) },
    ]),
  )

async function openFilled(serverUrl: string, name: string, messages: number): Promise<Database> {
  const admin = await openDatabase({ databaseUrl: serverUrl, migrate: false, poolSize: 1 })
  await admin.pool.query(`create database ${name}`)
  await admin.close()
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = await openDatabase({ databaseUrl: url.toString(), statementTimeoutMs: 600_000 })
  await db.pool.query(
    `insert into "user" (id, name, email, plan, role) values ('bench', 'Bench', 'bench@example.org', 'free', 'user')`,
  )
  await fill(db, messages)
  return db
}

try {
  const server = await openEmbeddedServer({ dataDir: directory, keepRunning: false })
  const small = await openFilled(server.url(), 'few', FEW)
  const large = await openFilled(server.url(), 'many', many)
  const times = await measure(small, large)
  const size = await large.pool.query<{ size: string }>(
    `select pg_size_pretty(pg_total_relation_size('message')) as size`,
  )
  await small.close()
  await large.close()
  await server.close()
  const ratio = Object.fromEntries(
    NAMES.map((name) => [name, round(percentile(times.many[name], 0.5) / percentile(times.few[name], 0.5))]),
  )
  const [few, of] = [summarize(times.few), summarize(times.many)]
  const result = { bench: 'pages', messages: [FEW, many], stored: size.rows[0]?.size, few, many: of, ratio }
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
