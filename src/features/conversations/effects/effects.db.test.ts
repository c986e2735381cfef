import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { openSecrets } from '../../../../test/support/own-secrets.ts'
import { createInProcessBus } from '../../../bus/in-process.ts'
import { EVENT_DATA } from '../../../contract/events/event-data.ts'
import { toOwner } from '../../../contract/handlers.ts'
import { silentLog } from '../../../platform/logger.ts'
import { createOutboundHttp } from '../../../platform/outbound-http.ts'
import { createScriptSandbox } from '../../../platform/scripts/script-sandbox.ts'
import { createEvents } from '../../events/index.ts'
import type { ChatAct, EffectPorts } from '../index.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'
const resolve = async () => ['127.0.0.1']
const scripts = createScriptSandbox()
afterAll(() => scripts.close())

interface Call {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

let world: FlowWorld
let effects: EffectPorts
let server: Server
let base: string
let calls: Call[]
let answer: (call: Call, res: ServerResponse) => void

const caller = () => ({
  owner: toOwner(world.userId),
  principal: { userId: world.userId, role: 'user' as const, plan: 'free' as const, via: 'key' as const },
  requestId: 'r',
  signal: new AbortController().signal,
})
const secrets = () => openSecrets(database())

beforeEach(async () => {
  world = await createFlowWorld(database())
  effects = { http: createOutboundHttp({ allow: ['127.0.0.1'], resolve }), scripts, secrets: secrets() }
  calls = []
  answer = (_call, res) =>
    res.setHeader('content-type', 'application/json').end('{"items":[{"status":"sent"}]}')
  server = createServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const call = {
        method: req.method ?? '',
        path: req.url ?? '',
        headers: req.headers,
        body: `${Buffer.concat(chunks)}`,
      }
      calls.push(call)
      answer(call, res)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://shop.test:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await world.close()
})

const start = (options: Parameters<FlowWorld['start']>[0] = {}) => world.start({ effects, ...options })

/** Calls the shop, tells what it says, then asks a question. */
const publishCall = (host: DurableProcess, data: Record<string, unknown> = {}) =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['h', 'http', { url: `${base}/orders`, map: [{ path: 'items[0].status', var: 'status' }], ...data }],
      ['s', 'send.text', { text: 'It is {{ vars.status }}' }],
      ['q', 'ask', { prompt: 'More?', saveAs: 'more', timeoutSec: 600 }],
      ['m', 'send.text', { text: 'You said {{ vars.more }}' }],
      ['e', 'send.text', { text: 'No answer: {{ node.h.error }}' }],
    ],
    [
      ['t', 'out', 'h'],
      ['h', 'ok', 's'],
      ['h', 'error', 'e'],
      ['s', 'out', 'q'],
      ['q', 'reply', 'm'],
    ],
  )

async function receive(host: DurableProcess, text: string): Promise<void> {
  await host.deliver([textInput(world.clientId, ANA, text)])
  await host.settle()
}

const pending = async () =>
  (await database().pool.query('select kind, request from effect where client_id = $1', [world.clientId]))
    .rows
const runState = async () =>
  (await database().pool.query('select id, state from flow_state where client_id = $1', [world.clientId]))
    .rows[0]

describe('a call', () => {
  test('goes out with its key, and its answer moves the run', async () => {
    const host = await start()
    await publishCall(host)
    await receive(host, 'go')
    expect(world.shownTo(ANA)).toEqual(['It is sent', 'More?'])
    expect(calls).toHaveLength(1)
    expect(calls[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
    expect(await pending()).toEqual([])
  })

  test('holds back what the contact writes meanwhile, and it is processed in order afterwards', async () => {
    const release = Promise.withResolvers<void>()
    answer = (_call, res) => void release.promise.then(() => res.end('{"items":[{"status":"late"}]}'))
    const host = await start()
    await publishCall(host)
    await host.deliver([textInput(world.clientId, ANA, 'go')])
    await until(() => calls.length === 1)
    await host.deliver([textInput(world.clientId, ANA, 'are you there')])
    expect((await runState())?.state).toBe('waiting_effect')
    release.resolve()
    await host.settle()
    expect(world.shownTo(ANA)).toEqual(['It is late', 'More?'])
    await receive(host, 'no')
    expect(world.shownTo(ANA).at(-1)).toBe('You said no')
  })

  test.each(['effects_claim', 'effect_answer'])(
    'whose process dies at %s is made again under the same key, and the run moves once',
    async (point) => {
      let isArmed = true
      const first = await start({
        hostId: 'first',
        onStatement: (name) => (isArmed && name === point ? 'die' : undefined),
      })
      await publishCall(first)
      await first.deliver([textInput(world.clientId, ANA, 'go')])
      await until(() => first.isDead)
      isArmed = false
      const second = await start({ hostId: 'second' })
      await second.runner.scan()
      await second.settle()
      expect(world.shownTo(ANA)).toEqual(['It is sent', 'More?'])
      expect(new Set(calls.map((call) => call.headers['idempotency-key'])).size).toBe(1)
    },
  )

  test('that may not be repeated and whose process died leaves by the error', async () => {
    const first = await start({
      hostId: 'first',
      onStatement: (name) => (name === 'effect_answer' ? 'die' : undefined),
    })
    await publishCall(first, { method: 'POST', body: { a: 1 } })
    await first.deliver([textInput(world.clientId, ANA, 'go')])
    await until(() => first.isDead)
    const second = await start({ hostId: 'second' })
    await second.runner.scan()
    await second.settle()
    expect(world.shownTo(ANA)).toEqual(['No answer: INTERRUPTED'])
    expect(calls).toHaveLength(1)
  })

  test('is repeated when the server is out of order', async () => {
    answer = (_call, res) => {
      if (calls.length === 1) res.writeHead(503).end()
      else res.end('{"items":[{"status":"back"}]}')
    }
    const host = await start()
    await publishCall(host)
    await receive(host, 'go')
    expect(world.shownTo(ANA)[0]).toBe('It is back')
    expect(calls).toHaveLength(2)
  })

  test('into a private network is refused', async () => {
    const host = await start({ effects: { ...effects, http: createOutboundHttp({ resolve }) } })
    // What a name leads to is known when it is called; without encryption it would not be published.
    await publishCall(host, { url: base.replace('http:', 'https:') })
    await receive(host, 'go')
    expect(world.shownTo(ANA)).toEqual(['No answer: ADDRESS_REFUSED'])
    expect(calls).toEqual([])
  })

  test('of a run that is cancelled is taken back, and its late answer changes nothing', async () => {
    const release = Promise.withResolvers<void>()
    answer = (_call, res) => void release.promise.then(() => res.end('{}'))
    const host = await start()
    await publishCall(host)
    await host.deliver([textInput(world.clientId, ANA, 'go')])
    await until(() => calls.length === 1)
    const run = await runState()
    expect(await host.runs.handlers.cancel({ id: run.id }, caller())).toMatchObject({ state: 'cancelled' })
    expect(await pending()).toEqual([])
    release.resolve()
    await host.settle()
    expect((await runState())?.state).toBe('cancelled')
    expect(world.shownTo(ANA)).toEqual([])
  })

  test('goes with its run when the contact is blacklisted', async () => {
    const host = await start()
    await publishCall(host)
    await host.close()
    const idle = await world.start()
    await receive(idle, 'go')
    expect(await pending()).toHaveLength(1)
    await idle.runs.setContactFlag(world.clientId, ANA, 'blacklist', true)
    expect(await pending()).toEqual([])
  })
})

describe('secrets', () => {
  test('reach the server and nothing else', async () => {
    const host = await start()
    const { handlers } = secrets()
    const stored = await handlers.set(
      { name: 'shop', value: 'open sesame/1', hosts: ['shop.test'] },
      caller(),
    )
    expect(Object.keys(stored)).toEqual(['name', 'hosts', 'connection', 'flows', 'createdAt', 'updatedAt'])
    answer = (call, res) => {
      res.setHeader('x-key', String(call.headers.authorization))
      res.setHeader('content-type', 'application/json')
      res.end(JSON.stringify({ items: [{ status: 'sent' }], asked: call.path, key: 'open sesame/1' }))
    }
    await publishCall(host, {
      saveAs: 'all',
      url: `${base}/orders?k={{ secrets.shop }}`,
      headers: [{ name: 'Authorization', value: 'Bearer {{ secrets.shop }}' }],
    })
    await receive(host, 'go')
    expect(calls[0]).toMatchObject({
      path: '/orders?k=open%20sesame%2F1',
      headers: { authorization: 'Bearer open sesame/1' },
    })
    expect(world.shownTo(ANA)[0]).toBe('It is sent')
    const { pool } = database()
    for (const table of [
      'effect',
      'outbox',
      'event_log',
      'flow_state',
      'inbound_event',
      'flow_state_event',
      'flow_state_transition',
      'secret',
    ]) {
      const { rows } = await pool.query(`select t::text as text from ${table} t`)
      expect(JSON.stringify(rows)).not.toContain('sesame')
    }
  })

  test('that were deleted make the call fail with their name', async () => {
    const host = await start()
    const { handlers } = secrets()
    await handlers.set({ name: 'gone', value: 'x', hosts: ['shop.test'] }, caller())
    await publishCall(host, { headers: [{ name: 'X-Key', value: '{{ secrets.gone }}' }] })
    await handlers.delete({ name: 'gone' }, caller())
    await receive(host, 'go')
    expect(world.shownTo(ANA)).toEqual(['No answer: SECRET_MISSING'])
    await expect(handlers.delete({ name: 'gone' }, caller())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('a script gives its result, and a bomb leaves by the error while others go on', async () => {
  const host = await start()
  const publish = (word: string, source: string) =>
    publishFlow(
      host,
      world,
      [
        ['t', 'trigger.keyword', { values: [word] }],
        ['c', 'code', { source, saveAs: 'x' }],
        ['s', 'send.text', { text: 'x is {{ vars.x }}' }],
        ['e', 'send.text', { text: 'stopped' }],
      ],
      [
        ['t', 'out', 'c'],
        ['c', 'ok', 's'],
        ['c', 'error', 'e'],
      ],
    )
  await publish('sum', 'return 1 + 2')
  await publish('bomb', 'while (true) {}')
  const BIA = '351910000002@s.whatsapp.net'
  await host.deliver([textInput(world.clientId, BIA, 'bomb'), textInput(world.clientId, ANA, 'sum')])
  await host.settle()
  expect([world.shownTo(ANA), world.shownTo(BIA)]).toEqual([['x is 3'], ['stopped']])
})

test('an event a flow tells is logged once, without secrets, and read by its cursor', async () => {
  const host = await start()
  await secrets().handlers.set({ name: 'shop', value: 'sesame', hosts: ['shop.test'] }, caller())
  await publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['g', 'contact.tag', { add: ['lead', 'asked'] }],
      [
        'w',
        'webhook.emit',
        { event: 'order.asked', payload: { who: '{{ contact.jid }}', key: '{{ secrets.shop }}' } },
      ],
    ],
    [
      ['t', 'out', 'g'],
      ['g', 'out', 'w'],
    ],
  )
  await receive(host, 'go')
  const events = createEvents({ db: database(), bus: createInProcessBus({ now: Date.now }), log: silentLog })
  const { list } = events.handlers
  const names: ['flow.event'] = ['flow.event']
  const page = await list({ limit: 10, names }, caller())
  expect(page.events).toHaveLength(1)
  expect(page.events[0]).toMatchObject({
    name: 'flow.event',
    clientId: world.clientId,
    data: { event: 'order.asked', payload: { who: ANA, key: '***' }, contactJid: ANA, nodeId: 'w' },
  })
  expect(EVENT_DATA['flow.event'].parse(page.events[0]?.data)).toEqual(page.events[0]?.data)
  const cursor = page.nextCursor ?? undefined
  expect(await list({ limit: 10, names, cursor }, caller())).toEqual({ events: [], nextCursor: cursor })
  const { rows } = await database().pool.query('select tags from contact_automation where client_id = $1', [
    world.clientId,
  ])
  expect(rows[0]?.tags).toEqual(['lead', 'asked'])
})

const publishChats = (host: DurableProcess) =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['a', 'chat.action', { action: 'archive' }],
      ['l', 'chat.action', { action: 'label', value: 'Lead {{ message.text }}' }],
      ['r', 'chat.action', { action: 'read' }],
      ['s', 'send.text', { text: 'done' }],
    ],
    [
      ['t', 'out', 'a'],
      ['a', 'out', 'l'],
      ['l', 'out', 'r'],
      ['r', 'out', 's'],
    ],
  )

describe('what a flow does in a chat', () => {
  test('is published and carried out for the chat of the contact, while the flow goes on', async () => {
    const acts: ChatAct[] = []
    const host = await start({ act: async (act) => void acts.push(act) })
    await publishChats(host)
    await receive(host, 'go')
    expect(world.shownTo(ANA)).toEqual(['done'])
    expect(acts.map(({ contactJid, action, value }) => [contactJid, action, value])).toEqual(
      expect.arrayContaining([
        [ANA, 'archive', null],
        [ANA, 'label', 'Lead go'],
      ]),
    )
    expect(acts).toHaveLength(3)
  })

  test('is tried three times at most when it lasts, and the flow goes on whatever comes of it', async () => {
    const tried: string[] = []
    const host = await start({
      act: async ({ action }) => {
        tried.push(action)
        if (action !== 'label' || tried.filter((name) => name === 'label').length < 2)
          throw new Error('no key')
      },
    })
    await publishChats(host)
    await receive(host, 'go')
    const count = (action: string) => tried.filter((name) => name === action).length
    expect([count('archive'), count('label'), count('read')]).toEqual([3, 2, 1])
    expect(world.shownTo(ANA)).toEqual(['done'])
  })
})
