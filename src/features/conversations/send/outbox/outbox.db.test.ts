import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench, until } from '../../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { fakeConnector, textsOf } from '../../../../../test/support/fake-network.ts'
import { at, person, receiptEvent, textEvent } from '../../../../../test/support/network-events.ts'
import type { SendOutcome } from '../../../../core/conversation/send-outcome.ts'
import type { NetworkEvent } from '../../../../network/port.ts'

const database = useTestDatabase()
const ANA = '491511111111@s.whatsapp.net'
const BEN = '491522222222@s.whatsapp.net'
const never = () => new Promise<SendOutcome>(() => {})

let bench: ChatBench

beforeEach(async () => {
  bench = await createChatBench(database())
})
afterEach(() => bench.close())

/** What a flow's commit leaves: an outbox row with its message id chosen. */
async function plan(text: string, contact = ANA, content: object = {}): Promise<string> {
  const messageId = fakeConnector.newMessageId()
  await database().pool.query(
    `insert into outbox (id, client_id, contact_jid, node_id, message_id, content, next_at, created_at)
     values ($1, $2, $3, 'n', $4, $5, $6, $6)`,
    [
      randomUUID(),
      bench.clientId,
      contact,
      messageId,
      { type: 'text', text, linkPreview: true, quoteMessageId: null, typing: 'auto', ...content },
      bench.time.now(),
    ],
  )
  return messageId
}

const outbox = async () =>
  (
    await database().pool.query(
      'select message_id as id, status, attempts, error from outbox where client_id = $1 order by seq',
      [bench.clientId],
    )
  ).rows
const messages = async () =>
  (
    await database().pool.query('select id, status, origin from message where client_id = $1 order by seq', [
      bench.clientId,
    ])
  ).rows
const settledCount = (n: number) =>
  until(
    () => bench.settled.length === n,
    () => bench.settled,
  )

async function apply(...events: NetworkEvent[]) {
  const client = { id: bench.clientId, userId: bench.userId, address: null, lid: null }
  const applied = await database().transaction((tx) => bench.chat.applyEvents(tx, client, events))
  applied.committed()
  return applied
}

describe('the outbox', () => {
  it('sends what flows decided, stores it, and tells the run in the same transaction', async () => {
    const id = await plan('hello')
    bench.sender.wakeOutbox()
    await settledCount(1)
    expect(bench.settled).toMatchObject([
      { messageId: id, nodeId: 'n', outcome: 'sent', atMs: 1_800_000_000_000, error: null },
    ])
    expect(await outbox()).toEqual([{ id, status: 'sent', attempts: 1, error: null }])
    expect(await messages()).toEqual([{ id, status: 'SERVER_ACK', origin: 'flow' }])
  })

  it('costs two statements and the frame of one transaction for each message', async () => {
    await plan('one')
    bench.sender.wakeOutbox()
    await settledCount(1)
    await plan('two')
    database().statements.length = 0
    bench.sender.wakeOutbox()
    await settledCount(2)
    expect(database().statements.filter((name) => name !== 'chat_touch')).toEqual([
      'outbox_read_unsent',
      'outbox_claim',
      'begin',
      'outbox_settle',
      'commit',
    ])
  })

  it('costs three statements where nothing waits for the outcome', async () => {
    bench.isAwaited = false
    await plan('one')
    bench.sender.wakeOutbox()
    await settledCount(1)
    await plan('two')
    database().statements.length = 0
    bench.sender.wakeOutbox()
    await settledCount(2)
    expect(database().statements.filter((name) => name !== 'chat_touch')).toEqual([
      'outbox_read_unsent',
      'outbox_claim',
      'outbox_settle',
    ])
    expect((await messages()).map(({ status }) => status)).toEqual(['SERVER_ACK', 'SERVER_ACK'])
  })

  it('marks messages to many contacts as being sent in one statement', async () => {
    const planAll = async () => {
      for (let n = 0; n < 6; n += 1) await plan(`to ${n}`, `55119000000${n}0@s.whatsapp.net`)
      database().statements.length = 0
      bench.sender.wakeOutbox()
    }
    // The first time their chats are looked up, one after the other.
    await planAll()
    await settledCount(6)
    await planAll()
    await settledCount(12)
    expect(database().statements.filter((name) => name === 'outbox_claim')).toHaveLength(1)
    expect((await outbox()).map(({ status, attempts }) => ({ status, attempts }))).toEqual(
      Array.from({ length: 12 }, () => ({ status: 'sent', attempts: 1 })),
    )
  })

  it('keeps the order of each contact, one settled before the next goes, and contacts beside each other', async () => {
    const inFlight = new Map<string, number>()
    bench.connection.answer = async ({ to }) => {
      inFlight.set(to, (inFlight.get(to) ?? 0) + 1)
      expect(inFlight.get(to)).toBe(1)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 5))
      inFlight.set(to, 0)
      return { kind: 'acked', atSec: 1_800_000_000 }
    }
    for (let i = 0; i < 10; i += 1) {
      await plan(`a${i}`, ANA)
      await plan(`b${i}`, BEN)
    }
    bench.sender.wakeOutbox()
    await settledCount(20)
    const texts = textsOf(bench.connection) as string[]
    const ordered = (prefix: string) => texts.filter((text) => text.startsWith(prefix))
    expect(ordered('a')).toEqual(Array.from({ length: 10 }, (_, i) => `a${i}`))
    expect(ordered('b')).toEqual(Array.from({ length: 10 }, (_, i) => `b${i}`))
  })

  it('shares the rate with the sends of the API', async () => {
    await bench.close()
    bench = await createChatBench(database(), { rate: 2, burst: 1 })
    const api = bench.chat.handlers.sendMessage(
      { clientId: bench.clientId, target: at(ANA), message: { text: 'api' } },
      bench.ctx(),
    )
    await until(() => bench.connection.sent.length === 1)
    await plan('flow 1', BEN)
    await plan('flow 2', BEN)
    bench.sender.wakeOutbox()
    for (const n of [2, 3]) {
      await until(() => bench.time.sleeping() > 0)
      await bench.time.advance(500)
      await until(() => bench.connection.sent.length === n)
    }
    await api
    await settledCount(2)
    expect(bench.connection.sent.map((m) => m.atMs - 1_800_000_000_000)).toEqual([0, 500, 1000])
  })

  it('works off more than it keeps in memory', async () => {
    for (let i = 0; i < 230; i += 1) await plan(`m${i}`, `4915${String(i).padStart(8, '0')}@s.whatsapp.net`)
    bench.sender.wakeOutbox()
    await settledCount(230)
  })

  it('forgets nothing that is decided while its memory is full', async () => {
    const released = Promise.withResolvers<void>()
    bench.connection.answer = async () => {
      await released.promise
      return { kind: 'acked', atSec: 1_800_000_000 }
    }
    const read = () => database().statements.filter((name) => name === 'outbox_read_unsent').length
    for (const count of [199, 1, 20]) {
      for (let i = 0; i < count; i += 1) await plan(`m${i}`)
      const before = read()
      bench.sender.wakeOutbox()
      if (count !== 20) await until(() => read() > before)
      await until(() => bench.connection.sent.length === 1)
    }
    released.resolve()
    await settledCount(220)
  })

  it('does not send what was cancelled while it waited for its turn', async () => {
    await bench.close()
    bench = await createChatBench(database(), { rate: 1, burst: 1 })
    await plan('one')
    await plan('two')
    bench.sender.wakeOutbox()
    await until(() => bench.time.sleeping() > 0 && bench.settled.length === 1)
    await database().pool.query("delete from outbox where client_id = $1 and status = 'pending'", [
      bench.clientId,
    ])
    await bench.time.advance(2_000)
    await until(() => bench.sender.queueLength() === 0 && bench.time.sleeping() === 0)
    expect(textsOf(bench.connection)).toEqual(['one'])
  })

  it('waits while there is no connection and goes on with the next one', async () => {
    bench.disconnect()
    await plan('one')
    bench.sender.wakeOutbox()
    bench.connect()
    bench.sender.wakeOutbox()
    await settledCount(1)
    expect(textsOf(bench.connection)).toEqual(['one'])
  })

  it('counts no attempt when the connection was gone at its turn', async () => {
    bench.connection.answer = () => ({ kind: 'not_sent', reason: 'not_connected' })
    await plan('one')
    bench.sender.wakeOutbox()
    await until(async () => (await outbox())[0].error !== null)
    expect(await outbox()).toMatchObject([{ status: 'pending', attempts: 0 }])
    bench.connect()
    // Woken by what is stored, the row may not have been let go of yet.
    await until(() => {
      bench.sender.wakeOutbox()
      return bench.settled.length === 1
    })
  })

  it('quotes the message an answer is to', async () => {
    await apply(textEvent({ id: 'A1', from: person('491511111111'), text: 'question' }))
    await plan('answer', ANA, { quoteMessageId: 'A1' })
    await plan('plain', ANA, { quoteMessageId: 'GONE' })
    bench.sender.wakeOutbox()
    await settledCount(2)
    const [first, second] = bench.connection.sent.map((m) => fakeConnector.toJson(m.bytes))
    expect(first).toMatchObject({ text: 'answer', quoted: { key: { id: 'A1', participant: ANA } } })
    expect(second).toMatchObject({ type: 'text', text: 'plain', linkPreview: true })
    expect(second).not.toHaveProperty('quoted')
  })

  it('shows typing for as long as the flow says', async () => {
    await plan('slow', ANA, { typing: 3_000 })
    bench.sender.wakeOutbox()
    await until(() => bench.time.sleeping() === 1)
    expect(bench.connection.presences).toEqual(['composing'])
    expect(bench.connection.sent).toEqual([])
    await bench.time.advance(3_000)
    await settledCount(1)
  })
})

describe('a message of a flow that fails', () => {
  it('is given up at once when the network refuses it for good', async () => {
    bench.connection.answer = () => ({ kind: 'refused', code: '406' })
    await plan('one')
    bench.sender.wakeOutbox()
    await settledCount(1)
    expect(bench.settled).toMatchObject([
      { outcome: 'failed', error: { code: 'REFUSED', params: { code: '406' } } },
    ])
    expect(await messages()).toMatchObject([{ status: 'ERROR' }])
  })

  it('is tried five times when the refusal is temporary, and the next of the contact waits', async () => {
    bench.connection.answer = (message) =>
      textsOf({ ...bench.connection, sent: [{ ...message, atMs: 0 }] })[0] === 'one'
        ? { kind: 'refused', code: '429' }
        : { kind: 'acked', atSec: 1_800_000_000 }
    await plan('one')
    await plan('two')
    bench.sender.wakeOutbox()
    await until(async () => {
      if (bench.time.sleeping() > 0) await bench.time.advance(60_000)
      return bench.settled.length === 2
    })
    expect(textsOf(bench.connection)).toEqual(['one', 'one', 'one', 'one', 'one', 'two'])
    expect(new Set(bench.connection.sent.slice(0, 5).map((m) => m.id)).size).toBe(1)
    expect(await outbox()).toMatchObject([
      { status: 'failed', attempts: 5, error: expect.stringMatching(/^429: /) },
      { status: 'sent' },
    ])
  })

  it('waits until a restriction ends', async () => {
    const restrictedUntilMs = bench.time.nowMs() + 3_600_000
    let isRestricted = true
    bench.connection.answer = () =>
      isRestricted
        ? { kind: 'refused', code: '463', restrictedUntilMs }
        : { kind: 'acked', atSec: 1_800_000_000 }
    await plan('one')
    bench.sender.wakeOutbox()
    await until(() => bench.time.sleeping() === 1)
    isRestricted = false
    await bench.time.advance(3_590_000)
    expect(bench.connection.sent).toHaveLength(1)
    await bench.time.advance(10_000)
    await settledCount(1)
  })

  it('no longer fits after a day', async () => {
    await plan('one')
    await database().pool.query(
      "update outbox set created_at = created_at - interval '25 hours' where client_id = $1",
      [bench.clientId],
    )
    bench.sender.wakeOutbox()
    await settledCount(1)
    expect(bench.settled[0]).toMatchObject({ outcome: 'failed', error: { code: 'EXPIRED' } })
    expect(bench.connection.sent).toEqual([])
  })

  it('of a kind this server cannot send fails and says so', async () => {
    await plan('hologram', ANA, { type: 'hologram' })
    bench.sender.wakeOutbox()
    await settledCount(1)
    expect(bench.settled[0]).toMatchObject({
      outcome: 'failed',
      error: { code: 'NOT_AVAILABLE_YET' },
    })
  })
})

describe('a lost acknowledgement', () => {
  const lost: SendOutcome = { kind: 'unknown', reason: 'connection_lost' }

  it('is followed by the same id on the next connection', async () => {
    bench.connection.answer = () => lost
    const first = bench.connection
    const id = await plan('one')
    bench.sender.wakeOutbox()
    await until(() => bench.time.sleeping() === 1)
    expect(first.sent.map((m) => m.id)).toEqual([id])
    bench.connect()
    bench.sender.wakeOutbox()
    await settledCount(1)
    expect(bench.connection.sent.map((m) => m.id)).toEqual([id])
    expect(await outbox()).toMatchObject([{ status: 'sent', attempts: 2 }])
  })

  it('is made good by a receipt, and by an echo, without sending again', async () => {
    bench.connection.answer = () => lost
    const one = await plan('one', ANA)
    const two = await plan('two', BEN)
    bench.sender.wakeOutbox()
    await until(() => bench.time.sleeping() === 2)
    await apply(receiptEvent([one], 'delivered', person('491511111111')))
    const { events } = await apply(textEvent({ id: two, from: person('491522222222'), fromMe: true }))
    await settledCount(2)
    expect(events).toEqual([])
    expect(bench.settled.map((s) => s.outcome)).toEqual(['sent', 'sent'])
    expect(bench.connection.sent).toHaveLength(2)
  })

  it('whose receipt came before it counts as sent', async () => {
    bench.connection.answer = async (message) => {
      await apply(receiptEvent([message.id], 'delivered', person('491511111111')))
      return lost
    }
    await plan('one')
    bench.sender.wakeOutbox()
    await settledCount(1)
    expect(bench.settled).toMatchObject([{ outcome: 'sent' }])
    expect(bench.connection.sent).toHaveLength(1)
  })
})

describe('a crash', () => {
  it('on the wire is followed by the same id, and nobody takes the echo for a person', async () => {
    bench.connection.answer = never
    const id = await plan('one')
    bench.sender.wakeOutbox()
    await until(() => bench.connection.sent.length === 1)
    await bench.crashAndRestart()
    const { events } = await apply(textEvent({ id, from: person('491511111111'), fromMe: true }))
    expect(events).toEqual([])
    bench.sender.wakeOutbox()
    await settledCount(1)
    expect(bench.connection.sent.map((m) => m.id)).toEqual([id])
    expect(await messages()).toEqual([{ id, status: 'SERVER_ACK', origin: 'flow' }])
  })

  it('before the claim leaves the row as it was', async () => {
    const id = await plan('one')
    await bench.crashAndRestart()
    bench.sender.wakeOutbox()
    await settledCount(1)
    expect(bench.connection.sent.map((m) => m.id)).toEqual([id])
  })
})
