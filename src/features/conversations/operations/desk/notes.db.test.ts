import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench } from '../../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../../../test/support/fixtures.ts'
import { at } from '../../../../../test/support/network-events.ts'
import { readRefusal } from '../../../../../test/support/refusals.ts'
import type { CallContext } from '../../../../contract/handlers.ts'

const database = useTestDatabase()
const ANA = at('491511111111@s.whatsapp.net')
const BEN = at('491522222222@s.whatsapp.net')

let bench: ChatBench
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await database().pool.query(text, values)).rows as Row[]

beforeAll(async () => {
  bench = await createChatBench(database())
  return () => bench.close()
})
beforeEach(async () => {
  for (const table of ['message', 'conversation', 'conversation_entry', 'event_log'])
    await query(`delete from ${table}`)
  await receive(ANA)
})

let received = 0
async function receive(chat: string, clientId = bench.clientId) {
  received += 1
  await query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin)
     values ($1, $2, $3, false, $4, 'text', 'hello', 'DELIVERY_ACK', 'contact')`,
    [clientId, chat, `m${received}`, 1_700_000_000 + received],
  )
}

const as = (userId: string, more: Partial<CallContext['principal']> = {}): CallContext => ({
  ...bench.ctx(),
  principal: { ...bench.ctx().principal, userId, via: 'session', ...more },
})

async function addMember(role = 'agent', clientIds: string[] | null = null): Promise<CallContext> {
  const userId = await insertUser(database().pool)
  await query(
    'insert into workspace_member (workspace_id, user_id, role, client_ids) values ($1, $2, $3, $4::uuid[])',
    [bench.userId, userId, role, clientIds],
  )
  return as(userId, { clientIds })
}

const place = () => ({ clientId: bench.clientId })
const note = (text: string, ctx = bench.ctx(), target = ANA, mentions: string[] = []) =>
  bench.chat.handlers.createNote({ ...place(), target, text, mentions }, ctx)
const list = async (jid = ANA) =>
  (await bench.chat.handlers.listEntries({ ...place(), jid, limit: 50 }, bench.ctx())).entries

it('stands in the record of its conversation, and nothing of it is a message or on the wire', async () => {
  const written = await note('Ask for the *order* number')
  expect(written).toMatchObject({
    ...{ ...place(), jid: ANA, kind: 'note', text: 'Ask for the *order* number', editedAt: null },
    actor: { kind: 'person', id: bench.userId },
  })
  expect(await list()).toEqual([written])
  expect(await list(BEN)).toEqual([])
  expect(bench.connection.sent).toEqual([])
  expect(await query('select from message where from_me')).toEqual([])
  expect(await query('select from person_send')).toEqual([])
})

it('is written once, however often a call with the same key comes', async () => {
  const ask = (text: string, idempotencyKey: string) =>
    bench.chat.handlers.createNote(
      { ...place(), target: ANA, text, mentions: [] },
      { ...bench.ctx(), idempotencyKey },
    )
  const first = await ask('Call her back', 'k1')
  const [second, third] = await Promise.all([ask('Call her back', 'k1'), ask('Call her back', 'k2')])
  expect([second, third.id === first.id]).toEqual([first, false])
  expect(await readRefusal(ask('Something else', 'k1'))).toMatchObject({ code: 'CONFLICT' })
  // It was written, and the process died before the call was answered.
  await query(`update idempotency_key set response = null where key = 'k1'`)
  expect(await ask('Call her back', 'k1')).toEqual(first)
  expect(await list()).toHaveLength(2)
})

it('is changed and deleted by who wrote it, and by nobody else', async () => {
  const other = await addMember('admin')
  const { id } = await note('First')
  const mine = { ...place(), id, mentions: [] }
  for (const act of [
    () => bench.chat.handlers.updateNote({ ...mine, text: 'Taken' }, other),
    () => bench.chat.handlers.deleteNote(mine, other),
  ])
    expect(await readRefusal(act())).toMatchObject({ code: 'FORBIDDEN', data: { reason: 'NOTE_NOT_OWN' } })
  expect(await bench.chat.handlers.updateNote({ ...mine, text: 'First' }, bench.ctx())).toMatchObject({
    editedAt: null,
  })
  expect(await bench.chat.handlers.updateNote({ ...mine, text: 'Second' }, bench.ctx())).toMatchObject({
    ...{ id, text: 'Second', editedAt: expect.any(String) },
  })
  expect((await list()).map(({ text }) => text)).toEqual(['Second'])
  await bench.chat.handlers.deleteNote(mine, bench.ctx())
  expect(await list()).toEqual([])
  const gone = () => bench.chat.handlers.deleteNote(mine, bench.ctx())
  expect(await readRefusal(gone())).toMatchObject({ code: 'NOT_FOUND' })
  const told = await query<{ data: { change: string } }>(
    `select data from event_log where name = 'conversation.entry' order by seq`,
  )
  expect(told.map(({ data }) => data)).toEqual(
    ['added', 'edited', 'deleted'].map((change) => ({ jid: ANA, entryId: id, kind: 'note', change })),
  )
})

it('of a key is the key’s, whoever has made the key', async () => {
  const keyId = randomUUID()
  const key = as(bench.userId, { via: 'key', keyId })
  const { id, actor } = await note('By a program', key)
  expect(actor).toEqual({ kind: 'key', id: keyId, name: null })
  const mine = { ...place(), id, mentions: [] }
  const asPerson = as(bench.userId)
  expect(await readRefusal(bench.chat.handlers.deleteNote(mine, asPerson))).toMatchObject({
    code: 'FORBIDDEN',
  })
  await bench.chat.handlers.deleteNote(mine, key)
})

it('stands beside what keys did, which names the key', async () => {
  const keyId = randomUUID()
  const key = as(bench.userId, { via: 'key', keyId })
  await bench.chat.handlers.updateConversation({ ...place(), target: ANA, state: 'resolved' }, key)
  expect(await list()).toMatchObject([{ kind: 'resolved', actor: { kind: 'key', id: keyId, name: null } }])
  const nowhere = bench.chat.handlers.listEntries(
    { ...place(), jid: ANA, limit: 50, cursor: 'nowhere' },
    bench.ctx(),
  )
  expect(await readRefusal(nowhere)).toMatchObject({ code: 'BAD_REQUEST' })
})

it('needs a conversation, and is found by its own number alone', async () => {
  expect(await readRefusal(note('Nobody wrote there', bench.ctx(), BEN))).toMatchObject({ code: 'NOT_FOUND' })
  const { id } = await note('Here')
  const other = await insertClient(database().pool, { userId: bench.userId })
  const elsewhere = { clientId: other, id, text: 'There', mentions: [] }
  expect(await readRefusal(bench.chat.handlers.updateNote(elsewhere, bench.ctx()))).toMatchObject({
    code: 'NOT_FOUND',
  })
  // What was done is no note.
  await bench.chat.handlers.updateConversation({ ...place(), target: ANA, state: 'resolved' }, bench.ctx())
  const [resolved] = await list()
  const act = { ...place(), id: resolved!.id }
  expect(await readRefusal(bench.chat.handlers.deleteNote(act, bench.ctx()))).toMatchObject({
    code: 'NOT_FOUND',
  })
})

describe('the record of a conversation', () => {
  const here = () => ({ ...place(), jid: ANA })
  const update = (change: object) =>
    bench.chat.handlers.updateConversation({ ...place(), target: ANA, ...change }, bench.ctx())
  const listEntries = (input: { cursor?: string; limit?: number } = {}, ctx = bench.ctx()) =>
    bench.chat.handlers.listEntries({ ...here(), limit: 50, ...input }, ctx)
  const listActs = async () => (await listEntries()).entries.map(({ kind }) => kind).reverse()

  it('tells who did what, newest first, page by page', async () => {
    await receive(ANA)
    const agent = (await addMember('agent')).principal.userId
    await update({ assignedTo: agent })
    await update({ assignedTo: agent })
    const until = new Date(Date.now() + 60_000).toISOString()
    await update({ snoozedUntil: until })
    await update({ state: 'resolved', assignedTo: null })
    await update({ state: 'open' })
    expect(await listActs()).toEqual(['assigned', 'snoozed', 'resolved', 'unassigned', 'reopened'])
    const first = await listEntries({ limit: 3 })
    const second = await listEntries({ limit: 3, cursor: first.nextCursor! })
    expect(second.nextCursor).toBeNull()
    const [snoozed, assigned] = second.entries
    expect([...first.entries, ...second.entries]).toEqual((await listEntries()).entries)
    const actor = { kind: 'person', id: bench.userId, name: expect.any(String) }
    expect(assigned).toMatchObject({ ...here(), actor, member: { userId: agent, name: expect.any(String) } })
    expect(snoozed).toMatchObject({ kind: 'snoozed', actor, member: null, until })
  })

  it('has what came by itself: the contact wrote, a snooze ended, a member left', async () => {
    await receive(ANA)
    await update({ state: 'resolved' })
    await receive(ANA)
    await receive(ANA)
    await update({ snoozedUntil: new Date(Date.now() + 60_000).toISOString() })
    await query(`update conversation set snoozed_until = now() - interval '1 second'`)
    await bench.chat.wakeSnoozed()
    const agent = (await addMember('agent')).principal.userId
    await update({ assignedTo: agent })
    await query('delete from workspace_member where user_id = $1', [agent])
    const { entries } = await listEntries()
    const kinds = entries.map(({ kind, actor }) => `${kind} ${actor.kind}`).reverse()
    const before = ['resolved person', 'reopened contact', 'snoozed person', 'snooze_ended system']
    expect(kinds).toEqual([...before, 'assigned person', 'unassigned system'])
    expect(entries[0]?.member).toEqual({ userId: agent, name: expect.any(String) })
  })

  it('has each of two acts of the same moment, whoever is first', async () => {
    await receive(ANA)
    await Promise.all([update({ state: 'resolved' }), update({ state: 'resolved' })])
    expect(await listActs()).toEqual(['resolved'])
    await query('delete from conversation_entry')
    await query('delete from conversation')
    await Promise.all([1, 2, 3, 4].map(() => update({ state: 'resolved' })))
    expect(await listActs()).toEqual(['resolved'])
  })
})

describe('a note that names somebody', () => {
  const find = async (ctx: CallContext, clientIds?: string[] | null) => {
    const limited = clientIds === undefined ? ctx : { ...ctx, principal: { ...ctx.principal, clientIds } }
    const page = await bench.chat.handlers.listConversations({ limit: 10, show: 'mentions' }, limited)
    const { mentions } = await bench.chat.handlers.countConversations({}, limited)
    return { chats: page.conversations.map(({ jid }) => jid), unseen: mentions }
  }
  const see = (ctx: CallContext, jid = ANA) => bench.chat.handlers.seeMentions({ ...place(), jid }, ctx)
  const idOf = ({ principal }: CallContext) => principal.userId

  it('is found by them, what they did not see first, and counted until they did', async () => {
    const grace = await addMember()
    await receive(BEN)
    await note('@Grace, the first', bench.ctx(), ANA, [idOf(grace)])
    await note('@Grace, the second', bench.ctx(), BEN, [idOf(grace)])
    expect(await find(grace)).toEqual({ chats: [BEN, ANA], unseen: 2 })
    expect(await find(bench.ctx())).toEqual({ chats: [], unseen: 0 })
    expect((await list())[0]?.mentions).toEqual([
      { userId: idOf(grace), name: expect.any(String), isSeen: false },
    ])
    await see(grace, BEN)
    expect(await find(grace)).toEqual({ chats: [ANA, BEN], unseen: 1 })
    const first = await bench.chat.handlers.listConversations({ limit: 1, show: 'mentions' }, grace)
    const cursor = first.nextCursor!
    const second = await bench.chat.handlers.listConversations({ limit: 1, show: 'mentions', cursor }, grace)
    expect([...first.conversations, ...second.conversations].map(({ jid }) => jid)).toEqual([ANA, BEN])
    expect(second.nextCursor).toBeNull()
    await see(grace)
    expect((await list())[0]?.mentions).toMatchObject([{ isSeen: true }])
    expect(await find(grace)).toEqual({ chats: [BEN, ANA], unseen: 0 })
  })

  it('names only members who see the number, and is nothing to one who does not any more', async () => {
    const other = await insertClient(database().pool, { userId: bench.userId })
    const elsewhere = await addMember('agent', [other])
    const stranger = await insertUser(database().pool)
    for (const userId of [idOf(elsewhere), stranger])
      expect(await readRefusal(note('Hey', bench.ctx(), ANA, [userId]))).toMatchObject({ code: 'NOT_FOUND' })
    expect(await list()).toEqual([])
    const viewer = await addMember('viewer')
    await note('@Viewer', bench.ctx(), ANA, [idOf(viewer), idOf(viewer)])
    expect(await find(viewer)).toEqual({ chats: [ANA], unseen: 1 })
    expect(await find(viewer, [other])).toEqual({ chats: [], unseen: 0 })
  })

  it('names whom its last text names, and who saw it has seen it', async () => {
    const [ada, grace] = [await addMember(), await addMember()]
    const { id } = await note('@Ada', bench.ctx(), ANA, [idOf(ada)])
    await see(ada)
    const named = (mentions: string[]) =>
      bench.chat.handlers.updateNote({ ...place(), id, text: 'Both', mentions }, bench.ctx())
    await named([idOf(ada), idOf(grace)])
    expect([(await find(ada)).unseen, (await find(grace)).unseen]).toEqual([0, 1])
    await named([idOf(ada)])
    expect(await find(grace)).toEqual({ chats: [], unseen: 0 })
    await bench.chat.handlers.deleteNote({ ...place(), id }, bench.ctx())
    expect(await find(ada)).toEqual({ chats: [], unseen: 0 })
  })

  it('is searched among those that name somebody', async () => {
    const grace = await addMember()
    await receive(BEN)
    await note('@Grace', bench.ctx(), BEN, [idOf(grace)])
    const page = await bench.chat.handlers.listConversations(
      { limit: 10, show: 'mentions', search: 'hello' },
      grace,
    )
    expect(page.conversations.map(({ jid }) => jid)).toEqual([BEN])
  })
})
