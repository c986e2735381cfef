import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import { connectMcp, MCP_ERAS, useTool } from '../support/mcp-client.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const PARLEY = path.join(import.meta.dirname, '../../scripts/parley.mjs')
const EMAIL = 'assistant@example.org'

const place = createWorkplace()
const open: Client[] = []
const servers: Server[] = []
let service: ServiceProcess
let account: PairedAccount

/** An assistant as any host starts one: a process of its own, spoken to over its standard input and output. */
async function connect(env: Record<string, string>, ...args: string[]): Promise<Client> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [PARLEY, 'mcp', ...args],
    env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', PARLEY_URL: service.url, ...env },
  })
  const client = new Client({ name: 'test', version: '1' })
  open.push(client)
  await client.connect(transport)
  return client
}

/** Something that is not the service, in its place. */
async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Of the one tool alone: to describe all of them takes an assistant and its host half a second. */
async function pingInPlaceOf(url: string) {
  const client = await connect({ PARLEY_KEY: 'k', PARLEY_URL: url }, '--only', 'server.ping')
  return useTool(client, 'server_ping')
}

const createKey = (...args: string[]) =>
  place.prepare('key', 'create', '--email', EMAIL, '--name', 'assistant', ...args)

beforeAll(async () => {
  service = await place.start()
  account = await pairAccount(place, () => service.url)
  await place.prepare('user', 'create', '--email', EMAIL, '--password', 'correct horse battery')
})
afterEach(async () => {
  for (const client of open.splice(0)) await client.close()
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
afterAll(() => place.remove())

describe('parley mcp', () => {
  test('lets an assistant read a conversation and answer in it', async () => {
    const client = await connect({ PARLEY_KEY: account.key })
    expect(client.getServerVersion()).toMatchObject({ name: 'parley' })
    const { tools } = await client.listTools()
    expect(tools.find((tool) => tool.name === 'chat_sendMessage')).toMatchObject({
      title: 'Send a message',
      inputSchema: { type: 'object', required: ['clientId', 'message', 'target'] },
      annotations: { readOnlyHint: false, destructiveHint: false },
      outputSchema: { type: 'object' },
    })
    expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(31_000)
    const contact = newContact(place.dataDir)
    await contact.sendText(account.number, 'is it open?')
    const conversation = { clientId: account.clientId, jid: contact.number }
    const read = async () =>
      (await useTool(client, 'chat_getConversationMessages', conversation)).body.messages as {
        text: string
      }[]
    await awaitState('the question', async () => (await read())[0]?.text === 'is it open?')
    const message = { text: 'Until six.' }
    const input = { clientId: account.clientId, target: contact.number, message }
    expect(await useTool(client, 'chat_sendMessage', input)).toMatchObject({
      refused: false,
      body: { type: 'success' },
    })
    expect(await read()).toMatchObject([{ text: 'Until six.' }, { text: 'is it open?' }])
  })

  test('passes refusals on with their codes', async () => {
    const client = await connect({ PARLEY_KEY: account.key })
    expect(
      await useTool(client, 'chat_sendMessage', { clientId: account.clientId, message: { text: 'a' } }),
    ).toMatchObject({
      refused: true,
      body: { code: 'BAD_REQUEST', status: 400, data: { errors: [{ path: 'target' }] } },
    })
    const listed = await client.callTool({ name: 'clients_list', arguments: {} })
    expect(listed.structuredContent).toMatchObject({ answer: [{ id: account.clientId }] })
    const nobody = '7f3e9a52-6c1d-4b8e-9f20-1a2b3c4d5e6f'
    expect(await useTool(client, 'worker_status', { clientId: nobody })).toMatchObject({
      refused: true,
      body: { code: 'NOT_FOUND' },
    })
    await expect(client.callTool({ name: 'clients.get', arguments: {} })).rejects.toThrow(/clients\.get/)
  })

  test('is kept to the scopes and the hour of its key', async () => {
    const narrow = await connect({ PARLEY_KEY: await createKey('--scopes', 'chat:read') }, '--all')
    expect(await useTool(narrow, 'server_ping')).toMatchObject({ refused: false, body: { message: 'pong' } })
    const { tools } = await narrow.listTools()
    expect(tools.map((tool) => tool.name)).toContain('chat_getConversationMessages')
    expect(tools.filter((tool) => tool.annotations?.readOnlyHint !== true)).toEqual([])
    await expect(narrow.callTool({ name: 'clients_list', arguments: {} })).rejects.toThrow(/clients_list/)
    const unknown = await connect({ PARLEY_KEY: 'parley_nobody' }, '--only', 'server.ping')
    expect(await useTool(unknown, 'server_ping')).toMatchObject({
      refused: true,
      body: { code: 'UNAUTHORIZED' },
    })
    const free = await connect({ PARLEY_KEY: await createKey() }, '--only', 'server.ping')
    let last = await useTool(free, 'server_ping')
    // Twice the hour of the free tier, so that the end of a clock hour in between changes nothing.
    for (let calls = 1; calls <= 200 && !last.refused; calls += 1) last = await useTool(free, 'server_ping')
    expect(last.body).toMatchObject({ code: 'TOO_MANY_REQUESTS', data: { tier: 'free', limit: 100 } })
  })

  test('offers only what was chosen', async () => {
    const client = await connect({ PARLEY_KEY: account.key }, '--only', 'flows.states,server.ping')
    const { tools } = await client.listTools()
    expect(tools.map((tool) => tool.name)).toContain('flows_states_list')
    expect(tools.filter((tool) => !tool.name.startsWith('flows_states_')).map((tool) => tool.name)).toEqual([
      'server_ping',
    ])
    await expect(client.callTool({ name: 'clients_list', arguments: {} })).rejects.toThrow(/clients_list/)
  })

  test('says so when the service is away, or something else is in its place', async () => {
    const away = await listen((req) => req.socket.destroy())
    expect(await pingInPlaceOf(away)).toMatchObject({
      refused: true,
      body: { code: 'SERVICE_UNAVAILABLE' },
    })
    const page = await listen((_, res) => res.setHeader('content-type', 'text/html').end('<p>Welcome'))
    expect(await pingInPlaceOf(page)).toMatchObject({
      refused: true,
      body: { code: 'BAD_GATEWAY' },
    })
  })

  test('takes its key to no other address, and passes on no endless answer', async () => {
    const seen: unknown[] = []
    const other = await listen((req, res) => {
      seen.push(req.headers['x-api-key'])
      res.end()
    })
    const moved = await listen((_, res) => res.writeHead(307, { location: other }).end())
    expect(await pingInPlaceOf(moved)).toMatchObject({
      refused: true,
      body: { code: 'SERVICE_UNAVAILABLE' },
    })
    expect(seen).toEqual([])
    const endless = await listen((_, res) => {
      res.setHeader('content-type', 'application/json')
      const write = (): void => {
        while (!res.destroyed && res.write(' '.repeat(1_000_000)));
        if (!res.destroyed) res.once('drain', write)
      }
      write()
    })
    expect(await pingInPlaceOf(endless)).toMatchObject({
      refused: true,
      body: { code: 'PAYLOAD_TOO_LARGE' },
    })
  })

  test('does not start without a key, or for operations that are not there', async () => {
    await expect(place.parley('mcp')).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringContaining('PARLEY_KEY is missing'),
    })
  })
})

test.each(MCP_ERAS)('an assistant over HTTP reads a conversation and answers in it (%j)', async (era) => {
  const client = await connectMcp(service.url, { authorization: `Bearer ${account.key}` }, { era })
  open.push(client)
  const { tools } = await client.listTools()
  expect(Buffer.byteLength(JSON.stringify(tools))).toBeLessThan(31_000)
  const contact = newContact(place.dataDir)
  await contact.sendText(account.number, 'is it open?')
  const conversation = { clientId: account.clientId, jid: contact.number }
  const read = async () =>
    (await useTool(client, 'chat_getConversationMessages', conversation)).body.messages as { text: string }[]
  await awaitState('the question', async () => (await read())[0]?.text === 'is it open?')
  const input = { clientId: account.clientId, target: contact.number, message: { text: 'Until six.' } }
  expect(await useTool(client, 'chat_sendMessage', input)).toMatchObject({ body: { type: 'success' } })
  expect(await read()).toMatchObject([{ text: 'Until six.' }, { text: 'is it open?' }])
})

test('a call by a tool is counted once among the measurements of its operation, by either transport', async () => {
  const countCalls = async (): Promise<number> => {
    const text = await (await fetch(`${service.url}/metrics`)).text()
    const series = /^parley_http_request_duration_seconds_count\{operation="flows\.list".* (\d+)$/gm
    return [...text.matchAll(series)].reduce((sum, [, count]) => sum + Number(count), 0)
  }
  const byPipe = await connect({ PARLEY_KEY: account.key }, '--only', 'flows.list')
  const byHttp = await connectMcp(service.url, { 'x-api-key': account.key }, { tools: 'flows.list' })
  open.push(byHttp)
  for (const [done, client] of [byPipe, byHttp].entries()) {
    expect((await useTool(client, 'flows_list')).refused).toBe(false)
    // The measurement is taken when the answer has left, which may be a little after it has come.
    await awaitState('the count of the call', async () => (await countCalls()) > done)
    expect(await countCalls()).toBe(done + 1)
  }
})
