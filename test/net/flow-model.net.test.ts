import { afterAll, beforeAll, expect, test } from 'vitest'
import { useTestDatabase } from '../support/database.ts'
import { type FlowNetwork, startFlowNetwork } from '../support/flow-network.ts'
import type { ShortNode } from '../support/flow-world.ts'
import { ModelServer } from '../support/model-server.ts'
import { readRefusal } from '../support/refusals.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900840'
const KEY = 'sk-net-5b3f20aa91'
const NODES: ShortNode[] = [
  ['t', 'trigger.keyword', { values: ['bread'], mode: 'contains' }],
  [
    'c',
    'ai',
    {
      mode: 'classify',
      system: 'You sort what customers of a bakery write.',
      routes: [
        { id: 'order', description: 'Wants to order' },
        { id: 'hours', description: 'Asks when we are open' },
      ],
    },
  ],
  [
    'a',
    'ai',
    { system: 'You answer for a bakery.', facts: 'Customer: {{ contact.name }}', saveAs: 'answer' },
  ],
  ['q', 'ask', { prompt: 'Anything else?', saveAs: 'more', timeoutSec: 600 }],
  ['b', 'ai', { system: 'You answer for a bakery.', historyTurns: 10 }],
  ['o', 'send.text', { text: 'We take orders.' }],
  ['e', 'send.text', { text: 'A person will answer: {{ node.c.error }}{{ node.a.error }}' }],
]
const EDGES: [string, string, string][] = [
  ['t', 'out', 'c'],
  ['c', 'route:hours', 'a'],
  ['c', 'route:order', 'o'],
  ['c', 'error', 'e'],
  ['a', 'ok', 'q'],
  ['a', 'error', 'e'],
  ['q', 'reply', 'b'],
  ['b', 'error', 'e'],
]

let network: FlowNetwork
let server: ModelServer
let flowId: string

beforeAll(async () => {
  server = new ModelServer({ key: KEY })
  await server.listen()
  network = await startFlowNetwork(database(), ACCOUNT)
})
afterAll(async () => {
  await network.close()
  await server.close()
})

/** By a name, as a person writes it; the test's name server leads every name to this machine. */
const modelUrl = () => server.url.replace('127.0.0.1', 'models.test')

test('a flow whose model is not set up is not published, and says so', async () => {
  await expect(network.publish(NODES, EDGES)).rejects.toMatchObject({
    data: {
      errors: expect.arrayContaining([expect.objectContaining({ reason: 'MODEL_NOT_SET', nodeId: 'a' })]),
    },
  })
})

test('a model is set up with a key that may go to its server, and with no other', async () => {
  const { handlers, ctx } = network
  const model = {
    name: 'default',
    provider: 'openai-compatible',
    baseUrl: modelUrl(),
    modelId: 'test-model',
    kind: 'chat',
    dimensions: null,
  } as const
  const prices = { inputPrice: 2, outputPrice: 10 }
  await handlers.secrets.set({ name: 'models', value: KEY, hosts: ['other.test'] }, ctx)
  const refused = await readRefusal(handlers.models.set({ ...model, ...prices, secret: 'models' }, ctx))
  expect(refused.message).toContain('may not go to models.test')
  await handlers.secrets.set({ name: 'models', value: KEY, hosts: ['models.test'] }, ctx)
  const set = await handlers.models.set({ ...model, ...prices, secret: 'models' }, ctx)
  expect(set).toMatchObject({ name: 'default', isKeyMissing: false, used: { calls: 0 } })
  flowId = await network.publish(NODES, EDGES)
})

test('a contact talks with the model through the whole service, and the run tells what it took', async () => {
  server.next(
    { kind: 'say', content: '{"route":"hours"}' },
    { kind: 'say', content: 'Until six, Ana.' },
    { kind: 'say', content: 'On Sundays too.' },
  )
  const ana = network.contact('447700900841', 'Ana')
  await ana.sendText(ACCOUNT, 'Until when is there bread?')
  await ana.waitForMessage(({ text }) => text === 'Until six, Ana.')
  await ana.waitForMessage(({ text }) => text === 'Anything else?')
  await ana.sendText(ACCOUNT, 'And on Sundays?')
  await ana.waitForMessage(({ text }) => text === 'On Sundays too.')
  const run = await network.run(flowId, 'completed')
  expect(run.context.vars.answer).toBe('Until six, Ana.')
  expect(server.asked.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Bearer ${KEY}`))
  expect(server.asked[2]?.body.messages.slice(1)).toEqual([
    { role: 'user', content: 'Until when is there bread?' },
    { role: 'assistant', content: 'Until six, Ana.\nAnything else?' },
    { role: 'user', content: 'And on Sundays?' },
  ])
  const { handlers, ctx } = network
  const steps = await handlers.flows.states.events({ id: run.id }, ctx)
  const actions = JSON.stringify(steps)
  expect(actions).toContain('ai_usage')
  expect(actions).not.toContain(KEY)
  const [model] = await handlers.models.list({}, ctx)
  expect(model?.used.calls).toBe(3)
  expect(model?.used.tokens).toBeGreaterThan(50)
  expect(model?.used.cost).toBeGreaterThan(0)
})

test('a server that refuses the key leads to the exit for errors, and a person is promised', async () => {
  const { handlers, ctx } = network
  await handlers.secrets.set({ name: 'models', value: 'sk-wrong-000000', hosts: ['models.test'] }, ctx)
  const bia = network.contact('447700900842', 'Bia')
  await bia.sendText(ACCOUNT, 'bread please')
  await bia.waitForMessage(({ text }) => text === 'A person will answer: MODEL_KEY_REFUSED')
})

test('a model calls tools for a contact through the whole service, is asked again when the contact writes on, and the run tells each step', async () => {
  const { handlers, ctx } = network
  await handlers.secrets.set({ name: 'models', value: KEY, hosts: ['models.test'] }, ctx)
  const parameters = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }
  const url = `${modelUrl()}/orders/{{ args.id }}`
  const agentId = await network.publish(
    [
      ['t', 'trigger.keyword', { values: ['parcel'], mode: 'contains' }],
      [
        'a',
        'ai',
        {
          ...{ mode: 'agent', system: 'You answer for a shop.', onMessage: 'restart' },
          tools: [
            { name: 'order', description: 'Looks an order up', url, parameters },
            { kind: 'handoff', name: 'person', description: 'Calls for a person' },
          ],
        },
      ],
      ['e', 'send.text', { text: 'error {{ node.a.error }}' }],
      ['h', 'send.text', { text: 'A person will answer: {{ node.a.body.reason }}' }],
    ],
    [
      ['t', 'out', 'a'],
      ['a', 'error', 'e'],
      ['a', 'handoff', 'h'],
    ],
  )
  const before = server.asked.length
  server.next(
    { kind: 'slow', ms: 60_000, content: 'Given up.' },
    { kind: 'call_tools', calls: [{ name: 'order', arguments: '{"id":"7"}' }], content: 'I look.' },
    { kind: 'call_tools', calls: [{ name: 'person', arguments: '{"reason":"lost"}' }] },
  )
  const rui = network.contact('447700900843', 'Rui')
  await rui.sendText(ACCOUNT, 'Where is my parcel?')
  await expect.poll(() => server.asked.length).toBe(before + 1)
  await rui.sendText(ACCOUNT, 'It is order 7.')
  await rui.waitForMessage(({ text }) => text === 'A person will answer: lost')
  const [, second, third] = server.asked.slice(before).map(({ body }) => body)
  expect(second?.tools?.map((tool) => tool.function?.name)).toEqual(['order', 'person'])
  expect(second?.messages.slice(1)).toEqual([
    { role: 'user', content: 'Where is my parcel?\nIt is order 7.' },
  ])
  // The server of the model is the shop as well here, and knows no such address.
  expect(third?.messages.slice(2)).toEqual([
    expect.objectContaining({ role: 'assistant', content: 'I look.', tool_calls: [expect.anything()] }),
    expect.objectContaining({ role: 'tool', content: expect.stringContaining('"status":404') }),
  ])
  const run = await network.run(agentId, 'completed')
  const steps = JSON.stringify(await handlers.flows.states.events({ id: run.id }, ctx))
  for (const part of ['tool_call', 'tool_result', 'ai_usage']) expect(steps).toContain(part)
  expect(steps).not.toContain(KEY)
})

test('a person asks it for real while a draft is tried out, within the same bounds', async () => {
  const { handlers, ctx } = network
  await handlers.secrets.set({ name: 'models', value: KEY, hosts: ['models.test'] }, ctx)
  server.next({ kind: 'say', content: 'Until six.' }, { kind: 'status', status: 500 })
  const question = {
    ...{ model: 'default', task: { mode: 'reply' as const }, instructions: 'You answer for a bakery.' },
    ...{
      facts: null,
      prompt: null,
      conversation: [{ fromMe: false, text: 'hi' }],
      maxTokens: 50,
      timeoutMs: 5_000,
    },
  }
  expect(await handlers.models.ask(question, ctx)).toMatchObject({
    text: 'Until six.',
    usage: { model: 'default' },
    error: null,
  })
  expect(await handlers.models.ask(question, ctx)).toMatchObject({
    usage: null,
    error: { code: 'MODEL_FAILED' },
  })
  const refused = await readRefusal(handlers.models.ask({ ...question, task: { mode: 'classify' } }, ctx))
  expect(refused.message).toBe('task: give at least two routes to choose from.')
})
