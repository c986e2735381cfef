import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ChatNetwork, eventually, startChatNetwork } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { testConnector } from '../../../test/support/network-client.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import type { Address } from '../../core/addresses.ts'
import type { NetworkConnection } from '../../network/port.ts'
import { type ChatActParts, performChatAct } from './chat-acts.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900710'
const ANA = '447700900711'
const JID = `${ANA}@s.whatsapp.net` as Address

let world: ChatNetwork

beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())

function act(
  action: 'archive' | 'label',
  value: string | null,
  connection: NetworkConnection | null = world.network.connection,
): Promise<void> {
  const { sender, chat, clientId } = world
  const readNewestMessage = (of: Address) => chat.readNewestMessage(clientId, of)
  const completeKeys: ChatActParts['completeKeys'] = (keys, by) => chat.completeKeys(clientId, keys, by)
  const parts = { connection, sender, connector: testConnector(), readNewestMessage, completeKeys }
  return performChatAct(parts, { contactJid: JID, action, value, messageId: null })
}
const archivedOnPhone = () =>
  world.sandbox
    .phone(ACCOUNT)
    .appState('regular_low')
    .get(JSON.stringify(['archive', JID]))?.archiveChatAction
const synchronized = () => expect.poll(() => act('archive', 'false').then(String, String)).toBe('undefined')

test('a flow archives the chat up to the newest stored message of either side, and brings it back', async () => {
  await synchronized()
  const inbound = await world.sandbox.contact(ANA).sendText(ACCOUNT, 'hello')
  await world.shows(JID, ({ id }) => id === inbound)
  await act('archive', null)
  expect(archivedOnPhone()).toMatchObject({
    archived: true,
    messageRange: { messages: [{ key: { id: inbound, fromMe: false } }] },
  })
  const { res } = await world.send({ text: 'good bye' }, JID)
  await world.shows(JID, ({ id, status }) => id === res?.key.id && status !== 'PENDING')
  await act('archive', 'true')
  expect(archivedOnPhone()?.messageRange?.messages?.[0]?.key).toMatchObject({ id: res?.key.id, fromMe: true })
  await act('archive', 'false')
  expect(archivedOnPhone()?.archived).toBe(false)
})

test('a flow labels the chat; a name that came out empty labels nothing', async () => {
  await synchronized()
  await act('label', '  ')
  await act('label', 'Lead')
  await act('label', 'Lead')
  const held = [...world.sandbox.phone(ACCOUNT).appState('regular').keys()]
  expect(held).toEqual(['["label_edit","1"]', JSON.stringify(['label_jid', '1', JID])])
})

test('without a connection nothing is archived and the reason is told', async () => {
  await expect(act('archive', null, null)).rejects.toThrow('the client is not connected')
})

type Asked = Parameters<ChatNetwork['chat']['handlers']['markChat']>[0]
const mark = (change: Partial<Asked>, target: Address = JID) =>
  world.chat.handlers.markChat({ clientId: world.clientId, target, ...change }, world.ctx)
const marksOf = async (jid: Address = JID) =>
  (await world.chat.handlers.getConversation({ clientId: world.clientId, jid }, world.ctx)).marks
const listed = async (show: 'archived' | 'pinned' | 'muted' | 'marked_unread', search?: string) => {
  const input = { clientId: world.clientId, show, limit: 10, ...(search && { search }) }
  const { conversations } = await world.chat.handlers.listConversations(input, world.ctx)
  return conversations.map(({ jid, marks }) => ({ jid, marks }))
}
const events = async () =>
  (
    await database().pool.query<{ data: Record<string, unknown> }>(
      `select data from event_log where client_id = $1 and name = 'chat.updated' order by seq`,
      [world.clientId],
    )
  ).rows.map(({ data: { jid: _, timestamp: _at, ...rest } }) => rest)
const told = (count: number) =>
  eventually(`${count} events`, async () => {
    const found = await events()
    return found.length >= count && found
  })

test('a chat is archived, pinned, muted and marked as unread on the phone, listed so, and told once', async () => {
  await synchronized()
  const inbound = await world.sandbox.contact(ANA).sendText(ACCOUNT, 'anybody there?')
  await world.shows(JID, ({ id }) => id === inbound)
  await database().pool.query(`delete from event_log where name = 'chat.updated'`)
  const until = '2999-01-01T00:00:00.000Z'
  expect(await mark({ pinned: true, mutedUntil: until, unread: true })).toEqual({
    clientId: world.clientId,
    jid: JID,
    marks: { archived: false, pinned: true, mutedUntil: until, unread: true },
  })
  await mark({ pinned: true })
  await told(3)
  expect(await marksOf()).toEqual({ archived: false, pinned: true, mutedUntil: until, unread: true })
  await mark({ archived: true, mutedUntil: 'always' })
  const marks = ['archived', 'muted', 'marked_unread']
  expect((await told(6)).slice(3)).toEqual([
    { change: 'archived', archived: true },
    { change: 'pinned', pinned: false },
    { change: 'muted', mutedUntil: 'always' },
  ])
  expect(await listed('archived')).toEqual([{ jid: JID, marks }])
  expect(await listed('muted', ANA)).toEqual([{ jid: JID, marks }])
  expect(await listed('pinned')).toEqual([])
  const phone = world.sandbox.phone(ACCOUNT)
  expect(phone.appState('regular_low').get(JSON.stringify(['pin_v1', JID]))?.pinAction?.pinned).toBe(false)
  const muted = phone.appState('regular_high').get(JSON.stringify(['mute', JID]))?.muteAction
  expect([muted?.muted, Number(muted?.muteEndTimestamp)]).toEqual([true, -1])
  await mark({ archived: false, mutedUntil: null, unread: false })
  await told(9)
  expect(await marksOf()).toEqual({ archived: false, pinned: false, mutedUntil: null, unread: false })
})

test('what the phone does with a chat is told in order, also where another device changed it meanwhile', async () => {
  await database().pool.query(`delete from event_log where name = 'chat.updated'`)
  const phone = world.sandbox.phone(ACCOUNT)
  let isDone = false
  // The phone is faster once, between what the client read and what it writes.
  const stop = world.sandbox.intercept((stanza) => {
    if (isDone || !JSON.stringify(stanza).includes('"patch"')) return undefined
    isDone = true
    void phone.markChat(ANA, { unread: true })
    return undefined
  })
  await mark({ pinned: true })
  stop()
  await phone.markChat(ANA, { archived: true })
  await phone.markChat(ANA, { archived: false, unread: false })
  expect(await told(6)).toEqual([
    { change: 'unread', unread: true },
    { change: 'pinned', pinned: true },
    { change: 'archived', archived: true },
    { change: 'pinned', pinned: false },
    { change: 'archived', archived: false },
    { change: 'unread', unread: false },
  ])
})

test.each([
  [{ mutedUntil: '2020-01-01T00:00:00Z' }, JID, 'MUTE_NOT_AHEAD'],
  [{ mutedUntil: 'tomorrow' }, JID, 'MUTE_NOT_AHEAD'],
  [{ archived: true }, '447700900799@s.whatsapp.net' as Address, 'NO_SUCH_THING'],
])('%j of %s is refused', async (change, target, reason) => {
  expect((await readRefusal(mark(change, target))).data).toMatchObject({ reason })
})

/** Answers each change as the server does that refuses it. */
const refuse =
  (code: string): Parameters<ChatNetwork['sandbox']['intercept']>[0] =>
  ({ tag, attrs, content }) => {
    const [sync] = tag === 'iq' && Array.isArray(content) ? content : []
    const [collection] = Array.isArray(sync?.content) ? sync.content : []
    if (attrs.xmlns !== 'w:sync:app:state' || !collection || !Array.isArray(collection.content))
      return undefined
    const error = { tag: 'error', attrs: { code, text: 'no' } }
    const refused = { ...collection, attrs: { ...collection.attrs, type: 'error' }, content: [error] }
    const answer = { from: 's.whatsapp.net', type: 'result', id: attrs.id ?? '' }
    return { tag: 'iq', attrs: answer, content: [{ tag: 'sync', attrs: {}, content: [refused] }] }
  }

test.each([
  ['409', { code: 'CONFLICT', data: { reason: 'CHATS_CHANGED_MEANWHILE' } }],
  ['400', { code: 'UNPROCESSABLE_CONTENT', data: { reason: 'CHAT_CHANGE_REFUSED', networkCode: 400 } }],
])(
  'a change that the network refuses with %s again and again is told by its reason',
  async (code, refused) => {
    const stop = world.sandbox.intercept(refuse(code))
    expect(await readRefusal(mark({ archived: true, pinned: true }))).toMatchObject(refused)
    stop()
    expect(await mark({ pinned: true })).toMatchObject({ marks: { archived: false, pinned: true } })
  },
)

describe('older messages', () => {
  const OLD = '447700900720'
  const OLD_JID = `${OLD}@s.whatsapp.net` as Address
  const fetch = (count = 50) =>
    world.chat.handlers.fetchHistory({ clientId: world.clientId, target: OLD_JID, count }, world.ctx)
  const request = async () =>
    (await world.chat.handlers.getHistory({ clientId: world.clientId, jid: OLD_JID }, world.ctx)).request
  const ended = (requestId: string) =>
    eventually('the answer', async () => {
      const { rows } = await database().pool.query<{ data: Record<string, unknown> }>(
        `select data from event_log where name = 'chat.history' and data ->> 'requestId' = $1`,
        [requestId],
      )
      return rows.length > 0 && rows.map(({ data }) => data)
    })

  test('come from the phone in parts of a bounded size, as history that no flow is told of', async () => {
    const inbound = await world.sandbox.contact(OLD).sendText(ACCOUNT, 'now')
    await world.shows(OLD_JID, ({ id }) => id === inbound)
    const past = Array.from({ length: 70 }, (_, at) => ({
      text: `past ${at}`,
      at: 1_700_000_000_000 + at * 60_000,
    }))
    await world.sandbox.phone(ACCOUNT).remember(OLD, past)
    const before = world.events.length
    expect(await request()).toBeNull()
    const first = await fetch()
    expect(first).toMatchObject({ state: 'asked', received: null })
    expect(await ended(first.requestId)).toMatchObject([{ state: 'done', received: 50, isAll: false }])
    const second = await fetch()
    expect(await ended(second.requestId)).toMatchObject([{ state: 'done', received: 20 }])
    const third = await fetch()
    expect(await ended(third.requestId)).toMatchObject([{ state: 'done', received: 0, isAll: true }])
    const texts = (await world.page(OLD_JID)).map(({ text }) => text)
    expect(texts).toEqual(['now', ...past.map(({ text }) => text).reverse()])
    expect(world.events.slice(before)).toEqual([])
    expect(await request()).toMatchObject({ requestId: third.requestId, state: 'done' })
  })

  test('are asked for once while the phone is away, which fails in time, and are taken when it answers after all', async () => {
    const phone = world.sandbox.phone(ACCOUNT)
    await phone.goOffline()
    const asked = await fetch(5)
    expect(await fetch(5)).toEqual(asked)
    await world.chat.wakeSnoozed()
    expect(await request()).toMatchObject({ state: 'asked' })
    await database().pool.query(`update history_request set ends_at = now() where state = 'asked'`)
    await world.chat.wakeSnoozed()
    expect(await ended(asked.requestId)).toEqual([
      { jid: OLD_JID, requestId: asked.requestId, state: 'failed', received: null, isAll: null },
    ])
    await phone.goOnline()
    await eventually('the late answer', async () => (await request())?.state === 'done')
    expect(await ended(asked.requestId)).toHaveLength(2)
  })

  test('are told of when they come though it was not clear whether the question had left', async () => {
    const { chats } = world.network.connection
    const { askHistory } = chats
    let asked = ''
    chats.askHistory = async (requestId, ...rest) => {
      asked = requestId
      await askHistory(requestId, ...rest)
      throw new Error('the connection broke')
    }
    const refused = await readRefusal(fetch(5)).finally(() => {
      chats.askHistory = askHistory
    })
    expect(refused.code).toBe('GATEWAY_TIMEOUT')
    expect(await ended(asked)).toMatchObject([{ requestId: asked, state: 'done' }])
  })

  test('of nobody who was written with are asked for nowhere', async () => {
    const target = '447700900798@s.whatsapp.net' as Address
    const asked = world.chat.handlers.fetchHistory({ clientId: world.clientId, target, count: 5 }, world.ctx)
    expect((await readRefusal(asked)).data).toMatchObject({ reason: 'NO_SUCH_THING' })
  })
})

test('a message is starred on the phone and told of once, and one that is not there is refused', async () => {
  const id = await world.sandbox.contact(ANA).sendText(ACCOUNT, 'remember this')
  await world.shows(JID, (message) => message.id === id)
  const star = (key: { id: string; fromMe: boolean }, starred = true) =>
    world.chat.handlers.starMessage(
      { clientId: world.clientId, target: JID, key: { remoteJid: JID, ...key }, starred },
      world.ctx,
    )
  const stars = async () =>
    (await database().pool.query(`select data from event_log where name = 'message.starred' order by seq`))
      .rows
  const key = { id, fromMe: false }
  expect(await star(key)).toEqual({ clientId: world.clientId, jid: JID, id, starred: true })
  await star(key)
  const isStarred = async () => {
    const [message] = await world.page(JID)
    return message?.id === id && message.starred
  }
  const starredIds = async () => {
    const asked = { clientId: world.clientId, jid: JID, limit: 10, direction: 'before' as const }
    const { messages } = await world.chat.handlers.listMessages({ ...asked, starred: true }, world.ctx)
    return messages.map((one) => [one.message.id, one.message.starred])
  }
  await eventually('the star', isStarred)
  expect(await starredIds()).toEqual([[id, true]])
  const index = JSON.stringify(['star', JID, id, '0', '0'])
  const phone = world.sandbox.phone(ACCOUNT)
  expect(phone.appState('regular_high').get(index)?.starAction?.starred).toBe(true)
  await phone.changeAppState('regular_high', [
    {
      index: JSON.parse(index) as string[],
      value: { timestamp: 1, starAction: { starred: false } },
      version: 2,
    },
  ])
  await eventually('both events', async () => (await stars()).length === 2)
  expect([await isStarred(), await starredIds()]).toEqual([false, []])
  expect((await stars()).map(({ data }) => data)).toEqual(
    [true, false].map((starred) => ({ jid: JID, id, fromMe: false, participant: null, starred })),
  )
  expect((await readRefusal(star({ id: 'NONE', fromMe: true }))).data).toMatchObject({
    reason: 'MESSAGE_NOT_FOUND',
  })
})

describe('a chat that is cleared or deleted', () => {
  const EVE = '447700900730'
  const EVE_JID = `${EVE}@s.whatsapp.net` as Address
  const at = { target: EVE_JID, deleteHere: false }
  const clear = (change: { keepStarred?: boolean; deleteHere?: boolean } = {}) =>
    world.chat.handlers.clearChat(
      { clientId: world.clientId, keepStarred: false, ...at, ...change },
      world.ctx,
    )
  const remove = (deleteHere: boolean) =>
    world.chat.handlers.deleteChat({ clientId: world.clientId, ...at, deleteHere }, world.ctx)
  const record = async () =>
    (
      await database().pool.query<{ kind: string; actor: string }>(
        `select kind, actor from conversation_entry where client_id = $1 and chat = $2 and kind like 'chat_%' order by at`,
        [world.clientId, EVE_JID],
      )
    ).rows.map(({ kind, actor }) => [kind, actor.split(':')[0]])
  const write = async (text: string) => {
    const id = await world.sandbox.contact(EVE).sendText(ACCOUNT, text)
    await world.shows(EVE_JID, (message) => message.id === id)
    return id
  }
  const texts = async () => (await world.page(EVE_JID)).map(({ text }) => text)
  const state = async () =>
    (
      await database().pool.query<{ state: string; waitingSince: Date | null }>(
        `select state, waiting_since as "waitingSince" from conversation where client_id = $1 and chat = $2`,
        [world.clientId, EVE_JID],
      )
    ).rows[0]
  const keptOnPhone = (index: string[]) =>
    world.sandbox.phone(ACCOUNT).appState('regular_high').get(JSON.stringify(index))

  test('at the phone is told once and stands in the record, and what is here stays', async () => {
    await write('one')
    await database().pool.query(`delete from event_log where name = 'chat.updated'`)
    const phone = world.sandbox.phone(ACCOUNT)
    await phone.clearChat(EVE, true)
    await phone.deleteChat(EVE)
    expect(await told(2)).toEqual([{ change: 'cleared', keptStarred: true }, { change: 'deleted' }])
    expect(await record()).toEqual([
      ['chat_cleared', 'phone'],
      ['chat_deleted', 'phone'],
    ])
    expect(await texts()).toEqual(['one'])
  })

  test('here is so on the phone up to the newest message, by who asked for it, and keeps what is here unless that is asked', async () => {
    await database().pool.query(`delete from event_log where name = 'chat.updated'`)
    const last = await write('two')
    expect(await clear()).toEqual({ clientId: world.clientId, jid: EVE_JID, deletedHere: 0 })
    expect(await told(1)).toEqual([{ change: 'cleared', keptStarred: false }])
    expect(
      keptOnPhone(['clearChat', EVE_JID, '1', '0'])?.clearChatAction?.messageRange?.messages,
    ).toMatchObject([{ key: { id: last } }])
    expect((await record()).slice(2)).toEqual([['chat_cleared', 'user']])
    expect(await texts()).toEqual(['two', 'one'])
    const key = { remoteJid: EVE_JID, id: last, fromMe: false }
    await world.chat.handlers.starMessage(
      { clientId: world.clientId, target: EVE_JID, key, starred: true },
      world.ctx,
    )
    await eventually('the star', async () => (await world.page(EVE_JID))[0]?.starred)
    expect(await clear({ keepStarred: true, deleteHere: true })).toMatchObject({ deletedHere: 1 })
    expect(await texts()).toEqual(['two'])
    expect(await state()).toMatchObject({ state: 'waiting' })
    expect(await remove(true)).toMatchObject({ deletedHere: 1 })
    expect(await state()).toEqual({ state: 'resolved', waitingSince: null })
    expect(keptOnPhone(['deleteChat', EVE_JID, '0'])?.deleteChatAction).toBeDefined()
    expect(await texts()).toEqual([])
    const changes = (await told(5)).map(({ change, keptStarred }) => `${change} ${keptStarred}`).sort()
    const here = ['deleted_here false', 'deleted_here true']
    expect(changes).toEqual(['cleared false', 'cleared true', 'deleted undefined', ...here])
    expect((await readRefusal(remove(true))).data).toMatchObject({ reason: 'NO_SUCH_THING' })
    await write('three')
    expect(await texts()).toEqual(['three'])
    expect(await state()).toMatchObject({ state: 'waiting' })
  })

  test('is as it was where the network refuses it, here too', async () => {
    const stop = world.sandbox.intercept(refuse('400'))
    expect((await readRefusal(clear({ deleteHere: true }))).data).toMatchObject({
      reason: 'CHAT_CHANGE_REFUSED',
    })
    stop()
    expect(await texts()).toEqual(['three'])
  })
})
