import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contact } from '../../sandbox/index.ts'
import { eventually } from '../support/chat-network.ts'
import { useTestDatabase } from '../support/database.ts'
import { type FlowNetwork, startFlowNetwork } from '../support/flow-network.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900830'
/** Far enough for a busy machine to have published before it. */
const AHEAD_MS = 15_000

let network: FlowNetwork

beforeAll(async () => {
  network = await startFlowNetwork(database(), ACCOUNT)
})
afterAll(() => network.close())

/** What clocks in Tokyo show at a moment: nine hours ahead of UTC all year. */
const inTokyo = (atMs: number): string =>
  new Date(atMs + 9 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

interface Start {
  contactJid: string
  source: string
  status: string
  eventId: string
  createdMs: number
  context: string
}

/** The runs of the flow with the events that started them, once there are so many. */
const starts = (flowId: string, count: number) =>
  eventually(`${count} runs by the schedule`, async () => {
    const { rows } = await database().pool.query<Start>(
      `select s.contact_jid as "contactJid", e.source, e.status, e.event_id as "eventId", s.context,
         (extract(epoch from s.created_at) * 1000)::float8 as "createdMs"
       from flow_state s join flow_state_event e on e.flow_state_id = s.id and e.event_type = 'schedule_start'
       where s.flow_id = $1 and s.state = 'completed' order by s.contact_jid`,
      [flowId],
    )
    return rows.length >= count && rows
  })

/** A flow that tags whoever asks for it, so that a schedule finds them. */
const publishTagging = () =>
  network.publish(
    [
      ['t', 'trigger.keyword', { values: ['subscribe'] }],
      ['g', 'contact.tag', { add: ['reader'] }],
      ['s', 'send.text', { text: 'noted' }],
    ],
    [
      ['t', 'out', 'g'],
      ['g', 'out', 's'],
    ],
  )

/** At that moment by the clocks of Tokyo, for one contact by number and for those with the tag. */
const publishNews = (atMs: number, number: string) =>
  network.publish(
    [
      [
        'clock',
        'trigger.schedule',
        {
          ...{ at: inTokyo(atMs), timezone: 'Asia/Tokyo', perMinute: 60 },
          audience: { tags: ['reader'], jids: [`+${number}`] },
        },
      ],
      ['v', 'set', { assign: [{ var: 'edition', op: 'increment', value: '1' }] }],
      [
        'h',
        'http',
        {
          ...{ method: 'POST', url: `${network.receiver}/news/{{ contact.phone | digits }}` },
          body: '{"trigger":"{{ trigger.type }}","said":"{{ trigger.text }}","topic":"{{ vars.topic }}","edition":"{{ vars.edition }}"}',
        },
      ],
      ['s', 'send.text', { text: 'News for {{ contact.name }}: {{ vars.topic }}, no. {{ vars.edition }}' }],
    ],
    [
      ['clock', 'out', 'v'],
      ['v', 'out', 'h'],
      ['h', 'ok', 's'],
    ],
    {
      variables: [
        { name: 'topic', type: 'string', default: 'weather' },
        { name: 'edition', type: 'number', default: 6 },
      ],
    },
  )

/** Somebody who has written before: nobody is written to unasked. */
async function meet(number: string, name: string, text: string): Promise<Contact> {
  const contact = network.contact(number, name)
  await contact.sendText(ACCOUNT, text)
  return contact
}

test('a schedule starts the flow of a live client at its time, for the contacts it names and for those with its tag', async () => {
  const tagging = await publishTagging()
  const named = await meet('447700901301', 'Bia', 'hello')
  const other = await meet('447700901303', 'Davi', 'hello')
  const tagged = await meet('447700901302', 'Caio', 'subscribe')
  await tagged.waitForMessage(({ text }) => text === 'noted')
  await network.run(tagging, 'completed')

  const atMs = Math.ceil((Date.now() + AHEAD_MS) / 1000) * 1000
  const flowId = await publishNews(atMs, named.number)
  await named.waitForMessage(({ text }) => text === 'News for Bia: weather, no. 7', 60_000)
  await tagged.waitForMessage(({ text }) => text === 'News for Caio: weather, no. 7', 60_000)
  for (const { number } of [named, tagged]) {
    const { body } = await network.call(`/news/${number}`)
    const expected = { trigger: 'trigger.schedule', said: '', topic: 'weather', edition: 7 }
    expect(JSON.parse(body.toString())).toEqual(expected)
  }
  const started = await starts(flowId, 2)
  expect(started.map(({ contactJid }) => contactJid)).toEqual(
    [named, tagged].map(({ number }) => `${number}@s.whatsapp.net`),
  )
  for (const { contactJid, source, status, eventId, createdMs, context } of started) {
    const first = { source: 'scheduler', status: 'processed' }
    expect({ source, status, eventId }).toEqual({
      ...first,
      eventId: `schedule:${flowId}:clock:${atMs}:${contactJid}`,
    })
    expect(createdMs).toBeGreaterThanOrEqual(atMs)
    expect(JSON.parse(context)).toMatchObject({
      vars: { topic: 'weather', edition: 7 },
      trigger: { nodeId: 'clock', type: 'trigger.schedule', text: '', messageId: null },
      last: null,
    })
  }
  await expectOver(flowId, other)
}, 180_000)

/** Its only tick is over: nothing of it is left to fire, and nobody else was started. */
async function expectOver(flowId: string, other: Contact): Promise<void> {
  await eventually('the schedule to have ended', async () => {
    const { rows } = await database().pool.query('select 1 from flow_schedule where flow_id = $1', [flowId])
    return rows.length === 0
  })
  const { rows } = await database().pool.query('select 1 from flow_state where flow_id = $1', [flowId])
  expect(rows).toHaveLength(2)
  expect(other.inbox.filter(({ text }) => text?.startsWith('News'))).toEqual([])
}
