import { expect, it } from 'vitest'
import type { TestApi, TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { useServedApi } from '../support/served-api.ts'

const database = useTestDatabase()
let api: TestApi
let person: TestPerson
let clientId: string

useServedApi(database, async (started) => {
  api = started
  person = await api.createPerson()
  clientId = await insertClient(database().pool, { userId: person.userId })
})

async function readHealth(): Promise<unknown> {
  const { status, body } = await api.call(
    'worker.health',
    { clientId },
    { headers: { 'x-api-key': person.key } },
  )
  expect(status).toBe(200)
  return body
}

interface Written {
  chat?: string
  fromMe?: boolean
  status?: string
  error?: string
  origin?: string
}

let written = 0
/** Stores a message of some hours ago. */
async function store(
  hoursAgo: number,
  { chat = 'person-1', fromMe = true, ...fields }: Written = {},
): Promise<void> {
  written += 1
  await database().pool.query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, status, error, origin)
     values ($1, $2, $3, $4, extract(epoch from now())::bigint - $5, 'text', $6, $7, $8)`,
    [
      ...[clientId, chat, `m${written}`, fromMe, Math.round(hoursAgo * 3_600)],
      ...[fields.status ?? 'DELIVERY_ACK', fields.error ?? null, fields.origin ?? 'api'],
    ],
  )
}

const log = (code: string, hoursAgo: number) =>
  database().pool.query(
    `insert into client_state_log (client_id, status, code, created_at) values ($1, 'x', $2, now() - make_interval(secs => $3))`,
    [clientId, code, hoursAgo * 3_600],
  )

/** Friends, refusals, and people whom the account wrote to first, today and yesterday. */
async function storeTwoDays(): Promise<void> {
  // Known from long ago; what a device was told of the past counts for nothing, and neither does what waits.
  await store(900, { chat: 'friend', fromMe: false })
  await store(0.2, { chat: 'friend' })
  await store(5, { chat: 'friend', status: 'SERVER_ACK' })
  await store(5, { chat: 'history', origin: 'history' })
  await store(0.1, { chat: 'waiting', status: 'PENDING' })
  // Refused by the network, and what never came to it.
  await store(3, { chat: 'friend', status: 'ERROR', error: '479: The server could not read the message.' })
  await store(3, { chat: 'refused', status: 'ERROR', error: 'NEW_CHAT_LIMIT: nearly as many as allowed' })
  await store(3, { chat: 'refused', status: 'ERROR', error: 'NEW_CHAT_LIMIT: nearly as many as allowed' })
  await store(3, { chat: 'unmade', status: 'ERROR', error: 'MEDIA_FETCH_FAILED: no such file' })
  // New people of today; the second one wrote first.
  await store(2, { chat: 'new-1' })
  await store(2.5, { chat: 'wrote-first', fromMe: false })
  await store(2, { chat: 'wrote-first' })
  // And of yesterday, of whom one answered today; groups and the feed of statuses are not people.
  await store(30, { chat: 'before-1' })
  await store(4, { chat: 'before-1', fromMe: false })
  await store(30, { chat: 'before-2', status: 'SERVER_ACK' })
  await store(30, { chat: '1203630@g.us', status: 'SERVER_ACK' })
  await store(30, { chat: 'status@broadcast', status: 'SERVER_ACK' })
  await log('CONNECTED', 30)
  await log('CONNECTION_LOST', 12)
  await log('CONNECTED', 11)
}

it('tells what was sent, refused, delivered and answered, and what that means', async () => {
  expect(await readHealth()).toEqual({
    ...{ clientId, level: 'good', findings: [] },
    lastDay: {
      ...{
        runningSec: 0,
        connectedSec: 0,
        connectionLosses: 0,
        sent: 0,
        sentLastHour: 0,
        mostPerHour: 3_600,
      },
      ...{ refused: [], newPeople: 0 },
    },
    dayBefore: { sent: 0, unreached: 0, newPeople: 0, answered: 0 },
  })

  await storeTwoDays()
  expect(await readHealth()).toEqual({
    ...{ clientId, level: 'careful' },
    findings: [
      {
        ...{ code: 'SOME_REFUSALS', level: 'careful' },
        message: 'The network refused some messages of the last 24 hours.',
        action: expect.any(String),
      },
    ],
    lastDay: {
      runningSec: expect.closeTo(86_400, -2),
      connectedSec: expect.closeTo(82_800, -2),
      ...{ connectionLosses: 1, sent: 4, sentLastHour: 1, mostPerHour: 3_600, newPeople: 1 },
      refused: [
        { code: 'NEW_CHAT_LIMIT', count: 2 },
        { code: '479', count: 1 },
      ],
    },
    dayBefore: { sent: 2, unreached: 1, newPeople: 2, answered: 1 },
  })

  for (let n = 0; n < 20; n += 1) await store(40, { chat: `cold-${n}`, status: 'SERVER_ACK' })
  await log('REACH_OUT_RESTRICTED', 1)
  await log('CONNECTED', 0.5)
  await api.call(
    'clients.update',
    { id: clientId, sendRatePerSecond: 5 },
    { headers: { 'x-api-key': person.key } },
  )
  expect(await readHealth()).toMatchObject({
    lastDay: { mostPerHour: 18_000 },
    findings: ['RESTRICTED_LATELY', 'SOME_REFUSALS', 'UNREACHED', 'UNANSWERED', 'FAST'].map((code) => ({
      code,
    })),
  })
})
