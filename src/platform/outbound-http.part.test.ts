import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { afterEach, describe, expect, it } from 'vitest'
import { createAddressPolicy } from '../core/address-policy.ts'
import { createOutboundHttp, type OutboundRequest } from './outbound-http.ts'

type Answer = (req: IncomingMessage, res: ServerResponse) => void
const servers: Server[] = []

async function serve(answer: Answer): Promise<number> {
  const server = createServer(answer)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

const outbound = createOutboundHttp({ allow: ['127.0.0.0/8'], resolve: async () => ['127.0.0.1'] })
const get = (url: string, more: Partial<OutboundRequest> = {}) =>
  outbound.request({ method: 'GET', url, timeoutMs: 30_000, maxBodyBytes: 1_000, ...more })

describe('addresses', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '169.254.169.254',
    '100.64.0.1',
    '172.31.0.1',
    '192.168.1.1',
    '0.0.0.0',
    '::1',
    '::',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '64:ff9b::a9fe:a9fe',
    '2002:7f00:1::',
    'fe80::1',
    'fd00:ec2::254',
    'ff02::1',
    'no address',
  ])('%s is not called', (address) => {
    expect(createAddressPolicy().permits(address)).toBe(false)
  })

  it.each(['93.184.216.34', '1.1.1.1', '2606:4700::1111'])('%s is called', (address) => {
    expect(createAddressPolicy().permits(address)).toBe(true)
  })

  it('of a private network are called when they are allowed', () => {
    const policy = createAddressPolicy(['10.0.0.0/8', 'fd00::/8'])
    expect(['10.9.9.9', 'fd00::1', '192.168.0.1'].map((item) => policy.permits(item))).toEqual([
      true,
      true,
      false,
    ])
  })
})

describe('an outbound request', () => {
  it('sends what it was given and reads the answer', async () => {
    const port = await serve((req, res) => {
      const chunks: Buffer[] = []
      req.on('data', (chunk: Buffer) => chunks.push(chunk))
      req.on('end', () =>
        res
          .writeHead(201, { 'x-a': '1' })
          .end(`${req.method} ${req.headers['x-key']} ${Buffer.concat(chunks)}`),
      )
    })
    const headers = [{ name: 'X-Key', value: 'k' }]
    const answer = await get(`http://shop.test:${port}/`, { method: 'POST', headers, body: 'hé' })
    expect({ ...answer, body: answer.body.toString() }).toMatchObject({ status: 201, body: 'POST k hé' })
    expect(answer.headers['x-a']).toBe('1')
  })

  it.each([
    'http://127.0.0.1/',
    'http://[::1]/',
    'http://0x7f.1/',
    'http://[::ffff:7f00:1]/',
    'http://169.254.169.254/latest',
  ])('to %s is refused', async (url) => {
    const closed = createOutboundHttp()
    await expect(
      closed.request({ method: 'GET', url, timeoutMs: 30_000, maxBodyBytes: 10 }),
    ).rejects.toMatchObject({
      code: 'ADDRESS_REFUSED',
    })
  })

  it('that asks for encryption goes without it only to addresses an operator has listed', async () => {
    const port = await serve((_req, res) => res.end('plain'))
    const listed = await get(`http://shop.test:${port}/`, { requireTls: true })
    expect(`${listed.body}`).toBe('plain')
    const resolve = async () => ['127.0.0.1', '93.184.216.34']
    const open = createOutboundHttp({ allow: ['127.0.0.0/8'], resolve })
    const request = {
      method: 'GET',
      url: `http://shop.test:${port}/`,
      timeoutMs: 30_000,
      maxBodyBytes: 1_000,
    }
    await expect(open.request({ ...request, requireTls: true })).rejects.toMatchObject({
      code: 'NOT_ENCRYPTED',
    })
  })

  it('to a name that leads into a private network is refused', async () => {
    const closed = createOutboundHttp({ resolve: async () => ['10.0.0.1', '::1'] })
    await expect(
      closed.request({ method: 'GET', url: 'http://rebound.test/', timeoutMs: 30_000, maxBodyBytes: 10 }),
    ).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  })

  it('asks for the addresses of a host once and connects to just those', async () => {
    const port = await serve((_req, res) => res.end('ok'))
    let asked = 0
    const changing = createOutboundHttp({
      allow: ['127.0.0.1'],
      resolve: async () => (++asked === 1 ? ['127.0.0.1'] : ['10.0.0.1']),
    })
    const url = `http://changing.test:${port}/`
    expect((await changing.request({ method: 'GET', url, timeoutMs: 30_000, maxBodyBytes: 10 })).status).toBe(
      200,
    )
    expect(asked).toBe(1)
  })

  it('follows a redirect without its secrets when the host changes, and checks the new address', async () => {
    const target = await serve((req, res) => res.end(JSON.stringify(req.headers)))
    const port = await serve((req, res) => {
      const to = req.url === '/in' ? 'http://169.254.169.254/' : `http://other.test:${target}/`
      res.writeHead(302, { location: to }).end()
    })
    const headers = [
      { name: 'Authorization', value: 'Bearer s' },
      { name: 'X-Api-Key', value: 's' },
    ]
    const answer = await get(`http://shop.test:${port}/out`, { headers })
    expect(Object.keys(JSON.parse(answer.body.toString()))).not.toContain('authorization')
    expect(Object.keys(JSON.parse(answer.body.toString()))).not.toContain('x-api-key')
    const guarded = createOutboundHttp({ allow: ['127.0.0.1'] })
    await expect(
      guarded.request({
        method: 'GET',
        url: `http://127.0.0.1:${port}/in`,
        timeoutMs: 30_000,
        maxBodyBytes: 10,
      }),
    ).rejects.toMatchObject({ code: 'ADDRESS_REFUSED' })
  })

  it('gives up after three redirects', async () => {
    let calls = 0
    const port = await serve((_req, res) => {
      calls += 1
      res.writeHead(302, { location: '/again' }).end()
    })
    await expect(get(`http://shop.test:${port}/`)).rejects.toMatchObject({ code: 'REDIRECT_REFUSED' })
    expect(calls).toBe(4)
  })

  it('does not carry a body to another host', async () => {
    const port = await serve((_req, res) => res.writeHead(307, { location: 'http://other.test/' }).end())
    await expect(get(`http://shop.test:${port}/`, { method: 'POST', body: 'x' })).rejects.toMatchObject({
      code: 'REDIRECT_REFUSED',
    })
  })

  it('lets the file go that was opened for it after it had failed', async () => {
    const port = await serve(() => {})
    servers.pop()?.close()
    const opened = Promise.withResolvers<Readable>()
    const body = { sizeBytes: 3, open: () => opened.promise }
    await expect(get(`http://shop.test:${port}/`, { method: 'POST', body })).rejects.toMatchObject({
      code: 'CONNECT_FAILED',
    })
    const file = Readable.from(['abc'])
    opened.resolve(file)
    await expect.poll(() => file.destroyed).toBe(true)
  })

  it('stops at the size it was given, announced or not', async () => {
    const port = await serve((req, res) => {
      if (req.url === '/told') res.setHeader('content-length', 5_000)
      res.write(Buffer.alloc(2_500))
      res.end(Buffer.alloc(2_500))
    })
    await expect(get(`http://shop.test:${port}/told`)).rejects.toMatchObject({ code: 'TOO_LARGE' })
    await expect(get(`http://shop.test:${port}/untold`)).rejects.toMatchObject({ code: 'TOO_LARGE' })
    expect((await get(`http://shop.test:${port}/untold`, { maxBodyBytes: 5_000 })).body).toHaveLength(5_000)
  })

  it('ends in time when the server says nothing or drips', async () => {
    const port = await serve((req, res) => {
      if (req.url === '/drip') res.write('x')
    })
    for (const path of ['silent', 'drip']) {
      await expect(get(`http://shop.test:${port}/${path}`, { timeoutMs: 100 })).rejects.toMatchObject({
        code: 'TIMEOUT',
      })
    }
  })

  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a\0b'])('refuses the header value %j', async (value) => {
    await expect(get('http://shop.test/', { headers: [{ name: 'X-A', value }] })).rejects.toMatchObject({
      code: 'BAD_HEADER',
    })
  })

  it.each(['ftp://shop.test/', 'file:///etc/passwd', 'http://a:b@shop.test/', 'nothing'])(
    'refuses %s',
    async (url) => {
      await expect(get(url)).rejects.toMatchObject({ code: 'BAD_URL' })
    },
  )
})
