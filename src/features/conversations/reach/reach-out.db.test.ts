import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench, until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { fakeConnector, textsOf } from '../../../../test/support/fake-network.ts'
import { at, person, textEvent } from '../../../../test/support/network-events.ts'
import type { Address } from '../../../core/addresses.ts'
import type { NewChatQuota } from '../../../core/new-chats.ts'
import type { NetworkEvent } from '../../../network/port.ts'

const database = useTestDatabase()
const HOUR_MS = 3_600_000
const ANA = at('491511111111@s.whatsapp.net')
const BEN = at('491522222222@s.whatsapp.net')
const CARA = at('491533333333@s.whatsapp.net')
const GROUP = at('120363000000000001@g.us')

let bench: ChatBench
let untilMs: number

beforeEach(async () => {
  bench = await createChatBench(database())
  untilMs = bench.time.nowMs() + HOUR_MS
  await apply(textEvent({ id: 'T1', from: person('491522222222') }))
})
afterEach(() => bench.close())

const query = async (sql: string, ...values: unknown[]) => (await database().pool.query(sql, values)).rows

async function apply(...events: NetworkEvent[]) {
  const client = { id: bench.clientId, userId: bench.userId, address: null, lid: null }
  const applied = await database().transaction((tx) => bench.chat.applyEvents(tx, client, events))
  applied.committed()
}

const word = (isRestricted: boolean): NetworkEvent => ({
  kind: 'reach_out',
  isRestricted,
  untilMs: isRestricted ? untilMs : null,
})

const quota = (change: Partial<NewChatQuota> = {}): NetworkEvent => ({
  kind: 'new_chats',
  quota: {
    ...{ total: 10, used: 0, level: 'none', cycleStartMs: null, cycleEndMs: untilMs },
    ...change,
  },
})

const send = (target: Address, text = 'hello') =>
  bench.chat.handlers.sendMessage({ clientId: bench.clientId, target, message: { text } }, bench.ctx())

const stored = async () =>
  (
    await query(
      'select new_chats_total as total, new_chats_used as used, new_chats_level as level from client where id = $1',
      bench.clientId,
    )
  )[0]

/** The network as it is while it restricts the account: strangers are refused, others are not. */
function restrict() {
  bench.connection.answer = ({ to }) =>
    to === BEN || to === GROUP
      ? { kind: 'acked', atSec: 1_800_000_000 }
      : { kind: 'refused', code: '463', restrictedUntilMs: untilMs }
}

function allow() {
  bench.connection.answer = () => ({ kind: 'acked', atSec: 1_800_000_000 })
}

async function plan(text: string, contact: string): Promise<void> {
  await query(
    `insert into outbox (id, client_id, contact_jid, node_id, message_id, content, next_at, created_at)
     values ($1, $2, $3, 'n', $4, $5, $6, $6)`,
    randomUUID(),
    bench.clientId,
    contact,
    fakeConnector.newMessageId(),
    { type: 'text', text, linkPreview: true, quoteMessageId: null, typing: 0 },
    bench.time.now(),
  )
}

const outbox = async () =>
  (
    await query(
      'select status, attempts, error from outbox where client_id = $1 order by seq',
      bench.clientId,
    )
  ).map(({ status, attempts, error }) => [status, attempts, error?.split(':')[0] ?? null])

describe('while the network restricts writing to strangers', () => {
  it('a flow’s message to one waits, is tried once, and goes in order when the restriction ends', async () => {
    restrict()
    for (const text of ['one', 'two']) await plan(text, ANA)
    bench.sender.wakeOutbox()
    await until(() => bench.time.sleeping() > 0)
    expect(await outbox()).toEqual([
      ['pending', 0, 'REACH_OUT_RESTRICTED'],
      ['pending', 0, null],
    ])
    await bench.time.advance(HOUR_MS / 2)
    bench.sender.wakeOutbox()
    expect(textsOf(bench.connection)).toEqual(['one'])
    allow()
    await bench.time.advance(HOUR_MS / 2)
    await until(() => bench.settled.length === 2)
    expect(textsOf(bench.connection)).toEqual(['one', 'one', 'two'])
  })

  it('conversations and groups go on, however many strangers wait', async () => {
    restrict()
    for (let i = 0; i < 450; i += 1)
      await plan(`cold ${i}`, `4916${String(i).padStart(8, '0')}@s.whatsapp.net`)
    await plan('warm', BEN)
    await plan('group', GROUP)
    bench.sender.wakeOutbox()
    await until(() => bench.settled.length === 2)
    expect(textsOf(bench.connection)).toEqual(expect.arrayContaining(['warm', 'group']))
    expect(bench.connection.sent.length).toBeLessThan(40)
  })

  it('a stranger who writes is none any more', async () => {
    await apply(word(true))
    await plan('hello', ANA)
    bench.sender.wakeOutbox()
    await until(() => bench.time.sleeping() > 0)
    expect(bench.connection.sent).toEqual([])
    await apply(textEvent({ id: 'T2', from: person('491511111111') }))
    await until(() => bench.settled.length === 1)
    expect(textsOf(bench.connection)).toEqual(['hello'])
  })

  it('the network’s word that it is over lets everything go', async () => {
    await apply(word(true))
    await plan('hello', ANA)
    bench.sender.wakeOutbox()
    await until(() => bench.time.sleeping() > 0)
    await apply(word(false))
    await until(() => bench.settled.length === 1)
    expect(bench.settled).toMatchObject([{ outcome: 'sent' }])
  })

  it('a flow’s message that cannot go within its day fails at once, with the reason and until when', async () => {
    untilMs = bench.time.nowMs() + 48 * HOUR_MS
    await apply(word(true))
    await plan('hello', ANA)
    bench.sender.wakeOutbox()
    await until(() => bench.settled.length === 1)
    expect(bench.settled).toMatchObject([
      {
        outcome: 'failed',
        error: { code: 'REACH_OUT_RESTRICTED', params: { until: expect.stringMatching(/^2027-01-17T/) } },
      },
    ])
    expect(bench.connection.sent).toEqual([])
  })

  it('the network’s refusal of one chat too many pauses all of them, until it says how many there are', async () => {
    bench.connection.answer = ({ to }) =>
      to === BEN ? { kind: 'acked', atSec: 1_800_000_000 } : { kind: 'refused', code: '475' }
    await plan('hello', ANA)
    bench.sender.wakeOutbox()
    await until(() => bench.time.sleeping() > 0)
    expect(await outbox()).toEqual([['pending', 0, 'NEW_CHAT_LIMIT']])
    await expect(send(CARA)).rejects.toMatchObject({ data: { reason: 'NEW_CHAT_LIMIT' } })
    allow()
    await apply(quota({ total: null, cycleEndMs: null }))
    await until(() => bench.settled.length === 1)
    expect(textsOf(bench.connection)).toEqual(['hello', 'hello'])
  })

  it('a restart does not forget it', async () => {
    await apply(word(true))
    await bench.sender.close()
    await bench.crashAndRestart()
    const send = bench.chat.handlers.sendMessage(
      { clientId: bench.clientId, target: ANA, message: { text: 'hello' } },
      bench.ctx(),
    )
    await expect(send).rejects.toMatchObject({
      data: { reason: 'REACH_OUT_RESTRICTED', until: new Date(untilMs).toISOString() },
    })
    expect(bench.connection.sent).toEqual([])
  })
})

const strangers = (count: number): Address[] =>
  Array.from({ length: count }, (_, i) => at(`4917${String(i).padStart(8, '0')}@s.whatsapp.net`))

describe('when the account may begin only so many chats', () => {
  it('all but the last tenth are begun, however many are asked for at once, and answers go on', async () => {
    await apply(quota({ used: 6 }))
    const outcomes = await Promise.allSettled(strangers(8).map((target) => send(target)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
    expect(refused).toHaveLength(5)
    for (const each of refused)
      expect(each).toMatchObject({
        data: { reason: 'NEW_CHAT_LIMIT', until: new Date(untilMs).toISOString() },
      })
    expect(bench.connection.sent).toHaveLength(3)
    expect((await send(BEN)).type).toBe('success')
    expect((await send(GROUP)).type).toBe('success')
    const [begun = ANA] = bench.connection.sent.map(({ to }) => to)
    expect((await send(begun)).type).toBe('success')
    await until(async () => (await stored()).used === 9, stored)
    expect(await stored()).toEqual({ total: 10, used: 9, level: 'none' })
  })

  it('a flow’s message to one too many waits, and goes when the network counts anew', async () => {
    await apply(quota({ used: 8 }))
    for (const [i, contact] of strangers(3).entries()) await plan(`cold ${i}`, contact)
    await plan('warm', BEN)
    bench.sender.wakeOutbox()
    await until(() => bench.settled.length === 2)
    expect(textsOf(bench.connection).toSorted()).toEqual([expect.stringMatching(/^cold/), 'warm'])
    await apply(quota({ used: 0, cycleEndMs: untilMs + HOUR_MS }))
    await until(() => bench.settled.length === 4)
    expect(textsOf(bench.connection)).toHaveLength(4)
  })

  it('one that the network refuses for another reason is not counted', async () => {
    await apply(quota({ used: 8 }))
    bench.connection.answer = () => ({ kind: 'refused', code: '479' })
    await send(ANA).catch(() => {})
    allow()
    expect((await send(CARA)).type).toBe('success')
    await expect(send(ANA)).rejects.toMatchObject({ data: { reason: 'NEW_CHAT_LIMIT' } })
  })

  it('a restart does not forget it', async () => {
    await apply(quota({ used: 9 }))
    await until(async () => (await stored()).used === 9, stored)
    await bench.sender.close()
    await bench.crashAndRestart()
    await expect(send(ANA)).rejects.toMatchObject({ data: { reason: 'NEW_CHAT_LIMIT' } })
    expect((await send(BEN)).type).toBe('success')
  })
})
