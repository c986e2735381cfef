import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { readRefusal } from '../../../../test/support/refusals.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'
const BOB = '351910000002@s.whatsapp.net'
const ALL = { names: true, phones: true, emails: true }
let world: FlowWorld
let host: DurableProcess

beforeEach(async () => {
  world = await createFlowWorld(database())
  host = await world.start()
})
afterEach(() => world.close())

const say = async (text: string) => {
  await host.deliver([textInput(world.clientId, ANA, text)])
  await host.settle()
}

const lastRun = async (): Promise<string> => {
  const { rows } = await database().pool.query<{ id: string }>(
    'select id from flow_state where client_id = $1 order by created_at desc limit 1',
    [world.clientId],
  )
  return rows[0]?.id ?? ''
}

const record = (id: string, flowStateId: string, mask = ALL, fromFlowStateId?: string) =>
  host.flows.handlers.testCases.record(
    { id, flowStateId, fromFlowStateId, title: 'Was had', mask },
    callContextOf(world.userId),
  )

/** A menu, a question that is checked, a draw and a sub-flow. */
async function publishShop(): Promise<string> {
  const thanks = await publishFlow(
    host,
    world,
    [
      ['t', 'trigger.api', {}],
      ['s', 'send.text', { text: 'Thanks, {{ contact.name }}!' }],
    ],
    [['t', 'out', 's']],
    { name: 'Thanks' },
  )
  return publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['shop'] }],
      [
        'm',
        'menu',
        {
          prompt: 'What?',
          options: [
            { id: 'cake', label: 'Cake' },
            { id: 'tea', label: 'Tea' },
          ],
        },
      ],
      [
        'q',
        'ask',
        { prompt: 'E-mail?', saveAs: 'email', validate: { type: 'email' }, retryText: 'That is none.' },
      ],
      [
        'd',
        'set',
        {
          assign: [
            { var: 'n', op: 'compute', formula: 'random_int(1, 1000000)' },
            { scope: 'contact', var: 'mail', value: '{{ email }}' },
          ],
        },
      ],
      ['s', 'send.text', { text: 'Number {{ n }} for {{ email }}' }],
      ['f', 'subflow', { flowId: thanks }],
    ],
    [
      ['t', 'out', 'm'],
      ['m', 'opt:cake', 'q'],
      ['m', 'opt:tea', 'q'],
      ['q', 'reply', 'd'],
      ['d', 'out', 's'],
      ['s', 'out', 'f'],
    ],
    { name: 'Shop' },
  )
}

/** Asks where a contact lives the first time, and knows it afterwards. */
const publishGreeter = () =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['hi'] }],
      [
        'c',
        'condition',
        { cases: [{ id: 'known', all: [{ left: '{{ contact.fields.city }}', op: 'is_set' }] }] },
      ],
      ['q', 'ask', { prompt: 'Where do you live?', saveAs: 'city' }],
      ['d', 'set', { assign: [{ scope: 'contact', var: 'city', value: '{{ city }}' }] }],
      ['w', 'send.text', { text: 'Noted' }],
      ['a', 'send.text', { text: 'Back from {{ contact.fields.city }}?' }],
    ],
    [
      ['t', 'out', 'c'],
      ['c', 'case:known', 'a'],
      ['c', 'else', 'q'],
      ['q', 'reply', 'd'],
      ['d', 'out', 'w'],
    ],
  )

const publishSaying = (keyword: string, text: string) =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: [keyword] }],
      ['s', 'send.text', { text }],
    ],
    [['t', 'out', 's']],
  )

async function talk(): Promise<string> {
  await database().pool.query(
    `insert into contact (client_id, id, notify, phone) values ($1, $2, 'Ana Souza', '351910000001@s.whatsapp.net')
     on conflict (client_id, id) do update set notify = excluded.notify, phone = excluded.phone`,
    [world.clientId, ANA],
  )
  for (const text of ['shop', 'cake', 'no mail', 'ana@mail.example']) await say(text)
  return lastRun()
}

describe('a run of a flow', () => {
  test('becomes a test without what is personal, which passes, and fails once the flow says something else', async () => {
    const flowId = await publishShop()
    const runId = await talk()
    const { testCase, masked, endsBefore } = await record(flowId, runId)
    expect(endsBefore).toBeNull()
    expect(masked).toMatchObject({ phones: 1, emails: 1 })
    const text = JSON.stringify(testCase.case)
    for (const personal of ['Ana', 'Souza', 'ana@mail', '910000001']) expect(text).not.toContain(personal)
    expect(testCase.case).toMatchObject({
      title: 'Was had',
      script: [
        { text: 'shop', expect: { out: [expect.stringContaining('Cake')] } },
        { text: 'cake', expect: { out: ['E-mail?'] } },
        { text: 'no mail', expect: { out: ['That is none.'] } },
        {
          text: 'person1@example.com',
          expect: {
            out: [expect.stringMatching(/^Number \d+ for person1/), 'Thanks, Alex Example!'],
            state: 'completed',
          },
        },
      ],
    })
    const ctx = callContextOf(world.userId)
    expect(await host.flows.handlers.testCases.run({ id: flowId }, ctx)).toMatchObject({ ok: true })
    const { nodes } = await host.flows.handlers.get({ id: flowId }, ctx)
    const changed = (JSON.parse(nodes) as { id: string; data: object }[]).map((node) =>
      node.id === 'q' ? { ...node, data: { ...node.data, prompt: 'Your mail?' } } : node,
    )
    await host.flows.service.update(flowId, world.userId, { nodes: changed as never })
    expect(await readRefusal(host.flows.service.publish(flowId, world.userId))).toMatchObject({
      data: { reason: 'TEST_CASES_FALL_SHORT' },
    })
  })

  test('is replayed with what was written when nothing is to be replaced', async () => {
    const flowId = await publishShop()
    const runId = await talk()
    const { testCase } = await record(flowId, runId, { names: false, phones: false, emails: false })
    const sent = world.shownTo(ANA)
    const { script } = testCase.case as { script: { expect: { out: string[] } }[] }
    expect(script.flatMap(({ expect: { out } }) => out)).toEqual(sent)
  })

  test('is refused when its events are gone, when it is of another flow, and to keys that may not read runs', async () => {
    const flowId = await publishShop()
    const runId = await talk()
    const other = await publishFlow(
      host,
      world,
      [
        ['t', 'trigger.keyword', { values: ['x'] }],
        ['s', 'send.text', { text: 'y' }],
      ],
      [['t', 'out', 's']],
    )
    expect(await readRefusal(record(other, runId))).toMatchObject({ code: 'NOT_FOUND' })
    const limited = callContextOf(world.userId)
    const principal = { ...limited.principal, scopes: ['flows:write'] }
    const call = host.flows.handlers.testCases.record(
      { id: flowId, flowStateId: runId, title: 'x', mask: ALL },
      { ...limited, principal },
    )
    expect(await readRefusal(call)).toMatchObject({ data: { reason: 'SCOPE_MISSING', scope: 'runs:read' } })
    await database().pool.query('delete from inbound_event where client_id = $1', [world.clientId])
    expect(await readRefusal(record(flowId, runId))).toMatchObject({ data: { reason: 'RUN_NOT_RECORDED' } })
  })

  test('is cut before a message that began a flow of its own, and follows a switch', async () => {
    const next = await publishFlow(
      host,
      world,
      [
        ['t', 'trigger.api', {}],
        ['q', 'ask', { prompt: 'Second?' }],
        ['s', 'send.text', { text: 'End' }],
      ],
      [
        ['t', 'out', 'q'],
        ['q', 'reply', 's'],
      ],
      { name: 'Second' },
    )
    const first = await publishFlow(
      host,
      world,
      [
        ['t', 'trigger.keyword', { values: ['one'] }],
        ['q', 'ask', { prompt: 'First?' }],
        ['w', 'switch_flow', { flowId: next }],
      ],
      [
        ['t', 'out', 'q'],
        ['q', 'reply', 'w'],
      ],
      { name: 'First' },
    )
    await publishFlow(
      host,
      world,
      [
        ['t', 'trigger.keyword', { values: ['stop'], interrupt: true }],
        ['s', 'send.text', { text: 'Stopped' }],
      ],
      [['t', 'out', 's']],
      { name: 'Stop' },
    )
    await say('one')
    const runId = await lastRun()
    await say('go on')
    await say('stop')
    const { testCase, endsBefore } = await record(first, runId)
    expect(endsBefore).toBe('message_received')
    expect(testCase.case).toMatchObject({
      script: [
        { text: 'one', expect: { out: ['First?'] } },
        { text: 'go on', expect: { out: ['Second?'], state: 'waiting_input' } },
      ],
    })
    expect((testCase.case as { script: unknown[] }).script).toHaveLength(2)
  })

  test('is recorded with those before it, which fails once the flow forgets what the first one kept', async () => {
    const flowId = await publishGreeter()
    const lunch = await publishSaying('lunch', 'Soup')
    await say('hi')
    const first = await lastRun()
    await say('Lisbon')
    await say('lunch')
    const between = await lastRun()
    await host.deliver([textInput(world.clientId, BOB, 'hi')])
    await host.settle()
    const ofBob = await lastRun()
    await say('hi')
    const last = await lastRun()
    expect(await readRefusal(record(flowId, last, ALL, between))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await readRefusal(record(flowId, last, ALL, ofBob))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await readRefusal(record(lunch, between, ALL, first))).toMatchObject({ code: 'NOT_FOUND' })
    // Alone it would begin with a contact who is known.
    expect((await record(flowId, last)).testCase.case).toMatchObject({
      script: [{ text: 'hi', expect: { out: ['Back from Lisbon?'] } }],
    })
    const { testCase, endsBefore } = await record(flowId, last, ALL, first)
    expect(endsBefore).toBeNull()
    expect(testCase.case).toMatchObject({
      runIds: [first, last],
      script: [
        { text: 'hi', expect: { out: ['Where do you live?'] } },
        { text: 'Lisbon', expect: { out: ['Noted'], state: 'completed' } },
        { text: 'hi', expect: { out: ['Back from Lisbon?'], state: 'completed', runs: 2 } },
      ],
    })
    const ctx = callContextOf(world.userId)
    const play = () => host.flows.handlers.testCases.run({ id: flowId }, ctx)
    expect(await play()).toMatchObject({ ok: true })
    const { nodes } = await host.flows.handlers.get({ id: flowId }, ctx)
    const changed = (JSON.parse(nodes) as { id: string; data: object }[]).map((node) =>
      node.id === 'd' ? { ...node, data: { assign: [{ var: 'city', value: '{{ city }}' }] } } : node,
    )
    await host.flows.service.update(flowId, world.userId, { nodes: changed as never })
    expect(await play()).toMatchObject({ ok: false, results: [{ ok: true }, { ok: false }] })
  })

  test('is refused with more before it than a test holds', async () => {
    const flowId = await publishSaying('hi', 'Hello')
    const runs: string[] = []
    for (let n = 0; n < 21; n += 1) {
      await say('hi')
      runs.push(await lastRun())
    }
    const most = await record(flowId, runs.at(-1) ?? '', ALL, runs[1])
    expect((most.testCase.case as { script: unknown[] }).script).toHaveLength(20)
    const [first] = runs
    expect(await readRefusal(record(flowId, runs.at(-1) ?? '', ALL, first))).toMatchObject({
      data: { reason: 'RUN_NOT_REPEATABLE', params: { code: 'TOO_MANY_RUNS' } },
    })
  })
})
