import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { toOwner } from '../../../contract/handlers.ts'
import { type Address, parseRecipient } from '../../../core/addresses.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'
let world: FlowWorld
let host: DurableProcess

const ctx = (idempotencyKey?: string) => ({
  owner: toOwner(world.userId),
  principal: { userId: world.userId, role: 'user' as const, plan: 'free' as const, via: 'key' as const },
  requestId: 'r',
  signal: new AbortController().signal,
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
})

beforeEach(async () => {
  world = await createFlowWorld(database())
  host = await world.start()
})
afterEach(() => world.close())

const publish = () =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.api', { inputs: [{ name: 'who', type: 'string', required: true }] }],
      ['k', 'trigger.keyword', { values: ['go'] }],
      ['q', 'ask', { prompt: 'Hi {{ vars.who }}, age?', saveAs: 'age' }],
      ['s', 'send.text', { text: 'You are {{ vars.age }}' }],
    ],
    [
      ['t', 'out', 'q'],
      ['k', 'out', 'q'],
      ['q', 'reply', 's'],
    ],
  )

function address(text: string): Address {
  const parsed = parseRecipient(text)
  if (!parsed.ok) throw new Error(`no recipient: ${parsed.given}`)
  return parsed.address
}

const startFlow = (flowId: string, inputs?: Record<string, unknown>, key?: string) => {
  const input = { flowId, contactJid: address(ANA), ...(inputs ? { inputs } : {}) }
  return host.runs.handlers.start(input, ctx(key))
}

test('a flow is started for a contact with its inputs, once for each idempotency key', async () => {
  const flowId = await publish()
  const run = await startFlow(flowId, { who: 'Ana' }, 'k1')
  expect(run).toMatchObject({ flowId, contactJid: ANA, state: 'waiting_input', currentNodeId: 'q' })
  expect((await startFlow(flowId, { who: 'Ana' }, 'k1')).id).toBe(run.id)
  await host.settle()
  expect(world.shownTo(ANA)).toEqual(['Hi Ana, age?'])
})

test('a key used for another start is refused, one whose start was refused may be used again', async () => {
  const flowId = await publish()
  const run = await startFlow(flowId, { who: 'Ana' }, 'k1')
  await host.settle()
  await expect(startFlow(flowId, { who: 'Bia' }, 'k1')).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { reason: 'IDEMPOTENCY_KEY_REUSED' },
  })
  await expect(startFlow(flowId, { who: 'Ana' }, 'k2')).rejects.toMatchObject({
    data: { reason: 'RUN_EXISTS' },
  })
  await host.runs.handlers.cancel({ id: run.id }, ctx())
  const second = await startFlow(flowId, { who: 'Ana' }, 'k2')
  expect(second.id).not.toBe(run.id)
  // The first answer, as it was then.
  expect(await startFlow(flowId, { who: 'Ana' }, 'k1')).toEqual(run)
})

test('the same start told many times at once happens once', async () => {
  const flowId = await publish()
  const runs = await Promise.all([1, 2, 3, 4].map(() => startFlow(flowId, { who: 'Ana' }, 'same')))
  expect(new Set(runs.map((run) => run.id)).size).toBe(1)
  await host.settle()
  expect(world.shownTo(ANA)).toEqual(['Hi Ana, age?'])
})

test('a start says why nothing started', async () => {
  const flowId = await publish()
  await expect(startFlow(flowId)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { reason: 'INPUT_MISSING' },
  })
  const run = await startFlow(flowId, { who: 'Ana' })
  await expect(startFlow(flowId, { who: 'Bia' })).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { reason: 'RUN_EXISTS', flowStateId: run.id },
  })
  await host.flows.service.unpublish(flowId, world.userId)
  await expect(startFlow(flowId)).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { reason: 'FLOW_NOT_ACTIVE' },
  })
  await expect(startFlow('00000000-0000-4000-8000-000000000000')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a paused run is silent until it is resumed, then takes an answer or jumps', async () => {
  const flowId = await publish()
  const { id } = await startFlow(flowId, { who: 'Ana' })
  await host.settle()
  expect(await host.runs.handlers.pause({ id }, ctx())).toMatchObject({ state: 'handed_off' })
  await host.deliver([textInput(world.clientId, ANA, '30')])
  await host.settle()
  expect(world.shownTo(ANA)).toEqual(['Hi Ana, age?'])
  expect(await host.runs.handlers.resume({ id }, ctx())).toMatchObject({ state: 'waiting_input' })
  expect(await host.runs.handlers.resume({ id, text: '31' }, ctx())).toMatchObject({ state: 'completed' })
  await host.settle()
  expect(world.shownTo(ANA).at(-1)).toBe('You are 31')
  await expect(host.runs.handlers.resume({ id }, ctx())).rejects.toMatchObject({
    data: { reason: 'RUN_NOT_FOUND' },
  })
})

test('a run whose context is broken can be cancelled all the same, and its contact goes on', async () => {
  const flowId = await publish()
  const { id } = await startFlow(flowId, { who: 'Ana' })
  await host.settle()
  await database().pool.query(`update flow_state set context = 'broken' where id = $1`, [id])
  expect(await host.runs.handlers.cancel({ id }, ctx())).toMatchObject({ state: 'failed' })
  await host.deliver([textInput(world.clientId, ANA, 'go')])
  await host.settle()
  expect(world.shownTo(ANA).at(-1)).toBe('Hi , age?')
})

test('a conversation that cannot be worked on does not hold its caller for ever', async () => {
  const flowId = await publish()
  const { id } = await startFlow(flowId, { who: 'Ana' })
  await host.settle()
  const { pool } = database()
  await pool.query(
    `update flow_state set claimed_by = 'somebody', claimed_until = now() + interval '5 minutes' where id = $1`,
    [id],
  )
  await expect(host.runs.handlers.cancel({ id }, ctx())).rejects.toMatchObject({ code: 'GATEWAY_TIMEOUT' })
})
