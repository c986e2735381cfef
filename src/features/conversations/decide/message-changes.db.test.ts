import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import {
  createFlowWorld,
  type FlowWorld,
  publishFlow,
  publishGreeting,
} from '../../../../test/support/flow-world.ts'
import type { ConversationEvent, NewFlowEvent } from '../../../core/conversation/flow-event.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'

let world: FlowWorld
let host: DurableProcess

beforeEach(async () => {
  world = await createFlowWorld(database())
  host = await world.start()
})
afterEach(() => world.close())

const publishAsk = (extra: object = {}) => publishGreeting(host, world, extra)

/** Each once what the one before it caused is shown. */
async function deliver(...events: ConversationEvent[]): Promise<void> {
  for (const event of events) {
    await host.deliver([event])
    await host.settle()
  }
}

const message = (body: string) => textInput(world.clientId, ANA, body, `said-${body}`)
const change = (event: NewFlowEvent): ConversationEvent => ({
  ...{ clientId: world.clientId, contactJid: ANA, source: 'chat' },
  event,
})
const edit = (eventId: string, of: string, before: string, after: string) =>
  change({ type: 'message_edited', eventId, messageId: `said-${of}`, before, after })
const revoke = (eventId: string, of: string) =>
  change({ type: 'message_revoked', eventId, messageId: `said-${of}` })

/** The story of each run of a flow, one line an event. */
async function stories(flowId: string): Promise<string[][]> {
  const { rows } = await database().pool.query<{ story: string[] }>(
    `select array_agg(e.status || ': ' || e.payload_summary order by e.seq)
       filter (where e.event_type in ('message_received', 'message_edited', 'message_revoked')) as story
     from flow_state s join flow_state_event e on e.flow_state_id = s.id where s.flow_id = $1
     group by s.id, s.created_at order by s.created_at, s.id`,
    [flowId],
  )
  return rows.map(({ story }) => story)
}
const eventsOf = async (eventType: string) =>
  (
    await database().pool.query(
      'select status, error from inbound_event where client_id = $1 and event_type = $2 order by seq',
      [world.clientId, eventType],
    )
  ).rows
const runs = async () =>
  (await database().pool.query('select * from flow_state where client_id = $1', [world.clientId])).rows

describe('what a contact does to a message that a run took', () => {
  test('stands in its story once, also of a run that has ended, and changes nothing of the run', async () => {
    const flowId = await publishAsk()
    await deliver(message('hello'), message('Ana'))
    const before = await runs()
    const changes = [
      edit('e1', 'Ana', 'Ana', 'Anna'),
      edit('e2', 'Ana', 'Anna', 'Hannah'),
      revoke('r1', 'Ana'),
    ]
    await deliver(...changes, ...changes)
    expect(await stories(flowId)).toEqual([
      [
        'processed: text "hello"',
        'processed: text "Ana"',
        'processed: edited "Ana" -> "Anna"',
        'processed: edited "Anna" -> "Hannah"',
        'processed: deleted text "Ana"',
      ],
    ])
    expect(await runs()).toEqual(before)
    expect(before.map(({ state }) => state)).toEqual(['completed'])
    expect(world.shownTo(ANA)).toEqual(['Name?', 'Hi Ana'])
  })

  test('is told without the words where the answer was masked', async () => {
    const flowId = await publishAsk({ variables: [{ name: 'name', pii: true }] })
    await deliver(message('hello'), message('Ana'), edit('e1', 'Ana', 'Ana', 'Anna'), revoke('r1', 'Ana'))
    expect((await stories(flowId))[0]?.slice(1)).toEqual([
      'processed: text "•••"',
      'processed: edited "•••" -> "•••"',
      'processed: deleted text "•••"',
    ])
  })

  test('waits with the message that is put off, and is told to the run that takes it in the end', async () => {
    const called = await publishFlow(
      host,
      world,
      [
        ['t', 'trigger.keyword', { values: ['go'] }],
        ['h', 'http', { url: 'https://shop.example/orders' }],
      ],
      [['t', 'out', 'h']],
    )
    const flowId = await publishAsk()
    await deliver(message('go'), message('hello'), edit('e1', 'hello', 'hello', 'good day'))
    expect(await eventsOf('message_edited')).toEqual([{ status: 'deferred', error: null }])
    await host.flows.service.delete(called, world.userId)
    await until(async () => (await eventsOf('message_edited'))[0]?.status === 'processed')
    expect(await stories(flowId)).toEqual([
      ['processed: text "hello"', 'processed: edited "hello" -> "good day"'],
    ])
  })
})

test('what a contact does to a message that no run took is left alone', async () => {
  const flowId = await publishAsk()
  await deliver(message('good day'), message('hello'), edit('e1', 'good day', 'good day', 'hello'))
  await deliver(revoke('r1', 'good day'))
  const leftAlone = { status: 'ignored', error: 'not_supported' }
  expect(await eventsOf('message_edited')).toEqual([leftAlone])
  expect(await eventsOf('message_revoked')).toEqual([leftAlone])
  expect(await stories(flowId)).toEqual([['processed: text "hello"']])
})
