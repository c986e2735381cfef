import { expect, it } from 'vitest'
import { createWebVersionStore } from '../../src/features/server/index.ts'
import type { TestApi } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { useServedApi } from '../support/served-api.ts'

const database = useTestDatabase()
let api: TestApi

useServedApi(database, (started) => {
  api = started
})

it('server.status tells administrators of all clients, who owns them, and what waits', async () => {
  const { pool } = database()
  const admin = await api.createPerson({ admin: true })
  const read = async () =>
    (await api.call('server.status', {}, { headers: { 'x-api-key': admin.key } })).body as Record<
      string,
      unknown
    >
  const empty = await read()
  expect(empty).toMatchObject({
    clients: { total: 0, running: 0, unowned: 0, byStatus: {} },
    hosts: [],
    webVersions: [],
    backlog: { inbound: { waiting: 0, oldestAt: null }, outbound: { waiting: 0, oldestAt: null } },
    counts: { users: 1, openRuns: 0, failedProxies: 0 },
  })

  const [owned, lost] = [
    await insertClient(pool, { desired: 'running' }),
    await insertClient(pool, { desired: 'running' }),
  ]
  await insertClient(pool)
  await pool.query(
    `insert into client_lease (client_id, owner, epoch, expires_at)
     values ($1, 'host-a', 1, now() + interval '1 minute'), ($2, 'host-b', 1, now() - interval '1 second')`,
    [owned, lost],
  )
  await pool.query(
    `insert into inbound_event (client_id, contact_jid, event_id, event_type, source, event, received_at, status)
     values ($1, 'a', 'e1', 'message', 'contact', '{}', '2026-01-01T00:00:00Z', 'received'),
            ($1, 'a', 'e2', 'message', 'contact', '{}', '2026-01-02T00:00:00Z', 'processed')`,
    [owned],
  )
  expect(await read()).toMatchObject({
    clients: { total: 3, running: 2, unowned: 1, byStatus: { stopped: 3 } },
    hosts: [{ id: 'host-a', clients: 1 }],
    backlog: { inbound: { waiting: 1, oldestAt: '2026-01-01T00:00:00.000Z' } },
    database: { version: expect.stringMatching(/^\d+/) },
  })
})

it('server.status tells what clients tell each network of their version, and when that may be too old', async () => {
  const admin = await api.createPerson({ admin: true })
  const store = createWebVersionStore(database())
  const dayMs = 24 * 3_600_000
  const now = Date.now()
  const state = { version: [2, 3000, 5] as const, source: 'page', problem: null } as const
  await store.write('sandbox', { ...state, confirmedAtMs: now, newest: [2, 3000, 5], checkedAtMs: now })
  const old = { confirmedAtMs: now - 15 * dayMs, newest: [2, 3000, 6], checkedAtMs: now } as const
  await store.write('whatsapp', { ...state, ...old, newest: null, checkedAtMs: null })
  await store.write('whatsapp', { ...state, ...old, source: 'pinned', problem: 'TIMEOUT' })
  expect(await store.read('whatsapp')).toEqual({ ...state, ...old, source: 'pinned', problem: 'TIMEOUT' })
  const { body } = await api.call('server.status', {}, { headers: { 'x-api-key': admin.key } })
  expect(body).toMatchObject({
    webVersions: [
      {
        network: 'sandbox',
        version: '2.3000.5',
        source: 'page',
        newest: '2.3000.5',
        isOld: false,
        problem: null,
      },
      {
        network: 'whatsapp',
        version: '2.3000.5',
        source: 'pinned',
        newest: '2.3000.6',
        isOld: true,
        problem: 'TIMEOUT',
      },
    ],
  })
})
