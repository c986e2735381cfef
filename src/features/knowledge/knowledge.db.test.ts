import { readdirSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertUser } from '../../../test/support/fixtures.ts'
import { KnowledgeWorld } from '../../../test/support/knowledge.ts'
import { makePdf } from '../../../test/support/knowledge-files.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { CallContext } from '../../contract/handlers.ts'

const database = useTestDatabase()
let world: KnowledgeWorld
let userId: string
let me: CallContext
let other: CallContext

beforeEach(async () => {
  world = new KnowledgeWorld(database())
  userId = await insertUser(database().pool)
  me = world.as(userId)
  other = world.as(await insertUser(database().pool))
})
afterEach(() => world.remove())

const HOURS =
  '# Horários\n\nA padaria abre às 7h e fecha às 20h, de segunda a sábado.\n\nAos domingos fechamos ao meio-dia.'
const DELIVERY =
  '# Entregas\n\nEntregamos em toda a cidade. A taxa de entrega é de R$ 8,00.\n\n# Pagamento\n\nAceitamos Pix e cartão.'
const reasonOf = async (refused: Promise<unknown>) => (await readRefusal(refused)).data?.reason
const files = () =>
  readdirSync(world.directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
const texts = async (question: string, ctx = me, collections?: string[]) =>
  (await world.search(question, ctx, collections)).map(
    ({ title, text }) => `${title}: ${text.split('\n')[0]}`,
  )

describe('a document', () => {
  test('is taken in, read, and its file deleted then', async () => {
    const added = await world.add({ bytes: HOURS, fileName: 'horarios.md' }, me)
    expect(added).toMatchObject({
      state: 'waiting',
      title: 'horarios.md',
      pieces: 0,
      sizeBytes: Buffer.byteLength(HOURS),
    })
    expect(files()).toHaveLength(1)
    await world.read(added.id)
    const { document, pieces } = await world.knowledge.handlers.get({ id: added.id, from: 0, limit: 50 }, me)
    expect(document).toMatchObject({ state: 'ready', title: 'Horários', problem: null, pieces: 1 })
    expect(pieces).toEqual([
      {
        ordinal: 0,
        heading: 'Horários',
        page: null,
        row: null,
        text: HOURS.split('\n\n').slice(1).join('\n'),
      },
    ])
    expect(files()).toHaveLength(0)
  })

  test('is kept once for each content, and keeps the title that it was given', async () => {
    const { id } = await world.add({ bytes: HOURS, fileName: 'a.md', title: 'Opening' }, me)
    expect((await world.add({ bytes: HOURS, fileName: 'b.md' }, me)).id).toBe(id)
    expect((await world.add({ bytes: HOURS, fileName: 'b.md' }, other)).id).not.toBe(id)
    await world.read(id)
    expect((await world.add({ bytes: HOURS, fileName: 'b.md' }, me)).title).toBe('Opening')
  })

  test('that cannot be read says why, keeps its file, and can be tried again', async () => {
    const id = await world.addAndRead({ bytes: makePdf([null]) }, me)
    expect(await world.state(id, me)).toBe('NO_TEXT')
    expect(files()).toHaveLength(1)
    expect(await world.knowledge.handlers.refresh({ id }, me)).toMatchObject({ state: 'waiting' })
    await world.read(id)
    expect(await world.state(id, me)).toBe('NO_TEXT')
  })

  test('that was read is not read again', async () => {
    const id = await world.addAndRead({ bytes: HOURS }, me)
    expect(await reasonOf(world.knowledge.handlers.refresh({ id }, me))).toBe('KNOWLEDGE_FILE_READ')
  })

  test('is removed with its file, its pieces and its words', async () => {
    await world.addAndRead({ bytes: DELIVERY, fileName: 'd.md' }, me)
    const before = await world.words(userId)
    const read = await world.addAndRead({ bytes: HOURS, fileName: 'h.md' }, me)
    const { id: unread } = await world.add({ bytes: 'Something else' }, me)
    for (const id of [read, unread]) await world.knowledge.handlers.remove({ id }, me)
    expect(await world.words(userId)).toEqual(before)
    expect(files()).toHaveLength(0)
    expect(await texts('horário padaria')).toEqual([])
    await world.read(unread)
    expect((await world.knowledge.handlers.list({ limit: 50 }, me)).used).toMatchObject({
      documents: 1,
      pieces: 1,
    })
  })

  test('that takes its process down each time is given up after three times', async () => {
    const { id } = await world.add({ bytes: HOURS }, me)
    // What a process that died over it leaves behind.
    await database().pool.query(
      `update knowledge_document set state = 'reading', attempts = 3 where id = $1`,
      [id],
    )
    await world.read(id)
    expect(await world.state(id, me)).toBe('INTERRUPTED')
  })

  test('whose reading was broken off by the end of the service has not been tried', async () => {
    const { id } = await world.add({ bytes: HOURS }, me)
    await expect(world.read(id, AbortSignal.abort(new Error('stopping')))).rejects.toThrow('stopping')
    const { rows } = await database().pool.query(
      'select state, attempts from knowledge_document where id = $1',
      [id],
    )
    expect(rows).toEqual([{ state: 'waiting', attempts: 0 }])
    await world.read(id)
    expect(await world.state(id, me)).toBe('ready')
  })

  test('is refused beyond the limits of the plan', async () => {
    const free = world.as(userId, 'free')
    const pool = database().pool
    const insert = (count: number, bytes: number, pieces: number) =>
      pool.query(
        `insert into knowledge_document (id, user_id, collection, title, is_titled, mimetype, size_bytes, sha256, state, pieces)
         select gen_random_uuid(), $1, 'x', 'x', true, 'text/plain', $3, sha256(gen_random_uuid()::text::bytea), 'ready', $4
         from generate_series(1, $2)`,
        [userId, count, bytes, pieces],
      )
    await insert(99, 0, 0)
    const last = await world.add({ bytes: HOURS }, free)
    expect(await reasonOf(world.add({ bytes: DELIVERY }, free))).toBe('KNOWLEDGE_FULL')
    await pool.query('delete from knowledge_document where user_id = $1 and id <> $2', [userId, last.id])
    await insert(1, 100 * 1024 ** 2, 0)
    expect(await reasonOf(world.add({ bytes: DELIVERY }, free))).toBe('KNOWLEDGE_FULL')
    expect(files()).toHaveLength(1)
    await pool.query(`update "user" set plan = 'free' where id = $1`, [userId])
    await insert(1, 0, 5_000)
    await world.read(last.id)
    expect(await world.state(last.id, me)).toBe('LIMIT_PIECES')
  })

  test('of more than 16 MiB, or of nothing, is refused', async () => {
    expect(await reasonOf(world.add({ bytes: Buffer.alloc(16 * 1024 ** 2 + 1) }, me))).toBe(
      'KNOWLEDGE_FILE_TOO_LARGE',
    )
    expect(await reasonOf(world.add({ bytes: '' }, me))).toBe('FILE_EMPTY')
    expect(files()).toHaveLength(0)
  })
})

test('documents of other accounts are not there: not listed, not read, not found, not removed', async () => {
  const id = await world.addAndRead({ bytes: HOURS, fileName: 'h.md' }, me)
  expect(await texts('padaria', other)).toEqual([])
  expect((await world.knowledge.handlers.list({ limit: 50 }, other)).documents).toEqual([])
  for (const call of ['get', 'refresh', 'remove'] as const) {
    const refused = world.knowledge.handlers[call]({ id, from: 0, limit: 1 }, other)
    expect(await reasonOf(refused)).toBe('NO_SUCH_THING')
  }
  // Also where the marks of two accounts are the same, which is one of 16 million pairs.
  await database().pool.query('update knowledge_piece set user_id = $1', [other.owner])
  expect(await texts('padaria', me)).toEqual([])
  expect((await world.knowledge.handlers.get({ id, from: 0, limit: 5 }, me)).pieces).toEqual([])
})

describe('a search', () => {
  beforeEach(async () => {
    await world.addAndRead({ bytes: HOURS, fileName: 'h.md', collection: 'shop' }, me)
    await world.addAndRead({ bytes: DELIVERY, fileName: 'd.md', collection: 'delivery' }, me)
  })

  test.each([
    ['QUAL O HORARIO?', 'Horários'],
    ['voces entregam aqui', 'Entregas'],
    ['abrem no domingo?', 'Horários'],
    ['a entrga é cara?', 'Entregas'],
    ['taxa', 'Entregas'],
  ])('finds for "%s" what is in %s', async (question, title) => {
    expect((await world.search(question, me))[0]?.title).toBe(title)
  })

  test('finds nothing for what nobody wrote, and takes any signs', async () => {
    expect(await texts('xylophone')).toEqual([])
    expect(await texts(`' | & ! <-> :* \\ "`)).toEqual([])
    expect(await texts('e o de')).not.toBeNull()
  })

  test('is kept to the collections it names', async () => {
    expect(await texts('domingos', me, ['delivery'])).toEqual([])
    expect(await texts('domingos', me, ['delivery', 'shop'])).toHaveLength(1)
  })

  test('finds words of scripts without spaces', async () => {
    await world.addAndRead({ bytes: '営業時間は午前九時から午後六時までです。', title: '案内' }, me)
    expect((await world.search('営業時間', me))[0]?.title).toBe('案内')
  })
})

describe('a web page', () => {
  let server: http.Server
  let url: string
  let answer: (response: http.ServerResponse, path: string) => void
  beforeEach(async () => {
    server = http.createServer((request, response) => answer(response, request.url ?? ''))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => server.close())

  const page = (text: string) => (response: http.ServerResponse) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<title>Shop</title><p>${text}</p>`)
  const addUrl = (path = '') =>
    world.knowledge.handlers.addUrl({ url: `${url}${path}`, collection: 'general' }, me)

  test('is fetched, and fetched again', async () => {
    answer = page('We open at eight.')
    const { id } = await addUrl('/hours#top')
    await world.read(id)
    expect(await texts('open')).toEqual(['Shop: We open at eight.'])
    answer = page('We open at nine.')
    await world.knowledge.handlers.refresh({ id }, me)
    expect(await texts('open')).toEqual(['Shop: We open at eight.'])
    await world.read(id)
    expect(await texts('open')).toEqual(['Shop: We open at nine.'])
    expect((await addUrl('/hours')).id).toBe(id)
  })

  test.each<[string, typeof answer]>([
    ['PAGE_REFUSED', (response) => response.writeHead(404).end('gone')],
    ['TOO_LARGE', (response) => response.writeHead(200, { 'content-length': 20_000_000 }).flushHeaders()],
    ['ADDRESS_REFUSED', (response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()],
    ['REDIRECT_REFUSED', (response, path) => response.writeHead(302, { location: `${path}a` }).end()],
    ['CONNECTION_FAILED', (response) => response.destroy()],
  ])('that cannot be had says %s, and keeps what was read before', async (problem, fails) => {
    answer = page('We open at eight.')
    const { id } = await addUrl('/')
    await world.read(id)
    answer = fails
    await world.knowledge.handlers.refresh({ id }, me)
    await world.read(id)
    expect(await world.state(id, me)).toBe(problem)
    expect(await texts('open')).toEqual(['Shop: We open at eight.'])
  })

  test.each([
    ['http://10.0.0.1/', 'private'],
    ['http://user:pass@example.com/', 'password'],
    ['http://[', 'unreadable'],
  ])('at %s is refused: %s', async (address) => {
    const refused = world.knowledge.handlers.addUrl({ url: address, collection: 'general' }, me)
    expect(await reasonOf(refused)).toBe('KNOWLEDGE_ADDRESS')
  })
})
