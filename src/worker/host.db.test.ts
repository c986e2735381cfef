import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useTestDatabase } from '../../test/support/database.ts'
import { insertClient } from '../../test/support/fixtures.ts'
import { createSharedBus, createTestHost, type TestHost } from '../../test/support/worker-hosts.ts'
import { CLAIM_AT_ONCE } from './claim-queue.ts'

const database = useTestDatabase({ poolSize: 20 })
let openBus: ReturnType<typeof createSharedBus>
let hosts: TestHost[]

beforeEach(async () => {
  await database().pool.query('delete from client')
  openBus = createSharedBus()
  hosts = []
})
afterEach(async () => {
  await Promise.all(hosts.map(({ host }) => host.stop()))
})

function startHost(name: string): TestHost {
  const made = createTestHost(database(), openBus(), name)
  hosts.push(made)
  made.host.start()
  return made
}

const insertClients = (count: number, desired: 'running' | 'stopped' = 'running') =>
  Promise.all(Array.from({ length: count }, () => insertClient(database().pool, { desired })))

const soon = (look: () => void | Promise<void>) => vi.waitFor(look, { timeout: 60_000, interval: 20 })

async function readLeases() {
  const { rows } = await database().pool.query<{ clientId: string; owner: string | null; epoch: string }>(
    'select client_id as "clientId", owner, epoch from client_lease order by client_id',
  )
  return rows
}

async function readClient(clientId: string) {
  const { rows } = await database().pool.query<{ desired: string; code: string }>(
    'select worker_desired_state as desired, live_code as code from client where id = $1',
    [clientId],
  )
  return rows[0]
}

const ask = (host: TestHost, clientId: string, name: string) =>
  host.bus.request(clientId, { name, input: {} }, { commandId: randomUUID(), timeoutMs: 30_000 })

/** As if the host had been away for longer than its lease: another one may take what it had. */
const expire = (owner: string) =>
  database().pool.query(`update client_lease set expires_at = now() - interval '1 s' where owner = $1`, [
    owner,
  ])

test('at its start a host brings up what should run, a few at a time, and leaves what is stopped', async () => {
  const running = await insertClients(12)
  const stopped = await insertClients(2, 'stopped')
  const host = createTestHost(database(), openBus(), 'a')
  hosts.push(host)
  host.holdOpening = true
  host.host.start()
  await soon(() => expect(host.opens).toHaveLength(CLAIM_AT_ONCE))
  host.holdOpening = false
  await soon(() => expect(host.connected().toSorted()).toEqual(running.toSorted()))
  expect(host.mostAtOnce()).toBe(CLAIM_AT_ONCE)
  expect(host.connected()).not.toContain(stopped[0])
})

test('a client whose opening takes for ever holds back the next ones only for a while', async () => {
  await insertClients(CLAIM_AT_ONCE + 1)
  const host = createTestHost(database(), openBus(), 'a')
  hosts.push(host)
  host.holdOpening = true
  host.host.start()
  await soon(() => expect(host.opens).toHaveLength(CLAIM_AT_ONCE))
  await soon(() => expect(host.opens).toHaveLength(CLAIM_AT_ONCE + 1))
})

test('a client that a person starts does not wait behind those that are restored', async () => {
  await insertClients(20)
  const host = createTestHost(database(), openBus(), 'a')
  hosts.push(host)
  host.holdOpening = true
  host.host.start()
  await soon(() => expect(host.opens).toHaveLength(CLAIM_AT_ONCE))
  const [wanted = ''] = await insertClients(1)
  host.bus.publish('worker.wanted', { clientId: wanted })
  await soon(() => expect(host.opens).toContain(wanted))
  expect(host.opens.indexOf(wanted)).toBeLessThan(20)
})

test('more clients than one look finds are brought up by one round', async () => {
  const running = await insertClients(230)
  // The next round is hours away.
  const host = createTestHost(database(), openBus(), 'a', { random: () => 1e4 })
  hosts.push(host)
  host.host.start()
  await soon(() => expect(host.connected()).toHaveLength(running.length))
})

test('a client that was stopped while it waited for its turn is not started', async () => {
  const [waited = ''] = await insertClients(1, 'stopped')
  const host = startHost('a')
  host.bus.publish('worker.wanted', { clientId: waited })
  const [other = ''] = await insertClients(1)
  host.bus.publish('worker.wanted', { clientId: other })
  await soon(() => expect(host.connected()).toEqual([other]))
  await soon(async () =>
    expect((await readLeases()).map(({ owner }) => owner).toSorted()).toEqual(['a', null]),
  )
  expect(host.opens).toEqual([other])
})

test('stopping a client closes it and it stays stopped; restarting opens it anew', async () => {
  const [clientId = ''] = await insertClients(1)
  const host = startHost('a')
  await soon(() => expect(host.connected()).toEqual([clientId]))
  expect(await ask(host, clientId, 'worker.restart')).toMatchObject({ kind: 'ok' })
  await soon(() => expect(host.opens).toHaveLength(2))
  expect(host.connected()).toEqual([clientId])
  expect(await ask(host, clientId, 'worker.stop')).toEqual({ kind: 'ok', result: { stopped: true } })
  expect(host.connected()).toEqual([])
  expect(await readClient(clientId)).toEqual({ desired: 'stopped', code: 'STOPPED' })
  expect(await ask(host, clientId, 'worker.state')).toEqual({ kind: 'no_owner' })
  expect((await readLeases())[0]?.owner).toBeNull()
})

test('logging out closes the client and says so', async () => {
  const [clientId = ''] = await insertClients(1)
  const host = startHost('a')
  await soon(() => expect(host.connected()).toEqual([clientId]))
  expect(await ask(host, clientId, 'worker.logout')).toMatchObject({ kind: 'ok' })
  expect(host.connected()).toEqual([])
  expect(await readClient(clientId)).toEqual({ desired: 'stopped', code: 'LOGGED_OUT' })
})

test('a client the network logged out is given up and no longer wanted', async () => {
  const [clientId = ''] = await insertClients(1)
  const host = startHost('a')
  await soon(() => expect(host.connected()).toEqual([clientId]))
  host.drop(clientId, 'logged_out')
  await soon(async () =>
    expect(await readClient(clientId)).toEqual({ desired: 'stopped', code: 'LOGGED_OUT' }),
  )
  await soon(async () => expect((await readLeases())[0]?.owner).toBeNull())
  expect(host.host.ownedCount()).toBe(0)
})

test('the clients of a dead host are taken over by another when their leases end', async () => {
  const clients = await insertClients(8)
  const first = startHost('a')
  await soon(() => expect(first.connected()).toHaveLength(8))
  // It says nothing any more and renews nothing, as a process that is gone.
  await database().pool.query(`update client_lease set owner = 'dead', expires_at = now() - interval '1 s'`)
  const second = startHost('b')
  await soon(() => expect(second.connected().toSorted()).toEqual(clients.toSorted()))
  expect((await readLeases()).every(({ owner, epoch }) => owner === 'b' && Number(epoch) === 2)).toBe(true)
})

test('a host whose lease was taken over drops its connection before the new owner opens one', async () => {
  const [clientId = ''] = await insertClients(1)
  const first = startHost('a')
  await soon(() => expect(first.connected()).toEqual([clientId]))
  await expire('a')
  const second = createTestHost(database(), openBus(), 'b')
  hosts.push(second)
  const openAtTakeover: string[][] = []
  const { opens } = second
  opens.push = (...ids: string[]) => {
    openAtTakeover.push(first.connected())
    return Array.prototype.push.apply(opens, ids)
  }
  second.host.start()
  await soon(() => expect(second.connected()).toEqual([clientId]))
  expect(openAtTakeover).toEqual([[]])
  expect(first.host.ownedCount()).toBe(0)
  // What the old owner wrote last does not cover what the new one says.
  await soon(async () => expect((await readClient(clientId))?.code).toBe('CONNECTED'))
})

test('the new owner of a client is not put on hold by the old one, which woke in the middle of its login', async () => {
  const [clientId = ''] = await insertClients(1)
  await database().pool.query(
    `insert into client_lease (client_id, owner, epoch, expires_at) values ($1, 'sleeper', 1, now() - interval '1 s')`,
    [clientId],
  )
  const host = startHost('b')
  await soon(() => expect(host.connected()).toEqual([clientId]))
  host.drop(clientId, 'replaced')
  await soon(() => expect(host.connected()).toEqual([clientId]))
  await soon(async () => expect((await readClient(clientId))?.code).toBe('CONNECTED'))
  expect(host.opens).toHaveLength(2)
  host.drop(clientId, 'replaced')
  await soon(async () => expect((await readClient(clientId))?.code).toBe('REPLACED'))
})

test('a host that slept past its lease answers nothing and sends nothing until it has asked the database', async () => {
  const [clientId = ''] = await insertClients(1)
  const host = startHost('a')
  await soon(() => expect(host.connected()).toEqual([clientId]))
  expect(await ask(host, clientId, 'worker.state')).toMatchObject({ kind: 'ok' })
  host.skipMs(40_000)
  expect(await ask(host, clientId, 'worker.state')).toEqual({ kind: 'no_owner' })
  // The lease is still its own: with the next renewal it goes on, over the same connection.
  await soon(async () => expect(await ask(host, clientId, 'worker.state')).toMatchObject({ kind: 'ok' }))
  expect(host.opens).toEqual([clientId])
})

test('a host that stops hands its clients to the others at once', async () => {
  const clients = await insertClients(6)
  const first = startHost('a')
  await soon(() => expect(first.connected()).toHaveLength(6))
  const second = startHost('b')
  await first.host.stop()
  expect(first.connected()).toEqual([])
  await soon(() => expect(second.connected().toSorted()).toEqual(clients.toSorted()))
})

test('a host that joins gets its share, the idlest clients first, and nothing moves back', async () => {
  const clients = await insertClients(8)
  const busy = clients.slice(0, 4)
  await database().pool.query('update client set last_activity_at = now() where id = any($1::uuid[])', [busy])
  const first = startHost('a')
  await soon(() => expect(first.connected()).toHaveLength(8))
  const second = startHost('b')
  await soon(() => expect(second.connected()).toHaveLength(4))
  expect(second.connected().some((clientId) => busy.includes(clientId))).toBe(false)
  expect(first.connected().toSorted()).toEqual(busy.toSorted())
  expect(first.opens).toHaveLength(8)
})
