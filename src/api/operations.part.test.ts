import { afterEach, describe, expect, it } from 'vitest'
import { type FakeApi, KEY, ping, startFakeApi } from '../../test/support/fake-api.ts'
import { Refusal } from '../core/errors.ts'
import { refuseAssets } from '../features/media/index.ts'

const CLIENT = '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f'

let api: FakeApi | undefined

async function start(...args: Parameters<typeof startFakeApi>): Promise<FakeApi> {
  api = await startFakeApi(...args)
  return api
}

afterEach(async () => {
  await api?.close()
  api = undefined
})

describe('an agent of one number', () => {
  it('gets by streams and files what belongs to it, and no other client by its id', async () => {
    const agent = { userId: 'u2', role: 'user', plan: 'free', via: 'session', clientIds: [CLIENT] } as const
    const asked: unknown[] = []
    const { call, request, origin } = await start(
      {},
      {
        callers: {
          checkKey: async () => ({ kind: 'unknown' }),
          checkSession: async () => ({ ...agent, workspaceId: 'u1', workspaceRole: 'agent' }),
          isLiveKey: async () => false,
        },
        openFile: async (...of) => {
          asked.push(of)
          return null
        },
        streamEvents: async ({ workspaceId, filter }) => {
          asked.push([workspaceId, filter.clientIds])
        },
      },
    )
    const headers = { cookie: 'session=agent', origin }
    await request('/api/rpc/api-reference/events/stream', { headers })
    await request('/api/rpc/api-reference/chat/media/f1', { headers })
    const left = await request('/api/rpc/api-reference/events/stream?workspace=u2', { headers })
    expect(left).toMatchObject({ status: 409, body: { data: { reason: 'WORKSPACE_LEFT' } } })
    expect(asked).toEqual([
      ['u1', [CLIENT]],
      ['f1', 'u1', [CLIENT]],
    ])
    const other = { clientId: '00000000-0000-4000-8000-000000000001' }
    expect((await call('chat.listConversations', other, { headers })).status).toBe(404)
    expect((await call('clients.update', { id: CLIENT }, { headers })).body).toMatchObject({
      code: 'FORBIDDEN',
      data: { reason: 'ROLE_MISSING', right: 'manage' },
    })
  })
})

describe('operations', () => {
  it('with a wrong input name the first field and list the others', async () => {
    const { call } = await start()
    const { status, body } = await call('server.qr', { clientId: 5, nope: 1 }, { headers: KEY })
    expect(status).toBe(400)
    expect(body).toEqual({
      defined: true,
      code: 'BAD_REQUEST',
      status: 400,
      message: expect.stringMatching(/^clientId: /),
      data: {
        errors: [
          {
            path: 'clientId',
            message: expect.any(String),
            reason: 'OF_OTHER_KIND',
            params: { kind: 'string' },
          },
          {
            path: 'nope',
            message: 'There is no such field here. Check its spelling, or leave it out.',
            reason: 'FIELD_UNKNOWN',
            params: {},
          },
        ],
        warnings: [],
      },
    })
  })

  it('that import say of the file of another system what it is', async () => {
    const { call } = await start()
    const nodes = [
      { name: 'Hook', type: 'n8n-nodes-base.webhook', parameters: { path: 'order', httpMethod: 'POST' } },
    ]
    expect((await call('flows.import', { nodes, connections: {} }, { headers: KEY })).body).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('https://YOUR-N8N/webhook/order'),
      data: { reason: 'N8N_WORKFLOW', params: { start: 'webhook', node: 'Hook', method: 'POST' } },
    })
    expect((await call('flows.import', { nodes: [], connections: {} }, { headers: KEY })).body).toMatchObject(
      {
        data: { errors: expect.arrayContaining([expect.objectContaining({ path: 'name' })]) },
      },
    )
  })

  it('for admins are FORBIDDEN to others', async () => {
    const { call } = await start()
    expect((await call('proxy.seed', { proxies: [] }, { headers: KEY })).body).toMatchObject({
      code: 'FORBIDDEN',
      status: 403,
    })
  })

  it('of files say what is missing in a process that keeps none', async () => {
    const { call } = await start({ assets: refuseAssets })
    expect((await call('assets.list', {}, { headers: KEY })).body).toEqual({
      defined: true,
      code: 'UNPROCESSABLE_CONTENT',
      status: 422,
      message: 'Not available yet: this server does not do assets.list so far.',
      data: { reason: 'NOT_AVAILABLE_YET', missing: 'assets.list', params: { missing: 'assets.list' } },
    })
  })

  it('of chat are refused in an envelope too, wherever the refusal comes from', async () => {
    const message = 'The client is not connected, so nothing was sent.'
    const sendMessage = async () => {
      throw new Refusal('SERVICE_UNAVAILABLE', message, { data: { reason: 'CLIENT_NOT_CONNECTED' } })
    }
    const { call } = await start({ chat: { sendMessage } })
    const input = { clientId: CLIENT, target: '447700900123', message: { text: 'hello' } }
    const send = async (...args: [input: unknown, options?: object]) =>
      (await call('chat.sendMessage', ...args)).body
    const refused = { type: 'error', client: CLIENT }
    expect(await send(input, { headers: KEY })).toEqual({
      ...refused,
      defined: true,
      code: 'SERVICE_UNAVAILABLE',
      status: 503,
      message,
      data: { reason: 'CLIENT_NOT_CONNECTED' },
      error: `CLIENT_NOT_CONNECTED: ${message}`,
    })
    expect(await send({ ...input, message: {} }, { headers: KEY })).toMatchObject({
      ...refused,
      code: 'BAD_REQUEST',
      error: expect.stringMatching(/^BAD_REQUEST: message: /),
    })
    const early = { type: 'error', client: '' }
    expect(await send(input)).toMatchObject({ ...early, error: expect.stringMatching(/^UNAUTHORIZED: /) })
    const keyed = { headers: { ...KEY, 'idempotency-key': '' } }
    expect(await send(input, keyed)).toMatchObject({
      ...early,
      error: expect.stringMatching(/^BAD_REQUEST: /),
    })
  })

  it('that take a request for a bad one list what is wrong, be it nothing', async () => {
    const publish = async () => {
      throw new Refusal('BAD_REQUEST', 'The flow has no client. Set its clientId, then publish it.')
    }
    const { call } = await start({ flows: { publish } })
    const inputs = [{ id: CLIENT }, {}, { id: 5 }, { id: CLIENT, nope: 1 }]
    const bodies = [
      ...(await Promise.all(inputs.map((input) => call('flows.publish', input, { headers: KEY })))),
      await call('flows.publish', { id: CLIENT }, { headers: { ...KEY, 'idempotency-key': '' } }),
    ].map(({ body }) => body)
    for (const body of bodies) {
      expect(body).toMatchObject({ code: 'BAD_REQUEST', defined: true, data: { warnings: [] } })
      expect(body).toHaveProperty('data.errors', expect.any(Array))
      expect(body).not.toHaveProperty('type')
    }
    expect(bodies[0]).toHaveProperty('data', { errors: [], warnings: [] })
  })

  it('answer refusals as they are, with all their data', async () => {
    const data = { errors: [{ code: 'NO_TRIGGER', message: 'm', nodeId: null }], warnings: [] }
    const publish = async () => {
      throw new Refusal('BAD_REQUEST', 'Give the flow a trigger.', { data })
    }
    const { call } = await start({ flows: { publish } })
    const { status, body } = await call('flows.publish', { id: CLIENT }, { headers: KEY })
    expect(status).toBe(400)
    expect(body).toEqual({
      defined: true,
      code: 'BAD_REQUEST',
      status: 400,
      message: 'Give the flow a trigger.',
      data,
    })
  })

  it('that break answer a request id, and the cause goes to the log alone', async () => {
    const { call, logged } = await start({
      server: {
        ping: () => {
          throw new Error('token abc')
        },
      },
    })
    const { status, body, text, headers } = await call('server.ping', {}, { headers: KEY })
    expect(status).toBe(500)
    expect(body).toMatchObject({
      code: 'INTERNAL_SERVER_ERROR',
      data: { requestId: headers.get('x-request-id') },
    })
    expect(text).not.toContain('token')
    const line = logged.find((l) => l.msg === 'operation failed unexpectedly')
    expect(line).toMatchObject({
      requestId: headers.get('x-request-id'),
      operation: 'server.ping',
      err: { message: 'token abc' },
    })
  })

  it('whose answer does not fit the contract are an error, and no value reaches the log', async () => {
    const { call, logged } = await start({
      server: { ping: async () => ({ ...(await ping()), uptimeSec: 'private' as never }) },
    })
    expect((await call('server.ping', {}, { headers: KEY })).status).toBe(500)
    const line = JSON.stringify(logged.find((l) => l.msg === 'operation failed unexpectedly'))
    expect(line).toContain('uptimeSec')
    expect(line).not.toContain('private')
  })

  it('never answer undeclared fields', async () => {
    const { call } = await start({ server: { ping: async () => ({ ...(await ping()), internal: 1 }) } })
    expect((await call('server.ping', {}, { headers: KEY })).body).not.toHaveProperty('internal')
  })

  it('take the idempotency key from body or header, and refuse two different ones', async () => {
    const seen: unknown[] = []
    const { call } = await start({
      chat: {
        editMessage: async (_, ctx) => {
          seen.push(ctx.idempotencyKey)
          throw new Refusal('CONFLICT', 'x')
        },
      },
    })
    const key = { remoteJid: '491512345678', id: 'A', fromMe: true }
    const edit = (extra: object, headers: Record<string, string>) =>
      call(
        'chat.editMessage',
        { clientId: CLIENT, target: '491512345678', key, text: 'a', ...extra },
        { headers: { ...KEY, ...headers } },
      )
    await edit({ idempotencyKey: 'a' }, {})
    await edit({}, { 'idempotency-key': 'b' })
    await edit({ idempotencyKey: 'c' }, { 'idempotency-key': 'c' })
    await edit({}, {})
    expect(seen).toEqual(['a', 'b', 'c', undefined])
    expect((await edit({ idempotencyKey: 'a' }, { 'idempotency-key': 'b' })).status).toBe(400)
  })
})

describe('pages', () => {
  it('are served from our own origin under a strict policy', async () => {
    const { request } = await start()
    for (const path of ['/', '/api/rpc/api-reference', '/api/rpc/api-reference/']) {
      const { status, headers, text } = await request(path)
      expect({ path, status, type: headers.get('content-type') }).toEqual({
        path,
        status: 200,
        type: 'text/html; charset=utf-8',
      })
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
      expect(text).not.toMatch(/https?:\/\//)
      for (const [, asset] of text.matchAll(/(?:src|href)="([^"]+\.(?:js|css|json))"/g)) {
        expect({ asset, status: (await request(asset!)).status }).toEqual({ asset, status: 200 })
      }
    }
  })

  it('and every other answer may be framed, sniffed or taken into another site by nobody', async () => {
    const { request } = await start()
    for (const path of ['/', '/health', '/nowhere', '/api/rpc/api-reference', '/api/auth/x']) {
      const { headers } = await request(path)
      expect([path, headers.get('content-security-policy')]).toEqual([
        path,
        expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
      ])
      expect(headers.get('x-frame-options')).toBe('DENY')
      expect(headers.get('x-content-type-options')).toBe('nosniff')
      expect(headers.get('referrer-policy')).toBe('no-referrer')
      expect(headers.get('cross-origin-opener-policy')).toBe('same-origin')
      expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    }
  })

  it('tell whether the service lives and is ready', async () => {
    const { request } = await start()
    expect((await request('/health')).body).toEqual({ status: 'ok' })
    expect((await request('/ready')).body).toEqual({ status: 'ready' })
  })
})
