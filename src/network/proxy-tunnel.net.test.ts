import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  startTestProxy,
  TEST_PROXY_CA,
  type TestProxy,
  type TestProxyOptions,
} from '../../test/support/proxy-servers.ts'
import { createAddressPolicy } from '../core/address-policy.ts'
import type { ProxyRoute } from './proxy-route.ts'
import { createTunnels } from './proxy-tunnel.ts'

const PASSWORD = 'p:w@x-7f3e'
const PROTOCOLS = ['http', 'https', 'socks5'] as const
const ways = { ca: TEST_PROXY_CA, policy: createAddressPolicy() }
const open = createTunnels({ ...ways, timeoutMs: 30_000 })
const openOrGiveUp = createTunnels({ ...ways, timeoutMs: 300 })
const started: TestProxy[] = []
let server: Server
let port: number

beforeAll(async () => {
  server = createServer((request, response) => response.end(`hello ${request.headers.host}`))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})
afterEach(async () => {
  for (const proxy of started.splice(0)) if (proxy.behaviour !== 'closed') await proxy.stop()
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

async function start(options: TestProxyOptions): Promise<TestProxy> {
  const proxy = await startTestProxy({ user: 'ana', password: PASSWORD, ...options })
  started.push(proxy)
  return proxy
}

const routeTo = (proxy: Pick<TestProxy, 'host' | 'port'>, over: Partial<ProxyRoute>): ProxyRoute => ({
  id: 'one',
  protocol: 'http',
  host: proxy.host,
  port: proxy.port,
  user: 'ana',
  password: PASSWORD,
  isOwn: false,
  ...over,
})

describe.each(PROTOCOLS)('through a proxy that speaks %s', (protocol) => {
  it('bytes go both ways, and names are resolved there', async () => {
    const proxy = await start({ protocol })
    const socket = await open(routeTo(proxy, { protocol }), { host: 'localhost', port })
    socket.write('GET / HTTP/1.0\r\nhost: there\r\n\r\n')
    expect(await text(socket)).toContain('hello there')
    expect(proxy.tunnels).toMatchObject([{ host: 'localhost', port }])
  })

  it.each([
    ['closed', {}, 'unreachable'],
    ['silent', {}, 'no_answer'],
    ['forbids', {}, 'refuses_target'],
    ['cut_off', {}, 'target_unreachable'],
    ['works', { password: 'wrong' }, 'refuses_credentials'],
    ['works', { user: '', password: '' }, 'refuses_credentials'],
  ] as const)(
    'one that is %s with %o is told as such, without the password',
    async (behaviour, over, fault) => {
      const proxy = await start({ protocol, behaviour })
      const way = behaviour === 'silent' ? openOrGiveUp : open
      const failure = await way(routeTo(proxy, { protocol, ...over }), { host: 'localhost', port }).catch(
        (error: unknown) => error,
      )
      expect(failure).toMatchObject({ name: 'ProxyError', fault })
      expect(JSON.stringify([failure, String(failure), (failure as Error).cause])).not.toContain(PASSWORD)
      expect((failure as Error).message).toContain(`${protocol}://127.0.0.1:${proxy.port}`)
    },
  )

  it('nothing else than such a proxy is taken for one', async () => {
    const failure = openOrGiveUp(routeTo({ host: '127.0.0.1', port }, { protocol }), {
      host: 'localhost',
      port,
    })
    await expect(failure).rejects.toMatchObject({ name: 'ProxyError' })
  })

  it('a client’s own one may not lie in a private network', async () => {
    const proxy = await start({ protocol })
    const own = routeTo(proxy, { protocol, host: 'localhost', isOwn: true })
    await expect(open(own, { host: 'localhost', port })).rejects.toMatchObject({ fault: 'refuses_target' })
    expect(proxy.tunnels).toEqual([])
    const allowed = createTunnels({ ca: TEST_PROXY_CA, policy: createAddressPolicy(['127.0.0.0/8']) })
    const socket = await allowed(own, { host: 'localhost', port })
    socket.destroy()
  })
})
