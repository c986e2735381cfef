import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApiClient, createApiClient } from '../../src/bin/demo/api-client.ts'
import { openDatabase } from '../../src/db/client.ts'
import { createKillableServer } from '../support/killable-server.ts'
import { PROMTOOL, runPromtool } from '../support/promtool.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const EVENTS = 12
const place = createWorkplace({ OUTBOUND_ALLOW: '127.0.0.1', DATABASE_POOL_SIZE: '9' })
let status = 500
const receiver = createKillableServer(async (req, res) => {
  for await (const _ of req);
  res.writeHead(status).end()
})
let service: ServiceProcess
let api: ApiClient

beforeAll(async () => {
  service = await place.start()
  const email = 'owner@example.org'
  await place.parley('user', 'create', '--email', email, '--password', 'correct horse battery')
  const key = await place.parley('key', 'create', '--email', email, '--name', 'test')
  api = createApiClient({ url: () => service.url, key, onAway: () => undefined })
  await receiver.start()
})

afterAll(async () => {
  await receiver.kill()
  await place.remove()
})

const scrape = async (): Promise<string> => (await fetch(`${service.url}/metrics`)).text()

/** Waits until a scrape shows this value. */
const awaitValue = (series: string, isIt: (value: number) => boolean): Promise<string | false> =>
  awaitState(`the value of ${series}`, async () => {
    const text = await scrape()
    const line = text.split('\n').find((one) => one.startsWith(`${series} `))
    return line !== undefined && isIt(Number(line.split(' ')[1])) && text
  })

async function logEvents(clientId: string, userId: string): Promise<void> {
  const db = await openDatabase({ dataDir: place.dataDir, mode: 'admin', migrate: false, poolSize: 2 })
  await db.pool.query(
    `insert into event_log (user_id, client_id, name, chat, data)
     select $1, $2, 'message.received', 'chat' || n, '{}' from generate_series(1, $3::int) as n`,
    [userId, clientId, EVENTS],
  )
  await db.close()
}

test('a service whose webhook is refused shows how much waits for it, and for how long, until it is taken', async () => {
  const client = await api.call<{ id: string; userId: string }>('clients.create', { name: 'Shop' })
  await api.call('webhooks.create', {
    url: `http://127.0.0.1:${receiver.port()}/`,
    names: ['message.received'],
  })
  await logEvents(client.id, client.userId)
  const text = await awaitValue('parley_webhook_deliveries_waiting', (value) => value === EVENTS)
  expect(text).toMatch(/^parley_webhook_oldest_waiting_seconds (?!0$)/m)
  status = 204
  await awaitValue('parley_webhook_deliveries_waiting', (value) => value === 0)
})

test('a service shows its connections to the database and its jobs', async () => {
  const text = await awaitValue('parley_database_pool_size', (value) => value === 9)
  // The queue listens on one of them all the time.
  await awaitValue('parley_database_pool_connections{state="in_use"}', (value) => value >= 1)
  for (const state of ['ready', 'running', 'scheduled', 'failed'])
    expect(text).toMatch(new RegExp(`^parley_jobs\\{state="${state}"\\} \\d+$`, 'm'))
})

test.skipIf(PROMTOOL === null)('promtool objects to nothing that a service shows', async () => {
  expect(await runPromtool(['check', 'metrics'], await scrape())).toEqual({ code: 0, output: '' })
})
