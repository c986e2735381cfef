import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../test/support/api.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { inOwnWorkspace, insertClient } from '../../../test/support/fixtures.ts'
import { type ServedHandlers, serveHandlers } from '../../../test/support/handlers.ts'

const database = useTestDatabase()
let served: ServedHandlers
let api: TestApi
let session: Record<string, string>
let userId: string
let clientId: string

beforeAll(async () => {
  served = serveHandlers(database())
  api = await startApi(database(), { handlers: served.handlers, limits: { free: 1_000_000, pro: 1_000_000 } })
})
beforeEach(async () => {
  const person = await api.createPerson()
  userId = person.userId
  session = await api.signIn(person)
  clientId = await insertClient(database().pool, { userId })
})
afterAll(async () => {
  await api.close()
  await served.close()
})

async function call<T>(name: string, input: object, headers = session): Promise<T> {
  const { status, body } = await api.call(name, input, { headers })
  expect(status, JSON.stringify(body)).toBe(200)
  return body as T
}

const store = (name: string, hosts = ['shop.test']) => call('secrets.set', { name, value: 'sesame', hosts })

const nodesWith = (data: object) =>
  [
    { id: 't', type: 'trigger.api', data: {} },
    { id: 'h', type: 'http', data: { url: 'https://shop.test/orders', ...data } },
  ].map((node) => ({ ...node, position: { x: 0, y: 0 } }))

async function importFlow(name: string, data: object): Promise<string> {
  const edges = [{ id: '1', source: 't', sourceHandle: 'out', target: 'h' }]
  const { id } = await call<{ id: string }>('flows.import', {
    version: 1,
    name,
    clientId,
    nodes: nodesWith(data),
    edges,
  })
  return id
}

const header = (value: string) => ({ headers: [{ name: 'Authorization', value }] })

type Listed = { name: string; flows: { id: string; name: string }[] | null }[]

const listUses = async (headers = session) =>
  Object.fromEntries(
    (await call<Listed>('secrets.list', {}, headers)).map(({ name, flows }) => [name, flows]),
  )

test('each secret tells which published flows name it, as they were published', async () => {
  await store('shop')
  await store('crm')
  await store('unused')
  const orders = await importFlow('Orders', {
    ...header('Bearer {{ secrets.crm }}'),
    query: [{ name: 'key', value: '{{\nsecrets.shop }}{{ secrets.crm }}' }],
  })
  const reports = await importFlow('Reports', { secretRefs: ['crm', 'shop'] })
  await importFlow('Only a draft', header('{{ secrets.unused }}'))
  expect(await listUses()).toEqual({ shop: [], crm: [], unused: [] })
  await call('flows.publish', { id: orders })
  await call('flows.publish', { id: reports })
  await call('flows.update', { id: orders, nodes: nodesWith({}) })
  const both = [
    { id: orders, name: 'Orders' },
    { id: reports, name: 'Reports' },
  ]
  expect(await listUses()).toEqual({ shop: both, crm: both, unused: [] })
  await call('flows.unpublish', { id: orders })
  expect((await listUses()).shop).toEqual([{ id: reports, name: 'Reports' }])
  expect(await call('secrets.set', { name: 'crm', hosts: ['crm.test'] })).toMatchObject({
    hosts: ['crm.test'],
    flows: [{ name: 'Reports' }],
  })
})

test('a key that may not read flows is not told their names', async () => {
  await store('shop')
  const id = await importFlow('Orders', header('{{ secrets.shop }}'))
  await call('flows.publish', { id })
  const keyOf = async (scopes: ('secrets:read' | 'flows:read')[]) => ({
    'x-api-key': (await api.keys.create(inOwnWorkspace(userId), 'test', { scopes })).key,
  })
  expect(await listUses(await keyOf(['secrets:read']))).toEqual({ shop: null })
  expect(await listUses(await keyOf(['secrets:read', 'flows:read']))).toEqual({
    shop: [{ id, name: 'Orders' }],
  })
})

test('a flow that would send a secret elsewhere is not published, and says which secret and where', async () => {
  await store('shop', ['api.shop.test', '*.shop.example'])
  const id = await importFlow('Orders', header('Bearer {{ secrets.shop }}'))
  const { status, body } = await api.call('flows.publish', { id }, { headers: session })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    data: {
      errors: [
        {
          nodeId: 'h',
          path: 'url',
          message:
            'The secret "shop" may not go to shop.test; name this host with it, or correct the address.',
        },
      ],
    },
  })
  await call('secrets.set', { name: 'shop', hosts: ['shop.test'] })
  await call('flows.publish', { id })
})
