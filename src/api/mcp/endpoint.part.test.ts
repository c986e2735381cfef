import { promises as fs, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import { type FakeApi, KEY, ping, startFakeApi } from '../../../test/support/fake-api.ts'
import type { PartialHandlers } from '../../../test/support/fill-handlers.ts'
import type { Answer } from '../../../test/support/http.ts'
import { connectMcp, MCP_ERAS, useTool } from '../../../test/support/mcp-client.ts'
import type { CallContext, Caller } from '../../contract/handlers.ts'
import { VERSION } from '../../contract/operation.ts'
import type { Callers } from '../index.ts'
import { MCP_PATH } from './endpoint.ts'
import { DEFAULT_TOOLS } from './tools.ts'

const CLIENT_ID = '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f'
const OTHER_ID = '11111111-1111-4111-8111-111111111111'
const BEARER = { authorization: 'Bearer good' }
const JSON_BODY = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const PING = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'server_ping', arguments: {} } }

let api: FakeApi | undefined
const open: Client[] = []

afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
  await api?.close()
  api = undefined
})

async function start(...args: Parameters<typeof startFakeApi>): Promise<FakeApi> {
  api = await startFakeApi(...args)
  return api
}

async function connect(...args: Parameters<typeof connectMcp>): Promise<Client> {
  const client = await connectMcp(...args)
  open.push(client)
  return client
}

/** One message, sent as it is. */
const post = (body: unknown, headers: Record<string, string> = BEARER, query = ''): Promise<Answer> =>
  api!.request(MCP_PATH + query, {
    method: 'POST',
    headers: { ...JSON_BODY, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

/** A key with limits. */
function limited(limits: Partial<Caller>): Callers {
  const principal: Caller = {
    userId: 'u1',
    workspaceId: 'u1',
    workspaceRole: 'owner',
    role: 'user',
    plan: 'free',
    via: 'key',
    keyId: 'k1',
    ...limits,
  }
  const limit = { tier: 'free', limit: 9, remaining: 9, resetAt: new Date(0), resetInSec: 60 } as const
  return {
    checkKey: async () => ({ kind: 'granted', principal, limit }),
    checkSession: async () => null,
    isLiveKey: async () => true,
  }
}

const namesOf = async (client: Client): Promise<string[]> =>
  (await client.listTools()).tools.map(({ name }) => name)

describe.each(MCP_ERAS)('an assistant that connects by HTTP (%j)', (era) => {
  it('reads the tools and calls one, with its key as a bearer token or in x-api-key', async () => {
    const { origin } = await start()
    for (const headers of [KEY, BEARER]) {
      const client = await connect(origin, headers, { era, tools: 'server.ping' })
      expect(client.getServerVersion()).toMatchObject({ name: 'parley', version: VERSION })
      expect(await namesOf(client)).toEqual(['server_ping'])
      expect(await useTool(client, 'server_ping')).toEqual({ refused: false, body: await ping() })
    }
  })

  it('is told why a call was refused, and what to do', async () => {
    const { origin } = await start()
    const client = await connect(origin, BEARER, { era })
    const answer = await useTool(client, 'chat_sendMessage', { clientId: CLIENT_ID, message: { text: 'a' } })
    expect(answer).toMatchObject({
      refused: true,
      body: { code: 'BAD_REQUEST', status: 400, data: { errors: [{ path: 'target' }] } },
    })
    await expect(client.callTool({ name: 'flows_delete', arguments: {} })).rejects.toThrow(/flows_delete/)
  })

  it('has what it asked for given up when it hangs up', async () => {
    const begun = Promise.withResolvers<AbortSignal>()
    const wait = async (_: unknown, { signal }: CallContext) => {
      begun.resolve(signal)
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      return await ping()
    }
    const { origin } = await start({ server: { ping: wait } })
    const client = await connect(origin, BEARER, { era, tools: 'server' })
    const hungUp = new AbortController()
    const called = client.callTool({ name: 'server_ping', arguments: {} }, { signal: hungUp.signal })
    const signal = await begun.promise
    // Over HTTP a call is taken back by ending its connection, whichever way the client says so besides.
    hungUp.abort()
    await expect(called).rejects.toThrow()
    await client.close()
    await expect.poll(() => signal.aborted).toBe(true)
  })
})

describe('the tools of a key', () => {
  it('are the few of a conversation, those that were asked for, or all', async () => {
    const { origin } = await start()
    const underscored = DEFAULT_TOOLS.map((name) => name.replaceAll('.', '_'))
    expect((await namesOf(await connect(origin, BEARER))).toSorted()).toEqual(underscored.toSorted())
    const chosen = await namesOf(await connect(origin, BEARER, { tools: 'contacts, server.ping' }))
    expect(chosen).toContain('server_ping')
    expect(chosen.filter((name) => !/^(contacts_|server_ping$)/.test(name))).toEqual([])
    const all = await namesOf(await connect(origin, BEARER, { tools: 'all' }))
    expect(all).toEqual(expect.arrayContaining([...underscored, 'flows_delete', 'webhooks_create']))
    expect(all).not.toContain('keys_create')
    const { status: code, body } = await post(PING, BEARER, '?tools=chat,cooking')
    expect([code, body]).toMatchObject([400, { code: 'BAD_REQUEST', message: /"cooking"/ }])
  })

  it('leave out what its scopes and clients do not allow, which is then refused by name too', async () => {
    const callers = limited({ scopes: ['chat:read'], clientIds: [CLIENT_ID] })
    const { origin } = await start({}, { callers })
    const client = await connect(origin, BEARER, { tools: 'all' })
    const tools = (await client.listTools()).tools
    expect(tools.map(({ name }) => name)).toContain('chat_getMessage')
    expect(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true)).toEqual([])
    for (const name of ['chat_sendMessage', 'proxy_seed'])
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(name)
  })

  it('reach no other client than those the key is for', async () => {
    const { origin } = await start({}, { callers: limited({ clientIds: [CLIENT_ID] }) })
    const client = await connect(origin, BEARER, { tools: 'worker' })
    // Nobody does it here, which is found out after it was looked whose the client is.
    const own = await useTool(client, 'worker_status', { clientId: CLIENT_ID })
    expect(own.body).toMatchObject({ data: { reason: 'NOT_AVAILABLE_YET' } })
    const other = await useTool(client, 'worker_status', { clientId: OTHER_ID })
    expect(other).toMatchObject({ refused: true, body: { code: 'NOT_FOUND' } })
  })
})

describe('tools of a key of an agent', () => {
  it('are those that their role in the workspace allows, for their numbers', async () => {
    const callers = limited({ workspaceRole: 'agent', clientIds: [CLIENT_ID] })
    const { origin } = await start({}, { callers })
    const client = await connect(origin, BEARER, { tools: 'all' })
    const names = (await client.listTools()).tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['chat_sendMessage', 'worker_status']))
    for (const name of ['worker_stop', 'flows_publish', 'webhooks_create', 'keys_list'])
      expect(names).not.toContain(name)
    const other = await useTool(client, 'worker_status', { clientId: OTHER_ID })
    expect(other).toMatchObject({ refused: true, body: { code: 'NOT_FOUND' } })
  })
})

describe('the endpoint of assistants', () => {
  it('lets in nobody without a good key, also no session', async () => {
    await start()
    for (const headers of [
      {},
      { cookie: 'session=good', origin: api!.origin },
      { authorization: 'Bearer bad' },
    ]) {
      const { status: code, body, headers: answered } = await post(PING, headers as Record<string, string>)
      expect([code, body]).toMatchObject([401, { code: 'UNAUTHORIZED' }])
      expect(answered.get('www-authenticate')).toBe('Bearer')
    }
  })

  it('answers no page of another origin, and without a key no name that is not ours', async () => {
    await start()
    const foreign = await post(PING, { ...BEARER, origin: 'https://evil.example' })
    expect([foreign.status, foreign.body]).toMatchObject([403, { data: { reason: 'ORIGIN_UNKNOWN' } }])
    expect((await post(PING, { ...BEARER, origin: api!.origin }, '?tools=server')).status).toBe(200)
    const askAs = (headers: Record<string, string>) =>
      new Promise<number | undefined>((resolve, reject) => {
        const asked = { method: 'POST', headers: { ...JSON_BODY, host: 'evil.example', ...headers } }
        httpRequest(api!.origin + MCP_PATH, asked, (res) => resolve(res.resume().statusCode))
          .on('error', reject)
          .end(JSON.stringify(PING))
      })
    expect(await askAs({})).toBe(403)
    expect(await askAs({ cookie: 'session=good' })).toBe(403)
  })

  it('counts each message as a call of the key, and tells when there may be more', async () => {
    await start(undefined, { limit: 2 })
    expect((await post(PING, BEARER, '?tools=server')).headers.get('x-ratelimit-remaining')).toBe('1')
    expect((await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' })).status).toBe(200)
    const { status: code, body, headers } = await post(PING)
    expect([code, body]).toMatchObject([429, { code: 'TOO_MANY_REQUESTS', data: { limit: 2 } }])
    expect(headers.get('retry-after')).toBe('60')
  })

  it('takes no batch, in which one call could be many', async () => {
    let calls = 0
    const count = () => {
      calls += 1
      return ping()
    }
    await start({ server: { ping: count } })
    const { status: code, body } = await post([PING, { ...PING, id: 2 }], BEARER, '?tools=server')
    expect([code, body]).toMatchObject([400, { code: 'BAD_REQUEST', message: /one message/ }])
    expect(calls).toBe(0)
  })

  it.each(['GET', 'DELETE', 'PUT'])('keeps nothing that %s could ask for', async (method) => {
    await start()
    const { status: code, headers } = await api!.request(MCP_PATH, { method, headers: BEARER })
    expect([code, headers.get('allow')]).toEqual([405, 'POST'])
  })

  it('keeps no stream open for news that never come', async () => {
    await start()
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    const params = { notifications: { toolsListChanged: true }, _meta: meta }
    const listen = { jsonrpc: '2.0', id: 7, method: 'subscriptions/listen', params }
    const asked = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' }
    const { body } = await post(listen, { ...BEARER, ...asked })
    expect(body).toMatchObject({ id: 7, error: { message: /limit/ } })
  })

  it.each([
    ['no JSON', '{"jsonrpc":', {}, 400],
    ['another type', '{}', { 'content-type': 'text/plain' }, 415],
    ['another encoding', '{}', { 'content-encoding': 'gzip' }, 415],
    ['nothing of the protocol', '{"hello":"world"}', {}, 400],
    ['too many levels', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`, {}, 400],
  ])('refuses %s', async (_, body, headers, code) => {
    await start()
    expect((await post(body, { ...BEARER, ...headers })).status).toBe(code)
  })

  it('takes as much as the tools of the key do, and no more', async () => {
    await start()
    const long = (field: string, chars: number) => ({
      ...PING,
      params: { name: 'server_ping', arguments: { [field]: 'a'.repeat(chars) } },
    })
    const tooLarge = [413, { code: 'PAYLOAD_TOO_LARGE', data: { maxBytes: 1_048_576 } }]
    const without = await post(long('base64', 1_100_000), BEARER, '?tools=server')
    expect([without.status, without.body]).toMatchObject(tooLarge)
    const beside = await post(long('text', 1_100_000), BEARER, '?tools=server,chat')
    expect([beside.status, beside.body]).toMatchObject(tooLarge)
  })
})

describe('a file that an assistant sends', () => {
  it('goes to disk while it is read, to the tools that take files alone', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-mcp-'))
    const seen: string[] = []
    const handlers: PartialHandlers = {
      chat: {
        async sendMessage(_, { spooled }) {
          for (const file of spooled?.values() ?? []) await file.keep('kept')
          seen.push(readFileSync(path.join(folder, 'kept'), 'latin1'))
          return { type: 'success', client: CLIENT_ID, message: '' }
        },
      },
    }
    let drafts = 0
    const openDraft = async () => {
      const draft = path.join(folder, `draft-${++drafts}`)
      return {
        path: draft,
        keep: (key: string) => fs.rename(draft, path.join(folder, key)),
        drop: () => fs.rm(draft, { force: true }),
      }
    }
    const { origin } = await start(handlers, { openDraft })
    const client = await connect(origin, BEARER, { tools: 'chat.sendMessage,server.ping' })
    const bytes = Buffer.alloc(600_000, 7)
    const image = { image: { base64: bytes.toString('base64'), mimetype: 'image/png' } }
    const input = { clientId: CLIENT_ID, target: '491512345678', message: image }
    expect(await useTool(client, 'chat_sendMessage', input)).toMatchObject({ body: { type: 'success' } })
    expect(seen.map((text) => text === bytes.toString('latin1'))).toEqual([true])
    const other = await useTool(client, 'server_ping', image.image)
    expect(other).toMatchObject({ refused: true, body: { code: 'PAYLOAD_TOO_LARGE' } })
    // Drafts are dropped when the answer has left.
    await expect.poll(() => fs.readdir(folder)).toEqual(['kept'])
    rmSync(folder, { recursive: true })
  })
})
