import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { openSecrets } from '../../../test/support/own-secrets.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { FlowDocument } from '../../contract/flows/exchange.ts'
import type { CallContext } from '../../contract/handlers.ts'
import { newId } from '../../platform/ids.ts'
import { createOutboundHttp } from '../../platform/outbound-http.ts'
import { describeCallFailure, flowWords } from '../../words/english.ts'
import { createFlows, type Flows } from './index.ts'

const database = useTestDatabase()
const SECRET = 'open "sesame" street'
let server: Server
let port: number
let seen: { path: string; key: string | undefined; body: string }[]
let me: CallContext
let id: string

const as = callContextOf

/** Names lead to this machine; whether it may be called is what differs. */
function serve(allow: string[]): Flows['handlers'] {
  const db = database()
  const http = createOutboundHttp({ allow, resolve: async () => ['127.0.0.1'] })
  const secrets = openSecrets(db)
  const bus = createInProcessBus({ now: Date.now })
  return createFlows({
    db,
    bus,
    newId,
    ...flowWords,
    calls: { http, secrets, describeCall: describeCallFailure },
  }).handlers
}

const open = () => serve(['127.0.0.1'])
const get = (path: string, host = 'shop.test') => ({
  method: 'GET' as const,
  url: `http://${host}:${port}${path}`,
  headers: [],
  body: null,
})

beforeEach(async () => {
  seen = []
  server = createServer((req, res) => {
    let body = ''
    req.on('data', (chunk: Buffer) => {
      body += chunk
    })
    req.on('end', () => {
      const { 'x-key': key } = req.headers
      seen.push({ path: req.url ?? '', key: key?.toString(), body })
      if (req.url === '/silent') return
      if (req.url === '/large') return void res.end('x'.repeat(300_000))
      res.writeHead(418, { 'content-type': 'application/json', 'x-echo': String(key) })
      res.end(JSON.stringify({ key, body, url: req.url }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  const userId = await insertUser(database().pool)
  me = as(userId)
  const clientId = await insertClient(database().pool, { userId })
  const document = FlowDocument.parse({ version: 1, name: 'Orders', clientId })
  id = (await open().import(document, me)).id
  const secrets = openSecrets(database())
  await secrets.handlers.set({ name: 'shop', value: SECRET, hosts: ['shop.test', '*.shops.test'] }, me)
})

afterEach(() => {
  server.closeAllConnections()
  server.close()
})

test('a call is answered as a run would see it, and no secret comes back with it', async () => {
  const part = (as: 'raw' | 'url' | 'json') => ({ secret: 'shop', as })
  const request = {
    method: 'POST' as const,
    url: [`http://shop.test:${port}/orders?key=`, part('url')],
    headers: [{ name: 'X-Key', value: ['key ', part('raw')] }],
    body: ['{"key":"', part('json'), '"}'],
  }
  const answer = await open().callHttp({ id, request, timeoutMs: 30_000 }, me)
  expect(seen).toEqual([
    {
      path: `/orders?key=${encodeURIComponent(SECRET)}`,
      key: `key ${SECRET}`,
      body: JSON.stringify({ key: SECRET }),
    },
  ])
  expect(answer).toMatchObject({
    status: 418,
    headers: { 'x-echo': 'key ***' },
    body: { key: 'key ***', url: '/orders?key=***' },
    error: null,
  })
  expect(JSON.stringify(answer)).not.toContain('sesame')
})

test.each([
  ['an address inside', [], (): string => `http://127.0.0.1:${port}/`],
  ['a name that leads inside', [], (): string => `https://shop.test:${port}/`],
  ['the address of a cloud’s own service', ['127.0.0.1'], (): string => 'http://169.254.169.254/latest'],
])('%s is refused, and nothing is called', async (_, allow, urlOf) => {
  const request = { ...get('/'), url: urlOf() }
  const answer = await serve(allow).callHttp({ id, request, timeoutMs: 30_000 }, me)
  expect(answer).toMatchObject({ status: null, body: null })
  expect(answer.error?.code).toMatch(/^(ADDRESS_REFUSED|NOT_ENCRYPTED)$/)
  expect(seen).toEqual([])
})

test('a call without an answer in time, or with too long a one, is told as that', async () => {
  const call = async (path: string) =>
    (await open().callHttp({ id, request: get(path), timeoutMs: 300 }, me)).error?.code
  expect(await call('/silent')).toBe('TIMEOUT')
  expect(await call('/large')).toBe('TOO_LARGE')
})

test('a secret goes to the hosts that were named with it, and to no other', async () => {
  const call = async (host: string, url = get('/', host).url) => {
    const headers = [{ name: 'X-Key', value: [{ secret: 'shop', as: 'raw' as const }] }]
    const request = { ...get('/', host), url, headers }
    return (await open().callHttp({ id, request, timeoutMs: 30_000 }, me)).error
  }
  for (const host of ['shop.test', 'SHOP.test', 'eu.shops.test']) expect(await call(host)).toBeNull()
  expect(seen.map(({ key }) => key)).toEqual([SECRET, SECRET, SECRET])
  for (const host of ['other.test', 'shops.test', 'evilshops.test', 'shop.test.evil.test', '127.0.0.1']) {
    expect(await call(host)).toMatchObject({
      code: 'SECRET_REFUSED',
      message: expect.stringContaining('"shop"'),
    })
  }
  expect(await call('', `http://shop.test@other.test:${port}/`)).toMatchObject({ code: 'SECRET_REFUSED' })
  expect(seen).toHaveLength(3)
})

test('a new secret needs its hosts, and keeps them when its value changes', async () => {
  const { handlers } = openSecrets(database())
  await expect(handlers.set({ name: 'bare', value: 'v' }, me)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { reason: 'SECRET_HOSTS_MISSING' },
  })
  expect(await handlers.set({ name: 'shop', value: 'another' }, me)).toMatchObject({
    hosts: ['shop.test', '*.shops.test'],
  })
  // One that is older than hosts goes where it went.
  await database().pool.query("update secret set hosts = null where name = 'shop'")
  const headers = [{ name: 'X-Key', value: [{ secret: 'shop', as: 'raw' as const }] }]
  const request = { ...get('/', 'anywhere.test'), headers }
  expect((await open().callHttp({ id, request, timeoutMs: 30_000 }, me)).error).toBeNull()
  expect(seen.at(-1)?.key).toBe('another')
})

test('nothing is called with a secret that does not exist, or for somebody else’s flow', async () => {
  const request = {
    ...get('/'),
    headers: [{ name: 'X-Key', value: [{ secret: 'none', as: 'raw' as const }] }],
  }
  const answer = await open().callHttp({ id, request, timeoutMs: 30_000 }, me)
  expect(answer.error?.code).toBe('SECRET_MISSING')
  const stranger = as(await insertUser(database().pool))
  await expect(open().callHttp({ id, request: get('/'), timeoutMs: 30_000 }, stranger)).rejects.toMatchObject(
    {
      code: 'NOT_FOUND',
    },
  )
  // The flow is somebody's own, and so is the secret: the other person has none of that name.
  const { id: own } = await open().import(FlowDocument.parse({ version: 1, name: 'Mine' }), stranger)
  const theirs = {
    ...get('/'),
    headers: [{ name: 'X-Key', value: [{ secret: 'shop', as: 'raw' as const }] }],
  }
  expect((await open().callHttp({ id: own, request: theirs, timeoutMs: 30_000 }, stranger)).error?.code).toBe(
    'SECRET_MISSING',
  )
  expect(seen).toEqual([])
})

test('a person changes the hosts of a secret without its value; a key has to know it, and nobody makes one without', async () => {
  const secrets = openSecrets(database())
  const { set, list } = secrets.handlers
  const person: CallContext = { ...me, principal: { ...me.principal, via: 'session' } }
  const needsValue = { code: 'BAD_REQUEST', data: { reason: 'SECRET_VALUE_MISSING', path: 'value' } }
  await expect(set({ name: 'shop', hosts: ['evil.test'] }, me)).rejects.toMatchObject(needsValue)
  await expect(set({ name: 'shop' }, person)).rejects.toMatchObject(needsValue)
  await expect(set({ name: 'other', hosts: ['shop.test'] }, person)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await set({ name: 'shop', hosts: ['stock.test'] }, person)).toMatchObject({ hosts: ['stock.test'] })
  expect(await list({}, me)).toMatchObject([{ name: 'shop', hosts: ['stock.test'] }])
  const request = {
    ...get('/', 'stock.test'),
    url: [get('/?key=', 'stock.test').url, { secret: 'shop', as: 'url' as const }],
  }
  expect(await open().callHttp({ id, request, timeoutMs: 30_000 }, me)).toMatchObject({ status: 418 })
  expect(seen[0]?.path).toContain(encodeURIComponent(SECRET))
})
