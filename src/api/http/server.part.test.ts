import { request } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { type FakeApi, KEY, ping, startFakeApi } from '../../../test/support/fake-api.ts'
import { Refusal } from '../../core/errors.ts'
import type { Callers } from '../index.ts'

let api: FakeApi | undefined

async function start(...args: Parameters<typeof startFakeApi>): Promise<FakeApi> {
  api = await startFakeApi(...args)
  return api
}

afterEach(async () => {
  await api?.close()
  api = undefined
})

describe('every answer', () => {
  it('carries a request id and the interface version, whatever was asked', async () => {
    const { request, call } = await start()
    const answers = [
      await call('server.ping'),
      await call('server.ping', {}, { headers: KEY }),
      await request('/none'),
    ]
    for (const { headers } of answers) {
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers.get('x-api-version')).toBe('1.0.0')
    }
  })

  it('tells browsers to come by https alone, where people reach the service by that', async () => {
    const plain = await start()
    expect((await plain.request('/')).headers.get('strict-transport-security')).toBeNull()
    await plain.close()
    const secure = await start(undefined, { isSecure: true })
    for (const path of ['/', '/none', '/api/auth/x']) {
      expect((await secure.request(path)).headers.get('strict-transport-security')).toBe('max-age=31536000')
    }
  })

  it('repeats the caller’s own request id when it is harmless', async () => {
    const { call } = await start()
    expect(
      (await call('server.ping', {}, { headers: { 'x-request-id': 'abc-1' } })).headers.get('x-request-id'),
    ).toBe('abc-1')
    const odd = await call('server.ping', {}, { headers: { 'x-request-id': 'a b' } })
    expect(odd.headers.get('x-request-id')).not.toBe('a b')
  })
})

describe('callers', () => {
  it('with a good key reach the operation and see their limit', async () => {
    const { call } = await start()
    const { status, body, headers } = await call('server.ping', {}, { headers: KEY })
    expect({ status, body }).toEqual({ status: 200, body: await ping() })
    expect(Object.fromEntries(headers)).toMatchObject({
      ratelimit: '"hourly";r=99;t=60',
      'ratelimit-policy': '"hourly";q=100;w=3600',
      'x-ratelimit-limit': '100',
      'x-ratelimit-remaining': '99',
      'x-ratelimit-reset': String(Date.parse('2026-11-21T11:00:00Z') / 1000),
    })
  })

  it.each([
    ['no key', {}],
    ['a bad key', { 'x-api-key': 'bad' }],
    ['an ended session', { cookie: 'session=old' }],
  ])('with %s are UNAUTHORIZED', async (_, headers) => {
    const { call } = await start()
    expect((await call('server.ping', {}, { headers })).body).toMatchObject({
      code: 'UNAUTHORIZED',
      status: 401,
      defined: true,
    })
  })

  it('over their limit are told when to come back', async () => {
    const { call } = await start(undefined, { limit: 1 })
    await call('server.ping', {}, { headers: KEY })
    const { status, body, headers } = await call('server.ping', {}, { headers: KEY })
    expect(status).toBe(429)
    expect(body).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      data: { tier: 'free', limit: 1, resetAt: '2026-11-21T11:00:00.000Z' },
    })
    expect(headers.get('retry-after')).toBe('60')
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
  })

  it('with a session may call from our own pages only', async () => {
    const { call, origin } = await start()
    const from = async (headers: Record<string, string>) =>
      (await call('server.ping', {}, { headers: { cookie: 'session=good', ...headers } })).status
    expect(await from({ origin })).toBe(200)
    expect(await from({ origin: 'https://evil.example' })).toBe(403)
    expect(await from({ origin: 'null' })).toBe(403)
    expect(await from({})).toBe(403)
  })

  it('that cannot be checked get SERVICE_UNAVAILABLE and the cause is logged', async () => {
    const callers: Callers = {
      checkKey: () => Promise.reject(new Error('database is gone')),
      checkSession: async () => null,
      isLiveKey: async () => false,
    }
    const { call, logged } = await start(undefined, { callers })
    const { body, text } = await call('server.ping', {}, { headers: KEY })
    expect(body).toMatchObject({ code: 'SERVICE_UNAVAILABLE', status: 503 })
    expect(text).not.toContain('database')
    expect(logged.some((line) => JSON.stringify(line).includes('database is gone'))).toBe(true)
  })
})

describe('what people who are not signed in ask', () => {
  it('is answered also when it is refused, or fails, after its body was read', async () => {
    const failures = [new Refusal('CONFLICT', 'not now'), new Error('database is gone')]
    const { request } = await start(undefined, {
      async signIn(asked) {
        await asked.text()
        // By then the request is closed, as nothing more comes of it.
        await new Promise((resolve) => setTimeout(resolve, 20))
        throw failures.shift()
      },
    })
    const ask = async () => (await request('/api/auth/x', { method: 'POST', body: '{}' })).body
    expect(await ask()).toMatchObject({ code: 'CONFLICT', message: 'not now' })
    expect(await ask()).toMatchObject({ code: 'INTERNAL_SERVER_ERROR' })
  })
})

describe('paths and methods', () => {
  it('that do not exist are a JSON NOT_FOUND', async () => {
    const { request } = await start()
    for (const path of [
      '/x',
      '/api/rpc/api-reference/chat/none',
      '/api/rpc/api-reference//server/ping',
      '/api/auth/x',
    ]) {
      const { status, body } = await request(path, { method: 'POST' })
      expect({ path, status, body }).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
    }
  })

  it('called with another method are METHOD_NOT_SUPPORTED', async () => {
    const { request } = await start()
    for (const method of ['GET', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
      const { status, headers } = await request('/api/rpc/api-reference/server/ping', {
        method,
        headers: KEY,
      })
      expect({ method, status, allow: headers.get('allow') }).toEqual({ method, status: 405, allow: 'POST' })
    }
  })
})

describe('bodies', () => {
  const CLIENT = '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f'
  const sendRaw = async (
    rawBody: string | Uint8Array<ArrayBuffer> | null,
    headers: Record<string, string> = {},
  ) => {
    const { call } = api ?? (await start())
    return await call('server.ping', {}, { rawBody, headers: { ...KEY, ...headers } })
  }

  it('that are empty count as an empty object', async () => {
    for (const body of ['', '  ', '{}']) expect((await sendRaw(body)).status).toBe(200)
  })

  it('that are not JSON are BAD_REQUEST without repeating their content', async () => {
    for (const body of ['{"secret', '{"secret":}', 'secret', '{"a":1}secret']) {
      const { status, body: answer, text } = await sendRaw(body)
      expect({ status, answer }).toMatchObject({
        status: 400,
        answer: { code: 'BAD_REQUEST', data: { warnings: [] } },
      })
      expect(text).not.toContain('secret')
    }
    expect((await sendRaw(new Uint8Array([0x22, 0xff, 0x22]))).status).toBe(400)
  })

  it('of another type are UNSUPPORTED_MEDIA_TYPE', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/jsonx',
      'application/json; charset=utf-16',
    ]) {
      expect({ type, status: (await sendRaw('{}', { 'content-type': type })).status }).toEqual({
        type,
        status: 415,
      })
    }
    expect((await sendRaw('{}', { 'content-type': 'Application/JSON; charset="UTF-8"' })).status).toBe(200)
  })

  it('over the limit are PAYLOAD_TOO_LARGE, announced or streamed', async () => {
    const { request } = await start()
    const announced = await sendRaw(JSON.stringify({ a: 'x'.repeat(2 ** 21) }))
    expect(announced.body).toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      status: 413,
      data: { maxBytes: 1_048_576 },
    })
    let pieces = 0
    const streamed = await request('/api/rpc/api-reference/server/ping', {
      method: 'POST',
      headers: { ...KEY, 'content-type': 'application/json' },
      body: new ReadableStream({
        pull: (c) => (pieces++ < 24 ? c.enqueue(new Uint8Array(65_536).fill(0x20)) : c.close()),
      }),
      duplex: 'half',
    })
    expect(streamed.status).toBe(413)
  })

  it('of chat operations may be larger', async () => {
    const { call } = await start()
    const image = { base64: 'A'.repeat(2 ** 21), mimetype: 'image/png' }
    const input = { clientId: CLIENT, target: '491512345678', message: { image } }
    expect((await call('chat.sendMessage', input, { headers: KEY })).status).toBe(422)
  })

  it('nested too deep are BAD_REQUEST', async () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      const deep = `${open.repeat(45_000)}1${close.repeat(45_000)}`
      const { status, text } = await sendRaw(`{"a":${deep}}`)
      expect({ status, text }).toMatchObject({ status: 400, text: expect.stringContaining('nests deeper') })
    }
  })

  it('may hold brackets in strings without counting as deep', async () => {
    const { call } = await start({
      flows: {
        import: async (input) => {
          throw new Refusal('CONFLICT', input.name)
        },
      },
    })
    const { body } = await call(
      'flows.import',
      { version: 1, name: `${'['.repeat(110)}"\\` },
      { headers: KEY },
    )
    expect(body).toMatchObject({ code: 'CONFLICT' })
  })

  it('cannot hide how text is made of an object, whatever the schema of its field', async () => {
    const { call } = await start()
    for (const name of ['toString', 't\\u006fString']) {
      const rawBody = `{"name":{"length":{"${name}":""}}}`
      const { status, body } = await call('clients.create', {}, { headers: KEY, rawBody })
      expect(status).toBe(400)
      expect(body).toMatchObject({ message: expect.stringContaining('name.length.toString') })
    }
  })

  it('cannot change prototypes', async () => {
    let seen: unknown
    const { call } = await start({
      flows: {
        import: async (input) => {
          seen = input
          throw new Refusal('CONFLICT', 'x')
        },
      },
    })
    for (const name of ['__proto__', '\\u005f_proto__']) {
      const rawBody = `{"version":1,"name":"a","${name}":{"role":"admin"},"settings":{"${name}":{"role":"admin"}}}`
      await call('flows.import', {}, { headers: KEY, rawBody })
      expect(seen).toEqual({ version: 1, name: 'a', settings: {} })
      expect(Object.getPrototypeOf(seen)).toBe(Object.prototype)
    }
  })
})

describe('a path', () => {
  /** The status of a request for this path as it stands. */
  async function ask(path: string): Promise<number | undefined> {
    const { hostname, port } = new URL((api ?? (await start())).origin)
    return await new Promise((resolve, reject) => {
      const sent = request({ hostname, port, path }, (res) => {
        res.resume().once('end', () => resolve(res.statusCode))
      })
      sent.on('error', reject).end()
    })
  }

  it('is one page with a query or a slash at its end', async () => {
    for (const path of ['/health', '/health?x=1', '/health/', '/health/?x=%zz'])
      expect(await ask(path)).toBe(200)
  })

  it('is compared as it was sent', async () => {
    const others = [
      '/%68ealth',
      '/health%2F',
      '/health//',
      '//health',
      '/Health',
      '/health#x',
      '/%zz',
      '/%2568ealth',
    ]
    for (const path of [...others, 'http://127.0.0.1/health', '*']) expect(await ask(path)).toBe(404)
  })
})
