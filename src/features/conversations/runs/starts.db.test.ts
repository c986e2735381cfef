import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { readRefusal } from '../../../../test/support/refusals.ts'
import { toOwner } from '../../../contract/handlers.ts'
import { type Address, parseRecipient } from '../../../core/addresses.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'
const MENU = 'Which shop, Ana?\n1. North\n2. South'
let world: FlowWorld
let host: DurableProcess

const ctx = (via: 'key' | 'session', idempotencyKey?: string) => ({
  owner: toOwner(world.userId),
  principal: { userId: world.userId, role: 'user' as const, plan: 'free' as const, via },
  requestId: 'r',
  signal: new AbortController().signal,
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
})

function readAddress(text: string): Address {
  const parsed = parseRecipient(text)
  if (!parsed.ok) throw new Error(`no recipient: ${parsed.given}`)
  return parsed.address
}
const contactJid = readAddress(ANA)

beforeEach(async () => {
  world = await createFlowWorld(database())
  host = await world.start()
})
afterEach(() => world.close())

/** Nothing but its keyword starts it. */
const publishShops = (extra: object = {}) =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['n', 'ask', { prompt: 'Name?', saveAs: 'name', timeoutSec: 3600 }],
      [
        'm',
        'menu',
        {
          ...{ label: 'Which shop?', prompt: 'Which shop, {{ vars.name }}?', saveAs: 'shop' },
          options: [
            { id: 'n', label: 'North' },
            { id: 's', label: 'South' },
          ],
        },
      ],
      ['s', 'send.text', { text: '{{ vars.shop }} for {{ vars.name }}' }],
    ],
    [
      ['t', 'out', 'n'],
      ['n', 'reply', 'm'],
      ['m', 'opt:n', 's'],
      ['m', 'opt:s', 's'],
    ],
    { name: 'Shops', ...extra },
  )

const publishHours = () =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['hours'] }],
      ['q', 'ask', { prompt: 'Which day?', saveAs: 'day', label: 'The day' }],
    ],
    [['t', 'out', 'q']],
    { name: 'Hours' },
  )

const say = async (text: string) => {
  await host.deliver([textInput(world.clientId, ANA, text)])
  await host.settle()
}

const readContact = () => host.runs.handlers.current({ clientId: world.clientId, contactJid }, ctx('session'))

const menuOf = (flowId: string) => ({ flowId, contactJid, nodeId: 'm', inputs: { name: 'Ana' } })

test('a person who took over sends a menu, once however often it is asked for, and the flow goes on with the answer', async () => {
  const flowId = await publishShops()
  await host.runs.personWrote(world.clientId, ANA, { eventId: 'w', text: 'let me see', source: 'dashboard' })
  await host.settle()
  expect((await readContact()).handoffBy).toMatchObject({ kind: 'person' })
  const { start } = host.runs.handlers
  expect(await readRefusal(start(menuOf(flowId), ctx('session')))).toMatchObject({
    ...{ code: 'CONFLICT', data: { reason: 'HANDOFF' } },
  })
  const asked = { ...menuOf(flowId), endPause: true }
  const runs = await Promise.all([1, 2, 3].map(() => start(asked, ctx('session', 'one press'))))
  expect(new Set(runs.map(({ id }) => id)).size).toBe(1)
  await host.settle()
  expect(await readContact()).toMatchObject({
    ...{ handoffUntil: null, handoffBy: null, lastRun: null },
    run: {
      ...{ flowId, flowName: 'Shops', state: 'waiting_input', versionNumber: 1 },
      step: { flowId, nodeId: 'm', type: 'menu', label: 'Which shop?' },
    },
  })
  await say('2')
  expect(world.shownTo(ANA)).toEqual([MENU, 's for Ana'])
})

test('what a start would say and end is told without doing it', async () => {
  const [shops, hours] = [
    await publishShops({ retriggerBehavior: 'continue_if_dormant' }),
    await publishHours(),
  ]
  await say('go')
  const live = await readContact()
  const { preview } = host.runs.handlers
  const wanted = { flowId: hours, contactJid, nodeId: 'q' }
  expect(await readRefusal(preview(wanted, ctx('session')))).toMatchObject({
    data: { reason: 'RUN_EXISTS', flowStateId: live.run?.id },
  })
  expect(await preview({ ...wanted, replace: true }, ctx('session'))).toEqual({
    messages: [{ type: 'text', text: 'Which day?', options: null }],
    ...{ state: 'waiting_input', step: { nodeId: 'q', type: 'ask', label: 'The day' }, endsPause: false },
    replaces: { id: live.run?.id, flowId: shops, flowName: 'Shops', state: 'dormant' },
  })
  expect(await readRefusal(preview({ ...wanted, nodeId: 'gone' }, ctx('session')))).toMatchObject({
    ...{ code: 'BAD_REQUEST', data: { reason: 'NODE_NOT_FOUND' } },
  })
  await host.settle()
  expect(world.shownTo(ANA)).toEqual(['Name?'])
  expect((await readContact()).run).toEqual(live.run)
})

test('a run that made way is told with its step, and goes on at a step with its variables once', async () => {
  const [shops, hours] = [
    await publishShops({ retriggerBehavior: 'continue_if_dormant' }),
    await publishHours(),
  ]
  await say('go')
  await say('Ana')
  const { start, resume, steps } = host.runs.handlers
  await start({ flowId: hours, contactJid, nodeId: 'q', replace: true }, ctx('key'))
  await host.settle()
  const { run, lastRun } = await readContact()
  expect(run).toMatchObject({ flowName: 'Hours', step: { nodeId: 'q', label: 'The day' } })
  expect(lastRun).toBeNull()
  const parked = (
    await host.runs.handlers.list({ limit: 9, clientId: world.clientId, state: 'dormant' }, ctx('key'))
  ).states[0]
  const id = parked?.id ?? ''
  expect(await steps({ id }, ctx('key'))).toMatchObject({
    ...{ flowId: shops, flowName: 'Shops', versionNumber: 1, nodeId: 'm' },
    steps: [{ nodeId: 'n', asks: true }, { nodeId: 'm', asks: true, reads: ['name'] }, { nodeId: 's' }],
  })
  expect(await readRefusal(resume({ id, nodeId: 'm' }, ctx('key')))).toMatchObject({
    data: { reason: 'RUN_EXISTS' },
  })
  const again = { id, nodeId: 'm', replace: true }
  const resumed = await Promise.all([1, 2].map(() => resume(again, ctx('key', 'one press'))))
  expect(resumed.map(({ state, currentNodeId }) => [state, currentNodeId])).toEqual([
    ['waiting_input', 'm'],
    ['waiting_input', 'm'],
  ])
  await host.settle()
  expect(world.shownTo(ANA)).toEqual(['Name?', MENU, 'Which day?', MENU])
  const [ended] = (await host.runs.handlers.list({ limit: 9, flowId: hours }, ctx('key'))).states
  expect(ended).toMatchObject({ state: 'dormant' })
})

test('the flows of a number are listed with the steps they can begin at, and a machine may not start one by its keyword', async () => {
  const flowId = await publishShops()
  const [listed] = await host.runs.steps({ clientId: world.clientId }, ctx('key'))
  expect(listed).toMatchObject({
    ...{ flowId, name: 'Shops', versionNumber: 1, inputs: [] },
    triggers: [{ nodeId: 't', type: 'trigger.keyword', label: null }],
  })
  const { start } = host.runs.handlers
  expect(await readRefusal(start({ flowId, contactJid }, ctx('key')))).toMatchObject({
    data: { reason: 'FLOW_NOT_ACTIVE' },
  })
  expect(await start({ flowId, contactJid }, ctx('session'))).toMatchObject({ currentNodeId: 'n' })
})

test('the newest run is told when it was parked or failed, with why and at which step', async () => {
  await publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['q', 'ask', { prompt: 'Q?', label: 'The question' }],
      [
        'c',
        'set',
        { label: 'Sum', assign: [{ var: 'x', op: 'set', as: 'number', value: '{{ last.text }}' }] },
      ],
    ],
    [
      ['t', 'out', 'q'],
      ['q', 'reply', 'c'],
    ],
  )
  await say('go')
  await say('no number')
  expect(await readContact()).toMatchObject({
    run: null,
    lastRun: { state: 'failed', step: { nodeId: 'c', label: 'Sum' }, failure: { code: expect.any(String) } },
  })
})

test('what flows did with a contact is told by run, page by page: how each began and ended', async () => {
  const flowId = await publishShops({ retriggerBehavior: 'restart' })
  const hours = await publishHours()
  await say('go')
  await host.runs.handlers.start({ flowId: hours, contactJid, nodeId: 'q', replace: true }, ctx('session'))
  await host.settle()
  const { history } = host.runs.handlers
  const place = { clientId: world.clientId, contactJid }
  const first = await history({ ...place, limit: 1 }, ctx('session'))
  expect(first.runs).toMatchObject([
    {
      ...{ flowId: hours, flowName: 'Hours', state: 'waiting_input', endedAt: null, failure: null },
      began: { eventType: 'manual_start', source: 'dashboard', step: { nodeId: 'q', label: 'The day' } },
    },
  ])
  const rest = await history({ ...place, limit: 1, cursor: first.nextCursor ?? '' }, ctx('session'))
  expect(rest).toMatchObject({
    nextCursor: null,
    runs: [
      {
        ...{ flowId, state: 'cancelled', endedAt: expect.any(String), step: { nodeId: 'n' } },
        began: { eventType: 'message_received', source: 'chat', step: { type: 'trigger.keyword' } },
      },
    ],
  })
})
