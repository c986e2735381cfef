import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createSandboxHandlers,
  type SandboxNetwork,
  SandboxRefusal,
} from '../../src/features/sandbox/index.ts'
import type { TestApi, TestPerson } from '../support/api.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { useServedApi } from '../support/served-api.ts'
import { awaitState } from '../support/service-process.ts'

const database = useTestDatabase()
let api: TestApi
let person: TestPerson

useServedApi(database, async (started) => {
  api = started
  person = await api.createPerson()
})

async function call<T>(operation: string, input: unknown): Promise<T> {
  const { status, body } = await api.call(operation, input, { headers: { 'x-api-key': person.key } })
  expect([operation, status]).toEqual([operation, 200])
  return body as T
}

describe('clients.history and worker.list', () => {
  it('tell what happened to a connection, newest first, and what is so now', async () => {
    const clientId = await insertClient(database().pool, { userId: person.userId, network: 'whatsapp' })
    const foreign = await insertClient(database().pool)
    await call('worker.start', { clientId })
    await awaitState('the stored state to be connected', async () => {
      const list = await call<{ clientId: string; code: string }[]>('worker.list', {})
      expect(list.map((entry) => entry.clientId)).not.toContain(foreign)
      return list.find((entry) => entry.clientId === clientId)?.code === 'CONNECTED'
    })
    const readMemory = async () =>
      (await call<{ memoryBytes: number | null }[]>('worker.list', {})).map(({ memoryBytes }) => memoryBytes)
    // What the owner says with the next renewal of its lease, which is seconds away.
    await database().pool.query('update client_lease set memory_bytes = 420000')
    expect(await readMemory()).toEqual([expect.any(Number)])
    expect(await call('worker.status', { clientId })).toMatchObject({ memoryBytes: expect.any(Number) })
    const readNewChats = async () =>
      (await call<{ newChats: unknown }>('worker.status', { clientId })).newChats
    const setNewChats = (total: number | null, used: number, level: string, inMs: number) =>
      database().pool.query(
        `update client set new_chats_total = $2, new_chats_used = $3, new_chats_level = $4, new_chats_cycle_end = $5
         where id = $1`,
        [clientId, total, used, level, new Date(Date.now() + inMs)],
      )
    await setNewChats(50, 45, 'first_warning', 3_600_000)
    expect(await readNewChats()).toEqual({
      ...{ allowed: 50, used: 45, level: 'first_warning', since: null },
      until: expect.stringMatching(/Z$/),
    })
    await setNewChats(50, 45, 'first_warning', -1)
    expect(await readNewChats()).toBeNull()
    await setNewChats(null, 3, 'none', 3_600_000)
    expect(await readNewChats()).toBeNull()
    const readProxies = async () =>
      (await call<{ proxy: string | null }[]>('worker.list', {})).map(({ proxy }) => proxy)
    const [ofPool, own] = [randomUUID(), randomUUID()]
    expect(await readProxies()).toEqual([null])
    const insertProxy = `insert into proxy (id, owner_id, protocol, host, port) values ($1, $2, 'http', '127.0.0.1', 9)`
    await database().pool.query(insertProxy, [ofPool, null])
    const assign = 'insert into client_proxy (client_id, proxy_id) values ($1, $2)'
    await database().pool.query(assign, [clientId, ofPool])
    expect(await readProxies()).toEqual(['pool'])
    await database().pool.query(insertProxy, [own, clientId])
    expect(await readProxies()).toEqual(['own'])
    await database().pool.query('delete from proxy')
    await call('worker.stop', { clientId })
    expect(await readMemory()).toEqual([null])
    const history = await call<{ code: string; status: string; message: string }[]>('clients.history', {
      id: clientId,
      limit: 2,
    })
    expect(history.map(({ code }) => code)).toEqual(['STOPPED', 'CONNECTED'])
    expect(history[1]).toMatchObject({ status: 'connected', message: 'The client is connected.' })
  })
})

describe('keys.list', () => {
  it('counts the calls of this hour against the limit of the plan', async () => {
    type Key = { usedThisHour: number; limit: number; lastUsedAt: string | null }
    const fresh = await api.createPerson({ plan: 'pro' })
    const headers = { 'x-api-key': fresh.key }
    await api.call('server.ping', {}, { headers })
    const { body } = await api.call('keys.list', {}, { headers })
    expect(body as Key[]).toMatchObject([{ usedThisHour: 2, limit: 1000, lastUsedAt: expect.any(String) }])
  })
})

describe('the sandbox', () => {
  const context = {
    owner: 'u',
    principal: { userId: 'u', role: 'user', plan: 'free', via: 'session' },
  } as const
  const paired = { phoneNumber: '+447700900001' }
  const openWith = (live: object, network: Partial<SandboxNetwork> | null, client: object = paired) =>
    createSandboxHandlers(
      { status: async () => live as never, read: async () => client as never },
      network as SandboxNetwork,
    )
  const scanWith = (live: object, network: Partial<SandboxNetwork> | null) =>
    openWith(live, network).scan({ clientId: 'c' }, context as never)
  const network = { scan: async (qr: string) => ({ jid: `447700900001:${qr.length}@s.whatsapp.net` }) }
  const live = { network: 'sandbox', qr: 'abc' }

  it('has a simulated phone scan the code and answers its number', async () => {
    expect(await scanWith(live, network)).toEqual({
      message: 'The simulated phone +447700900001 scanned the QR.',
      phoneNumber: '+447700900001',
    })
  })

  it.each([
    ['a client of the real network', { network: 'whatsapp', qr: 'abc' }, network, 'NOT_A_SANDBOX_CLIENT'],
    ['a client that shows no code', { network: 'sandbox', qr: null }, network, 'NO_QR'],
    ['a service without a sandbox', live, null, 'NETWORK_NOT_AVAILABLE'],
  ])('refuses a scan for %s', async (_, status, phone, reason) => {
    await expect(scanWith(status, phone)).rejects.toMatchObject({ code: 'CONFLICT', data: { reason } })
  })

  it('has no contacts before a client is paired, and tells in words what a contact cannot do', async () => {
    const send = { clientId: 'c', phoneNumber: '447700900500', text: 'Hello' }
    const unpaired = openWith(live, network, { phoneNumber: null })
    await expect(unpaired.contacts({ clientId: 'c' }, context as never)).rejects.toMatchObject({
      data: { reason: 'NOT_PAIRED' },
    })
    const refusing = openWith(live, {
      act: async () => {
        throw new SandboxRefusal('447700900500 is not on the network')
      },
    })
    await expect(refusing.send(send, context as never)).rejects.toMatchObject({
      data: { reason: 'SANDBOX_REFUSED', params: { words: '447700900500 is not on the network' } },
    })
  })
})
