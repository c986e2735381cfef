import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { startTestNetwork } from '../../sandbox/testing/network.ts'
import { createFeatureHandlers } from '../../src/bin/features.ts'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { Bus } from '../../src/bus/port.ts'
import { type Handlers, toOwner } from '../../src/contract/handlers.ts'
import { createBaileysConnector } from '../../src/network/baileys/index.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { describeRefusal } from '../../src/words/english.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient, insertUser } from '../support/fixtures.ts'
import { toTarget } from '../support/network-client.ts'
import { startTestProxy, type TestProxy } from '../support/proxy-servers.ts'
import { awaitState } from '../support/service-process.ts'
import { createWorkerStack } from '../support/worker-stack.ts'

/** A silent proxy is waited for this long, which is less than a first try may take. */
const TUNNEL_TIMEOUT_MS = 5_000

const database = useTestDatabase({ poolSize: 10 })
let sandbox: Sandbox
let bus: Bus
let stack: ReturnType<typeof createWorkerStack>
let handlers: ReturnType<typeof createFeatureHandlers>
let ctx: Parameters<Handlers['proxy']['seed']>[1]
/** On the network that proxies are for, and on the sandbox. */
let far: string
let near: string
let dead: TestProxy
let silent: TestProxy
let good: TestProxy

interface State {
  code: string
  qr: string | null
  socketId: string | null
}

const ask = async (clientId: string, name: string): Promise<State | null> => {
  const command = { name, input: {} }
  const reply = await bus.request(clientId, command, { commandId: `c${Math.random()}`, timeoutMs: 5000 })
  return reply.kind === 'ok' ? (reply.result as State) : null
}
const state = (clientId: string) => ask(clientId, 'worker.state')

const awaitConnected = (clientId: string) =>
  awaitState('the client to be connected', async () => {
    const now = await state(clientId)
    return now?.code === 'CONNECTED' && now.socketId
  })

async function pairClient(network: 'sandbox' | 'whatsapp', phone: string): Promise<string> {
  const userId = ctx.principal.userId
  const clientId = await insertClient(database().pool, { userId, desired: 'running', network })
  bus.publish('worker.wanted', { clientId })
  const qr = await awaitState('a QR', async () => (await state(clientId))?.qr)
  await sandbox.scan(qr, { phone })
  await awaitConnected(clientId)
  return clientId
}

const entryOf = ({ host, port, options }: TestProxy, password = options.password ?? '') => ({
  ...{ host, port: String(port), user: options.user ?? '', password, protocol: options.protocol },
})

const seed = (...proxies: ReturnType<typeof entryOf>[]) =>
  handlers.proxy?.seed?.({ proxies }, ctx) as ReturnType<Handlers['proxy']['seed']>

const readPool = async () => handlers.proxies?.list?.({}, ctx) ?? []
const stateOf = async ({ port }: TestProxy) =>
  (await readPool()).find((proxy) => proxy.port === String(port))?.state

beforeAll(async () => {
  sandbox = await startTestNetwork()
  const log = createLogger({ level: 'silent' })
  bus = createInProcessBus({ now: Date.now })
  stack = createWorkerStack({
    ...{ db: database(), bus, log, hostId: 'one', target: toTarget(sandbox) },
    connector: createBaileysConnector({ log, tunnelTimeoutMs: TUNNEL_TIMEOUT_MS }),
  })
  handlers = createFeatureHandlers(stack.features)
  stack.host.start()
  const adminId = await insertUser(database().pool, { role: 'admin' })
  ctx = {
    owner: toOwner(adminId),
    principal: { userId: adminId, role: 'admin', plan: 'pro', via: 'key' },
    requestId: 'r',
    signal: new AbortController().signal,
  }
  dead = await startTestProxy({ protocol: 'http', behaviour: 'closed' })
  silent = await startTestProxy({ protocol: 'socks5', behaviour: 'silent' })
  good = await startTestProxy({ protocol: 'http', user: 'ada', password: 'right' })
  far = await pairClient('whatsapp', '447702300001')
  near = await pairClient('sandbox', '447702300002')
}, 60_000)

afterAll(async () => {
  await stack?.stop()
  await silent?.stop()
  await good?.stop()
  await sandbox?.close()
})

test('a dead proxy takes no client: who is connected stays connected, and the answer names the proxy', async () => {
  const before = [await state(far), await state(near)]
  const { seeded, workers, stats } = await seed(entryOf(dead))
  expect([await state(far), await state(near)]).toEqual(before)
  expect(seeded).toBe(1)
  expect(stats.map(({ clientCount }) => clientCount)).toEqual([0])
  expect(workers).toEqual({
    stopped: [],
    restarted: [],
    failed: [
      {
        clientId: far,
        error: `It was not restarted. The proxy http://127.0.0.1:${dead.port} cannot be reached (ECONNREFUSED).`,
        failure: {
          code: 'PROXY_FAILED',
          params: {
            failure: {
              code: 'UNREACHABLE',
              params: { proxy: `http://127.0.0.1:${dead.port}`, error: 'ECONNREFUSED' },
            },
          },
        },
      },
    ],
  })
  expect(await stateOf(dead)).toBe('failed')
})

test('admins are told of each proxy that failed when it came', async () => {
  const { rows } = await database().pool.query<{ data: { port: number; clientIds: string[] } }>(
    `select data from event_log where name = 'proxy.failed'`,
  )
  expect(rows.map(({ data }) => [data.port, data.clientIds])).toEqual([[dead.port, []]])
})

test('a client that connects anew is not held up by proxies that never worked', async () => {
  await ask(far, 'worker.restart')
  await awaitConnected(far)
  await stack.features.proxies.checkUnused()
  expect((await readPool()).map(({ clientCount }) => clientCount)).toEqual([0])
})

test('one that takes connections and keeps silent is found out as well', async () => {
  const before = await state(far)
  const { workers } = await seed(entryOf(silent), entryOf(dead))
  expect(workers.failed.map(({ error }) => error)).toEqual([
    `It was not restarted. The proxy socks5://127.0.0.1:${silent.port} did not answer in time.`,
  ])
  expect(await state(far)).toEqual(before)
})

test('one that works takes the client; the client on the sandbox network goes through none', async () => {
  const before = await state(near)
  const { workers } = await seed(entryOf(dead), entryOf(good))
  expect(workers).toEqual({ stopped: [far], restarted: [far], failed: [] })
  await awaitConnected(far)
  expect(await state(near)).toEqual(before)
  const counts = (await readPool()).map(({ port, clientCount }) => [port, clientCount])
  expect(counts).toContainEqual([String(good.port), 1])
  const ways = [far, near].map((id) => handlers.clients?.getProxy?.({ id }, ctx))
  expect((await Promise.all(ways)).map((way) => way?.usesPool)).toEqual([true, false])
})

test('a wrong new password leaves the client on its connection, and names the proxy', async () => {
  const before = await state(far)
  const { workers } = await seed(entryOf(good, 'wrong'))
  expect(workers).toEqual({
    stopped: [],
    restarted: [],
    failed: [
      {
        clientId: far,
        error: `It was not restarted. The proxy http://127.0.0.1:${good.port} refuses its user or password.`,
        failure: {
          code: 'PROXY_FAILED',
          params: {
            failure: { code: 'CREDENTIALS_REFUSED', params: { proxy: `http://127.0.0.1:${good.port}` } },
          },
        },
      },
    ],
  })
  expect(await state(far)).toEqual(before)
})

test('when a proxy that failed when it came works later, clients without one go through it', async () => {
  const ids = (await readPool()).map(({ id }) => id)
  await handlers.proxies?.remove?.({ ids, allowDirect: true }, ctx)
  await awaitConnected(far)
  const late = await startTestProxy({ protocol: 'http', behaviour: 'forbids' })
  try {
    expect((await seed(entryOf(late))).workers.failed).toHaveLength(1)
    late.behaviour = 'works'
    const [proxy] = await readPool()
    await handlers.proxies?.test?.({ id: proxy?.id ?? '' }, ctx)
    await awaitState('the client to go through it', async () =>
      (await readPool()).some(
        ({ clientCount }) => clientCount === 1 && late.tunnels.some(({ isOpen }) => isOpen),
      ),
    )
    await awaitConnected(far)
  } finally {
    await handlers.proxies?.remove?.({ ids: (await readPool()).map(({ id }) => id), allowDirect: true }, ctx)
    await late.stop()
  }
})

test('a client on the sandbox network is given no proxy of its own, and one from before is not used', async () => {
  const before = await state(near)
  const set = (proxy: ReturnType<typeof entryOf> | null) =>
    handlers.clients?.setProxy?.({ id: near, proxy }, ctx)
  const refused = await set(entryOf(dead)).then(null, (error) => error)
  expect(refused).toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    data: { reason: 'SANDBOX_USES_NO_PROXY', params: {} },
  })
  expect(describeRefusal(refused)).toMatch(/^A client on the sandbox network uses no proxy: .*\.$/)
  await database().pool.query(
    `insert into proxy (id, owner_id, protocol, host, port) values (gen_random_uuid(), $1, 'http', '127.0.0.1', $2)`,
    [near, dead.port],
  )
  const way = { own: null, usesPool: false }
  expect(await handlers.clients?.getProxy?.({ id: near }, ctx)).toEqual(way)
  expect(await state(near)).toEqual(before)
  await ask(near, 'worker.restart')
  await awaitState('another connection', async () => {
    const now = await state(near)
    return now?.code === 'CONNECTED' && now.socketId !== before?.socketId
  })
  expect(await set(null)).toEqual(way)
  const { rows } = await database().pool.query('select id from proxy where owner_id = $1', [near])
  expect(rows).toEqual([])
})
