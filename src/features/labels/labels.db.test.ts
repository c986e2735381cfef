import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { type ChatBench, createChatBench } from '../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { at } from '../../../test/support/network-events.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { EVENT_DATA } from '../../contract/events/event-data.ts'
import { newId } from '../../platform/ids.ts'
import { resolveContact } from '../contacts/index.ts'
import { Labels } from './index.ts'

const database = useTestDatabase()
const ANA = at('491511111111@s.whatsapp.net')
const BEN = at('491522222222@s.whatsapp.net')

let bench: ChatBench
let labels: Labels
let written = 0

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query(text, values)).rows as Row[]

beforeAll(async () => {
  bench = await createChatBench(database())
  labels = new Labels({ db: database(), newId })
  return () => bench.close()
})
beforeEach(async () => {
  for (const table of ['message', 'conversation', 'label', 'event_log']) await query(`delete from ${table}`)
})

async function write(chat: string = ANA, clientId = bench.clientId): Promise<void> {
  written += 1
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, $3, false, $4, 'text', 'hello', 'DELIVERY_ACK', 'contact')`,
    [clientId, chat, `m${written}`, 1_700_000_000 + written],
  )
}

const create = async (name: string, ctx = bench.ctx()) =>
  (await labels.handlers.create({ name, colour: 'red' }, ctx)).id

const put = (labelId: string, chat = ANA, clientId = bench.clientId) =>
  bench.chat.handlers.addLabel({ clientId, target: chat, labelId }, bench.ctx())
const takeOff = (labelId: string, chat = ANA) =>
  bench.chat.handlers.removeLabel({ clientId: bench.clientId, target: chat, labelId }, bench.ctx())

type Listed = Parameters<typeof bench.chat.handlers.listConversations>[0]
const list = async (input: Partial<Listed>, ctx = bench.ctx()) => {
  const { conversations } = await bench.chat.handlers.listConversations({ limit: 10, ...input }, ctx)
  return conversations.map(({ jid }) => jid)
}
const update = (change: object, chat = ANA) =>
  bench.chat.handlers.updateConversation({ clientId: bench.clientId, target: chat, ...change }, bench.ctx())
const readEvents = async () =>
  (
    await query<{ data: { labels: { name: string }[] } }>(
      `select data from event_log where name = 'contact.updated' and data ? 'labels' order by seq`,
    )
  ).map(({ data }) => {
    expect(EVENT_DATA['contact.updated'].parse(data)).toEqual(data)
    return data.labels.map(({ name }) => name)
  })

describe('the labels of a workspace', () => {
  test('are listed by name, changed and deleted, in one workspace', async () => {
    const other = callContextOf(await insertUser(database().pool))
    const urgent = await create('urgent')
    await create('Price')
    expect((await labels.handlers.list({}, bench.ctx())).map(({ name }) => name)).toEqual(['Price', 'urgent'])
    expect(await labels.handlers.list({}, other)).toEqual([])
    const changed = { id: urgent, name: 'Very urgent', colour: 'blue' as const }
    expect(await readRefusal(labels.handlers.update(changed, other))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await labels.handlers.update(changed, bench.ctx())).toMatchObject({
      name: 'Very urgent',
      colour: 'blue',
    })
    expect(await readRefusal(labels.handlers.delete({ id: urgent }, other))).toMatchObject({
      code: 'NOT_FOUND',
    })
    await labels.handlers.delete({ id: urgent }, bench.ctx())
    expect((await labels.handlers.list({}, bench.ctx())).map(({ name }) => name)).toEqual(['Price'])
  })

  test('have names that are there once whatever their case, also when two ask at the same time', async () => {
    const both = ['Urgent', 'URGENT'].map((name) => readRefusal(create(name)).catch(() => null))
    const refused = (await Promise.all(both)).filter((refusal) => refusal !== null)
    expect(refused).toMatchObject([{ code: 'CONFLICT', data: { reason: 'LABEL_TAKEN' } }])
    const price = await create('Price')
    const renamed = labels.handlers.update({ id: price, name: 'urgent', colour: 'grey' }, bench.ctx())
    expect(await readRefusal(renamed)).toMatchObject({ data: { reason: 'LABEL_TAKEN' } })
  })

  test('are 200 at most', async () => {
    await query(
      `insert into label (id, user_id, name, colour) select gen_random_uuid(), $1, 'l' || n, 'grey' from generate_series(1, 200) n`,
      [bench.userId],
    )
    expect(await readRefusal(create('one more'))).toMatchObject({ data: { reason: 'TOO_MANY_LABELS' } })
  })
})

describe('a label on a conversation', () => {
  test('is put on and taken off once, with one event each, however often it is asked for', async () => {
    await write()
    const [urgent, price] = [await create('urgent'), await create('Price')]
    await put(urgent)
    expect(await put(price)).toMatchObject({
      jid: ANA,
      labels: [{ id: price, name: 'Price' }, { id: urgent }],
    })
    expect(await put(price)).toMatchObject({ labels: [{ id: price }, { id: urgent, colour: 'red' }] })
    expect(await takeOff(urgent)).toMatchObject({ labels: [{ id: price }] })
    expect(await takeOff(urgent)).toMatchObject({ labels: [{ id: price }] })
    expect(await readEvents()).toEqual([['urgent'], ['Price', 'urgent'], ['Price']])
    const { conversations } = await bench.chat.handlers.listConversations({ limit: 10 }, bench.ctx())
    expect(conversations).toMatchObject([{ jid: ANA, labels: ['Price'] }])
  })

  test('is one of the workspace of the number, and the conversation one that there are messages of', async () => {
    const stranger = callContextOf(await insertUser(database().pool))
    const foreign = await create('urgent', stranger)
    const own = await create('urgent')
    await write()
    for (const label of [foreign, randomUUID()]) {
      expect(await readRefusal(put(label))).toMatchObject({ code: 'NOT_FOUND' })
      expect(await readRefusal(takeOff(label))).toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await readRefusal(put(own, BEN))).toMatchObject({ data: { params: { what: 'conversation' } } })
    expect(await list({ labelId: foreign })).toEqual([])
  })

  test('is one of 20 at most, also when two are put on at the same time', async () => {
    await write()
    const ids: string[] = []
    for (let n = 0; n < 21; n += 1) ids.push(await create(`l${n}`))
    const [one, other, ...rest] = ids as [string, string, ...string[]]
    for (const id of rest) await put(id)
    const both = [one, other].map((id) => readRefusal(put(id)).catch(() => null))
    const refused = (await Promise.all(both)).filter((refusal) => refusal !== null)
    expect(refused).toMatchObject([{ code: 'CONFLICT', data: { reason: 'CONVERSATION_LABELS_FULL' } }])
    expect(await query('select from conversation_label')).toHaveLength(20)
  })

  test('goes from every conversation when it is deleted, and with the conversations of a number', async () => {
    const second = await insertClient(database().pool, { userId: bench.userId })
    await write()
    await write(BEN, second)
    const [urgent, price] = [await create('urgent'), await create('Price')]
    for (const label of [urgent, price]) {
      await put(label)
      await put(label, BEN, second)
    }
    await query('delete from event_log')
    await labels.handlers.delete({ id: urgent }, bench.ctx())
    expect(await query('select from conversation_label where label_id = $1', [urgent])).toEqual([])
    // Each conversation has the event and the line of somebody who took it off there.
    expect(await readEvents()).toEqual([['Price'], ['Price']])
    const noted = await query<{ line: string }>(
      `select concat_ws(' ', kind, facts ->> 'name', actor) as line from conversation_entry
       where chat = any($1) and facts ->> 'labelId' = $2 order by at, id`,
      [[ANA, BEN], urgent],
    )
    const by = `user:${bench.userId}`
    expect(noted.map(({ line }) => line).sort()).toEqual([
      ...[`label_added urgent ${by}`, `label_added urgent ${by}`],
      ...[`label_removed urgent ${by}`, `label_removed urgent ${by}`],
    ])
    await query('delete from client where id = $1', [second])
    expect(await query('select from conversation_label')).toHaveLength(1)
  })

  test('is of both where two contacts turn out to be one', async () => {
    const [phone, lid] = [at('491555555555@s.whatsapp.net'), at('7001@lid')]
    await write(phone)
    await write(lid)
    const [urgent, price] = [await create('urgent'), await create('Price')]
    await put(urgent, phone)
    await put(price, lid)
    await put(urgent, lid)
    for (const who of [{ phone }, { lid }, { phone, lid }])
      await database().transaction((tx) => resolveContact(tx, bench.clientId, who))
    const kept = await query<{ chat: string; label_id: string }>(
      'select chat, label_id from conversation_label',
    )
    expect(new Set(kept.map(({ chat }) => chat)).size).toBe(1)
    expect(kept.map(({ label_id }) => label_id).toSorted()).toEqual([urgent, price].toSorted())
    expect(await list({ labelId: price })).toEqual([kept[0]?.chat])
  })
})

describe('conversations with a label', () => {
  test('are listed, searched and counted with every other choice, newest first', async () => {
    const urgent = await create('urgent')
    const chats = [ANA, BEN, at('491533333333@s.whatsapp.net'), at('491544444444@s.whatsapp.net')]
    for (const chat of chats) await write(chat)
    const [ana, ben, cleo] = chats as [typeof ANA, typeof ANA, typeof ANA]
    for (const chat of [ana, ben, cleo]) await put(urgent, chat)
    await write(ana)
    expect(await list({ labelId: urgent })).toEqual([ana, cleo, ben])
    await update({ state: 'resolved' }, ben)
    await update({ assignedTo: bench.userId }, cleo)
    const labelId = urgent
    expect(await list({ labelId, show: 'open' })).toEqual([ana, cleo])
    expect(await list({ labelId, show: 'waiting' })).toEqual([ana, cleo])
    expect(await list({ labelId, show: 'unassigned' })).toEqual([ana])
    expect(await list({ labelId, show: 'mine' })).toEqual([cleo])
    expect(await list({ labelId, show: 'resolved' })).toEqual([ben])
    expect(await list({ labelId, search: 'hello' })).toEqual([ana, cleo, ben])
    expect(await list({ labelId, search: 'hello', show: 'mine' })).toEqual([cleo])
    const count = () => bench.chat.handlers.countConversations({ labelId }, bench.ctx())
    expect(await count()).toEqual({ waiting: 2, unassigned: 1, mine: 1, mentions: 0, snoozed: 0 })
    await update({ snoozedUntil: new Date(Date.now() + 60_000).toISOString() }, cleo)
    expect(await list({ labelId, show: 'snoozed' })).toEqual([cleo])
    expect(await count()).toEqual({ waiting: 1, unassigned: 1, mine: 0, mentions: 0, snoozed: 1 })
    // What the contact writes opens it again, and brings it to the top.
    await write(ben)
    expect(await list({ labelId, show: 'open' })).toEqual([ben, ana])
    expect(await bench.chat.handlers.countLabelled({}, bench.ctx())).toEqual({
      labels: [{ labelId: urgent, open: 2 }],
    })
  })

  test('come page by page over all numbers, and of somebody with some numbers only those', async () => {
    const second = await insertClient(database().pool, { userId: bench.userId })
    const urgent = await create('urgent')
    const chats = Array.from({ length: 5 }, (_, n) => at(`49151000000${n}@s.whatsapp.net`))
    for (const [n, chat] of chats.entries()) {
      const clientId = n % 2 ? second : bench.clientId
      await write(chat, clientId)
      await put(urgent, chat, clientId)
    }
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof bench.chat.handlers.listConversations>> =
        await bench.chat.handlers.listConversations(
          { limit: 2, labelId: urgent, ...(cursor && { cursor }) },
          bench.ctx(),
        )
      found.push(...page.conversations.map(({ jid }) => jid))
      cursor = page.nextCursor
    } while (cursor)
    expect(found).toEqual(chats.toReversed())
    const limited = { ...bench.ctx(), principal: { ...bench.ctx().principal, clientIds: [second] } }
    expect(await list({ labelId: urgent, show: 'open' }, limited)).toEqual([chats[3], chats[1]])
    expect(await bench.chat.handlers.countLabelled({}, limited)).toMatchObject({ labels: [{ open: 2 }] })
    expect(await bench.chat.handlers.countConversations({ labelId: urgent }, limited)).toMatchObject({
      waiting: 2,
    })
  })
})
