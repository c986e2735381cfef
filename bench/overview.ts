import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../src/db/client.ts'
import { createOverview } from '../src/features/overview/index.ts'
import { callContextOf } from '../test/support/call-context.ts'
import { insertClient, insertUser } from '../test/support/fixtures.ts'
import { percentile, round } from './support/statistics.ts'

/**
 * How long the overview of a workspace takes with three numbers, a million messages of thirty days, 50,000 conversations and as
 * many contacts who came in these days. BENCH_MESSAGES sets how many messages there are.
 */
const MESSAGES = Number(process.env.BENCH_MESSAGES ?? 1_000_000)
const CONVERSATIONS = 50_000
const NUMBERS = 3
const DAYS = 30
const DAY_SEC = 86_400
const BATCH = 50_000
const ROUNDS = 20

const inNumbers = (clientIds: readonly string[], place: string): string =>
  `('{${clientIds.join(',')}}'::uuid[])[1 + ${place} % ${NUMBERS}]`

/** As the service stores them, but for what it does with each of them as it comes. A statement of the service may not take long. */
function* insertAll(clientIds: readonly string[], firstSec: number): Generator<string> {
  yield `insert into contact (client_id, id, name, created_at)
    select ${inNumbers(clientIds, 'n')}, n || '@s.whatsapp.net', 'Contact ' || n, to_timestamp(${firstSec})
    from generate_series(0, ${CONVERSATIONS - 1}) n`
  for (let at = 0; at < MESSAGES; at += BATCH)
    yield `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin, sent_by)
    select ${inNumbers(clientIds, `(n % ${CONVERSATIONS})`)}, n % ${CONVERSATIONS} || '@s.whatsapp.net', 'M' || n, n % 2 = 0,
      ${firstSec} + n::bigint * ${DAYS * DAY_SEC} / ${MESSAGES}, 'text', 'a message of an ordinary length, number ' || n,
      case when n % 50 = 1 then 'DELIVERY_ACK' else 'READ' end,
      case when n % 2 = 1 then 'contact' when n % 10 = 0 then 'api' when n % 10 = 2 then 'phone' else 'flow' end,
      case when n % 20 = 0 then 'user:someone' when n % 20 = 10 then 'key:some' end
    from generate_series(${at}, ${Math.min(MESSAGES, at + BATCH) - 1}) n`
  yield `insert into conversation (client_id, chat, state, last_seq, waiting_since)
    select client_id, chat, case when max(seq) % 100 = 0 then 'waiting' when max(seq) % 5 = 1 then 'open' else 'resolved' end,
      max(seq), now()
    from message group by client_id, chat`
}

async function benchOverview(): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  const db = await openDatabase({ dataDir, mode: 'service' })
  try {
    const owner = await insertUser(db.pool)
    const clientIds: string[] = []
    for (let n = 0; n < NUMBERS; n += 1) clientIds.push(await insertClient(db.pool, { userId: owner }))
    const client = await db.pool.connect()
    await client.query('set session_replication_role = replica')
    for (const text of insertAll(clientIds, Math.floor(Date.now() / 1_000) - DAYS * DAY_SEC))
      await client.query(text)
    await client.query('set session_replication_role = origin')
    client.release()
    for (const table of ['message', 'contact', 'conversation'])
      await db.pool.query(`vacuum (analyze) ${table}`)
    const measure = async (days: number) => {
      // What days long over had is counted by the first read and kept for the others.
      const read = createOverview({ db, nowMs: Date.now })
      const times: number[] = []
      for (let n = 0; n < ROUNDS; n += 1) {
        const beganMs = performance.now()
        await read({ days, timezone: 'America/Sao_Paulo' }, callContextOf(owner))
        times.push(performance.now() - beganMs)
      }
      return { firstMs: round(times[0] ?? 0), p50Ms: round(percentile(times, 0.5)) }
    }
    return { bench: 'overview', messages: MESSAGES, week: await measure(7), month: await measure(30) }
  } finally {
    await db.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

process.stdout.write(`${JSON.stringify(await benchOverview())}\n`)
