import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertUser } from '../../../../test/support/fixtures.ts'
import { KnowledgeWorld } from '../../../../test/support/knowledge.ts'
import { embedByWords } from '../../../../test/support/model-embeddings.ts'
import { ModelServer } from '../../../../test/support/model-server.ts'
import { readRefusal } from '../../../../test/support/refusals.ts'
import type { CallContext } from '../../../contract/handlers.ts'

const database = useTestDatabase()
const SAME = [
  ['open', 'opening', 'abrimos'],
  ['car', 'parking', 'estacionar'],
  ['refund', 'money', 'dinheiro'],
]
const HOURS = 'Opening at eight on weekdays.'
const PARKING = 'Parking is behind the house.'
const REFUND = 'A refund takes three days.'

let world: KnowledgeWorld
let server: ModelServer
let me: CallContext

interface ModelOptions {
  url?: string
  modelId?: string
  dimensions?: number | null
  limits?: unknown
}

async function setUp(ctx: CallContext, name: string, options: ModelOptions = {}): Promise<void> {
  const { url = server.url, modelId = 'test-model', dimensions = null, limits = {} } = options
  await database().pool.query(
    `insert into model (user_id, name, kind, provider, base_url, model_id, dimensions, limits, input_price)
     values ($1, $2, 'embedding', 'openai-compatible', $3, $4, $5, $6, 2)
     on conflict (user_id, name) do update set base_url = $3, model_id = $4, dimensions = $5, limits = $6`,
    [ctx.owner, name, url, modelId, dimensions, JSON.stringify(limits)],
  )
}

async function choose(ctx: CallContext, name: string, options: ModelOptions = {}): Promise<void> {
  await setUp(ctx, name, options)
  await world.knowledge.handlers.setModel({ model: name }, ctx)
}

const add = (text: string, ctx = me, collection = 'general') => world.keep([text], ctx, collection)

/** What is found, by what, and why not by meaning. */
async function find(question: string, ctx = me, collections?: string[]) {
  const { pieces, meaning } = await world.knowledge.handlers.search({ question, collections, limit: 5 }, ctx)
  return { found: pieces.map(({ text, foundBy }) => [text, foundBy]), meaning }
}

const first = async (question: string, ctx = me) => (await find(question, ctx)).found[0]

const state = async (ctx = me) => (await world.knowledge.handlers.list({ limit: 10 }, ctx)).meaning

async function lengths(ctx = me): Promise<unknown[]> {
  const { rows } = await database().pool.query(
    'select distinct octet_length(vector) / 4 as length from knowledge_vector where user_id = $1 order by 1',
    [ctx.owner],
  )
  return rows.map(({ length }) => length)
}

async function waitingJob(ctx = me): Promise<{ runInMs: number } | undefined> {
  const { rows } = await database().pool.query(
    `select extract(epoch from run_at - now())::float8 * 1000 as "runInMs" from graphile_worker.jobs where key = $1`,
    [`knowledge_embed:${ctx.owner}`],
  )
  return rows[0]
}

beforeEach(async () => {
  server = new ModelServer({ embed: embedByWords({ same: SAME }) })
  await server.listen()
  world = new KnowledgeWorld(database(), { waitMs: 60_000 })
  me = world.as(await insertUser(database().pool))
})
afterEach(async () => {
  await world.remove()
  await server.close()
})

describe('a search by meaning', () => {
  test('finds what no word of the question is in, says by what it was found, and what it took', async () => {
    await choose(me, 'embedding')
    for (const text of [HOURS, PARKING, REFUND]) await add(text)
    expect((await find('abrimos')).found).toEqual([])
    expect((await find('abrimos')).meaning).toMatchObject({ problem: 'NOT_EMBEDDED' })
    await world.embed(me.owner)
    expect(await state()).toEqual({
      ...{ model: 'embedding', dimensions: 64, embedded: 3, refused: 0, waiting: 0, problem: null },
    })
    expect(await first('abrimos')).toEqual([HOURS, 'meaning'])
    expect(await first('estacionar')).toEqual([PARKING, 'meaning'])
    const { found, meaning } = await find('parking')
    expect(found[0]).toEqual([PARKING, 'both'])
    expect(meaning).toEqual({
      ...{
        model: 'embedding',
        inputTokens: 1,
        cost: 0.000_002,
        durationMs: expect.any(Number),
        problem: null,
      },
    })
  })

  test('has a document embedded by a job when it has been read', async () => {
    await choose(me, 'embedding')
    await world.embed(me.owner)
    await database().pool.query('select graphile_worker.remove_job($1)', [`knowledge_embed:${me.owner}`])
    const id = await world.addAndRead({ bytes: HOURS, fileName: 'hours.txt' }, me)
    expect(await waitingJob()).toBeDefined()
    await world.embed(me.owner)
    const { document } = await world.knowledge.handlers.get({ id, from: 0, limit: 1 }, me)
    expect([document.pieces, document.embedded, document.refused]).toEqual([1, 1, 0])
    // A piece says more with the title of its document.
    expect(server.embedded[0]?.input).toEqual([`hours.txt\n${HOURS}`])
  })

  test('gives each vector to its own text, whatever the order in which they come', async () => {
    await choose(me, 'embedding')
    const texts = ['refund one', 'parking two', 'opening three', 'nothing four', 'else five']
    for (const text of texts) await add(text)
    await world.embed(me.owner)
    // All in one request, which the server answers from the last to the first.
    expect(server.embedded.map(({ input }) => (input as string[]).length)).toEqual([5])
    for (const [question, text] of [
      ['dinheiro', 'refund one'],
      ['estacionar', 'parking two'],
      ['abrimos', 'opening three'],
    ] as const)
      expect(await first(question)).toEqual([text, 'meaning'])
  })

  test('never finds another account’s pieces, and asks with nobody else’s model', async () => {
    const other = world.as(await insertUser(database().pool))
    await choose(me, 'embedding')
    await choose(other, 'embedding')
    await add(HOURS)
    await add(`${HOURS} Theirs.`, other)
    await world.embed(me.owner)
    await world.embed(other.owner)
    expect((await find('abrimos')).found).toEqual([[HOURS, 'meaning']])
    expect((await find('abrimos', other)).found).toEqual([[`${HOURS} Theirs.`, 'meaning']])
    const third = world.as(await insertUser(database().pool))
    expect(await find('abrimos', third)).toEqual({ found: [], meaning: null })
    const refused = await readRefusal(world.knowledge.handlers.setModel({ model: 'embedding' }, third))
    expect(refused.code).toBe('NOT_FOUND')
  })

  test('looks in the collections that are asked for alone', async () => {
    await choose(me, 'embedding')
    await add(HOURS, me, 'shop')
    await add(`${HOURS} Staff.`, me, 'staff')
    await world.embed(me.owner)
    expect((await find('abrimos', me, ['staff'])).found).toEqual([[`${HOURS} Staff.`, 'meaning']])
    expect((await find('abrimos', me, ['nowhere'])).found).toEqual([])
  })

  test('finds what came, and not what went, since it looked last', async () => {
    await choose(me, 'embedding')
    const id = await add(HOURS)
    await world.embed(me.owner)
    expect(await first('abrimos')).toEqual([HOURS, 'meaning'])
    await add(PARKING)
    await world.embed(me.owner)
    expect(await first('estacionar')).toEqual([PARKING, 'meaning'])
    await world.knowledge.handlers.remove({ id }, me)
    expect((await find('abrimos')).found.map(([text]) => text)).toEqual([PARKING])
    const { rows } = await database().pool.query(
      'select count(*)::int as n from knowledge_vector where user_id = $1',
      [me.owner],
    )
    expect(rows).toEqual([{ n: 1 }])
  })
})

describe('vectors of two models', () => {
  test('never stand beside each other: with another one all are made anew, and words find meanwhile', async () => {
    await choose(me, 'embedding')
    await add(HOURS)
    await world.embed(me.owner)
    await choose(me, 'short', { dimensions: 16 })
    const meanwhile = await find('opening')
    expect(meanwhile.found).toEqual([[HOURS, 'words']])
    expect(meanwhile.meaning).toMatchObject({ model: 'short', problem: 'NOT_EMBEDDED' })
    await world.embed(me.owner)
    expect(server.embedded.at(-1)?.dimensions).toBe(16)
    expect(await lengths()).toEqual([16])
    expect(await first('abrimos')).toEqual([HOURS, 'meaning'])
  })

  test('are told apart under one name too', async () => {
    await choose(me, 'embedding')
    await add(HOURS)
    await world.embed(me.owner)
    await setUp(me, 'embedding', { dimensions: 8 })
    await world.knowledge.modelChanged(me.owner, 'embedding')
    expect(await waitingJob()).toBeDefined()
    expect((await find('opening')).meaning).toMatchObject({ problem: 'NOT_EMBEDDED' })
    await world.embed(me.owner)
    expect(await lengths()).toEqual([8])
  })

  test('are all gone when none is chosen any more', async () => {
    await choose(me, 'embedding')
    await add(HOURS)
    await world.embed(me.owner)
    await world.knowledge.handlers.setModel({ model: null }, me)
    expect(await lengths()).toEqual([])
    expect(await find('opening')).toEqual({ found: [[HOURS, 'words']], meaning: null })
    expect(await state()).toMatchObject({ model: null, embedded: 0, waiting: 0 })
    await world.embed(me.owner)
    expect(await lengths()).toEqual([])
  })

  test('are made anew when a server answers with others of another length', async () => {
    await choose(me, 'embedding')
    await add(HOURS)
    await world.embed(me.owner)
    server.embed = embedByWords({ same: SAME, dimensions: 32 })
    await add(PARKING)
    await world.embed(me.owner)
    expect(await lengths()).toEqual([])
    await world.embed(me.owner)
    expect(await lengths()).toEqual([32])
    expect(await first('estacionar')).toEqual([PARKING, 'meaning'])
    expect(await state()).toMatchObject({ embedded: 2, waiting: 0 })
  })
})

describe('a model that gives no vectors', () => {
  test.each([
    ['fails', { kind: 'status', status: 500 }, 'MODEL_FAILED'],
    ['is busy', { kind: 'status', status: 429, retryAfter: '120' }, 'MODEL_BUSY'],
    ['refuses the key', { kind: 'status', status: 401 }, 'MODEL_KEY_REFUSED'],
    [
      'answers with nothing of use',
      { kind: 'text', body: '{"data":[{"index":0,"embedding":[]}]}' },
      'ANSWER_INVALID',
    ],
    ['answers with too little', { kind: 'text', body: '{"data":[]}' }, 'ANSWER_INVALID'],
    [
      'answers twice of one text',
      {
        kind: 'text',
        body: '{"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]}',
      },
      'ANSWER_INVALID',
    ],
  ] as const)(
    'as it %s leaves words to find, says why, and is asked again later',
    async (_what, fault, code) => {
      await choose(me, 'embedding')
      await add(HOURS)
      await add(PARKING)
      server.next(fault)
      await world.embed(me.owner)
      expect(await state()).toMatchObject({
        embedded: 0,
        waiting: 2,
        problem: { code, message: expect.any(String) },
      })
      expect((await find('opening')).found).toEqual([[HOURS, 'words']])
      const job = await waitingJob()
      expect(job?.runInMs).toBeGreaterThan(code === 'MODEL_BUSY' ? 100_000 : 2_000)
      await world.embed(me.owner)
      expect(await state()).toMatchObject({ embedded: 2, waiting: 0, problem: null })
    },
  )

  test('as its limit of the day is reached is not asked', async () => {
    await choose(me, 'embedding', { limits: { day: { calls: 1 } } })
    await add(HOURS)
    await world.embed(me.owner)
    await add(PARKING)
    await world.embed(me.owner)
    expect(server.embedded).toHaveLength(1)
    expect(await state()).toMatchObject({ embedded: 1, waiting: 1, problem: { code: 'LIMIT_DAY' } })
    expect((await find('parking')).meaning).toMatchObject({ problem: 'LIMIT_DAY' })
  })

  test('for one piece alone has the others embedded, and the one is tried again when the model is chosen again', async () => {
    await choose(me, 'embedding')
    const long = Array.from({ length: 9_000 }, () => 'a').join(' ')
    await add(HOURS)
    const id = await add(PARKING)
    // Longer than a piece ever is, so that the server refuses it.
    await database().pool.query('update knowledge_piece set body = $2 where document_id = $1', [id, long])
    await add(REFUND)
    await world.embed(me.owner)
    expect(await state()).toMatchObject({ embedded: 2, refused: 1, waiting: 0, problem: null })
    expect(await first('dinheiro')).toEqual([REFUND, 'meaning'])
    await database().pool.query('update knowledge_piece set body = $2 where document_id = $1', [id, PARKING])
    await world.knowledge.handlers.setModel({ model: 'embedding' }, me)
    await world.embed(me.owner)
    expect(await state()).toMatchObject({ embedded: 3, refused: 0 })
  })

  test('as it refuses everything has no piece marked', async () => {
    await choose(me, 'embedding', { dimensions: 65 })
    await add(HOURS)
    await world.embed(me.owner)
    expect(await state()).toMatchObject({
      embedded: 0,
      refused: 0,
      waiting: 1,
      problem: { code: 'MODEL_REFUSED' },
    })
  })

  test.each([
    ['slow', { kind: 'slow', ms: 60_000, content: '' }, 'TIMEOUT'],
    ['failing', { kind: 'status', status: 503 }, 'MODEL_FAILED'],
    ['cut off', { kind: 'cut' }, 'CONNECTION_LOST'],
  ] as const)('for a question, being %s, has words found', async (_what, fault, problem) => {
    await choose(me, 'embedding')
    await add(HOURS)
    await world.embed(me.owner)
    server.next(fault)
    const waitMs = fault.kind === 'slow' ? 500 : 60_000
    const impatient = new KnowledgeWorld(database(), { waitMs })
    const asked = { question: 'opening', limit: 5 }
    const { pieces, meaning } = await impatient.knowledge.handlers.search(asked, me)
    await impatient.remove()
    expect(pieces.map(({ text, foundBy }) => [text, foundBy])).toEqual([[HOURS, 'words']])
    expect(meaning).toMatchObject({ model: 'embedding', problem })
    expect(await first('abrimos')).toEqual([HOURS, 'meaning'])
  })

  test('for the third question in a row is not asked the fourth one, until another is set up', async () => {
    await choose(me, 'embedding')
    await add(HOURS)
    await world.embed(me.owner)
    for (let n = 0; n < 3; n += 1) {
      server.next({ kind: 'status', status: 503 })
      expect((await find('opening')).meaning).toMatchObject({ problem: 'MODEL_FAILED' })
    }
    const asked = server.embedded.length
    expect((await find('opening')).meaning).toMatchObject({ problem: 'MODEL_FAILED', durationMs: 0 })
    expect(server.embedded).toHaveLength(asked)
    const other = new ModelServer({ modelId: 'nomic-embed-text', embed: embedByWords({ same: SAME }) })
    await other.listen()
    await setUp(me, 'embedding', { url: other.url, modelId: 'nomic-embed-text' })
    await world.embed(me.owner)
    expect(await first('abrimos')).toEqual([HOURS, 'meaning'])
    await other.close()
    // Each text with the word that this model was trained with.
    expect(other.embedded.map(({ input }) => String(input))).toEqual([
      `search_document: ${HOURS}\n${HOURS}`,
      'search_query: abrimos',
    ])
  })

  test('being deleted has words found', async () => {
    await choose(me, 'embedding')
    await add(HOURS)
    await world.embed(me.owner)
    await database().pool.query('delete from model where user_id = $1', [me.owner])
    const { found, meaning } = await find('opening')
    expect([found, meaning?.problem]).toEqual([[[HOURS, 'words']], 'MODEL_MISSING'])
    await world.embed(me.owner)
    expect(await lengths()).toEqual([])
  })
})

test('what vectors take counts towards the limits of their model, for the run and the contact that ask', async () => {
  await choose(me, 'embedding')
  await add(HOURS)
  await world.embed(me.owner)
  const clientId = crypto.randomUUID()
  const flowStateId = crypto.randomUUID()
  const askedIn = { clientId, contactJid: 'a@s.whatsapp.net', flowStateId }
  await world.knowledge.search({
    userId: me.owner,
    question: 'abrimos',
    collections: null,
    limit: 3,
    askedIn,
  })
  const { rows } = await database().pool.query(
    `select flow_state_id as "flowStateId", outcome, tokens from model_call where user_id = $1 order by id`,
    [me.owner],
  )
  expect(rows).toEqual([
    { flowStateId: null, outcome: 'answered', tokens: expect.any(Number) },
    { flowStateId, outcome: 'answered', tokens: 1 },
  ])
})

test('vectors go with their owner', async () => {
  await choose(me, 'embedding')
  await add(HOURS)
  await world.embed(me.owner)
  await database().pool.query('delete from "user" where id = $1', [me.owner])
  expect(await lengths()).toEqual([])
})
