import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ChatBench, createChatBench, until } from '../../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { fakeConnector, textsOf } from '../../../../../test/support/fake-network.ts'
import type { SendOutcome } from '../../../../core/conversation/send-outcome.ts'
import { nextEventLoopTurn } from '../../../../platform/queue/event-loop-turn.ts'

const database = useTestDatabase()
const ANA = '491511111111@s.whatsapp.net'
const BEN = '491522222222@s.whatsapp.net'

let bench: ChatBench
/** Ends what is on the wire, by the id of its message; without an outcome the network has it. */
let ends: Map<string, (outcome?: SendOutcome) => void>

beforeEach(async () => {
  bench = await createChatBench(database())
  ends = new Map()
  bench.connection.answer = ({ id }) =>
    new Promise((resolve) => {
      ends.set(id, (outcome = { kind: 'acked', atSec: 1_800_000_000 }) => resolve(outcome))
    })
})
afterEach(async () => {
  // A test that fails leaves nothing on the wire either.
  bench.connection.answer = async () => ({ kind: 'acked', atSec: 1_800_000_000 })
  for (const end of ends.values()) end()
  await bench.close()
})

/** What a flow's commit leaves; answers the id of the message. */
async function plan(text: string, contact: string): Promise<string> {
  const messageId = fakeConnector.newMessageId()
  const content = { type: 'text', text, linkPreview: true, quoteMessageId: null, typing: 'auto' }
  await database().pool.query(
    `insert into outbox (id, client_id, contact_jid, node_id, message_id, content, next_at, created_at)
     values ($1, $2, $3, 'n', $4, $5, $6, $6)`,
    [randomUUID(), bench.clientId, contact, messageId, content, bench.time.now()],
  )
  return messageId
}

const settledCount = (n: number) =>
  until(
    () => bench.settled.length === n,
    () => bench.settled,
  )

it('has one order for contacts that turn out to be one, also while messages to both are on the wire', async () => {
  const lid = '77000000000001@lid'
  const ofLid = await plan('one', lid)
  const ofNumber = await plan('two', ANA)
  bench.sender.wakeOutbox()
  await until(() => ends.size === 2)
  bench.sender.merge([{ from: lid, to: ANA }])
  const third = await plan('three', ANA)
  ends.get(ofNumber)?.()
  await settledCount(1)
  // What is sent to somebody else now was read together with the third.
  const other = await plan('four', BEN)
  bench.sender.wakeOutbox()
  await until(() => ends.has(other))
  expect(ends.has(third)).toBe(false)
  ends.get(ofLid)?.()
  await until(() => ends.has(third))
  for (const id of [third, other]) ends.get(id)?.()
  await settledCount(4)
  expect(textsOf(bench.connection).slice(2)).toEqual(['four', 'three'])
})

it.each(['before they pause', 'while they pause'])(
  'has rows wait as long as the one in front, of contacts that turn out to be one %s',
  async (when) => {
    const lid = '77000000000002@lid'
    const front = await plan('front', lid)
    const second = await plan('second', ANA)
    bench.sender.wakeOutbox()
    await until(() => ends.size === 2)
    const merge = () => bench.sender.merge([{ from: lid, to: ANA }])
    if (when === 'before they pause') merge()
    ends.get(second)?.({ kind: 'unknown', reason: 'ack_timeout', withinMs: 1_500 })
    await nextEventLoopTurn()
    ends.get(front)?.({ kind: 'refused', code: '503' })
    if (when === 'while they pause') {
      await until(() => bench.time.sleeping() === 2)
      merge()
    }
    await until(() => bench.time.sleeping() === 1)
    // Whoever was refused pauses for less than five seconds, what may have arrived for more than seven.
    await bench.time.advance(5_000)
    await until(() => bench.connection.sent.length === 3)
    expect(textsOf(bench.connection).at(-1)).toBe('front')
  },
)

it('sends over a new connection what the last one refused only when the new one was there already', async () => {
  const held = await plan('held', ANA)
  bench.sender.wakeOutbox()
  await until(() => ends.has(held))
  const lost = bench.connection
  const lock = await database().pool.connect()
  try {
    // What is known of the attempt cannot be written yet.
    await lock.query('begin')
    await lock.query('select 1 from outbox where message_id = $1 for update', [held])
    ends.get(held)?.({ kind: 'not_sent', reason: 'not_connected' })
    const found = bench.connect()
    const other = await plan('other', BEN)
    bench.sender.wakeOutbox()
    // What is sent to somebody else was read, and the first was not, as it is in memory still.
    await until(() => found.sent.some(({ id }) => id === other))
    expect(textsOf(found)).toEqual(['other'])
    await lock.query('commit')
    await settledCount(2)
    expect([textsOf(lost), textsOf(found)]).toEqual([['held'], ['other', 'held']])
  } finally {
    await lock.query('rollback')
    lock.release()
  }
})
