import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench, until } from '../../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { fakeConnector } from '../../../../../test/support/fake-network.ts'
import { at, person, receiptEvent } from '../../../../../test/support/network-events.ts'
import type { OutboxSettled, SendOutcome } from '../../../../core/conversation/send-outcome.ts'
import type { NetworkEvent } from '../../../../network/port.ts'

const database = useTestDatabase()
const ANA = at('491511111111@s.whatsapp.net')
const NO_ANSWER: SendOutcome = { kind: 'unknown', reason: 'ack_timeout', withinMs: 1_500 }

let bench: ChatBench
let hanging: (() => void)[] = []

/** The network says nothing until the test is over. */
const never = () =>
  new Promise<SendOutcome>((resolve) => {
    hanging.push(() => resolve(NO_ANSWER))
  })

beforeEach(async () => {
  bench = await createChatBench(database())
})
afterEach(async () => {
  for (const end of hanging) end()
  hanging = []
  await bench.close()
})

const query = async (sql: string, ...values: unknown[]) => (await database().pool.query(sql, values)).rows
const messages = () =>
  query('select type, status, error from message where client_id = $1 order by seq', bench.clientId)
const statuses = async () => (await messages()).map(({ status }) => status)
const age = (minutes: number) =>
  query("update message set created_at = now() - $1::int * interval '1 minute'", minutes)
const lease = (secondsLeft: number) =>
  query(
    `insert into client_lease (client_id, owner, epoch, expires_at) values ($1, 'h', 1, now() + $2::int * interval '1 second')
     on conflict (client_id) do update set expires_at = excluded.expires_at`,
    bench.clientId,
    secondsLeft,
  )
const send = (text: string, extra: { wait?: 'queued' } = {}) =>
  bench.chat.handlers.sendMessage(
    { clientId: bench.clientId, target: ANA, message: { text }, ...extra },
    bench.ctx(),
  )

async function settleStale(): Promise<OutboxSettled[]> {
  const outcomes: OutboxSettled[] = []
  await bench.chat.settleStale(async (_tx, settled) => void outcomes.push(settled))
  return outcomes
}

async function apply(...events: NetworkEvent[]) {
  const client = { id: bench.clientId, userId: bench.userId, address: null, lid: null }
  const applied = await database().transaction((tx) => bench.chat.applyEvents(tx, client, events))
  applied.committed()
}

/** A message on the wire whose sender is gone, as after kill -9 of a host that nobody starts again. */
async function leavePending(): Promise<string> {
  bench.connection.answer = never
  const before = bench.connection.sent.length
  void send('hello').catch(() => {})
  await until(() => bench.connection.sent.length > before)
  return bench.connection.sent[before]!.id
}

/** An outbox row that was planned so many hours ago. */
async function plan(hours: number, status = 'pending'): Promise<string> {
  const id = fakeConnector.newMessageId()
  await query(
    `insert into outbox (id, client_id, contact_jid, node_id, message_id, content, status, created_at)
     values ($1, $2, $3, 'n', $4, '{"type":"text","text":"hi"}', $5, now() - $6::int * interval '1 hour')`,
    randomUUID(),
    bench.clientId,
    ANA,
    id,
    status,
    hours,
  )
  return id
}

describe('a message that was on the wire when its host died', () => {
  it('gets an end though its client is never started again, and a late receipt sets it right', async () => {
    const id = await leavePending()
    await settleStale()
    expect(await statuses()).toEqual(['PENDING'])
    await age(2)
    await settleStale()
    expect(await messages()).toEqual([
      { type: 'text', status: 'ERROR', error: expect.stringMatching(/^OUTCOME_UNKNOWN/) },
    ])
    await apply(receiptEvent([id], 'delivered', person('491511111111')))
    expect(await messages()).toMatchObject([{ status: 'DELIVERY_ACK', error: null }])
  })

  it('is left to the owner of its client for as long as a send may take, and no longer', async () => {
    await leavePending()
    await lease(30)
    await age(29)
    await settleStale()
    expect(await statuses()).toEqual(['PENDING'])
    await age(31)
    await settleStale()
    expect(await statuses()).toEqual(['ERROR'])
  })

  it('is not given up while the outbox sends it again', async () => {
    const id = await leavePending()
    await query('update message set id = $1', await plan(1))
    await age(60)
    await settleStale()
    expect(await statuses()).toEqual(['PENDING'])
    await query("update outbox set status = 'failed'")
    await settleStale()
    expect(await statuses()).toEqual(['ERROR'])
    expect(id).toBeTruthy()
  })
})

describe('a flow’s message whose client was away for more than a day', () => {
  it('fails for its run, and says whether it may have left', async () => {
    const waited = await plan(25)
    const onTheWire = await plan(25, 'sending')
    const fresh = await plan(23)
    const outcomes = await settleStale()
    expect(outcomes.map(({ messageId, outcome, error }) => [messageId, outcome, error?.code])).toEqual([
      [waited, 'failed', 'EXPIRED'],
      [onTheWire, 'failed', 'OUTCOME_UNKNOWN'],
    ])
    expect(await query("select message_id as id from outbox where status in ('pending', 'sending')")).toEqual(
      [{ id: fresh }],
    )
    expect(await settleStale()).toEqual([])
  })
})

describe('a flow’s message whose run is cancelled between two attempts', () => {
  const planNow = async () => {
    await plan(0)
    await query('update outbox set created_at = $1, next_at = $1', bench.time.now())
  }
  const cancel = async () => {
    await until(() => bench.time.sleeping() > 0)
    await query('delete from outbox')
    await bench.time.advance(400_000)
    await until(async () => !(await statuses()).includes('PENDING'))
    return (await messages())[0].error
  }

  it('was certainly not sent when the network had refused it', async () => {
    bench.connection.answer = () => ({ kind: 'refused', code: '429' })
    await planNow()
    bench.sender.wakeOutbox()
    expect(await cancel()).toMatch(/^CANCELLED: /)
  })

  it('has an unknown outcome when it was on the wire', async () => {
    bench.connection.answer = () => NO_ANSWER
    await planNow()
    bench.sender.wakeOutbox()
    expect(await cancel()).toMatch(/^OUTCOME_UNKNOWN: /)
  })
})

describe('what waits in the queue', () => {
  it('ends with its reason when the client is stopped, logged out or handed over', async () => {
    await bench.close()
    bench = await createChatBench(database(), { rate: 1, burst: 1 })
    for (const text of ['a', 'b', 'c']) await send(text, { wait: 'queued' })
    await until(async () => (await statuses())[0] === 'SERVER_ACK')
    await bench.sender.close()
    await until(async () => !(await statuses()).includes('PENDING'))
    expect((await messages()).map(({ status, error }) => [status, error?.split(':')[0] ?? null])).toEqual([
      ['SERVER_ACK', null],
      ['ERROR', 'CLIENT_NOT_CONNECTED'],
      ['ERROR', 'CLIENT_NOT_CONNECTED'],
    ])
  })
})

describe('an outcome that could not be known in time', () => {
  it('is set right by a late acknowledgement, and not undone by an error before it', async () => {
    bench.connection.answer = () => NO_ANSWER
    const { res } = await send('hello')
    expect(await statuses()).toEqual(['ERROR'])
    await apply(receiptEvent([res!.key.id], 'server', { phone: null, lid: null }))
    expect(await messages()).toMatchObject([{ status: 'SERVER_ACK', error: null }])
  })
})

describe('every kind of send', () => {
  const kinds = {
    async edit() {
      const { res } = await send('before')
      return { operation: 'editMessage' as const, more: { key: keyOf(res?.key.id), text: 'after' } }
    },
    async reaction() {
      const { res } = await send('before')
      return { operation: 'reactMessage' as const, more: { key: keyOf(res?.key.id), reaction: '👍' } }
    },
    async revoke() {
      const { res } = await send('before')
      return { operation: 'deleteMessage' as const, more: { key: keyOf(res?.key.id) } }
    },
    async forward() {
      const { res } = await send('before')
      return { operation: 'forwardMessage' as const, more: { messageId: res!.key.id, sourceJid: ANA } }
    },
  }
  const keyOf = (id: string | undefined) => ({ remoteJid: ANA, id: id ?? '', fromMe: true })

  it.each(Object.keys(kinds) as (keyof typeof kinds)[])('on the wire at a crash ends: %s', async (kind) => {
    const { operation, more } = await kinds[kind]()
    bench.connection.answer = never
    const call = bench.chat.handlers[operation] as (input: object, ctx: unknown) => Promise<unknown>
    // What the dead process would still have answered goes nowhere.
    void call({ clientId: bench.clientId, target: ANA, ...more }, bench.ctx()).catch(() => {})
    await until(() => bench.connection.sent.length === 2)
    expect((await messages()).at(-1)).toMatchObject({ status: 'PENDING' })
    await bench.crashAndRestart()
    await until(async () => !(await statuses()).includes('PENDING'))
    expect((await messages()).at(-1)).toMatchObject({
      status: 'ERROR',
      error: expect.stringMatching(/^OUTCOME_UNKNOWN/),
    })
  })
})
