import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { buildRunContext, insertClient, insertUser } from '../../../test/support/fixtures.ts'
import type { CallContext } from '../../contract/handlers.ts'
import { createOverview } from './index.ts'
import { WRITTEN } from './store.ts'

const ANA = '491511111111@s.whatsapp.net'
const BEN = '491522222222@s.whatsapp.net'
/** In São Paulo it is still the second. */
const NOW_MS = Date.parse('2026-05-03T02:00:00Z')
const HOUR_SEC = 3_600

const database = useTestDatabase()
let me: CallContext
let clientId: string
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query(text, values)).rows as Row[]

beforeEach(async () => {
  const owner = await insertUser(database().pool)
  me = callContextOf(owner)
  clientId = await insertClient(database().pool, { userId: owner })
})

const read = (input: object = {}, ctx = me) =>
  createOverview({ db: database(), nowMs: () => NOW_MS })({ days: 2, timezone: 'UTC', ...input }, ctx)

let written = 0
interface Written {
  hoursAgo: number
  origin?: string
  chat?: string
  type?: string
  sentBy?: string
  status?: string
  on?: string
}

async function write({ hoursAgo, on = clientId, ...given }: Written): Promise<void> {
  written += 1
  const { origin = 'contact', chat = ANA, type = 'text', sentBy = null, status = 'READ' } = given
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin, sent_by)
     values ($1, $2, $3, $4, $5, $6, 'hello', $7, $8, $9)`,
    [
      on,
      chat,
      `m${written}`,
      origin !== 'contact',
      NOW_MS / 1_000 - hoursAgo * HOUR_SEC,
      type,
      status,
      origin,
      sentBy,
    ],
  )
}

async function insertContact(id: string, daysAgo: number, name: string | null = null): Promise<void> {
  await query('insert into contact (client_id, id, name, created_at) values ($1, $2, $3, $4)', [
    clientId,
    id,
    name,
    new Date(NOW_MS - daysAgo * 24 * HOUR_SEC * 1_000),
  ])
}

const day = (name: string, more: object = {}) => ({
  ...{ day: name, received: 0, byFlows: 0, byPeople: 0, byKeys: 0, newContacts: 0 },
  ...more,
})

test('messages are counted by day and by who wrote them, in the time zone that is asked for', async () => {
  await write({ hoursAgo: 1 })
  await write({ hoursAgo: 1, origin: 'flow' })
  await write({ hoursAgo: 1, origin: 'phone' })
  await write({ hoursAgo: 3, origin: 'api', sentBy: 'user:ana' })
  await write({ hoursAgo: 3, origin: 'api', sentBy: 'key:1' })
  await write({ hoursAgo: 3, origin: 'api', sentBy: 'human:1' })
  await write({ hoursAgo: 27 })
  expect((await read()).days).toEqual([
    day('2026-05-02', { byPeople: 2, byKeys: 1 }),
    day('2026-05-03', { received: 1, byFlows: 1, byPeople: 1 }),
  ])
  expect((await read({ timezone: 'America/Sao_Paulo' })).days).toEqual([
    day('2026-05-01', { received: 1 }),
    day('2026-05-02', { received: 1, byFlows: 1, byPeople: 3, byKeys: 1 }),
  ])
})

test('reactions, changes, status posts and what came with the history are no messages', async () => {
  for (const type of ['reaction', 'edit', 'revoke', 'pin']) await write({ hoursAgo: 1, type })
  await write({ hoursAgo: 1, type: 'reaction', origin: 'api', sentBy: 'user:ana' })
  await write({ hoursAgo: 1, chat: 'status@broadcast' })
  await write({ hoursAgo: 1, chat: 'status@broadcast', origin: 'phone' })
  await write({ hoursAgo: 1, chat: 'status@broadcast', origin: 'api', sentBy: 'human:1' })
  await write({ hoursAgo: 1, origin: 'history' })
  expect((await read()).days).toEqual([day('2026-05-02'), day('2026-05-03')])
})

test('a contact is new on the day of the first message, and not when they are only known', async () => {
  await insertContact(ANA, 1)
  await insertContact(BEN, 40)
  await insertContact('491533333333@s.whatsapp.net', 0)
  await insertContact('491544444444@s.whatsapp.net', 0)
  for (const chat of [ANA, BEN]) for (const hoursAgo of [1, 20]) await write({ hoursAgo, chat })
  await write({ hoursAgo: 3, chat: '491544444444@s.whatsapp.net', origin: 'history' })
  expect((await read()).days.map(({ newContacts }) => newContacts)).toEqual([1, 0])
  await query('delete from message where chat = $1', [ANA])
  await write({ hoursAgo: 1, chat: ANA })
  expect((await read()).days.map(({ newContacts }) => newContacts)).toEqual([0, 1])
})

test('what waits for a person is told with the one that waits longest, and what nobody has read', async () => {
  expect(await read()).toMatchObject({ waiting: { count: 0, oldest: null }, unread: 0 })
  await insertContact(ANA, 1, 'Ana')
  await write({ hoursAgo: 2, chat: BEN, status: 'DELIVERY_ACK' })
  await write({ hoursAgo: 1, chat: ANA })
  await query(`update conversation set waiting_since = '2026-05-01T00:00:00Z' where chat = $1`, [ANA])
  const oldest = { clientId, jid: ANA, contactName: 'Ana', since: '2026-05-01T00:00:00.000Z' }
  expect(await read()).toMatchObject({ waiting: { count: 2, oldest }, unread: 1 })
  await query(`update conversation set state = 'resolved', waiting_since = null`)
  expect(await read()).toMatchObject({ waiting: { count: 0, oldest: null }, unread: 0 })
})

async function insertRun(flowId: string, state: string, hoursAgo: number, isTest = false): Promise<string> {
  const id = randomUUID()
  written += 1
  await query(
    `insert into flow_state (id, flow_id, flow_version_id, client_id, contact_jid, state, context, is_test, updated_at)
     values ($1, $2, $1, $3, $4, $5, $6, $7, $8)`,
    [
      ...[id, flowId, clientId, `run${written}@s.whatsapp.net`, state, buildRunContext(id), isTest],
      new Date(NOW_MS - hoursAgo * HOUR_SEC * 1_000),
    ],
  )
  return id
}

async function insertFlow(isActive = false): Promise<string> {
  const id = randomUUID()
  const values = [id, me.owner, clientId, isActive]
  await query(
    `insert into flow (id, user_id, client_id, name, is_active) values ($1, $2, $3, 'Orders', $4)`,
    values,
  )
  return id
}

test('runs that failed within the days are counted, the newest five with their flow', async () => {
  const flowId = await insertFlow()
  const failed: string[] = []
  for (let hoursAgo = 1; hoursAgo <= 6; hoursAgo += 1)
    failed.push(await insertRun(flowId, 'failed', hoursAgo))
  await insertRun(flowId, 'failed', 24 * 40)
  await insertRun(flowId, 'failed', 1, true)
  await insertRun(flowId, 'completed', 1)
  const { failedRuns } = await read()
  expect(failedRuns?.count).toBe(6)
  expect(failedRuns?.newest.map(({ flowStateId }) => flowStateId)).toEqual(failed.slice(0, 5))
  expect(failedRuns?.newest[0]).toMatchObject({ flowId, flowName: 'Orders', clientId, contactName: null })
  const keyOf = (scopes: string[]) => ({ ...me, principal: { ...me.principal, scopes } })
  expect((await read({}, keyOf(['chat:read', 'runs:read']))).failedRuns?.count).toBe(6)
  expect((await read({}, keyOf(['chat:read']))).failedRuns).toBeNull()
})

test('it tells how far an installation was set up', async () => {
  await query('delete from client where id = $1', [clientId])
  const nothing = { hasFlow: false, isAnswering: false, hasConversation: false }
  expect(await read()).toEqual({
    days: [day('2026-05-02'), day('2026-05-03')],
    waiting: { count: 0, oldest: null },
    unread: 0,
    failedRuns: { count: 0, newest: [] },
    setup: { numbers: 0, connected: 0, members: 1, ...nothing },
  })
  clientId = await insertClient(database().pool, { userId: me.owner })
  await query(`update client set live_status = 'connected'`)
  await insertFlow()
  expect((await read()).setup).toEqual({ numbers: 1, connected: 1, members: 1, ...nothing, hasFlow: true })
  await insertFlow(true)
  await write({ hoursAgo: 1 })
  expect((await read()).setup).toMatchObject({ hasFlow: true, isAnswering: true, hasConversation: true })
})

test('it is about the numbers that the caller sees, or the one that is asked for', async () => {
  const second = await insertClient(database().pool, { userId: me.owner })
  const foreign = await insertClient(database().pool)
  await insertRun(await insertFlow(true), 'failed', 1)
  await write({ hoursAgo: 1 })
  for (const hoursAgo of [1, 2]) await write({ hoursAgo, on: second, status: 'DELIVERY_ACK' })
  await write({ hoursAgo: 1, on: foreign })
  const receivedOf = (overview: Awaited<ReturnType<typeof read>>) =>
    overview.days.reduce((sum, { received }) => sum + received, 0)
  expect(receivedOf(await read())).toBe(3)
  expect(receivedOf(await read({ clientId: second }))).toBe(2)
  const agent = { ...me, principal: { ...me.principal, clientIds: [second] } }
  const seen = await read({}, agent)
  expect(receivedOf(seen)).toBe(2)
  expect(seen).toMatchObject({
    waiting: { count: 1, oldest: { clientId: second } },
    failedRuns: { count: 0 },
    setup: { numbers: 1, hasFlow: false, isAnswering: false },
  })
})

test('days long over are counted again after a while only, and the last ones each time', async () => {
  let nowMs = NOW_MS
  const overview = createOverview({ db: database(), nowMs: () => nowMs })
  const receivedByDay = async (numbers = me) =>
    (await overview({ days: 4, timezone: 'UTC' }, numbers)).days.map(({ received }) => received)
  const writeEachDay = async () => {
    for (const daysAgo of [0, 1, 2, 3]) await write({ hoursAgo: 24 * daysAgo })
  }
  await writeEachDay()
  expect(await receivedByDay()).toEqual([1, 1, 1, 1])
  await writeEachDay()
  expect(await receivedByDay()).toEqual([1, 1, 2, 2])
  const other = await insertClient(database().pool, { userId: me.owner })
  await write({ hoursAgo: 72, on: other })
  expect(await receivedByDay()).toEqual([3, 2, 2, 2])
  await write({ hoursAgo: 72 })
  expect(await receivedByDay()).toEqual([3, 2, 2, 2])
  nowMs += 11 * 60_000
  expect(await receivedByDay()).toEqual([4, 2, 2, 2])
})

test('messages are counted from indexes alone, however many there are', async () => {
  await query(`set session_replication_role = replica;
    insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
      select '${clientId}', n % 500 || '@s.whatsapp.net', 'x' || n, n % 2 = 0, ${NOW_MS / 1_000} - n, 'text', 'hello', 'READ',
        case when n % 2 = 0 then 'flow' else 'contact' end from generate_series(1, 20000) n;
    set session_replication_role = origin`)
  await query('vacuum (analyze) message')
  const { days } = await read()
  expect(days.reduce((sum, { received, byFlows }) => sum + received + byFlows, 0)).toBe(20_000)
  const nowSec = NOW_MS / 1_000
  const [plan] = await query<{ 'QUERY PLAN': object[] }>(`explain (format json) ${WRITTEN.text}`, [
    [clientId],
    [nowSec - 24 * HOUR_SEC],
    [nowSec],
  ])
  const scans = [
    ...JSON.stringify(plan?.['QUERY PLAN']).matchAll(
      /"Node Type":"([\w ]*Scan)"[^{}]*?"Relation Name":"message"/g,
    ),
  ]
  expect(scans.map(([, type]) => type).toSorted()).toEqual([
    'Index Only Scan',
    'Index Only Scan',
    'Index Scan',
  ])
})
