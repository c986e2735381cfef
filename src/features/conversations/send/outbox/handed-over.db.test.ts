import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type ChatBench, createChatBench, until } from '../../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { fakeConnector, textsOf } from '../../../../../test/support/fake-network.ts'
import type { HandOver } from '../../records/hand-over.ts'
import { claimOutboxRows } from './outbox-sql.ts'

const database = useTestDatabase()
const ANA = '491511111111@s.whatsapp.net'

let bench: ChatBench

beforeEach(async () => {
  bench = await createChatBench(database())
  // The sender has to know of the chat's timer, which the first message brings.
  await insert('first')
  bench.sender.wakeOutbox()
  await settled(1)
})
afterEach(() => bench.close())

const settled = (count: number) =>
  until(
    () => bench.settled.length === count,
    () => bench.settled,
  )
const outbox = async () =>
  (
    await database().pool.query(
      'select status, attempts, error from outbox where client_id = $1 order by seq offset 1',
      [bench.clientId],
    )
  ).rows

async function insert(text: string) {
  const [id, messageId] = [randomUUID(), fakeConnector.newMessageId()]
  const content = { type: 'text' as const, text, typing: 'none' as const }
  const { rows } = await database().pool.query<{ seq: number }>(
    `insert into outbox (id, client_id, contact_jid, message_id, content, next_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $6) returning seq`,
    [id, bench.clientId, ANA, messageId, content, bench.time.now()],
  )
  const seq = rows[0]?.seq ?? 0
  return { seq, send: { id, messageId, runId: randomUUID(), nodeId: 'n', content } }
}

/** What a decision does with a message that may leave at once; its row is stored as the decision stores it. */
async function decide(text: string): Promise<HandOver> {
  const handOver = bench.sender.openHandOver()
  if (!handOver) throw new Error('the sender takes nothing')
  const { seq, send } = await insert(text)
  const claim = await handOver.prepare(ANA, send)
  if (!claim) throw new Error('it cannot leave at once')
  await claimOutboxRows(database(), [claim])
  handOver.noteStored([{ id: send.id, seq, createdAtMs: bench.time.nowMs() }])
  return handOver
}

describe('a message that was handed over', () => {
  test('leaves without its row being read or claimed', async () => {
    const handOver = await decide('second')
    database().statements.length = 0
    handOver.commit()
    await settled(2)
    expect(textsOf(bench.connection)).toEqual(['first', 'second'])
    expect(database().statements.filter((name) => name.startsWith('outbox'))).toEqual(['outbox_settle'])
    expect(await outbox()).toEqual([{ status: 'sent', attempts: 1, error: null }])
  })

  test('goes back to the others when its connection is gone, and leaves once with the next', async () => {
    const handOver = await decide('second')
    bench.disconnect()
    handOver.commit()
    await until(async () => (await outbox())[0].status === 'pending')
    expect(await outbox()).toEqual([{ status: 'pending', attempts: 0, error: null }])
    const next = bench.connect()
    bench.sender.resume()
    await settled(2)
    expect(textsOf(next)).toEqual(['second'])
    expect(await outbox()).toEqual([{ status: 'sent', attempts: 1, error: null }])
  })

  test('is looked up before it leaves when it had to wait for its turn, and stays when its run is gone', async () => {
    bench.sender.setRate(1, 1)
    const before = await decide('second')
    before.commit()
    await settled(2)
    const handOver = await decide('third')
    handOver.commit()
    await database().pool.query(`delete from outbox where client_id = $1 and status = 'sending'`, [
      bench.clientId,
    ])
    await until(async () => {
      await bench.time.advance(1_000)
      const { rows } = await database().pool.query(`select error from message where status = 'ERROR'`)
      return rows.length === 1 && rows[0].error.startsWith('CANCELLED')
    })
    expect(textsOf(bench.connection)).toEqual(['first', 'second'])
  })

  test('is none while the sender cannot send at once', async () => {
    const { send } = await insert('second')
    bench.disconnect()
    expect(await bench.sender.openHandOver()?.prepare(ANA, send)).toBeNull()
    bench.connect()
    for (const content of [
      { type: 'text' as const, text: 'slow', typing: 1_000 },
      { type: 'text' as const, text: 'quoting', quoteMessageId: 'A' },
      { type: 'poll' as const, question: 'q', options: ['a', 'b'], selectable: 1 },
    ])
      expect(await bench.sender.openHandOver()?.prepare(ANA, { ...send, content })).toBeNull()
    expect(await bench.sender.openHandOver()?.prepare('4915@s.whatsapp.net', send)).toBeNull()
    await bench.sender.drain(0)
    expect(bench.sender.openHandOver()).toBeNull()
  })
})
