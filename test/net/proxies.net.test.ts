import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { startTestNetwork } from '../../sandbox/testing/network.ts'
import { createFeatureHandlers } from '../../src/bin/features.ts'
import { createInProcessBus } from '../../src/bus/in-process.ts'
import type { Bus } from '../../src/bus/port.ts'
import { type Handlers, toOwner } from '../../src/contract/handlers.ts'
import { createBaileysConnector } from '../../src/network/baileys/index.ts'
import { createLogger } from '../../src/platform/logger.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient, insertUser } from '../support/fixtures.ts'
import { toTarget } from '../support/network-client.ts'
import {
  type ProxyBehaviour,
  startTestProxy,
  TEST_PROXY_CA,
  type TestProxy,
} from '../support/proxy-servers.ts'
import { awaitState } from '../support/service-process.ts'
import { createWorkerStack } from '../support/worker-stack.ts'

/** FULL=1 is the whole of it: minutes instead of seconds. */
const IS_FULL = process.env.FULL === '1'
const [PROXIES, CLIENTS] = IS_FULL ? [300, 100] : [30, 8]
const MINUTES = 60_000
/** Long enough that a proxy of a busy machine is not taken for one that keeps silent. */
const TUNNEL_TIMEOUT_MS = 8_000
/** Where clients look for files of which they know no host: a name that only the proxies of this test resolve. */
const MEDIA_NAME = 'mmg.whatsapp.net'
const OF_POOL = { desired: 'running', network: 'whatsapp' } as const
const PASSWORD = 'correct-horse-battery-7f3e9a52'

/** Every fifth is bad, in turn in each of these ways. */
const BAD = ['closed', 'wrong_credentials', 'forbids', 'cut_off', 'silent'] as const
const FAULTS: Record<(typeof BAD)[number], string> = {
  closed: 'unreachable',
  wrong_credentials: 'refuses_credentials',
  forbids: 'refuses_target',
  cut_off: 'target_unreachable',
  silent: 'no_answer',
}
const PROTOCOLS = ['http', 'socks5', 'https'] as const

interface Member {
  proxy: TestProxy
  kind: 'works' | 'slow' | (typeof BAD)[number]
  entry: { host: string; port: string; user: string; password: string; protocol: 'http' | 'https' | 'socks5' }
}

const database = useTestDatabase({ poolSize: 20 })
const logged: string[] = []
/** Where each connection to the network's servers came from, as those saw it. */
const arrivals: number[] = []
let sandbox: Sandbox
let mediaPort: number
let socketPort: number
let bus: Bus
let stack: ReturnType<typeof createWorkerStack>
let handlers: ReturnType<typeof createFeatureHandlers>
let members: Member[]
let clientIds: string[]
let adminId: string
let ctx: Parameters<Handlers['proxy']['seed']>[1]

function noteArrival(message: unknown): void {
  const { socket } = message as { socket: Socket }
  const { localPort, remotePort } = socket
  if (localPort === socketPort || localPort === mediaPort) arrivals.push(remotePort ?? 0)
}

async function startMember(at: number): Promise<Member> {
  const kind =
    at % 5 === 3 ? (BAD[Math.floor(at / 5) % BAD.length] ?? 'closed') : at % 5 === 1 ? 'slow' : 'works'
  const protocol = PROTOCOLS[at % PROTOCOLS.length] ?? 'http'
  const behaviour: ProxyBehaviour = kind === 'wrong_credentials' ? 'works' : kind
  const names = { [`${MEDIA_NAME}:443`]: mediaPort }
  const proxy = await startTestProxy({ protocol, user: `u${at}`, password: PASSWORD, behaviour, names })
  const password = kind === 'wrong_credentials' ? `not-${PASSWORD}` : PASSWORD
  const entry = { host: proxy.host, port: String(proxy.port), user: `u${at}`, password, protocol }
  return { proxy, kind, entry }
}

const state = async (clientId: string) => {
  const call = { commandId: `s${Math.random()}`, timeoutMs: 5000 }
  const reply = await bus.request(clientId, { name: 'worker.state', input: {} }, call)
  return reply.kind === 'ok' ? (reply.result as { code: string; qr: string | null }) : null
}

const numberAt = (at: number): string => `4477020${String(at).padStart(5, '0')}`

async function pairClient(at: number): Promise<string> {
  const clientId = await insertClient(database().pool, { userId: adminId, ...OF_POOL })
  bus.publish('worker.wanted', { clientId })
  const qr = await awaitState('a QR', async () => (await state(clientId))?.qr)
  await sandbox.scan(qr, { phone: numberAt(at) })
  await awaitConnected([clientId])
  return clientId
}

const awaitConnected = (ids: readonly string[], withinMs = MINUTES) =>
  awaitState(
    'the clients to be connected',
    async () => (await Promise.all(ids.map(state))).every((one) => one?.code === 'CONNECTED'),
    withinMs,
  )

const seed = (entries: readonly object[]) =>
  handlers.proxy?.seed?.({ proxies: entries as Member['entry'][] }, ctx) as ReturnType<
    Handlers['proxy']['seed']
  >

const readPool = async () => handlers.proxies?.list?.({}, ctx) ?? []
const memberAt = (port: string): Member => {
  const found = members.find(({ entry }) => entry.port === port)
  if (!found) throw new Error(`no proxy of the test listens on ${port}`)
  return found
}
const openWays = ({ proxy }: Member): number =>
  proxy.tunnels.filter(({ port, isOpen }) => port === socketPort && isOpen).length

async function expectCountsTrue(): Promise<void> {
  await awaitState('every proxy to carry the clients it is said to', async () => {
    const pool = await readPool()
    return pool.every(({ port, clientCount }) => openWays(memberAt(port)) === clientCount)
  })
  const total = (await readPool()).reduce((sum, { clientCount }) => sum + clientCount, 0)
  expect(total).toBe(clientIds.length)
}

function expectOnlyThroughProxies(): void {
  const ways = new Set(members.flatMap(({ proxy }) => proxy.tunnels.map(({ localPort }) => localPort)))
  expect(arrivals.length).toBeGreaterThan(0)
  expect(arrivals.filter((port) => !ways.has(port))).toEqual([])
}

const readFailures = async () => {
  const { rows } = await database().pool.query<{
    clientId: string | null
    data: { proxyId: string; fault: string; movedTo?: string | null; clientIds?: string[] }
  }>(`select client_id as "clientId", data from event_log where name = 'proxy.failed' order by seq`)
  return rows
}

beforeAll(async () => {
  subscribe('net.server.socket', noteArrival)
  sandbox = await startTestNetwork({ historyVia: 'file' })
  mediaPort = Number(new URL(sandbox.mediaUrl).port)
  const url = new URL(sandbox.wsUrl)
  socketPort = Number(url.port)
  url.hostname = 'localhost'
  const log = createLogger({ level: 'debug', destination: { write: (line) => logged.push(line) } })
  bus = createInProcessBus({ now: Date.now })
  stack = createWorkerStack({
    db: database(),
    bus,
    log,
    hostId: 'one',
    connector: createBaileysConnector({ log, proxyCaPem: TEST_PROXY_CA, tunnelTimeoutMs: TUNNEL_TIMEOUT_MS }),
    target: toTarget({ ...sandbox, wsUrl: url.href }),
  })
  handlers = createFeatureHandlers(stack.features)
  stack.host.start()
  adminId = await insertUser(database().pool, { role: 'admin' })
  ctx = {
    owner: toOwner(adminId),
    principal: { userId: adminId, role: 'admin', plan: 'pro', via: 'key' },
    requestId: 'r',
    signal: new AbortController().signal,
  }
  members = await Promise.all(Array.from({ length: PROXIES }, (_, at) => startMember(at)))
  // Pairing fetches a history file from a host that only proxies reach here.
  const first = await startMember(0)
  const { stats } = await seed([first.entry])
  clientIds = []
  for (let at = 0; at < CLIENTS; at += 4) {
    const some = Array.from({ length: Math.min(4, CLIENTS - at) }, (_, next) => pairClient(at + next))
    clientIds.push(...(await Promise.all(some)))
  }
  const direct = await stack.features.proxies.remove(
    stats.map(({ proxyId }) => proxyId),
    true,
  )
  expect(direct.workers.restarted.toSorted()).toEqual(clientIds.toSorted())
  await first.proxy.stop()
}, 20 * MINUTES)

afterAll(async () => {
  unsubscribe('net.server.socket', noteArrival)
  await stack?.stop()
  for (const { proxy } of members ?? []) if (proxy.behaviour !== 'closed') await proxy.stop()
  await sandbox?.close()
}, MINUTES)

const WRONG = [
  { host: ' ', port: '8080', user: '', password: '', protocol: 'http' },
  { host: 'no host', port: '8080', user: '', password: '', protocol: 'http' },
  { host: '10.1.2.300', port: '8080', user: '', password: '', protocol: 'http' },
  { host: 'proxy.test', port: '0', user: '', password: '', protocol: 'socks5' },
  { host: 'proxy.test', port: '65536', user: '', password: '', protocol: 'http' },
  { host: 'proxy.test', port: '80a', user: '', password: '', protocol: 'http' },
]

test(
  'seeding moves every client to a proxy that works, and tells truly what happened',
  async () => {
    arrivals.length = 0
    const startedAt = Date.now()
    const entries = members.map(({ entry }) => entry)
    const result = await seed([...entries, ...WRONG, ...entries.slice(0, 1)])
    if (IS_FULL) console.log(`seeded ${PROXIES} for ${CLIENTS} clients in ${Date.now() - startedAt} ms`)
    expect(result.seeded).toBe(PROXIES)
    expect(result.rejected.map(({ index, reason }) => [index - PROXIES, reason])).toEqual([
      [0, 'host is empty'],
      [1, 'host is neither a name nor an address'],
      [2, 'host is neither a name nor an address'],
      [3, 'port is not a number from 1 to 65535'],
      [4, 'port is not a number from 1 to 65535'],
      [5, 'port is not a number from 1 to 65535'],
      [6, 'the same proxy (host, port and user) stands in this list before'],
    ])
    expect(result.workers.failed).toEqual([])
    expect(result.workers.stopped.toSorted()).toEqual(clientIds.toSorted())
    expect(result.workers.restarted.toSorted()).toEqual(clientIds.toSorted())
    expect(result.stats).toHaveLength(PROXIES)
    await awaitConnected(clientIds)
    await expectCountsTrue()
    for (const { clientCount, port } of await readPool()) {
      if (clientCount > 0) expect(['works', 'slow']).toContain(memberAt(port).kind)
    }
    expectOnlyThroughProxies()
  },
  10 * MINUTES,
)

test('those that were tried and failed are marked with the true reason, and admins and owners were told', async () => {
  const failed = (await readPool()).filter(({ state: it }) => it === 'failed')
  expect(failed.length).toBeGreaterThan(0)
  for (const { port, fault } of failed) {
    const { kind } = memberAt(port)
    expect([port, fault]).toEqual([port, FAULTS[kind as (typeof BAD)[number]]])
  }
  const failures = await readFailures()
  const toAdmins = failures.filter(({ clientId }) => clientId === null)
  expect(toAdmins.map(({ data }) => data.proxyId).toSorted()).toEqual(failed.map(({ id }) => id).toSorted())
  const moves = failures.filter(({ clientId }) => clientId !== null)
  expect(moves.map(({ clientId }) => clientId).toSorted()).toEqual(
    toAdmins.flatMap(({ data }) => data.clientIds ?? []).toSorted(),
  )
  for (const { data } of moves) expect(data.movedTo).toMatch(/^[\da-f-]{36}$/)
})

test(
  'proxies that nobody uses are looked at too',
  async () => {
    const isKnown = async () => {
      await stack.features.proxies.checkUnused()
      return (await readPool()).every(({ state: it, fault }) => it !== 'untried' || fault !== null)
    }
    await awaitState('all to be known', isKnown, 10 * MINUTES)
    for (const { port, state: it, fault } of await readPool()) {
      const { kind } = memberAt(port)
      if (kind === 'works' || kind === 'slow') expect([port, it, fault]).toEqual([port, 'working', null])
      else expect([port, fault]).toEqual([port, FAULTS[kind]])
    }
    expectOnlyThroughProxies()
  },
  10 * MINUTES,
)

test('seeding the same list again changes nothing', async () => {
  const before = await readPool()
  const again = await seed(members.map(({ entry }) => entry))
  expect(again).toMatchObject({
    seeded: PROXIES,
    rejected: [],
    workers: { stopped: [], restarted: [], failed: [] },
  })
  expect(await readPool()).toEqual(before)
})

test(
  'files and messages go both ways through the proxies',
  async () => {
    const used = (await readPool()).filter(({ clientCount }) => clientCount > 0)
    for (const { id, port } of used) {
      const tried = await handlers.proxies?.test?.({ id }, ctx)
      expect(tried).toMatchObject({ id, works: true, media: 'passed', problem: null })
      const toMedia = memberAt(port).proxy.tunnels.filter((tunnel) => tunnel.port === mediaPort)
      expect(toMedia.length).toBeGreaterThanOrEqual(2)
    }
    const contact = sandbox.contact('447702199999')
    await Promise.all(
      clientIds.map(async (clientId, at) => {
        const sent = await handlers.chat?.sendMessage?.(
          { clientId, target: `${contact.number}@s.whatsapp.net` as never, message: { text: `from ${at}` } },
          ctx,
        )
        expect(sent?.type).toBe('success')
        await contact.sendText(numberAt(at), `to ${at}`)
      }),
    )
    const texts = await awaitState('every answer to be stored', async () => {
      const { rows } = await database().pool.query<{ text: string }>(
        `select text from message where not from_me and text like 'to %'`,
      )
      return rows.length >= CLIENTS && rows.map(({ text }) => text)
    })
    expect(new Set(texts).size).toBe(CLIENTS)
    for (const { proxy } of members) {
      // Names are resolved by the proxy: it is given the name, never an address for it.
      for (const { host, port } of proxy.tunnels) if (port === socketPort) expect(host).toBe('localhost')
    }
    expectOnlyThroughProxies()
  },
  10 * MINUTES,
)

test('the history of a client that is paired behind a proxy comes through it', async () => {
  await sandbox.phone(numberAt(CLIENTS)).remember('447702188888', [{ text: 'long ago' }])
  clientIds.push(await pairClient(CLIENTS))
  await awaitState('the history to be stored', async () => {
    const { rows } = await database().pool.query(`select from message where text = 'long ago'`)
    return rows.length === 1
  })
  expect(members.some(({ proxy }) => proxy.tunnels.some(({ host }) => host === MEDIA_NAME))).toBe(true)
  await expectCountsTrue()
  expectOnlyThroughProxies()
})

test('when a proxy dies, its clients move to another, never around it', async () => {
  const [dying] = (await readPool()).filter(({ clientCount }) => clientCount > 0)
  if (!dying) throw new Error('no proxy has a client')
  const { rows } = await database().pool.query<{ id: string }>(
    'select client_id as id from client_proxy where proxy_id = $1',
    [dying.id],
  )
  await memberAt(dying.port).proxy.stop()
  await awaitState('the proxy to be marked', async () =>
    (await readPool()).some(
      ({ id, state: it, clientCount }) => id === dying.id && it === 'failed' && clientCount === 0,
    ),
  )
  await awaitConnected(rows.map(({ id }) => id))
  await expectCountsTrue()
  const failures = (await readFailures()).filter(({ data }) => data.proxyId === dying.id)
  const clientIds = failures.flatMap(({ clientId }) => clientId ?? [])
  expect(clientIds).toEqual(rows.map(({ id }) => id))
  expect(failures.every(({ data }) => data.fault === 'unreachable')).toBe(true)
  expectOnlyThroughProxies()
})

test('a proxy that carries no files is found out and left', async () => {
  const [lame] = (await readPool()).filter(({ clientCount }) => clientCount > 0)
  if (!lame) throw new Error('no proxy has a client')
  const { proxy } = memberAt(lame.port)
  proxy.options.opens = [socketPort]
  proxy.behaviour = 'no_files'
  expect(await handlers.proxies?.test?.({ id: lame.id }, ctx)).toMatchObject({
    works: false,
    media: 'failed',
    fault: 'media',
  })
  const others = (await readPool()).filter(({ id, clientCount }) => id !== lame.id && clientCount > 0)
  for (const { id } of others.slice(0, 2)) await handlers.proxies?.test?.({ id }, ctx)
  await handlers.proxies?.test?.({ id: lame.id }, ctx)
  await awaitState('its clients to have left', async () =>
    (await readPool()).some(
      ({ id, fault, clientCount }) => id === lame.id && fault === 'media' && clientCount === 0,
    ),
  )
  await awaitConnected(clientIds)
  await expectCountsTrue()
})

test('removed proxies lose their clients to others, and the last ones stay while clients need them', async () => {
  const [gone] = (await readPool()).filter(({ clientCount }) => clientCount > 0)
  if (!gone) throw new Error('no proxy has a client')
  const { removed, workers } = await stack.features.proxies.remove([gone.id], false)
  expect(removed).toEqual([gone.id])
  expect(workers.failed).toEqual([])
  expect(workers.restarted).toHaveLength(gone.clientCount)
  await awaitConnected(clientIds)
  const all = (await readPool()).map(({ id }) => id)
  const clients = clientIds.length
  const data = { reason: 'CLIENTS_WOULD_GO_DIRECT', clients, params: { clients } }
  await expect(stack.features.proxies.remove(all, false)).rejects.toMatchObject({ code: 'CONFLICT', data })
  expect(await readPool()).toHaveLength(all.length)
})

test('passwords are neither stored in the clear, nor answered, nor logged', async () => {
  const { rows } = await database().pool.query<{ row: string }>(
    'select proxy::text as row from proxy union all select event_log::text from event_log',
  )
  const everything = [...rows.map(({ row }) => row), ...logged, JSON.stringify(await readPool())].join('\n')
  expect(everything).not.toContain(PASSWORD)
  expect(everything).not.toContain(Buffer.from(`u0:${PASSWORD}`).toString('base64').slice(0, 20))
})
