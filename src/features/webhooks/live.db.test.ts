import { afterEach, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { createWebhookReceiver, type WebhookReceiver } from '../../../test/support/webhook-receiver.ts'
import type { ShownPresence } from '../../contract/events/live-events.ts'
import { toOwner } from '../../contract/handlers.ts'
import type { Executor } from '../../db/transaction.ts'
import { newId } from '../../platform/ids.ts'
import { silentLog } from '../../platform/logger.ts'
import { createOutboundHttp } from '../../platform/outbound-http.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { describeCallFailure } from '../../words/english.ts'
import { EventWatermark } from '../events/index.ts'
import { createWebhookHandlers } from './handlers.ts'
import { LiveWebhooks } from './live.ts'

const database = useTestDatabase()
const box = createSecretBox([Buffer.alloc(32, 3)])
const http = createOutboundHttp({ allow: ['127.0.0.1'] })

let userId: string
let clientId: string
let receiver: WebhookReceiver
let live: LiveWebhooks
let statements: number
/** Statements that fail before one is carried out. */
let failing: number

beforeEach(async () => {
  userId = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId })
  receiver = createWebhookReceiver()
  await receiver.start()
  statements = 0
  failing = 0
  const db = {
    query: ((...asked: Parameters<Executor['query']>) => {
      statements += 1
      if (failing-- > 0) return Promise.reject(new Error('the database is away'))
      return database().query(...asked)
    }) as Executor['query'],
  } as Executor
  live = new LiveWebhooks({ db, box, http, log: silentLog, now: Date.now, newId })
})
afterEach(async () => {
  live.close()
  await receiver.kill()
})

const create = (names: 'presence.changed'[] | null, of?: string) =>
  createWebhookHandlers({
    ...{ db: database(), box, http, describeCall: describeCallFailure, newId, now: Date.now },
    watermark: new EventWatermark(database()),
  }).create(
    { url: receiver.url(), names, ...(of === undefined ? {} : { clientId: of }) },
    {
      owner: toOwner(userId),
      principal: { userId, role: 'user', plan: 'pro', via: 'key' },
      requestId: 'r',
      signal: new AbortController().signal,
    },
  )

const shown = (jid: string, availability: ShownPresence['availability'] = 'available'): ShownPresence => ({
  ...{ jid, availability, lastSeenAt: null, active: [] },
})

it('tells who names it, and nobody who takes all or another client, at one statement for many', async () => {
  await create(['presence.changed'], clientId)
  await create(null)
  await create(['presence.changed'], await insertClient(database().pool, { userId }))
  for (let n = 0; n < 30; n += 1) live.take(userId, clientId, shown(`${n}@s.whatsapp.net`))
  await eventually('all of them', async () => receiver.got.length >= 30)
  expect(receiver.got).toHaveLength(30)
  expect(JSON.parse(receiver.got[0]?.body ?? '')).toMatchObject({
    type: 'presence.changed',
    clientId,
    data: { availability: 'available', active: [] },
  })
  expect(statements).toBe(1)
})

it('asks again who listens after the database did not say', async () => {
  await create(['presence.changed'])
  failing = 1
  live.take(userId, clientId, shown('1@s.whatsapp.net'))
  await new Promise(setImmediate)
  live.take(userId, clientId, shown('2@s.whatsapp.net'))
  await eventually('the second', async () => receiver.got.length > 0)
  expect(JSON.parse(receiver.got[0]?.body ?? '')).toMatchObject({ data: { jid: '2@s.whatsapp.net' } })
})

it('tells once: what was refused is not tried again, and of what changed meanwhile only how it is then is told', async () => {
  await create(['presence.changed'])
  const seen: string[] = []
  receiver.answer = ({ body }) => {
    seen.push(JSON.parse(body).data.availability)
    // Three changes while the first is under way.
    if (seen.length === 1)
      for (const one of ['unavailable', 'available', 'unknown'] as const)
        live.take(userId, clientId, shown('a', one))
    return 500
  }
  live.take(userId, clientId, shown('a'))
  await eventually('the second', async () => seen.length >= 2)
  live.take(userId, clientId, shown('b', 'unavailable'))
  await eventually('the third', async () => seen.length >= 3)
  expect(seen).toEqual(['available', 'unknown', 'unavailable'])
  const { rows } = await database().pool.query('select from webhook_delivery')
  expect(rows).toEqual([])
})
