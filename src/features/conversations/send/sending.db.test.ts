import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench, until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { textsOf } from '../../../../test/support/fake-network.ts'
import { at, person, receiptEvent, textEvent } from '../../../../test/support/network-events.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import { Refusal } from '../../../core/errors.ts'
import type { NetworkEvent } from '../../../network/port.ts'
import { MAX_WAITING_SENDS } from './api-send.ts'

const database = useTestDatabase()
const ANA = at('491511111111@s.whatsapp.net')
const BEN = at('491522222222@s.whatsapp.net')
const never = () => new Promise<SendOutcome>(() => {})

let bench: ChatBench

beforeEach(async () => {
  bench = await createChatBench(database())
})
afterEach(() => bench.close())

const send = (text: string, target = ANA, key?: string) =>
  bench.chat.handlers.sendMessage({ clientId: bench.clientId, target, message: { text } }, bench.ctx(key))

const reasonOf = (error: unknown) => (error instanceof Refusal ? [error.code, error.data?.reason] : error)

async function apply(...events: NetworkEvent[]) {
  const client = { id: bench.clientId, userId: bench.userId, address: null, lid: null }
  const applied = await database().transaction((tx) => bench.chat.applyEvents(tx, client, events))
  applied.committed()
}

const rows = async () =>
  (
    await database().pool.query(
      'select id, status, error, error_code as code, error_params as params, type, text from message where client_id = $1 order by seq',
      [bench.clientId],
    )
  ).rows

const page = async (jid = ANA) =>
  (
    await bench.chat.handlers.getConversationMessages(
      { clientId: bench.clientId, jid, limit: 200, direction: 'before' },
      bench.ctx(),
    )
  ).messages

describe('a send', () => {
  it('answers the envelope, and the message is in the conversation with its status', async () => {
    const result = await send('hello')
    expect(result).toEqual({
      type: 'success',
      client: bench.clientId,
      message: expect.any(String),
      res: {
        key: { remoteJid: ANA, id: bench.connection.sent[0]?.id, fromMe: true, participant: null },
        messageTimestamp: 1_800_000_000,
        status: 'SERVER_ACK',
        message: { type: 'text', text: 'hello' },
      },
    })
    expect(await page()).toMatchObject([
      { id: result.res?.key.id, text: 'hello', fromMe: true, status: 'SERVER_ACK' },
    ])
  })

  it('is stored with its id before it is on the wire', async () => {
    bench.connection.answer = async (message) => {
      expect(await rows()).toMatchObject([{ id: message.id, status: 'PENDING' }])
      return { kind: 'acked', atSec: 1_800_000_000 }
    }
    expect(await send('hello')).toMatchObject({ type: 'success' })
  })

  it('costs two statements when contact and owner are known', async () => {
    await send('one')
    await send('two')
    await bench.chat.close()
    database().statements.length = 0
    await send('three')
    expect(database().statements).toEqual(['chat_insert_pending', 'chat_settle'])
  })

  it('shares its statements with others that go at the same time', async () => {
    await send('one')
    await send('two')
    await bench.chat.close()
    database().statements.length = 0
    await Promise.all(Array.from({ length: 20 }, (_, i) => send(`m${i}`)))
    expect(database().statements.length).toBeLessThan(20)
    expect(bench.connection.sent).toHaveLength(22)
  })

  it('keeps the order of parallel calls', async () => {
    const texts = Array.from({ length: 50 }, (_, i) => `m${i}`)
    await Promise.all(texts.map((text) => send(text)))
    expect(textsOf(bench.connection)).toEqual(texts)
  })

  it('moves to READ as receipts arrive', async () => {
    const { res } = await send('hello')
    await apply(receiptEvent([res!.key.id], 'read', person('491511111111')))
    expect(await page()).toMatchObject([{ status: 'READ', receipt: { readAt: '2027-01-15T08:00:10.000Z' } }])
  })

  it('refused by the network is certainly not sent, and stays as an error', async () => {
    bench.connection.answer = () => ({ kind: 'refused', code: '403' })
    const result = await send('hello')
    expect(result).toMatchObject({
      type: 'error',
      error: expect.stringMatching(/^403: This account may not write to this chat\. /),
      res: { key: { remoteJid: ANA } },
    })
    expect(await rows()).toMatchObject([
      {
        ...{
          status: 'ERROR',
          error: expect.stringMatching(/^403: This account may not write to this chat\. /),
        },
        ...{ code: 'REFUSED', params: { code: '403' } },
      },
    ])
  })

  it('to a stranger says until when the account is restricted, and pauses only sends to strangers', async () => {
    await apply(textEvent({ id: 'T1', from: person('491522222222') }))
    const restrictedUntilMs = 1_800_003_600_000
    bench.connection.answer = () => ({ kind: 'refused', code: '463', restrictedUntilMs })
    expect(await send('hello')).toMatchObject({
      type: 'error',
      error: expect.stringMatching(/^REACH_OUT_RESTRICTED: .*2027-01-15T09:00:00\.000Z/),
    })
    const tried = bench.connection.sent.length
    await expect(send('hello again')).rejects.toMatchObject({
      data: { reason: 'REACH_OUT_RESTRICTED', until: '2027-01-15T09:00:00.000Z' },
    })
    expect(bench.connection.sent).toHaveLength(tried)
    bench.connection.answer = () => ({ kind: 'acked', atSec: 1_800_000_000 })
    expect(await send('an answer', BEN)).toMatchObject({ type: 'success' })
  })

  it('without acknowledgement has an unknown outcome, until a receipt proves that it arrived', async () => {
    bench.connection.answer = () => ({ kind: 'unknown', reason: 'ack_timeout', withinMs: 1_500 })
    const result = await send('hello')
    expect(result).toMatchObject({
      type: 'error',
      error: expect.stringMatching(/^OUTCOME_UNKNOWN: The server did not confirm/),
      res: { key: { fromMe: true } },
    })
    expect(bench.connection.sent).toHaveLength(1)
    await apply(receiptEvent([result.res!.key.id], 'delivered', person('491511111111')))
    expect(await rows()).toMatchObject([{ status: 'DELIVERY_ACK', error: null }])
  })

  it('whose receipt came before the lost acknowledgement is a success', async () => {
    bench.connection.answer = async (message) => {
      await apply(receiptEvent([message.id], 'delivered', person('491511111111')))
      return { kind: 'unknown', reason: 'ack_timeout', withinMs: 1_500 }
    }
    expect(await send('hello')).toMatchObject({ type: 'success', res: { status: 'DELIVERY_ACK' } })
  })
})

describe('a send that certainly did not leave', () => {
  it('is refused while the client is not connected, and leaves nothing behind', async () => {
    bench.disconnect()
    expect(await send('hello').catch(reasonOf)).toEqual(['SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED'])
    expect(await rows()).toEqual([])
  })

  it('is refused when the connection ends while it waits', async () => {
    bench.connection.answer = () => ({ kind: 'not_sent', reason: 'not_connected' })
    expect(await send('hello').catch(reasonOf)).toEqual(['SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED'])
    expect(await rows()).toEqual([])
    const noted = await database().pool.query('select message_id as id from sent_id where client_id = $1', [
      bench.clientId,
    ])
    expect(noted.rows).toEqual(bench.connection.sent.map(({ id }) => ({ id })))
    expect(noted.rows).toHaveLength(1)
  })

  it('to a number that is not on the network is refused, after asking once', async () => {
    bench.connection.unknownNumbers.add('+491511111111')
    const attempts = [send('one'), send('two')].map((attempt) => attempt.catch(reasonOf))
    expect(await Promise.all(attempts)).toEqual([
      ['UNPROCESSABLE_CONTENT', 'RECIPIENT_NOT_FOUND'],
      ['UNPROCESSABLE_CONTENT', 'RECIPIENT_NOT_FOUND'],
    ])
    expect(await send('three').catch(reasonOf)).toEqual(['UNPROCESSABLE_CONTENT', 'RECIPIENT_NOT_FOUND'])
    expect(bench.connection.checked).toEqual(['+491511111111'])
    expect(await rows()).toEqual([])
  })

  it('does not ask about people it knows', async () => {
    await apply(textEvent({ id: 'A1', from: person('491511111111', '7001') }))
    await send('hello')
    await send('by lid', at('7001@lid'))
    expect(bench.connection.checked).toEqual([])
    expect((await page()).map((m) => m.text).sort()).toEqual(['A1', 'by lid', 'hello'])
  })

  it('is refused when a thousand wait already', async () => {
    await bench.close()
    bench = await createChatBench(database(), { rate: 1, burst: 1 })
    await send('first')
    const waiting = Array.from({ length: MAX_WAITING_SENDS }, (_, i) => send(`m${i}`).catch(reasonOf))
    await until(
      () => bench.sender.queueLength() === MAX_WAITING_SENDS,
      () => bench.sender.queueLength(),
    )
    expect(await send('one more').catch(reasonOf)).toEqual(['SERVICE_UNAVAILABLE', 'SEND_QUEUE_FULL'])
    await bench.sender.close()
    const ends = await Promise.all(waiting)
    expect(ends.every((end) => Array.isArray(end) && end[1] === 'CLIENT_NOT_CONNECTED')).toBe(true)
    await until(async () => (await rows()).length === 1)
  })

  it('of a kind this server cannot send says what is missing', async () => {
    const { handlers } = bench.chat
    const { clientId } = bench
    const ctx = bench.ctx()
    const refused = [
      handlers.sendMessage({ clientId, target: ANA, message: { image: 'https://example.org/a.png' } }, ctx),
    ].map((attempt) => attempt.catch(reasonOf))
    for (const answer of await Promise.all(refused)) {
      expect(answer).toEqual(['UNPROCESSABLE_CONTENT', 'NOT_AVAILABLE_YET'])
    }
    expect(await send('to the feed', at('status@broadcast')).catch(reasonOf)).toEqual([
      'BAD_REQUEST',
      'STATUS_IS_NO_CHAT',
    ])
    expect(bench.connection.sent).toEqual([])
  })
})

describe('pacing', () => {
  it('holds the rate exactly, for all sends of the client together', async () => {
    await bench.close()
    bench = await createChatBench(database(), { rate: 4, burst: 2 })
    const sends = Promise.all([
      ...['a', 'b', 'c'].map((text) => send(text)),
      ...['d', 'e'].map((text) => send(text, BEN)),
    ])
    for (let i = 0; i < 3; i += 1) {
      await until(() => bench.time.sleeping() > 0)
      await bench.time.advance(250)
    }
    await sends
    expect(bench.connection.sent.map((m) => m.atMs - 1_800_000_000_000)).toEqual([0, 0, 250, 500, 750])
  })
})

describe('stopping', () => {
  it('lets what waits go out until the deadline and refuses the rest', async () => {
    await bench.close()
    bench = await createChatBench(database(), { rate: 1, burst: 1 })
    const ends = ['a', 'b', 'c', 'd'].map((text) => send(text).then((r) => r.type, reasonOf))
    await until(() => bench.sender.queueLength() === 3 && bench.time.sleeping() > 0)
    const drained = bench.sender.drain(bench.time.nowMs() + 1_500)
    await until(() => bench.time.sleeping() > 1)
    await bench.time.advance(1_000)
    await until(() => bench.connection.sent.length === 2)
    await until(() => bench.time.sleeping() > 1)
    await bench.time.advance(600)
    await drained
    const refused = ['SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED']
    expect(await Promise.all(ends)).toEqual(['success', 'success', refused, refused])
    expect(await send('late').catch(reasonOf)).toEqual(refused)
  })
})

describe('a crash', () => {
  it('before the wire or before the answer leaves the message with an unknown outcome, and a receipt sets it right', async () => {
    bench.connection.answer = never
    void send('hello')
    await until(() => bench.connection.sent.length === 1)
    await bench.crashAndRestart()
    await until(async () => (await rows())[0]?.status === 'ERROR')
    expect((await rows())[0].error).toMatch(/^OUTCOME_UNKNOWN/)
    expect(bench.connection.sent).toEqual([])
    await apply(receiptEvent([(await rows())[0].id], 'delivered', person('491511111111')))
    expect(await rows()).toMatchObject([{ status: 'DELIVERY_ACK', error: null }])
  })
})

describe('an idempotency key', () => {
  it('gives a repeat the first answer without sending again', async () => {
    const first = await send('hello', ANA, 'k1')
    const again = await send('hello', ANA, 'k1')
    expect(JSON.stringify(again)).toBe(JSON.stringify(first))
    expect(bench.connection.sent).toHaveLength(1)
  })

  it('with another body is a conflict', async () => {
    await send('hello', ANA, 'k1')
    expect(await send('other', ANA, 'k1').catch(reasonOf)).toEqual(['CONFLICT', 'IDEMPOTENCY_KEY_REUSED'])
    expect(bench.connection.sent).toHaveLength(1)
  })

  it('makes parallel repeats wait for the first', async () => {
    const results = await Promise.all(Array.from({ length: 10 }, () => send('hello', ANA, 'k1')))
    expect(new Set(results.map((r) => r.res?.key.id)).size).toBe(1)
    expect(bench.connection.sent).toHaveLength(1)
  })

  it('is free again after a refusal, because nothing was sent', async () => {
    bench.disconnect()
    expect(await send('hello', ANA, 'k1').catch(reasonOf)).toEqual([
      'SERVICE_UNAVAILABLE',
      'CLIENT_NOT_CONNECTED',
    ])
    bench.connect()
    expect(await send('hello', ANA, 'k1')).toMatchObject({ type: 'success' })
  })

  it('sends the same message id again after a crash on the wire', async () => {
    bench.connection.answer = never
    void send('hello', ANA, 'k1')
    await until(() => bench.connection.sent.length === 1)
    const id = bench.connection.sent[0]?.id
    await bench.crashAndRestart()
    const result = await send('hello', ANA, 'k1')
    expect(result).toMatchObject({ type: 'success', res: { key: { id } } })
    expect(bench.connection.sent.map((m) => m.id)).toEqual([id])
    expect(await rows()).toMatchObject([{ id, status: 'SERVER_ACK', error: null }])
    expect(await send('hello', ANA, 'k1')).toEqual(result)
  })

  it('does not send again after a crash when a receipt showed that the message arrived', async () => {
    bench.connection.answer = never
    void send('hello', ANA, 'k1')
    await until(() => bench.connection.sent.length === 1)
    const id = bench.connection.sent[0]!.id
    await bench.crashAndRestart()
    await apply(receiptEvent([id], 'delivered', person('491511111111')))
    expect(await send('hello', ANA, 'k1')).toMatchObject({
      type: 'success',
      res: { key: { id }, status: 'DELIVERY_ACK' },
    })
    expect(bench.connection.sent).toEqual([])
  })

  it('after a crash says that the outcome is unknown while the client is away, and finds out later', async () => {
    bench.connection.answer = never
    void send('hello', ANA, 'k1')
    await until(() => bench.connection.sent.length === 1)
    await bench.crashAndRestart()
    bench.disconnect()
    const away = await send('hello', ANA, 'k1')
    expect(away).toMatchObject({ type: 'error', error: expect.stringMatching(/^OUTCOME_UNKNOWN/) })
    bench.connect()
    expect(await send('hello', ANA, 'k1')).toMatchObject({
      type: 'success',
      res: { key: { id: away.res?.key.id } },
    })
  })

  it('is forgotten after a day', async () => {
    await send('hello', ANA, 'k1')
    await database().pool.query("update idempotency_key set created_at = now() - interval '25 hours'")
    await send('other', ANA, 'k1')
    await database().pool.query("update idempotency_key set created_at = now() - interval '25 hours'")
    await bench.chat.cleanUp()
    expect((await database().pool.query('select 1 from idempotency_key')).rows).toEqual([])
    expect(textsOf(bench.connection)).toEqual(['hello', 'other'])
  })
})
