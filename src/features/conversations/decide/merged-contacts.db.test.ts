import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import {
  createFlowWorld,
  type FlowWorld,
  publishEcho,
  publishFlow,
} from '../../../../test/support/flow-world.ts'
import { gatherStrays, resolveContacts } from '../../contacts/index.ts'

const database = useTestDatabase({ poolSize: 20 })
const PHONE = '351910000001@s.whatsapp.net'
const LID = '7001@lid'
let world: FlowWorld
let host: DurableProcess
/** Called before each statement of the host. */
let onStatement: (name: string) => void

beforeEach(async () => {
  onStatement = () => {}
  world = await createFlowWorld(database())
  host = await world.start({
    onStatement(name) {
      onStatement(name)
      return undefined
    },
  })
})
afterEach(() => world.close())

const publishAsk = (keyword = 'go') =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: [keyword] }],
      ['q', 'ask', { prompt: 'Name?', saveAs: 'name' }],
      ['s', 'send.text', { text: 'Hi {{ vars.name }}' }],
    ],
    [
      ['t', 'out', 'q'],
      ['q', 'reply', 's'],
    ],
  )

const learn = (hints: Parameters<typeof resolveContacts>[2]) =>
  database().transaction((tx) => resolveContacts(tx, world.clientId, hints))
const meetApart = () =>
  learn([
    { phone: null, lid: LID },
    { phone: PHONE, lid: null },
  ])
const merge = () => learn([{ phone: PHONE, lid: LID }])
const text = (jid: string, body: string) => textInput(world.clientId, jid, body)

async function receive(jid: string, body: string): Promise<void> {
  await host.deliver([text(jid, body)])
  await host.settle()
}

const runs = async () =>
  (
    await database().pool.query<{ id: string; jid: string; state: string; flow: string }>(
      `select id, contact_jid as jid, state, flow_id as flow from flow_state where client_id = $1 order by created_at, id`,
      [world.clientId],
    )
  ).rows
const statesOf = async () => (await runs()).map(({ jid, state }) => [jid, state])
const park = (jid: string) =>
  database().pool.query(`update flow_state set state = 'dormant' where client_id = $1 and contact_jid = $2`, [
    world.clientId,
    jid,
  ])

async function expectOnePerson(): Promise<void> {
  const live = (await runs()).filter(({ state }) => !['cancelled', 'completed'].includes(state))
  expect(new Set(live.map(({ jid }) => jid))).not.toContain(LID)
  const { rows } = await database().pool.query('select jid from contact_automation where client_id = $1', [
    world.clientId,
  ])
  expect(rows).toEqual([{ jid: PHONE }])
}

describe('a person known as two contacts', () => {
  test('who waits in a flow as both has one run, which takes the answer given under either address', async () => {
    await publishAsk()
    await meetApart()
    await receive(LID, 'go')
    await receive(PHONE, 'go')
    expect(await statesOf()).toEqual([
      [LID, 'waiting_input'],
      [PHONE, 'waiting_input'],
    ])
    await merge()
    await expectOnePerson()
    await receive(PHONE, 'Ana')
    expect(await statesOf()).toEqual([
      [PHONE, 'cancelled'],
      [PHONE, 'completed'],
    ])
    expect(world.wire.map((message) => message.text).sort()).toEqual(['Hi Ana', 'Name?', 'Name?'])
    const [ended] = await runs()
    const { rows } = await database().pool.query(
      `select e.event_type, e.source, t.outcome, t.from_node_id from flow_state_event e
       join flow_state_transition t on t.flow_state_event_id = e.id where e.flow_state_id = $1 order by e.seq`,
      [ended?.id],
    )
    expect(rows.at(-1)).toEqual({
      event_type: 'cancel_requested',
      source: 'system',
      outcome: 'cancelled',
      from_node_id: 'q',
    })
  })

  test.each([
    ['the LID', LID, PHONE],
    ['the number', PHONE, LID],
  ])(
    'who waits under %s and is parked in the same flow under the other goes on waiting',
    async (_, waits, parked) => {
      await publishAsk()
      await meetApart()
      await receive(waits, 'go')
      await receive(parked, 'go')
      await park(parked)
      await merge()
      await expectOnePerson()
      expect((await runs()).map(({ state }) => state)).toEqual(['waiting_input', 'cancelled'])
      await receive(PHONE, 'Bea')
      expect((await runs()).map(({ state }) => state)).toEqual(['completed', 'cancelled'])
      expect(world.shownTo(PHONE)).toContain('Hi Bea')
    },
  )

  test('keeps parked runs of different flows, and the newer one of the same flow', async () => {
    await publishAsk('go')
    await publishAsk('stop')
    await meetApart()
    for (const [jid, word] of [
      [LID, 'go'],
      [LID, 'stop'],
      [PHONE, 'go'],
    ] as const) {
      await receive(jid, word)
      await park(jid)
    }
    await merge()
    await expectOnePerson()
    expect((await runs()).map(({ state }) => state)).toEqual(['cancelled', 'dormant', 'dormant'])
  })

  test('whom a person is talking to stays with that person', async () => {
    await publishAsk()
    await meetApart()
    await receive(LID, 'go')
    await database().pool.query(
      `update flow_state set state = 'handed_off' where client_id = $1 and contact_jid = $2`,
      [world.clientId, LID],
    )
    await receive(PHONE, 'go')
    await merge()
    expect(await statesOf()).toEqual([
      [PHONE, 'handed_off'],
      [PHONE, 'cancelled'],
    ])
  })

  test('is not told what the ended run still wanted to say, but what is on the wire keeps its place', async () => {
    await publishAsk()
    await meetApart()
    await host.deliver([text(LID, 'go')])
    await database().pool.query(`update outbox set status = 'sending' where client_id = $1`, [world.clientId])
    await host.deliver([text(PHONE, 'go')])
    await database().pool.query(
      `update flow_state set updated_at = updated_at + interval '1 hour' where client_id = $1 and contact_jid = $2`,
      [world.clientId, LID],
    )
    await merge()
    const { rows } = await database().pool.query(
      'select contact_jid as jid, status from outbox where client_id = $1',
      [world.clientId],
    )
    expect(rows).toEqual([{ jid: PHONE, status: 'sending' }])
    await host.settle()
    expect(world.shownTo(PHONE)).toEqual(['Name?'])
  })

  test('has nobody called for the sake of the ended run, but what that one told the world is told', async () => {
    await publishAsk('go')
    await publishFlow(
      host,
      world,
      [
        ['t', 'trigger.keyword', { values: ['order'] }],
        ['w', 'webhook.emit', { event: 'ordered', payload: {} }],
        ['h', 'http', { url: 'https://shop.example/orders' }],
      ],
      [
        ['t', 'out', 'w'],
        ['w', 'out', 'h'],
      ],
    )
    await meetApart()
    await receive(LID, 'order')
    await receive(PHONE, 'go')
    const kinds = async () =>
      (
        await database().pool.query<{ kind: string }>(
          'select kind from effect where client_id = $1 order by seq',
          [world.clientId],
        )
      ).rows.map(({ kind }) => kind)
    expect(await kinds()).toEqual(['emit', 'http'])
    await merge()
    expect(await statesOf()).toEqual([
      [PHONE, 'cancelled'],
      [PHONE, 'waiting_input'],
    ])
    expect(await kinds()).toEqual(['emit'])
  })

  test('has timers that still fire, also when the address they were set under has gone', async () => {
    await publishFlow(
      host,
      world,
      [
        ['t', 'trigger.keyword', { values: ['go'] }],
        ['q', 'ask', { prompt: 'Name?', saveAs: 'name', timeoutSec: 3600 }],
        ['n', 'send.text', { text: 'Too late' }],
      ],
      [
        ['t', 'out', 'q'],
        ['q', 'timeout', 'n'],
      ],
    )
    await meetApart()
    await receive(LID, 'go')
    await merge()
    const { rows } = await database().pool.query<{ id: string }>(
      `update timer set due_at = now() - interval '1 second' from flow_state s
       where s.id = timer.flow_state_id and s.client_id = $1 returning timer.id`,
      [world.clientId],
    )
    for (const { id } of rows) await host.runs.tasks.flow_timer?.({ timerId: id })
    await host.settle()
    expect(world.shownTo(PHONE)).toEqual(['Too late'])
  })

  test('loses no answer and gets none twice when the contacts become one in the middle of a step', async () => {
    await publishEcho(host, world)
    for (const when of [
      'conversation_peek',
      'conversation_claim',
      'conversation_read',
      'conversation_lock',
      'decision_write',
      'commit',
    ]) {
      for (const table of ['contact', 'contact_automation', 'flow_state'])
        await database().pool.query(`delete from ${table} where client_id = $1`, [world.clientId])
      world.wire.length = 0
      await meetApart()
      await receive(LID, 'go')
      await host.store([1, 2, 3, 4].map((n) => text(LID, `${when} ${n}`)))
      let merging: Promise<unknown> | undefined
      onStatement = (name) => {
        if (name === when) merging ??= merge()
      }
      host.runner.wake(LID)
      await host.settle()
      onStatement = () => {}
      expect(merging).toBeDefined()
      await merging
      // As the owner does after a merge: a step that waited for the conversation has made it anew, and found nothing in it.
      await gatherStrays(database(), world.clientId)
      await host.runner.scan()
      await host.settle()
      await expectOnePerson()
      const texts = world.wire.map((message) => message.text).filter((text) => text.startsWith('got'))
      expect(texts).toEqual([1, 2, 3, 4].map((n) => `got ${when} ${n}`))
    }
  })
})
