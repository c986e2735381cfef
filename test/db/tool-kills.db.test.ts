import http from 'node:http'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { EffectPorts } from '../../src/features/conversations/index.ts'
import { createScriptSandbox } from '../../src/platform/scripts/script-sandbox.ts'
import { until } from '../support/chat-bench.ts'
import { useTestDatabase } from '../support/database.ts'
import { type DurableProcess, textInput } from '../support/durable-host.ts'
import { type FlowWorld, publishFlow } from '../support/flow-world.ts'
import { ModelServer } from '../support/model-server.ts'
import { openModelWorld } from '../support/model-world.ts'
import { ToolServer } from '../support/tool-server.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'
const scripts = createScriptSandbox()
const tools = new ToolServer()
let toolUrl: string
let booked = 0
const shop = http.createServer((_request, response) => {
  booked += 1
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"booked":true}')
})
let shopUrl: string
let server: ModelServer
let world: FlowWorld
let effects: EffectPorts

beforeAll(async () => {
  toolUrl = await tools.listen()
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  const address = shop.address()
  if (typeof address !== 'object' || address === null) throw new Error('the shop does not listen')
  shopUrl = `http://127.0.0.1:${address.port}/`
})
afterAll(async () => {
  await scripts.close()
  await tools.close()
  shop.closeAllConnections()
  await new Promise((resolve) => shop.close(resolve))
})
beforeEach(async () => {
  booked = 0
  tools.done.length = 0
  server = new ModelServer()
  await server.listen()
  const opened = await openModelWorld({
    ...{ db: database(), scripts, server, onCall: () => {} },
    secrets: { models: { value: 'sk-kills', hosts: ['127.0.0.1'] } },
  })
  world = opened.world
  effects = opened.effects
  await opened.host.close()
})
afterEach(async () => {
  await world.close()
  await server.close()
})

const publishAgent = (host: DurableProcess, tool: object) =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.any_message', { cooldownSec: 0 }],
      ['a', 'ai', { mode: 'agent', system: 'You answer for a shop.', tools: [tool] }],
      ['e', 'send.text', { text: 'error {{ node.a.error }}' }],
    ],
    [
      ['t', 'out', 'a'],
      ['a', 'error', 'e'],
    ],
  )

/** The model asks for the tool; the process dies over storing what the call came to, and another one takes over. */
async function killOverCall(publish: (host: DurableProcess) => Promise<unknown>): Promise<string> {
  let answers = 0
  const first = await world.start({
    effects,
    hostId: 'first',
    // The first answer is that of the model.
    onStatement: (name) => (name === 'effect_answer' && ++answers === 2 ? 'die' : undefined),
  })
  await publish(first)
  server.next(
    { kind: 'call_tool', name: 'find_order', arguments: '{"id":"7"}' },
    { kind: 'say', content: 'Done.' },
  )
  await first.deliver([textInput(world.clientId, ANA, 'Where is order 7?')])
  await until(() => first.isDead)
  const second = await world.start({ effects, hostId: 'second' })
  await second.runner.scan()
  await second.settle()
  expect(server.asked).toHaveLength(2)
  return String(server.asked.at(-1)?.body.messages.find(({ role }) => role === 'tool')?.content)
}

const remote = () => ({
  kind: 'mcp',
  name: 'find_order',
  description: 'Finds',
  url: toolUrl,
  parameters: ONE_ID,
})
const ONE_ID = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] }

test('a call of a server’s tool whose process dies over it is never made twice, and the model is told that nobody knows', async () => {
  const told = await killOverCall((host) => publishAgent(host, remote()))
  expect(tools.done).toEqual(['find_order 7'])
  expect(told).toMatch(/^error INTERRUPTED: .*Do not do it again/)
  expect(world.shownTo(ANA)).toEqual(['Done.'])
})

test('one that may be repeated is made again, and its answer is told once', async () => {
  const told = await killOverCall((host) => publishAgent(host, { ...remote(), idempotent: true }))
  expect(tools.done).toEqual(['find_order 7', 'find_order 7'])
  expect(told).toContain('order 7 is sent')
  expect(world.shownTo(ANA)).toEqual(['Done.'])
})

test('a flow that is a tool and whose own call dies with its process fails, and says nothing twice', async () => {
  const told = await killOverCall(async (host) => {
    const flowId = await publishFlow(
      host,
      world,
      [
        ['t', 'trigger.api', { inputs: [{ name: 'id', type: 'string', required: true }] }],
        ['s', 'send.text', { text: 'Booking {{ vars.id }}' }],
        ['h', 'http', { method: 'POST', url: shopUrl, bodyType: 'json', body: '{"id":"{{ vars.id }}"}' }],
        ['ok', 'end', { result: 'success' }],
        ['no', 'end', { result: 'failure' }],
      ],
      [
        ['t', 'out', 's'],
        ['s', 'out', 'h'],
        ['h', 'ok', 'ok'],
        ['h', 'error', 'no'],
      ],
      { name: 'Books' },
    )
    await publishAgent(host, { kind: 'flow', name: 'find_order', description: 'Books', flowId })
  })
  expect(booked).toBe(1)
  expect(told).toBe('error FLOW_FAILED: It failed.')
  expect(world.shownTo(ANA)).toEqual(['Booking 7', 'Done.'])
})
