import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type ChatBench, createChatBench, until } from '../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { fakeConnector, textsOf } from '../../../test/support/fake-network.ts'

const database = useTestDatabase()
const ANA = '491511111111@s.whatsapp.net'
const BEN = '491522222222@s.whatsapp.net'

let bench: ChatBench

beforeEach(async () => {
  bench = await createChatBench(database())
})
afterEach(() => bench.close())

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
  const ends = new Map<string, () => void>()
  bench.connection.answer = async ({ id }) => {
    await new Promise<void>((resolve) => ends.set(id, resolve))
    return { kind: 'acked', atSec: 1_800_000_000 }
  }
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
