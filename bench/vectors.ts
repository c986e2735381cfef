import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Database, openDatabase } from '../src/db/client.ts'
import { DatabaseIndex } from '../src/features/knowledge/meaning/database-index.ts'
import { Meaning } from '../src/features/knowledge/meaning/meaning.ts'
import { newId } from '../src/platform/ids.ts'
import { insertUser } from '../test/support/fixtures.ts'
import { startPgvectorPostgres } from '../test/support/pgvector-postgres.ts'
import { percentile, round } from './support/statistics.ts'

/**
 * Search by meaning in one account of 50,000 pieces: how much the vectors take in the database and in memory, how long the first
 * search waits for them and each other one takes, and what the event loop notices. The vectors are drawn by chance around 500 directions,
 * as those of texts gather around what they are about. BENCH_PIECES and BENCH_DIMENSIONS set how many and how long; the model answers at
 * once, so what is measured is ours alone. Then the same is looked for by pgvector, in a server that has it: one by one, and by its index;
 * `recall` says how many of those that the thread found it found too.
 */
const PIECES = Number(process.env.BENCH_PIECES ?? 50_000)
const DIMENSIONS = (process.env.BENCH_DIMENSIONS ?? '768,1536').split(',').map(Number)
const TOPICS = 500
const SEARCHES = 200
/** As many as a search merges with those that words find. */
const MERGED = 30
const ROWS_AT_ONCE = 500
const MIB = 1024 ** 2

/** The same draws in each run. */
function createDraw(): () => number {
  let state = 12_345
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 31 - 1
  }
}

function toUnit(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector)
  return vector.map((number) => number / length)
}

function createVectors(dimensions: number): () => Float32Array {
  const draw = createDraw()
  const topics = Array.from({ length: TOPICS }, () => Float32Array.from({ length: dimensions }, draw))
  return () => {
    const topic = topics[Math.floor(((draw() + 1) / 2) * TOPICS)] ?? new Float32Array(dimensions)
    return toUnit(topic.map((number) => number + draw()))
  }
}

async function fill(
  db: Database,
  userId: string,
  dimensions: number,
  next: () => Float32Array,
): Promise<void> {
  const documentId = newId()
  await db.pool.query(
    `insert into knowledge_document (id, user_id, collection, title, is_titled, mimetype, size_bytes, state, pieces, embedded)
     values ($1, $2, 'general', 'all', true, 'text/plain', 1, 'ready', $3, $3)`,
    [documentId, userId, PIECES],
  )
  await db.pool.query(
    `insert into knowledge_meaning (user_id, model, fingerprint, dimensions, version) values ($1, 'm', 'f', $2, 1)`,
    [userId, dimensions],
  )
  for (let at = 0; at < PIECES; at += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, PIECES - at)
    const vectors = Array.from({ length: count }, () => Buffer.from(next().buffer))
    await db.pool.query(
      `with p as (
         insert into knowledge_piece (document_id, user_id, ordinal, body, words)
         select $1, $2, n, 'piece', '' from generate_series($3::int, $3::int + $4::int - 1) n returning id, ordinal)
       insert into knowledge_vector (piece_id, document_id, user_id, version, vector)
       select p.id, $1, $2, 1, given.vector from p join unnest($5::bytea[]) with ordinality given(vector, n)
         on given.n = p.ordinal - $3::int + 1`,
      [documentId, userId, at, count, vectors],
    )
  }
  await db.pool.query('vacuum (analyze) knowledge_vector')
}

const rssMib = () => Math.round(process.memoryUsage.rss() / MIB)

function openMeaning(db: Database, vectors: DatabaseIndex, query: () => Float32Array): Meaning {
  const usage = { model: 'm', inputTokens: 1, cost: null, durationMs: 0 }
  return new Meaning({
    ...{ db, vectors, waitMs: 600_000 },
    embedder: {
      readFingerprint: async () => 'f',
      refuseChoice: async () => {},
      embed: async () => ({ kind: 'vectors', vectors: [query()], usage }),
    },
    describeCall: ({ code }) => code,
  })
}

interface Searches {
  userId: string
  queries: readonly Float32Array[]
}

async function search(db: Database, vectors: DatabaseIndex, { userId, queries }: Searches) {
  let query = queries[0] as Float32Array
  const meaning = openMeaning(db, vectors, () => query)
  const asked = { userId, question: 'q', collections: null }
  const loop = monitorEventLoopDelay({ resolution: 1 })
  const before = rssMib()
  loop.enable()
  const loadedMs = performance.now()
  await meaning.find(asked, MERGED)
  const firstMs = performance.now() - loadedMs
  const whileLoading = loop.max / 1e6
  loop.reset()
  const times: number[] = []
  const found: number[][] = []
  for (query of queries) {
    const beganMs = performance.now()
    const hits = (await meaning.find(asked, MERGED))?.hits ?? []
    times.push(performance.now() - beganMs)
    if (hits.length !== Math.min(MERGED, PIECES)) throw new Error('too few were found')
    found.push(hits.map(({ id }) => id))
  }
  loop.disable()
  const memory = rssMib() - before
  await meaning.close()
  const measured = {
    memoryMib: memory,
    firstSearchMs: Math.round(firstMs),
    p50Ms: round(percentile(times, 0.5)),
    p99Ms: round(percentile(times, 0.99)),
    loopWhileLoadingMaxMs: round(whileLoading),
    loopWhileSearchingP99Ms: round(loop.percentile(99) / 1e6),
    loopWhileSearchingMaxMs: round(loop.max / 1e6),
  }
  return { measured, found }
}

async function readMib(db: Database, relation: string): Promise<number> {
  const { rows } = await db.pool.query('select pg_total_relation_size($1)::float8 as bytes', [relation])
  return Math.round(rows[0].bytes / MIB)
}

/** How many of those in the first lists are in the second ones. */
function compare(all: readonly number[][], found: readonly number[][]): number {
  const shares = all.map((ids, at) => ids.filter((id) => found[at]?.includes(id)).length / ids.length)
  return round(shares.reduce((sum, share) => sum + share, 0) / shares.length)
}

/** By the thread alone: a database that has the extension is not asked for it. */
class NoVectors extends DatabaseIndex {
  override async prepare(): Promise<boolean> {
    return false
  }
}

async function benchPgvector(db: Database, searches: Searches, dimensions: number, all: readonly number[][]) {
  const space = { fingerprint: 'f', dimensions, version: 1, removed: 0 }
  const first = new DatabaseIndex({ db, exactUpTo: PIECES })
  const beganMs = performance.now()
  while (!(await first.prepare(searches.userId, space))) await sleep(100)
  const bringMs = performance.now() - beganMs
  const exact = await search(db, first, searches)
  const indexed = await search(db, new DatabaseIndex({ db, exactUpTo: 0 }), searches)
  return {
    bringMs: Math.round(bringMs),
    tableAndIndexMib: await readMib(db, 'parley_vectors.near'),
    oneByOne: { ...exact.measured, recall: compare(all, exact.found) },
    byIndex: { ...indexed.measured, recall: compare(all, indexed.found) },
  }
}

async function benchDimensions(db: Database, dimensions: number, hasPgvector: boolean) {
  const userId = await insertUser(db.pool)
  const next = createVectors(dimensions)
  await fill(db, userId, dimensions, next)
  const searches = { userId, queries: Array.from({ length: SEARCHES }, next) }
  const thread = await search(db, new NoVectors({ db }), searches)
  const result = {
    dimensions,
    pieces: PIECES,
    tableMib: await readMib(db, 'knowledge_vector'),
    thread: thread.measured,
    pgvector: hasPgvector ? await benchPgvector(db, searches, dimensions, thread.found) : null,
  }
  await db.pool.query('truncate knowledge_vector')
  return result
}

async function benchVectors(): Promise<Record<string, unknown>> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'parley-bench-'))
  const server = await startPgvectorPostgres()
  const db = await openDatabase(server ? { databaseUrl: server.url } : { dataDir, mode: 'service' })
  try {
    const results: unknown[] = []
    for (const dimensions of DIMENSIONS) results.push(await benchDimensions(db, dimensions, server !== null))
    return { bench: 'vectors', results }
  } finally {
    await db.close()
    await server?.remove()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

if (import.meta.main) process.stdout.write(`${JSON.stringify(await benchVectors(), null, 2)}\n`)
