import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench } from '../../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { insertClient } from '../../../../../test/support/fixtures.ts'

const database = useTestDatabase()
let bench: ChatBench
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query(text, values)).rows as Row[]

beforeAll(async () => {
  bench = await createChatBench(database())
  return () => bench.close()
})
beforeEach(async () => {
  for (const table of [
    'message',
    'conversation',
    'conversation_wait',
    'contact_automation',
    'person_send',
    'flow',
  ])
    await query(`delete from ${table}`)
})

const chatOf = (person: number) => `4915100000${String(person).padStart(2, '0')}@s.whatsapp.net`
let written = 0

interface Written {
  origin?: 'contact' | 'phone' | 'api' | 'flow'
  /** Of a message of a person. */
  sentBy?: string
  clientId?: string
}

async function write(chat: string, { origin = 'contact', sentBy, clientId = bench.clientId }: Written = {}) {
  written += 1
  const id = `m${written}`
  await query(
    `with m as (
       insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin, sent_by)
       values ($1, $2, $3, $4, $5, 'text', 'hello', 'PENDING', $6, $7))
     insert into person_send (client_id, message_id, event_id, text, source)
     select $1, $3, 'e', 'hello', 'dashboard' where $7::text is not null`,
    [clientId, chat, id, origin !== 'contact', 1_700_000_000 + written, origin, sentBy ?? null],
  )
}

const byMe = (): Written => ({ origin: 'api', sentBy: `user:${bench.userId}` })
const update = (chat: string, change: object) =>
  bench.chat.handlers.updateConversation(
    { clientId: bench.clientId, target: chat as never, ...change },
    bench.ctx(),
  )

const waits = () =>
  query<{ isAnswered: boolean; by: string | null; lasted: boolean }>(
    `select is_answered as "isAnswered", answered_by as by, ended_at >= began_at as lasted from conversation_wait order by id`,
  )

type Asked = Parameters<ChatBench['chat']['handlers']['measureFirstAnswers']>[0]
const measure = (asked: Partial<Asked> = {}, ctx = bench.ctx()) =>
  bench.chat.handlers.measureFirstAnswers(
    { from: '2026-03-01', to: '2026-03-31', timezone: 'UTC', ...asked },
    ctx,
  )

interface Wait {
  beganAt: string
  sec?: number
  isAnswered?: boolean
  by?: string | null
  assignedTo?: string | null
  departmentId?: string | null
  clientId?: string
}

/** A wait as the trigger writes it. */
const insertWait = ({ beganAt, sec = 10, isAnswered = true, by = null, ...of }: Wait) =>
  query(
    `insert into conversation_wait (client_id, chat, began_at, ended_at, is_answered, answered_by, department_id, assigned_to)
     values ($1, 'c', $2::timestamptz, $2::timestamptz + $3 * interval '1 second', $4, $5, $6, $7)`,
    [
      of.clientId ?? bench.clientId,
      beganAt,
      sec,
      isAnswered,
      by,
      of.departmentId ?? null,
      of.assignedTo ?? null,
    ],
  )

describe('a wait', () => {
  it('ends with the first message of a person, and is written down once with who that was', async () => {
    await write(chatOf(1))
    await write(chatOf(1))
    for (const origin of ['flow', 'api'] as const) await write(chatOf(1), { origin })
    expect(await waits()).toEqual([])
    await write(chatOf(1), byMe())
    await write(chatOf(1), byMe())
    await write(chatOf(2))
    await write(chatOf(2), { origin: 'phone' })
    expect(await waits()).toEqual([
      { isAnswered: true, by: `user:${bench.userId}`, lasted: true },
      { isAnswered: true, by: 'phone', lasted: true },
    ])
  })

  it('begins anew with what the contact writes next, and is none where nobody was needed', async () => {
    await query(
      `insert into flow (id, user_id, client_id, name, is_active) values ($1, $2, $3, 'Orders', true)`,
      [randomUUID(), bench.userId, bench.clientId],
    )
    await write(chatOf(1))
    await write(chatOf(1), byMe())
    expect(await waits()).toEqual([])
    await query('delete from flow')
    for (let n = 0; n < 2; n += 1) {
      await write(chatOf(1))
      await write(chatOf(1), byMe())
    }
    expect(await waits()).toHaveLength(2)
  })

  it('is unanswered where it is resolved, snoozed or given back to flows', async () => {
    for (const person of [1, 2, 3]) await write(chatOf(person))
    await update(chatOf(1), { state: 'resolved' })
    await update(chatOf(2), { snoozedUntil: new Date(Date.now() + 60_000).toISOString() })
    await query(
      `insert into contact_automation (client_id, jid, handoff_until, handoff_by)
       values ($1, $2, now() + interval '1 hour', '{"kind":"flow","at":1}')`,
      [bench.clientId, chatOf(3)],
    )
    await query('update contact_automation set handoff_until = null, handoff_by = null')
    expect(await waits()).toEqual(
      Array.from({ length: 3 }, () => ({ isAnswered: false, by: null, lasted: true })),
    )
  })
})

describe('first answers', () => {
  it('are measured in all and for each day, where it begins in the time zone', async () => {
    const beganAt = [
      '2026-03-01T12:00:00Z',
      '2026-03-02T02:00:00Z',
      '2026-03-02T12:00:00Z',
      '2026-03-09T12:00:00Z',
    ]
    for (const [n, at] of beganAt.entries()) await insertWait({ beganAt: at, sec: 10 * (n + 1) })
    await insertWait({ beganAt: '2026-03-02T12:00:00Z', sec: 500, isAnswered: false })
    await insertWait({ beganAt: '2026-04-01T02:00:00Z', sec: 900 })
    expect(await measure()).toEqual({
      all: { answered: 4, medianSec: 25, p90Sec: 37, unanswered: 1, waiting: 0 },
      groups: [],
    })
    const { groups } = await measure({ by: 'day', timezone: 'America/Sao_Paulo' })
    expect(groups.map(({ key, answered, unanswered }) => [key, answered, unanswered])).toEqual([
      ['2026-03-01', 2, 0],
      ['2026-03-02', 1, 1],
      ['2026-03-09', 1, 0],
      ['2026-03-31', 1, 0],
    ])
    expect((await measure({ from: '2026-03-03', to: '2026-03-04' })).all).toEqual({
      ...{ answered: 0, medianSec: null, p90Sec: null, unanswered: 0, waiting: 0 },
    })
  })

  it('are grouped by who answered, department and number, with what still waits', async () => {
    const sales = randomUUID()
    await query(`insert into department (id, user_id, name, rule) values ($1, $2, 'Sales', 'everyone')`, [
      sales,
      bench.userId,
    ])
    const at = { beganAt: '2026-03-05T12:00:00Z' }
    await insertWait({ ...at, by: `user:${bench.userId}`, departmentId: sales })
    await insertWait({ ...at, by: 'phone' })
    await insertWait({ ...at, isAnswered: false, assignedTo: bench.userId })
    await write(chatOf(1))
    await query(
      `update conversation set waiting_since = '2026-03-06T12:00:00Z', department_id = $1, assigned_to = $2`,
      [sales, bench.userId],
    )
    const pick = (groups: Awaited<ReturnType<typeof measure>>['groups']) =>
      groups.map(({ key, name, answered, unanswered, waiting }) => [key, name, answered, unanswered, waiting])
    expect(pick((await measure({ by: 'person' })).groups)).toEqual([
      [bench.userId, 'Test', 1, 1, 1],
      [null, null, 1, 0, 0],
    ])
    expect(pick((await measure({ by: 'department' })).groups)).toEqual([
      [sales, 'Sales', 1, 0, 1],
      [null, null, 1, 1, 0],
    ])
    expect(pick((await measure({ by: 'client' })).groups)).toEqual([[bench.clientId, 'Shop', 2, 1, 1]])
    expect((await measure({ departmentId: sales })).all).toMatchObject({ answered: 1, waiting: 1 })
  })

  it('are those of the numbers that the caller sees', async () => {
    const second = await insertClient(database().pool, { userId: bench.userId })
    const foreign = await insertClient(database().pool)
    for (const clientId of [bench.clientId, second, foreign])
      await insertWait({ beganAt: '2026-03-05T12:00:00Z', clientId })
    expect((await measure()).all.answered).toBe(2)
    expect((await measure({ clientId: second })).all.answered).toBe(1)
    const limited = { ...bench.ctx(), principal: { ...bench.ctx().principal, clientIds: [second] } }
    expect((await measure({ by: 'client' }, limited)).groups).toMatchObject([{ key: second, answered: 1 }])
  })
})
