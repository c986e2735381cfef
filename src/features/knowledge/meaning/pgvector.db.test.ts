import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runOnServer, toDatabaseUrl } from '../../../../test/support/database-server.ts'
import { insertUser } from '../../../../test/support/fixtures.ts'
import { KnowledgeWorld } from '../../../../test/support/knowledge.ts'
import { embedByWords } from '../../../../test/support/model-embeddings.ts'
import { ModelServer } from '../../../../test/support/model-server.ts'
import { startPgvectorPostgres } from '../../../../test/support/pgvector-postgres.ts'
import type { CallContext } from '../../../contract/handlers.ts'
import { dumpDatabase } from '../../../db/backup/dump.ts'
import { createLoader } from '../../../db/backup/load.ts'
import { checkSurroundings } from '../../../db/checks/doctor.ts'
import { type Database, openDatabase } from '../../../db/client.ts'
import { newId } from '../../../platform/ids.ts'
import { DatabaseIndex } from './database-index.ts'
import { type Space, VectorIndex } from './vector-index.ts'

const server = await startPgvectorPostgres()
const DIMENSIONS = 48
const MOST = 64

let db: Database
const statements: string[] = []

const open = (database: string, user?: string): Promise<Database> => {
  const url = new URL(toDatabaseUrl(server?.url ?? '', database))
  if (user !== undefined) url.username = user
  return openDatabase({ databaseUrl: url.toString(), poolSize: 4, onQuery: (one) => statements.push(one) })
}

/** All are copies of one that was migrated, and has no extension. */
const makeDatabase = (name: string): Promise<void> =>
  runOnServer(server?.url ?? '', `create database ${name} template migrated`)

beforeAll(async () => {
  if (!server) return
  await runOnServer(server.url, 'create database migrated')
  const migrated = await open('migrated')
  await migrated.close()
  await makeDatabase('one')
  db = await open('one')
}, 120_000)
afterAll(async () => {
  await db?.close()
  await server?.remove()
})
beforeEach(() => {
  statements.length = 0
})

let seed = 1
function draw(): number {
  seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
  return seed / 2 ** 31 - 1
}

const toUnit = (numbers: Float32Array): Float32Array => {
  const length = Math.hypot(...numbers)
  return numbers.map((number) => number / length)
}

/** Around some directions, as texts gather around what they are about. */
function drawVectors(count: number, dimensions = DIMENSIONS): Float32Array[] {
  const topics = Array.from({ length: 20 }, () => Float32Array.from({ length: dimensions }, draw))
  return Array.from({ length: count }, (_, at) =>
    toUnit((topics[at % 20] as Float32Array).map((number) => number + draw())),
  )
}

/** One document of so many pieces, whose vectors came in one step. */
async function keep(userId: string, vectors: readonly Float32Array[], version = 1): Promise<string> {
  const id = newId()
  const dimensions = vectors[0]?.length ?? 0
  await db.pool.query(
    `insert into knowledge_document (id, user_id, collection, title, is_titled, mimetype, size_bytes, state, pieces, embedded, url)
     values ($1::uuid, $2, 'general', 'all', true, 'text/plain', 1, 'ready', $3, $3, $1::text)`,
    [id, userId, vectors.length],
  )
  await db.pool.query(
    `insert into knowledge_meaning (user_id, model, fingerprint, dimensions, version) values ($1, 'm', 'f', $2, $3)
     on conflict (user_id) do update set version = $3`,
    [userId, dimensions, version],
  )
  await db.pool.query(
    `with p as (
       insert into knowledge_piece (document_id, user_id, ordinal, body, words)
       select $1, $2, n, 'piece', '' from generate_series(1, cardinality($3::bytea[])) n returning id, ordinal)
     insert into knowledge_vector (piece_id, document_id, user_id, version, vector)
     select p.id, $1, $2, $4, ($3::bytea[])[p.ordinal] from p`,
    [id, userId, vectors.map(({ buffer }) => Buffer.from(buffer)), version],
  )
  return id
}

const space = (version = 1, removed = 0, dimensions = DIMENSIONS): Space => ({
  ...{ fingerprint: 'f', dimensions, version, removed },
})

async function prepared(index: DatabaseIndex, userId: string, wanted = space()): Promise<void> {
  await expect.poll(() => index.prepare(userId, wanted), { timeout: 60_000 }).toBe(true)
}

async function countNear(userId: string, on = db): Promise<number> {
  const { rows } = await on.pool.query(
    'select count(*)::int as n from parley_vectors.near where user_id = $1',
    [userId],
  )
  return rows[0].n
}

/** Searches by the index, as the server counts them a while after they were made. */
async function countScans(): Promise<number> {
  const { rows } = await db.pool.query(
    `select coalesce(sum(idx_scan), 0)::int as n from pg_stat_user_indexes where indexrelname = 'near_${DIMENSIONS}'`,
  )
  return rows[0].n
}

/** How many of the first are among the second. */
const shareOf = (all: readonly { id: number }[], found: readonly { id: number }[]): number =>
  all.filter(({ id }) => found.some((one) => one.id === id)).length / all.length

describe.skipIf(!server)('a database with pgvector', () => {
  test('finds what the thread finds: all of it one by one, and nearly all by its index', async () => {
    const me = await insertUser(db.pool)
    const others = await insertUser(db.pool)
    const document = await keep(me, drawVectors(500))
    const second = await keep(me, drawVectors(100))
    await keep(others, drawVectors(500))
    const exact = new DatabaseIndex({ db })
    const indexed = new DatabaseIndex({ db, exactUpTo: 0 })
    const thread = new VectorIndex({ db })
    for (const account of [me, others]) await prepared(exact, account)
    await thread.load(me, space())
    const shares: [number, number][] = []
    for (const query of drawVectors(10)) {
      for (const documents of [null, [document], [second]]) {
        const asked = { query, documents, most: MOST }
        const [inThread, oneByOne] = [await thread.find(me, asked), await exact.find(me, asked)]
        const byIndex = await indexed.find(me, asked)
        expect(byIndex).toHaveLength(MOST)
        shares.push([shareOf(inThread, oneByOne), shareOf(inThread, byIndex)])
        // Both of less precision than the vectors: a byte a number here, two there.
        expect(oneByOne[0]?.score).toBeCloseTo(inThread[0]?.score ?? 0, 1)
      }
    }
    const mean = (at: 0 | 1) => shares.reduce((sum, share) => sum + share[at], 0) / shares.length
    expect(mean(0)).toBeGreaterThan(0.97)
    expect(mean(1)).toBeGreaterThan(0.9)
    await expect.poll(countScans, { timeout: 60_000 }).toBeGreaterThan(0)
    await Promise.all([exact.close(), indexed.close(), thread.close()])
  })

  test('brings few that are missing at once, and many aside', async () => {
    const me = await insertUser(db.pool)
    await keep(me, drawVectors(260))
    const index = new DatabaseIndex({ db })
    expect(await index.prepare(me, space())).toBe(false)
    await prepared(index, me)
    await keep(me, drawVectors(30), 2)
    expect(await index.prepare(me, space(2))).toBe(true)
    expect(await countNear(me)).toBe(290)
    await index.close()
  })

  test('has the vectors of one account once, whoever brings them at the same time', async () => {
    const me = await insertUser(db.pool)
    await keep(me, drawVectors(300))
    const processes = Array.from({ length: 3 }, () => new DatabaseIndex({ db }))
    await Promise.all(processes.map((one) => prepared(one, me)))
    expect(await countNear(me)).toBe(300)
    await Promise.all(processes.map((one) => one.close()))
  })

  test('takes vectors of more numbers than its index has room for', async () => {
    const me = await insertUser(db.pool)
    const vectors = drawVectors(20, 4_096)
    await keep(me, vectors)
    const index = new DatabaseIndex({ db, exactUpTo: 0 })
    expect(await index.prepare(me, space(1, 0, 4_096))).toBe(true)
    const query = vectors[7] as Float32Array
    const [first] = await index.find(me, { query, documents: null, most: 3 })
    expect(first?.score).toBeCloseTo(1, 2)
    await index.close()
  })

  test('has no vectors of an account that is gone', async () => {
    const me = await insertUser(db.pool)
    await keep(me, drawVectors(20))
    const index = new DatabaseIndex({ db })
    await prepared(index, me)
    expect(await countNear(me)).toBe(20)
    await db.pool.query('delete from workspace where id = $1', [me])
    expect(await countNear(me)).toBe(0)
    await index.close()
  })

  test('is named by the doctor', async () => {
    const checks = await checkSurroundings({
      ...{ databasePoolSize: 4, host: '127.0.0.1', port: 0, dataDir: '/nonexistent' },
      databaseUrl: db.url,
    })
    expect(checks.find(({ name }) => name === 'search by meaning')).toMatchObject({
      ok: true,
      detail: expect.stringMatching(/^by pgvector in the database \(pgvector 0\.\d+\.\d+\)$/),
    })
  })

  test('that lets this role make nothing leaves the search to the thread', async () => {
    const role = "create role plain login password 'x'; grant connect on database two to plain"
    await makeDatabase('two')
    const owner = await open('two')
    await owner.pool.query(`${role}; grant all on all tables in schema public to plain`)
    const url = new URL(toDatabaseUrl(server?.url ?? '', 'two'))
    Object.assign(url, { username: 'plain', password: 'x' })
    const plain = await openDatabase({ databaseUrl: url.toString(), migrate: false, poolSize: 2 })
    for (const hasExtension of [false, true]) {
      if (hasExtension) await owner.pool.query('create extension vector')
      const index = new DatabaseIndex({ db: plain })
      expect(await index.prepare('nobody', space())).toBe(false)
      await index.close()
    }
    await plain.close()
    await owner.close()
  })
})

describe.skipIf(!server)('a search by meaning in such a database', () => {
  const HOURS = 'Opening at eight on weekdays.'
  const PARKING = 'Parking is behind the house.'
  let world: KnowledgeWorld
  let models: ModelServer
  let me: CallContext

  beforeEach(async () => {
    models = new ModelServer({
      embed: embedByWords({
        same: [
          ['open', 'opening', 'abrimos'],
          ['car', 'parking', 'estacionar'],
        ],
      }),
    })
    await models.listen()
    world = new KnowledgeWorld(db, { waitMs: 60_000 })
    me = world.as(await insertUser(db.pool))
    await setModel(null)
    await world.knowledge.handlers.setModel({ model: 'embedding' }, me)
  })
  afterEach(async () => {
    await world.remove()
    await models.close()
  })

  const setModel = (dimensions: number | null) =>
    db.pool.query(
      `insert into model (user_id, name, kind, provider, base_url, model_id, dimensions, limits)
       values ($1, 'embedding', 'embedding', 'openai-compatible', $2, 'test-model', $3, '{}')
       on conflict (user_id, name) do update set dimensions = $3`,
      [me.owner, models.url, dimensions],
    )

  async function first(question: string, from = world) {
    const { pieces, meaning } = await from.knowledge.handlers.search({ question, limit: 5 }, me)
    expect(meaning?.problem).toBeNull()
    return pieces[0]?.text
  }

  const usedBy = () =>
    statements.some((one) => one.startsWith('near_find'))
      ? 'database'
      : statements.includes('knowledge_vector_read')
        ? 'thread'
        : null

  test('finds what came, and not what went, and what another model made', async () => {
    const hours = await world.keep([HOURS], me)
    await world.embed(me.owner)
    await world.keep([PARKING], me)
    await world.embed(me.owner)
    expect(await countNear(me.owner)).toBe(2)
    expect(await first('abrimos')).toBe(HOURS)
    expect(await first('estacionar')).toBe(PARKING)
    expect(usedBy()).toBe('database')
    await world.knowledge.handlers.remove({ id: hours }, me)
    expect(await first('abrimos')).toBe(PARKING)
    expect(await countNear(me.owner)).toBe(1)
    await setModel(16)
    await world.embed(me.owner)
    expect(await first('estacionar')).toBe(PARKING)
    const { rows } = await db.pool.query(
      'select dimensions, pieces from parley_vectors.account where user_id = $1',
      [me.owner],
    )
    expect(rows).toEqual([{ dimensions: 16, pieces: 1 }])
  })

  test('goes on from a backup, in a database that has the extension and in one that has not', async () => {
    await world.keep([HOURS], me)
    await world.keep([PARKING], me)
    await world.embed(me.owner)
    expect(await first('abrimos')).toBe(HOURS)
    const lines = await dump(db)
    expect(lines.some((line) => line.includes('near'))).toBe(false)
    await makeDatabase('three')
    const restored = await open('three')
    // One that was used before, by accounts that are gone.
    await new DatabaseIndex({ db: restored }).prepare('nobody', space())
    await restore(restored, lines)
    await findIn(restored, 'database')
    const plain = await open('four_without')
    await restore(plain, await dump(restored))
    await findIn(plain, 'thread')
    await Promise.all([restored.close(), plain.close()])
  })

  beforeAll(async () => {
    if (!server) return
    // As a server that does not have it: nobody finds it there.
    await makeDatabase('four_without')
    await runOnServer(server.url, "alter database four_without set extension_control_path = '$system'")
  })

  async function findIn(restored: Database, by: 'database' | 'thread') {
    const there = new KnowledgeWorld(restored, { waitMs: 60_000 })
    statements.length = 0
    expect(await first('abrimos', there)).toBe(HOURS)
    expect(usedBy()).toBe(by)
    await there.remove()
  }

  async function dump(from: Database): Promise<string[]> {
    const client = from.createClient()
    await client.connect()
    const lines: string[] = []
    for await (const line of dumpDatabase(client, new Date().toISOString())) lines.push(line)
    await client.end()
    return lines
  }

  async function restore(into: Database, [header = '', ...lines]: readonly string[]): Promise<void> {
    const client = into.createClient()
    await client.connect()
    const loader = await createLoader(client, into.pool, header)
    for (const line of lines) await loader.take(line)
    await loader.finish()
    await client.end()
  }
})
