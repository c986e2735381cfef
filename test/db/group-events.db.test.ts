import { afterAll, beforeAll, expect, it } from 'vitest'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import { toOwner } from '../../src/contract/handlers.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import type { Address } from '../../src/core/addresses.ts'
import { logGroupNotices } from '../../src/features/conversations/receive/group-notices.ts'
import { createEvents, type Events, EventWatermark } from '../../src/features/events/index.ts'
import { createWebhookHandlers } from '../../src/features/webhooks/handlers.ts'
import type { GroupNotice } from '../../src/network/port.ts'
import { newId } from '../../src/platform/ids.ts'
import { silentLog } from '../../src/platform/logger.ts'
import { createOutboundHttp } from '../../src/platform/outbound-http.ts'
import { createSecretBox } from '../../src/platform/secret-box.ts'
import { describeCallFailure } from '../../src/words/english.ts'
import { startApi, type TestApi } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { listenToStream } from '../support/stream-receiver.ts'
import { createWebhookReceiver, startWebhookRunner } from '../support/webhook-receiver.ts'

const database = useTestDatabase({ poolSize: 20 })
let api: TestApi
let events: Events

beforeAll(async () => {
  const bus = createInProcessBus({ now: Date.now })
  events = createEvents({ db: database(), bus, log: silentLog })
  api = await startApi(database(), {
    handlers: { events: events.handlers },
    limits: { free: 10_000, pro: 10_000 },
    streamEvents: (call) => events.stream(call),
  })
})
afterAll(async () => {
  await events.close()
  await api.close()
})

it('tells what happened in a group as webhooks do, once, however often the network says it', async () => {
  const ana = await api.createPerson()
  const clientId = await insertClient(database().pool, { userId: ana.userId })
  const client = { id: clientId, userId: ana.userId, address: '490000@s.whatsapp.net', lid: null }
  const group = '120363000000000001@g.us' as Address
  const bob = { phone: '447700900001@s.whatsapp.net' as Address, lid: null }
  const notice = (id: string, news: GroupNotice['news']): GroupNotice => ({
    id,
    group,
    by: bob,
    atSec: 1_800_000_000,
    news,
  })
  const notices = [
    notice('n1', [{ kind: 'requests', change: 'asked', people: [bob] }]),
    notice('n2', [{ kind: 'members', change: 'joined', people: [bob] }]),
    notice('n3', [{ kind: 'subject', subject: 'Neighbours' }]),
  ]
  const receiver = createWebhookReceiver()
  await receiver.start()
  const http = createOutboundHttp({ allow: ['127.0.0.1'], resolve: async () => ['127.0.0.1'] })
  const box = createSecretBox([Buffer.alloc(32, 3)])
  const handlers = createWebhookHandlers({
    ...{ db: database(), box, http, describeCall: describeCallFailure, newId, now: Date.now },
    watermark: new EventWatermark(database()),
  })
  const principal = { userId: ana.userId, role: 'user', plan: 'free', via: 'key' } as const
  const signal = new AbortController().signal
  const names = ['group.members', 'group.updated', 'group.requests'] as const
  await handlers.create(
    { url: receiver.url(), names: [...names], clientId },
    { owner: toOwner(ana.userId), principal, requestId: 'r', signal },
  )
  const stream = await listenToStream(`${api.origin}${API_PREFIX}/events/stream?events=${names.join()}`, {
    'x-api-key': ana.key,
  })
  await stream.until(() => stream.lastId() !== null)
  for (let times = 0; times < 2; times += 1)
    await database().transaction((tx) => logGroupNotices(tx, client, notices, (address) => address))
  const runner = startWebhookRunner(database(), { box, http })
  await stream.until(() => stream.events().length >= 3)
  await expect.poll(() => receiver.got.length, { timeout: 60_000 }).toBe(3)
  await runner.stop()
  await receiver.kill()
  const told = { jid: group, by: bob.phone, timestamp: 1_800_000_000 }
  const expected = [
    ['group.requests', { ...told, change: 'asked', people: [bob.phone] }],
    ['group.members', { ...told, change: 'joined', members: [bob.phone] }],
    ['group.updated', { ...told, change: 'subject', subject: 'Neighbours' }],
  ]
  expect(stream.frames.flatMap(({ event, data }) => (data?.data ? [[event, data.data]] : []))).toEqual(
    expected,
  )
  expect(receiver.got.map(({ type, body }) => [type, JSON.parse(body).data])).toEqual(expected)
  stream.cut()
  await stream.over
})
