import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench } from '../../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../../../test/support/fixtures.ts'
import { at } from '../../../../../test/support/network-events.ts'
import { readRefusal } from '../../../../../test/support/refusals.ts'
import type { CallContext } from '../../../../contract/handlers.ts'
import { LABELLED, SHOWN } from '../../read/conversation-list.ts'

const database = useTestDatabase()
const ANA = at('491511111111@s.whatsapp.net')
const BEN = at('491522222222@s.whatsapp.net')
const GROUP = '491511111111-1500000000@g.us'
const FEW = randomUUID()
const MANY = randomUUID()

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
    'contact_automation',
    'event_log',
    'flow',
    'conversation_entry',
  ])
    await query(`delete from ${table}`)
})

let written = 0
interface Written {
  chat?: string
  clientId?: string
  origin?: 'contact' | 'phone' | 'api' | 'flow' | 'history'
  type?: string
}

async function write({
  chat = ANA,
  clientId = bench.clientId,
  origin = 'contact',
  type = 'text',
}: Written = {}) {
  written += 1
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, $3, $4, $5, $6, 'hello', 'DELIVERY_ACK', $7)`,
    [
      clientId,
      chat,
      `m${written}`,
      origin !== 'contact' && origin !== 'history',
      1_700_000_000 + written,
      type,
      origin,
    ],
  )
}

async function activateFlow() {
  await query(
    `insert into flow (id, user_id, client_id, name, is_active) values ($1, $2, $3, 'Orders', true)`,
    [randomUUID(), bench.userId, bench.clientId],
  )
}

const stateOf = async (chat: string = ANA) =>
  (await query<{ state: string }>('select state from conversation where chat = $1', [chat]))[0]?.state

const update = (change: Partial<Parameters<typeof bench.chat.handlers.updateConversation>[0]>) =>
  bench.chat.handlers.updateConversation({ clientId: bench.clientId, target: ANA, ...change }, bench.ctx())

type Listed = Parameters<typeof bench.chat.handlers.listConversations>[0]
const list = async (input: Partial<Listed> = {}, ctx = bench.ctx()) => {
  const page = await bench.chat.handlers.listConversations({ limit: 10, ...input }, ctx)
  return { chats: page.conversations.map(({ jid }) => jid), ...page }
}

async function addMember(role: string, clientIds: string[] | null = null): Promise<string> {
  const userId = await insertUser(database().pool)
  await query(
    'insert into workspace_member (workspace_id, user_id, role, client_ids) values ($1, $2, $3, $4::uuid[])',
    [bench.userId, userId, role, clientIds],
  )
  return userId
}

describe('what the contact writes', () => {
  it('waits for a person where no flow answers, until a person answers', async () => {
    await write()
    expect(await stateOf()).toBe('waiting')
    await write({ origin: 'flow' })
    await write({ origin: 'api' })
    expect(await stateOf()).toBe('waiting')
    await write({ origin: 'phone' })
    expect(await stateOf()).toBe('open')
    await write()
    await query(
      `with m as (insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
         values ($1, $2, 'typed', true, 1800000000, 'text', 'hi', 'PENDING', 'api'))
       insert into person_send (client_id, message_id, event_id, text, source) values ($1, 'typed', 'e', 'hi', 'dashboard')`,
      [bench.clientId, ANA],
    )
    expect(await stateOf()).toBe('open')
  })

  it('is left to flows where one is active, and waits while people have the chat', async () => {
    await activateFlow()
    await write()
    expect(await stateOf()).toBe('open')
    await query(
      `insert into contact_automation (client_id, jid, handoff_until, handoff_by)
       values ($1, $2, now() + interval '1 hour', '{"kind":"flow","at":1}')`,
      [bench.clientId, ANA],
    )
    expect(await stateOf()).toBe('waiting')
    await query('update contact_automation set handoff_until = null, handoff_by = null')
    expect(await stateOf()).toBe('open')
    await query(
      `update contact_automation set handoff_until = now() + interval '1 hour', handoff_by = '{"kind":"person","at":1}'`,
    )
    expect(await stateOf()).toBe('open')
    await write()
    expect(await stateOf()).toBe('waiting')
  })

  it('opens what was resolved or snoozed, and waits for who it is assigned to', async () => {
    await activateFlow()
    await write()
    await update({ state: 'resolved' })
    await write({ type: 'reaction' })
    expect(await stateOf()).toBe('resolved')
    await write()
    expect(await stateOf()).toBe('open')
    const until = new Date(Date.now() + 60_000).toISOString()
    expect(await update({ snoozedUntil: until })).toMatchObject({ state: 'snoozed', snoozedUntil: until })
    await update({ assignedTo: bench.userId })
    expect(await stateOf()).toBe('snoozed')
    await write()
    expect(await stateOf()).toBe('waiting')
  })

  it('in a group waits for nobody, and what came with the history is no work', async () => {
    await write({ chat: GROUP })
    await write({ chat: BEN, origin: 'history' })
    expect([await stateOf(GROUP), await stateOf(BEN)]).toEqual(['open', undefined])
  })
})

describe('a snoozed conversation', () => {
  it('waits for a person from its time on', async () => {
    await write()
    await update({ snoozedUntil: new Date(Date.now() + 60_000).toISOString() })
    await bench.chat.wakeSnoozed()
    expect(await stateOf()).toBe('snoozed')
    await query(`update conversation set snoozed_until = now() - interval '1 second'`)
    await bench.chat.wakeSnoozed()
    expect((await list({ show: 'waiting' })).conversations).toMatchObject([{ jid: ANA, state: 'waiting' }])
    const place = { clientId: bench.clientId, jid: ANA }
    expect(await bench.chat.handlers.getConversation(place, bench.ctx())).toMatchObject({
      ...{ state: 'waiting', snoozedUntil: null, waitingSince: expect.any(String) },
    })
  })

  it.each([
    { state: 'snoozed' as const },
    { snoozedUntil: '2020-01-01T00:00:00Z' },
    { snoozedUntil: new Date(Date.now() + 500 * 86_400_000).toISOString() },
    { state: 'open' as const, snoozedUntil: new Date(Date.now() + 60_000).toISOString() },
  ])('needs a time ahead, and nothing else does: %j', async (change) => {
    await write()
    expect(await readRefusal(update(change))).toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is one that there are messages of', async () => {
    expect(await readRefusal(update({ state: 'resolved' }))).toMatchObject({ code: 'NOT_FOUND' })
  })
})

describe('a conversation', () => {
  it('is assigned to a member who may write there, and to nobody once they left', async () => {
    await write()
    const other = await insertClient(database().pool, { userId: bench.userId })
    const [agent, viewer] = [await addMember('agent', [bench.clientId]), await addMember('viewer')]
    for (const userId of [viewer, await addMember('agent', [other]), await insertUser(database().pool)])
      expect(await readRefusal(update({ assignedTo: userId }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await update({ assignedTo: agent })).toMatchObject({ assignedTo: { userId: agent } })
    expect((await list({ show: 'unassigned' })).chats).toEqual([])
    const asAgent = { ...bench.ctx(), principal: { ...bench.ctx().principal, userId: agent } }
    expect((await list({ show: 'mine' }, asAgent)).chats).toEqual([ANA])
    expect((await list({ show: 'mine' })).chats).toEqual([])
    const told = await query<{ data: object }>(
      `select data from event_log where name = 'contact.updated' order by seq desc limit 1`,
    )
    expect(told[0]?.data).toMatchObject({ jid: ANA, state: 'waiting', assignedTo: agent })
    await query('delete from workspace_member where user_id = $1', [agent])
    expect((await list({ show: 'unassigned' })).conversations).toMatchObject([{ jid: ANA, assignee: null }])
  })

  it('is given by hand to a department, whose rule says who gets it, or that it waits', async () => {
    await activateFlow()
    await write()
    const agent = await addMember('agent')
    const [sales, all] = [randomUUID(), randomUUID()]
    await query(
      `insert into department (id, user_id, name, rule) values ($1, $3, 'Sales', 'round_robin'), ($2, $3, 'All', 'everyone')`,
      [sales, all, bench.userId],
    )
    await query('insert into department_member (department_id, user_id) values ($1, $2)', [sales, agent])
    expect(await readRefusal(update({ departmentId: randomUUID() }))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await update({ departmentId: sales })).toMatchObject({
      ...{ state: 'open', assignedTo: { userId: agent }, department: { id: sales, name: 'Sales' } },
    })
    const told = await query<{ data: object }>(
      `select data from event_log where name = 'contact.updated' order by seq desc limit 1`,
    )
    expect(told[0]?.data).toMatchObject({ assignedTo: agent, departmentId: sales })
    const listEntries = async () =>
      (await bench.chat.handlers.listEntries({ clientId: bench.clientId, jid: ANA, limit: 1 }, bench.ctx()))
        .entries
    const given = { kind: 'assigned', department: { id: sales, name: 'Sales' }, member: { userId: agent } }
    expect(await listEntries()).toMatchObject([given])
    expect(await update({ departmentId: all })).toMatchObject({ state: 'waiting', assignedTo: null })
    expect(await listEntries()).toMatchObject([{ department: { name: 'All' }, member: null }])
    expect(await update({ departmentId: all, assignedTo: agent })).toMatchObject({
      ...{ assignedTo: { userId: agent }, department: { name: 'All' } },
    })
    expect(await update({ departmentId: null })).toMatchObject({
      assignedTo: { userId: agent },
      department: null,
    })
    await query('delete from department')
    expect(await update({})).toMatchObject({ department: null })
  })

  it('is counted by how far people are with it', async () => {
    await write()
    await write({ chat: BEN })
    await update({ assignedTo: bench.userId })
    const count = () => bench.chat.handlers.countConversations({}, bench.ctx())
    expect(await count()).toEqual({ waiting: 2, unassigned: 1, mine: 1, snoozed: 0, mentions: 0 })
    await update({ snoozedUntil: new Date(Date.now() + 60_000).toISOString() })
    expect(await count()).toEqual({ waiting: 1, unassigned: 1, mine: 0, snoozed: 1, mentions: 0 })
  })
})

describe('the conversations of all numbers', () => {
  it('are in one list page by page, and of an agent those of their numbers', async () => {
    const second = await insertClient(database().pool, { userId: bench.userId })
    const foreign = await insertClient(database().pool)
    const chats = Array.from({ length: 5 }, (_, n) => `49151000000${n}@s.whatsapp.net`)
    for (const [n, chat] of chats.entries()) await write({ chat, clientId: n % 2 ? second : bench.clientId })
    await write({ clientId: foreign })
    for (const show of [undefined, 'open', 'waiting'] as const) {
      const found: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof list>> = await list({
          limit: 2,
          ...(show && { show }),
          ...(cursor && { cursor }),
        })
        found.push(...page.chats)
        cursor = page.nextCursor
      } while (cursor)
      expect(found, show).toEqual(chats.toReversed())
    }
    const { conversations } = await list({ show: 'open' })
    expect(new Set(conversations.map(({ clientId }) => clientId))).toEqual(new Set([second, bench.clientId]))
    const limited = { ...bench.ctx(), principal: { ...bench.ctx().principal, clientIds: [second] } }
    for (const input of [{}, { show: 'open' as const }, { search: 'hello' }])
      expect((await list(input, limited)).chats.toSorted()).toEqual([chats[1], chats[3]])
    expect(await bench.chat.handlers.countConversations({}, limited)).toMatchObject({ waiting: 2 })
  })

  it('are each one’s own for several who ask at the same moment, and what was so when each of them asked', async () => {
    const second = await insertClient(database().pool, { userId: bench.userId })
    const agent = await addMember('agent')
    await write()
    await write({ chat: BEN, clientId: second })
    await update({ assignedTo: agent })
    const as = (more: object) => ({ ...bench.ctx(), principal: { ...bench.ctx().principal, ...more } })
    const [limited, ofAgent] = [as({ clientIds: [second] }), as({ userId: agent })]
    const ask = async () => {
      const lists = await Promise.all([
        ...[list(), list(), list({}, limited), list({}, limited)],
        ...[list({ show: 'mine' }), list({ show: 'mine' }, ofAgent), list({ show: 'unassigned' }, ofAgent)],
      ])
      return lists.map(({ chats }) => chats)
    }
    expect(await ask()).toEqual([[BEN, ANA], [BEN, ANA], [BEN], [BEN], [], [ANA], [BEN]])
    const count = (ctx: CallContext) => bench.chat.handlers.countConversations({}, ctx)
    const counts = await Promise.all([bench.ctx(), ofAgent, limited].map(count))
    expect(counts.map(({ waiting, mine }) => [waiting, mine])).toEqual([
      ...[
        [2, 0],
        [2, 1],
        [1, 0],
      ],
    ])
    const cleo = '491533333333@s.whatsapp.net'
    const before = [ask(), ask()]
    await write({ chat: cleo })
    expect((await ask()).map((chats) => chats.includes(cleo))).toEqual([
      ...[true, true, false, false, false, false, true],
    ])
    await Promise.all(before)
  })

  it('are searched among those that are shown', async () => {
    for (const chat of [ANA, BEN]) await write({ chat })
    await update({ state: 'resolved' })
    const search = 'HELL'
    expect((await list({ search })).chats).toEqual([BEN, ANA])
    expect((await list({ search, show: 'resolved' })).chats).toEqual([ANA])
    expect((await list({ search, show: 'waiting' })).chats).toEqual([BEN])
    expect((await list({ search: 'hello', show: 'unassigned' })).chats).toEqual([BEN])
    expect((await list({ search, show: 'mine' })).chats).toEqual([])
    await update({ state: 'open', assignedTo: bench.userId })
    expect((await list({ search: 'hello', show: 'mine' })).chats).toEqual([ANA])
    const first = await list({ search, show: 'open', limit: 1 })
    expect(first.chats).toEqual([BEN])
    expect((await list({ search, show: 'open', limit: 1, cursor: first.nextCursor! })).chats).toEqual([ANA])
  })

  it('are found by their indexes among 50,000 on three numbers', async () => {
    const clientIds = [bench.clientId]
    for (let n = 0; n < 2; n += 1)
      clientIds.push(await insertClient(database().pool, { userId: bench.userId }))
    await query(`set session_replication_role = replica;
      insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
        select ('{${clientIds.join(',')}}'::uuid[])[1 + n % 3], n || '@s.whatsapp.net', 'p' || n, false, 1700000000 + n, 'text',
          'hello', 'READ', 'contact' from generate_series(1, 50000) n;
      insert into conversation (client_id, chat, state, assigned_to, last_seq)
        select client_id, chat, case when seq % 100 = 0 then 'waiting' when seq % 10 = 1 then 'open' else 'resolved' end,
          case when seq % 500 = 0 then '${bench.userId}' end, seq from message;
      insert into label (id, user_id, name, colour) values ('${FEW}', '${bench.userId}', 'few', 'red'), ('${MANY}', '${bench.userId}', 'many', 'red');
      update conversation set is_labelled = true where last_seq % 2 = 0;
      insert into conversation_label (client_id, chat, label_id, state, last_seq)
        select client_id, chat, '${MANY}'::uuid, state, last_seq from conversation where is_labelled
        union all select client_id, chat, '${FEW}'::uuid, state, last_seq from conversation where last_seq % 10000 = 0;
      set session_replication_role = origin;
      analyze message; analyze conversation; analyze conversation_label`)
    const labelled = [FEW, MANY].flatMap((label) =>
      Object.entries(LABELLED).map(([name, { text }]) => ({ name: `${name} labelled`, text, more: [label] })),
    )
    const plain = Object.entries(SHOWN).map(([name, { text }]) => ({ name, text, more: [] }))
    for (const { name, text, more } of [...plain, ...labelled]) {
      const [row] = await query<{ 'QUERY PLAN': object[] }>(`explain (analyze, format json) ${text}`, [
        clientIds,
        Number.MAX_SAFE_INTEGER,
        51,
        bench.userId,
        ...more,
      ])
      for (const relation of ['message', 'conversation', 'conversation_label'])
        expect(
          readScans(row?.['QUERY PLAN'], relation).filter(({ type }) => type === 'Seq Scan'),
          name,
        ).toEqual([])
      const rows = ['message', 'conversation_label'].flatMap((relation) =>
        readScans(row?.['QUERY PLAN'], relation).map((scan) => scan.rows * scan.loops),
      )
      // A page and what is unread of it, whatever else there is.
      expect(Math.max(...rows), name).toBeLessThan(1_000)
    }
  })
})

interface Scan {
  type: string
  rows: number
  loops: number
}

/** Every place of a plan where a table is read. */
function readScans(plan: unknown, relation: string): Scan[] {
  if (Array.isArray(plan)) return plan.flatMap((one) => readScans(one, relation))
  if (typeof plan !== 'object' || plan === null) return []
  const node = plan as Record<string, unknown>
  const here =
    node['Relation Name'] === relation
      ? [
          {
            type: String(node['Node Type']),
            rows: Number(node['Actual Rows']),
            loops: Number(node['Actual Loops']),
          },
        ]
      : []
  return [...here, ...Object.values(node).flatMap((child) => readScans(child, relation))]
}
