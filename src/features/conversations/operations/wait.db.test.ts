import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench, until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { at, person, receiptEvent } from '../../../../test/support/network-events.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import type { NetworkEvent } from '../../../network/port.ts'

const database = useTestDatabase()
const ANA = at('491511111111@s.whatsapp.net')
const GROUP = at('120363000000000001@g.us')
const ANA_SELF = person('491511111111')
const ACKED: SendOutcome = { kind: 'acked', atSec: 1_800_000_000 }

let bench: ChatBench

beforeEach(async () => {
  database().statements.length = 0
  bench = await createChatBench(database())
})
afterEach(() => bench.close())

type Wait = { wait?: 'queued' | 'server' | 'delivered'; waitSec?: number }

const send = (text: string, wait: Wait, options: { target?: typeof ANA; key?: string } = {}) =>
  bench.chat.handlers.sendMessage(
    { clientId: bench.clientId, target: options.target ?? ANA, message: { text }, ...wait },
    bench.ctx(options.key),
  )

async function apply(...events: NetworkEvent[]) {
  const client = { id: bench.clientId, userId: bench.userId, address: null, lid: null }
  const applied = await database().transaction((tx) => bench.chat.applyEvents(tx, client, events))
  applied.committed()
}

const rows = async () =>
  (
    await database().pool.query('select id, status, error from message where client_id = $1 order by seq', [
      bench.clientId,
    ])
  ).rows

/** The network takes messages when the test says so. */
function holdWire() {
  const held: (() => void)[] = []
  bench.connection.answer = () =>
    new Promise((resolve) => {
      held.push(() => resolve(ACKED))
    })
  return { held, release: () => held.splice(0).forEach((go) => void go()) }
}

const sentId = async (): Promise<string> => {
  await until(() => bench.connection.sent.length > 0)
  return bench.connection.sent[0]!.id
}

/** The network has the message, and its delivery is looked for. */
const looksForDelivery = () => until(() => database().statements.includes('chat_read_delivery'))

describe('a send that waits for nothing but its place in the queue', () => {
  it('answers PENDING while the network has not answered, and its status goes on by itself', async () => {
    const wire = holdWire()
    expect(await send('hello', { wait: 'queued' })).toMatchObject({
      type: 'success',
      res: { status: 'PENDING', reached: 'queued', message: { text: 'hello' } },
    })
    await until(() => wire.held.length === 1)
    wire.release()
    await until(async () => (await rows())[0].status === 'SERVER_ACK')
  })

  it('is refused like any other when it cannot be queued', async () => {
    bench.disconnect()
    await expect(send('hello', { wait: 'queued' })).rejects.toMatchObject({
      data: { reason: 'CLIENT_NOT_CONNECTED' },
    })
    expect(await rows()).toEqual([])
  })

  it('stays in the conversation with its reason when the connection ends before its turn', async () => {
    bench.connection.answer = () => ({ kind: 'not_sent', reason: 'not_connected' })
    const { res } = await send('hello', { wait: 'queued' })
    await until(async () => (await rows())[0].status === 'ERROR')
    expect(await rows()).toEqual([
      { id: res?.key.id, status: 'ERROR', error: expect.stringMatching(/^CLIENT_NOT_CONNECTED: /) },
    ])
  })

  it('leaves in the order of the calls, also before sends that wait', async () => {
    const ids: (string | undefined)[] = []
    for (const text of ['a', 'b', 'c']) ids.push((await send(text, { wait: 'queued' })).res?.key.id)
    ids.push((await send('d', {})).res?.key.id)
    expect(bench.connection.sent.map(({ id }) => id)).toEqual(ids)
  })

  it('answers a repeat of its key the same, and sends once', async () => {
    const first = await send('hello', { wait: 'queued' }, { key: 'k1' })
    await until(async () => (await rows())[0].status === 'SERVER_ACK')
    expect(await send('hello', { wait: 'queued' }, { key: 'k1' })).toEqual(first)
    expect(bench.connection.sent).toHaveLength(1)
  })
})

describe('a send that waits for the network', () => {
  it('answers what it always answered when nothing is said', async () => {
    const { res } = await send('hello', {})
    expect(Object.keys(res ?? {})).toEqual(['key', 'messageTimestamp', 'status', 'message'])
    expect((await send('hello', { wait: 'server' })).res).toMatchObject({
      status: 'SERVER_ACK',
      reached: 'server',
    })
  })

  it('answers PENDING when its time is over, and a repeat of its key goes on waiting', async () => {
    const wire = holdWire()
    const first = send('hello', { waitSec: 2 }, { key: 'k1' })
    await sentId()
    await until(() => bench.time.sleeping() > 0)
    await bench.time.advance(2_000)
    expect(await first).toMatchObject({ type: 'success', res: { status: 'PENDING', reached: 'queued' } })
    const again = send('hello', { waitSec: 2 }, { key: 'k1' })
    await until(() => bench.time.sleeping() > 0)
    wire.release()
    expect(await again).toMatchObject({ res: { status: 'SERVER_ACK', reached: 'server' } })
    expect(bench.connection.sent).toHaveLength(1)
  })
})

describe('a send that waits for its delivery', () => {
  it('answers when the contact’s device confirmed it', async () => {
    const answer = send('hello', { wait: 'delivered' })
    const id = await sentId()
    await looksForDelivery()
    await apply(receiptEvent([id], 'delivered', ANA_SELF))
    expect(await answer).toMatchObject({
      type: 'success',
      message: 'The message was delivered.',
      res: { status: 'DELIVERY_ACK', reached: 'delivered' },
    })
  })

  it('answers at once when the receipt came before the acknowledgement', async () => {
    bench.connection.answer = async (message) => {
      await apply(receiptEvent([message.id], 'read', ANA_SELF))
      return ACKED
    }
    expect(await send('hello', { wait: 'delivered' })).toMatchObject({ res: { status: 'READ' } })
  })

  it('says how far it got when its time is over, and a repeat of its key finds out more', async () => {
    const first = send('hello', { wait: 'delivered', waitSec: 5 }, { key: 'k1' })
    const id = await sentId()
    await looksForDelivery()
    await bench.time.advance(5_000)
    expect(await first).toMatchObject({
      type: 'success',
      message: expect.stringContaining('not confirmed within 5 s'),
      res: { status: 'SERVER_ACK', reached: 'server' },
    })
    await apply(receiptEvent([id], 'delivered', ANA_SELF))
    const again = await send('hello', { wait: 'delivered', waitSec: 5 }, { key: 'k1' })
    expect(again).toMatchObject({ res: { key: { id }, reached: 'delivered' } })
    expect(bench.connection.sent).toHaveLength(1)
  })

  it('to a group answers when one member confirmed it', async () => {
    const answer = send('hello', { wait: 'delivered' }, { target: GROUP })
    const id = await sentId()
    await looksForDelivery()
    await apply({
      kind: 'receipt',
      receipt: { chat: GROUP, ids: [id], kind: 'delivered', by: ANA_SELF, atSec: 1_800_000_001 },
    })
    expect(await answer).toMatchObject({ res: { status: 'SERVER_ACK', reached: 'delivered' } })
  })

  it('fails when the network takes its acknowledgement back', async () => {
    const answer = send('hello', { wait: 'delivered' })
    const id = await sentId()
    await looksForDelivery()
    await apply(receiptEvent([id], 'error', ANA_SELF))
    expect(await answer).toMatchObject({ type: 'error', res: { key: { id } } })
  })

  it('tells what is so when its client is handed over meanwhile', async () => {
    const answer = send('hello', { wait: 'delivered', waitSec: 100 })
    await sentId()
    await looksForDelivery()
    let isAnswered = false
    const noted = answer.finally(() => {
      isAnswered = true
    })
    // The look may be the one before the wait begins; a client that was let go by then is waited for all the same.
    await until(async () => {
      await bench.sender.drain(bench.time.nowMs())
      return isAnswered
    })
    expect(await noted).toMatchObject({ type: 'success', res: { status: 'SERVER_ACK', reached: 'server' } })
  })

  it('is refused by the network like any other', async () => {
    bench.connection.answer = () => ({ kind: 'refused', code: '403' })
    expect(await send('hello', { wait: 'delivered' })).toMatchObject({
      type: 'error',
      error: expect.stringMatching(/^403: This account may not write to this chat\. /),
    })
  })
})

describe('an edit or a reaction', () => {
  it('waits like a message', async () => {
    const { res } = await send('hello', {})
    const key = { remoteJid: ANA, id: res!.key.id, fromMe: true }
    const base = { clientId: bench.clientId, target: ANA, key, wait: 'queued' as const }
    const edit = await bench.chat.handlers.editMessage({ ...base, text: 'new' }, bench.ctx())
    const reaction = await bench.chat.handlers.reactMessage({ ...base, reaction: '👍' }, bench.ctx())
    expect([edit, reaction].map((answer) => answer.res?.reached)).toEqual(['queued', 'queued'])
    await until(async () => (await rows()).every(({ status }) => status === 'SERVER_ACK'))
  })
})
