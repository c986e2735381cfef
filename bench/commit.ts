import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openEmbeddedServer } from '../src/db/embedded/server.ts'

/**
 * What a durable commit costs on the built-in server: synchronous_commit on and off, one writer and many, rows
 * committed one by one and together, and commit_delay. Prints one JSON document. BENCH_SECONDS sets the time of each
 * measurement (default 2), BENCH_DIR where the data lies (default: the system's temporary directory).
 */
const seconds = Number(process.env.BENCH_SECONDS ?? 2)
const directory = mkdtempSync(path.join(process.env.BENCH_DIR ?? tmpdir(), 'parley-bench-'))
/** As large as a pruned session record (research: 1.8 kB). */
const VALUE = Buffer.alloc(1_800, 7)
const UPSERT =
  'insert into bench_key (id, value) select id, $2 from unnest($1::int[]) as id on conflict (id) do update set value = excluded.value'

interface Measurement {
  readonly synchronousCommit: 'on' | 'off'
  readonly writers: number
  readonly rowsPerCommit: number
  readonly commitDelayUs: number
}

interface Result extends Measurement {
  readonly rowsPerSecond: number
  readonly commitsPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
}

function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return Math.round(value * 100) / 100
}

async function measure(pool: pg.Pool, what: Measurement): Promise<Result> {
  const durations: number[] = []
  const until = performance.now() + seconds * 1_000
  const writer = async (number: number) => {
    const client = await pool.connect()
    await client.query(`set synchronous_commit = ${what.synchronousCommit}`)
    await client.query(`set commit_delay = ${what.commitDelayUs}`)
    for (let n = 0; performance.now() < until; n += 1) {
      const first = number * 1_000 + ((n * what.rowsPerCommit) % 500)
      const ids = Array.from({ length: what.rowsPerCommit }, (_, offset) => first + offset)
      const startedAt = performance.now()
      await client.query({ name: 'bench', text: UPSERT, values: [ids, VALUE] })
      durations.push(performance.now() - startedAt)
    }
    client.release()
  }
  const startedAt = performance.now()
  await Promise.all(Array.from({ length: what.writers }, (_, number) => writer(number)))
  const perSecond = durations.length / ((performance.now() - startedAt) / 1_000)
  durations.sort((a, b) => a - b)
  return {
    ...what,
    commitsPerSecond: Math.round(perSecond),
    rowsPerSecond: Math.round(perSecond * what.rowsPerCommit),
    p50Ms: percentile(durations, 0.5),
    p99Ms: percentile(durations, 0.99),
  }
}

const PLAN: readonly Measurement[] = (['on', 'off'] as const).flatMap((synchronousCommit) => [
  { synchronousCommit, writers: 1, rowsPerCommit: 1, commitDelayUs: 0 },
  { synchronousCommit, writers: 1, rowsPerCommit: 2, commitDelayUs: 0 },
  { synchronousCommit, writers: 1, rowsPerCommit: 20, commitDelayUs: 0 },
  { synchronousCommit, writers: 10, rowsPerCommit: 2, commitDelayUs: 0 },
  ...(synchronousCommit === 'on'
    ? [{ synchronousCommit, writers: 10, rowsPerCommit: 2, commitDelayUs: 200 }]
    : []),
])

try {
  const server = await openEmbeddedServer({ dataDir: directory, keepRunning: false })
  const url = server.url()
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  await pool.query('create table bench_key (id int primary key, value bytea not null)')
  await measure(pool, { synchronousCommit: 'on', writers: 4, rowsPerCommit: 2, commitDelayUs: 0 })
  const rounds: Result[] = []
  for (let round = 0; round < 3; round += 1) {
    for (const what of PLAN) rounds.push(await measure(pool, what))
  }
  const medians = PLAN.map((_, index) => {
    const same = rounds.filter((_, at) => at % PLAN.length === index)
    return same.toSorted((a, b) => a.rowsPerSecond - b.rowsPerSecond)[1]
  })
  const version = await pool.query<{ server_version: string }>('show server_version')
  await pool.end()
  await server.close()
  const result = { bench: 'commit', seconds, postgres: version.rows[0]?.server_version, medians }
  process.stdout.write(`${JSON.stringify(result, null, 2)}\n`)
} finally {
  rmSync(directory, { recursive: true, force: true })
}
