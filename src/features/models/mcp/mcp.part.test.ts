import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createKillableServer } from '../../../../test/support/killable-server.ts'
import { type ToolFault, ToolServer } from '../../../../test/support/tool-server.ts'
import { toErrorCode } from '../../../core/conversation/call-failure.ts'
import { createOutboundHttp } from '../../../platform/outbound-http.ts'
import { type McpCall, type McpListing, type McpOutcome, type McpServer, McpTools } from './mcp.ts'

const KEY = 'tool-key-55aa01'
const server = new ToolServer()
let url: string
const secrets = {
  read: async (_userId: string, names: readonly string[]) =>
    new Map(names.map((name) => [name, { value: KEY, hosts: name === 'held' ? ['other.test'] : null }])),
}
const tools = new McpTools({ http: createOutboundHttp({ allow: ['127.0.0.1'] }), secrets })

beforeAll(async () => {
  url = await server.listen()
})
afterAll(() => server.close())
beforeEach(() => {
  server.asked.length = 0
  server.done.length = 0
  server.faults.clear()
  server.says = ''
})

function call(
  tool: string,
  input: Record<string, unknown>,
  given: Partial<McpCall> = {},
): Promise<McpOutcome> {
  return tools.call({
    ...{ userId: 'u', tool, input, timeoutMs: 5_000, maxBodyBytes: 65_536 },
    request: { method: 'POST', url, headers: [], body: null },
    signal: new AbortController().signal,
    ...given,
  })
}

const withKey = (secret: string): Partial<McpCall> => ({
  request: {
    ...{ method: 'POST', url, body: null },
    headers: [{ name: 'Authorization', value: ['Bearer ', { secret, as: 'raw' }] }],
  },
})

const codeOf = (outcome: McpOutcome | McpListing) =>
  'failure' in outcome ? toErrorCode(outcome.failure) : outcome

const FAULTS: readonly (readonly [string, string, ToolFault])[] = [
  ['that refuses the key', 'TOOL_FAILED', { kind: 'status', status: 401, body: KEY }],
  ['that fails', 'TOOL_FAILED', { kind: 'status', status: 500, body: `stack of ${KEY}` }],
  ['that answers no JSON', 'TOOL_FAILED', { kind: 'text', type: 'application/json', body: '<html>' }],
  ['that answers a page', 'TOOL_FAILED', { kind: 'text', type: 'text/html', body: '<html>' }],
  [
    'that leads elsewhere',
    'REDIRECT_REFUSED',
    { kind: 'status', status: 307, headers: { location: 'http://10.0.0.1/' } },
  ],
  ['that answers too much', 'TOO_LARGE', { kind: 'huge', bytes: 1_000_000 }],
  ['that says nothing', 'TIMEOUT', { kind: 'hang' }],
]

describe('a tool of a server', () => {
  test('gives its text, or its object where it has one, and says itself when it failed', async () => {
    expect(await call('find_order', { id: '7' })).toEqual({ output: 'order 7 is sent' })
    expect(await call('state', { id: '7' })).toEqual({ output: { state: 'sent 7' } })
    expect(await call('refuse', { id: '7' })).toEqual({ output: { isError: true, output: 'no such order' } })
    expect(server.done).toEqual(['find_order 7', 'state 7'])
  })

  test('is asked with the key in the header, which is taken out of what it gives', async () => {
    expect(await call('repeat', { id: `I know ${KEY}` }, withKey('shop'))).toEqual({ output: 'I know ***' })
    expect(new Set(server.asked.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Bearer ${KEY}`]),
    )
    expect(codeOf(await call('repeat', { id: '1' }, withKey('held')))).toBe('SECRET_REFUSED')
  })

  test('is called once for each call, whatever else is said, and nothing but answers is listened to', async () => {
    await call('find_order', { id: '8' })
    const said = server.asked.map(({ body }) => body.method)
    expect(said.filter((method) => method === 'tools/call')).toHaveLength(1)
    expect(said.length).toBeLessThanOrEqual(5)
    expect(server.asked.map(({ method }) => method)).toEqual(server.asked.map(() => 'POST'))
  })

  test('that is not there, or that is given what it does not take, is a failure or says so', async () => {
    const outcomes = [await call('none', {}), await call('find_order', { id: 7 })]
    for (const outcome of outcomes)
      expect(codeOf(outcome) === 'TOOL_FAILED' || JSON.stringify(outcome).includes('isError')).toBe(true)
    expect(server.done).toEqual([])
  })

  test.each(FAULTS)('of a server %s ends with %s', async (_what, code, fault) => {
    server.faults.set('tools/call', fault)
    const outcome = await call('find_order', { id: '9' }, { timeoutMs: fault.kind === 'hang' ? 700 : 5_000 })
    expect(codeOf(outcome)).toBe(code)
    expect(JSON.stringify(outcome)).not.toContain(KEY)
    expect(server.done).toEqual([])
  })

  test('is not called at an address inside, nor without encryption where nobody listed it', async () => {
    const strict = new McpTools({ http: createOutboundHttp(), secrets })
    const request = { method: 'POST' as const, url, headers: [], body: null }
    const given = { userId: 'u', tool: 'find_order', input: {}, timeoutMs: 5_000, maxBodyBytes: 65_536 }
    const { signal } = new AbortController()
    expect(codeOf(await strict.call({ ...given, request, signal }))).toBe('ADDRESS_REFUSED')
    expect(server.asked).toEqual([])
  })

  test('that says nothing in time is not taken for one that was given up, which would be called again', async () => {
    const silent = createKillableServer(() => new Promise(() => {}))
    await silent.start()
    const address = `http://127.0.0.1:${silent.port()}/mcp`
    const request = { method: 'POST' as const, url: address, headers: [], body: null }
    // A loop that is never idle sees a timer as soon as its millisecond begins, up to one earlier than a finer clock.
    const spinning = new AbortController()
    const spin = (): unknown => spinning.signal.aborted || setImmediate(spin)
    spin()
    const codes = new Set<unknown>()
    for (let n = 0; n < 40; n += 1)
      codes.add(codeOf(await call('find_order', { id: '1' }, { request, timeoutMs: 15 })))
    spinning.abort()
    await silent.kill()
    expect([...codes]).toEqual(['TIMEOUT'])
  })

  test('whose call is given up ends at once', async () => {
    server.faults.set('tools/call', { kind: 'hang' })
    const controller = new AbortController()
    const given = call('find_order', { id: '1' }, { signal: controller.signal })
    await expect.poll(() => server.asked.some(({ body }) => body.method === 'tools/call')).toBe(true)
    controller.abort()
    expect(codeOf(await given)).toBe('ABORTED')
  })
})

function list(given: Partial<McpServer> = {}): Promise<McpListing> {
  return tools.list({
    ...{ userId: 'u', timeoutMs: 5_000, maxBodyBytes: 65_536 },
    request: { method: 'POST', url, headers: [], body: null },
    signal: new AbortController().signal,
    ...given,
  })
}

describe('the list of a server’s tools', () => {
  test('has their names, descriptions and parameters as flows take them, and calls none', async () => {
    const listed = await list()
    if ('failure' in listed) throw new Error(listed.failure.code)
    expect(listed.isWhole).toBe(true)
    expect(listed.tools.map(({ name }) => name)).toEqual([
      ...['find_order', 'state', 'bounded', 'refuse', 'repeat'],
    ])
    expect(listed.tools[0]).toEqual({
      ...{ name: 'find_order', description: 'Finds', isLoosened: false },
      parameters: {
        ...{ type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
      },
    })
    const bounded = listed.tools.find(({ name }) => name === 'bounded')
    expect(bounded?.isLoosened).toBe(true)
    expect(bounded?.parameters).toMatchObject({
      properties: {
        ...{ code: { type: 'string', description: 'Letters' }, mail: { type: 'string' } },
        sizes: { type: 'array', maxItems: 3, items: { anyOf: [{ minimum: 1 }, { const: 'all' }] } },
      },
    })
    expect(JSON.stringify(bounded)).not.toContain('pattern')
    expect(server.done).toEqual([])
  })

  test('is asked for with the key in the header, which is taken out of what the server says', async () => {
    server.says = `Your key is ${KEY}.`
    const listed = await list(withKey('shop'))
    expect(new Set(server.asked.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Bearer ${KEY}`]),
    )
    expect(JSON.stringify(listed)).toContain('Your key is ***.')
    expect(JSON.stringify(listed)).not.toContain(KEY)
    expect(codeOf(await list(withKey('held')))).toBe('SECRET_REFUSED')
  })

  test('that never ends is cut', async () => {
    server.faults.set('tools/list', { kind: 'endless' })
    const listed = await list()
    if ('failure' in listed) throw new Error(listed.failure.code)
    expect(listed.isWhole).toBe(false)
    expect(listed.tools).toHaveLength(200)
    expect(server.asked.length).toBeLessThanOrEqual(8)
  })

  test.each(FAULTS)('of a server %s ends with %s', async (_what, code, fault) => {
    server.faults.set('tools/list', fault)
    const listed = await list({ timeoutMs: fault.kind === 'hang' ? 700 : 5_000 })
    expect(codeOf(listed)).toBe(code)
    expect(JSON.stringify(listed)).not.toContain(KEY)
  })

  test('is not asked for at an address inside', async () => {
    const strict = new McpTools({ http: createOutboundHttp(), secrets })
    const request = { method: 'POST' as const, url, headers: [], body: null }
    const { signal } = new AbortController()
    const given = { userId: 'u', timeoutMs: 5_000, maxBodyBytes: 65_536, request, signal }
    expect(codeOf(await strict.list(given))).toBe('ADDRESS_REFUSED')
    expect(server.asked).toEqual([])
  })
})
