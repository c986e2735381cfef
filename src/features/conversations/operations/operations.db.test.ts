import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench, until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { fakeConnector } from '../../../../test/support/fake-network.ts'
import { at, person, textEvent } from '../../../../test/support/network-events.ts'
import { contract } from '../../../contract/index.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import { Refusal } from '../../../core/errors.ts'
import type { NetworkEvent } from '../../../network/port.ts'
import type { WrittenByPerson } from '../records/send-command.ts'
import { DELETE_WINDOW_HOURS, EDIT_WINDOW_MIN } from './changes.ts'

const database = useTestDatabase()
const ana = person('491511111111', '7001')
const ANA = at('491511111111@s.whatsapp.net')
const LID = at('7001@lid')
const BEN = at('491522222222@s.whatsapp.net')

let bench: ChatBench
let clientId: string
/** What flows were told a person writes. */
const written: [string, string, WrittenByPerson][] = []

beforeAll(async () => {
  bench = await createChatBench(database(), { personWrote: async (...args) => void written.push(args) })
  clientId = bench.clientId
})
afterAll(() => bench.close())

async function apply(...events: NetworkEvent[]) {
  const client = { id: clientId, userId: bench.userId, address: null, lid: null }
  const applied = await database().transaction((tx) => bench.chat.applyEvents(tx, client, events))
  applied.committed()
}

const handlers = () => bench.chat.handlers
const ctx = () => bench.ctx()
const send = (text: string, target = ANA) =>
  handlers().sendMessage({ clientId, target, message: { text } }, ctx())
const read = (extra: object = {}) =>
  handlers().getConversationMessages({ clientId, jid: ANA, limit: 50, direction: 'before', ...extra }, ctx())
const find = async (id: string, jid = ANA) => (await read({ jid })).messages.find((m) => m.id === id)
const lastSent = () => fakeConnector.toJson(bench.connection.sent.at(-1)!.bytes)
const reasonOf = (error: unknown) => (error instanceof Refusal ? [error.code, error.data?.reason] : error)
const keyOf = (id: string, fromMe: boolean, remoteJid = ANA) => ({ remoteJid, id, fromMe })

describe('sending a text', () => {
  it('passes mentions, mention-all, link preview and the quoted message on', async () => {
    await apply(textEvent({ id: 'Q1', from: ana, text: 'question' }))
    const message = {
      text: 'hi @ben',
      mentions: [BEN],
      mentionAll: true,
      linkPreview: false,
      quoted: { id: 'Q1' },
    }
    await handlers().sendMessage({ clientId, target: ANA, message }, ctx())
    expect(lastSent()).toEqual({
      type: 'text',
      text: 'hi @ben',
      mentions: [BEN],
      mentionAll: true,
      linkPreview: false,
      quoted: { key: { chat: ANA, id: 'Q1', fromMe: false, participant: ANA }, bytes: 'question' },
    })
  })

  it('quotes what it sent itself, named by the key of the answer', async () => {
    const { res } = await send('mine')
    const quoted = { id: res!.key.id, remoteJid: LID, fromMe: true }
    await handlers().sendMessage({ clientId, target: ANA, message: { text: 'see above', quoted } }, ctx())
    expect(lastSent()).toMatchObject({
      quoted: { key: { id: res!.key.id, fromMe: true, participant: '490000000@s.whatsapp.net' } },
    })
  })

  it('names the quoted message that it does not know', async () => {
    const attempt = handlers().sendMessage(
      { clientId, target: ANA, message: { text: 'a', quoted: { id: 'NOPE' } } },
      ctx(),
    )
    const refusal = await attempt.catch((error: unknown) => error)
    expect(refusal).toMatchObject({
      code: 'BAD_REQUEST',
      data: { path: 'message.quoted', params: { id: 'NOPE' } },
    })
  })

  it('answers what the contract promises', async () => {
    const result = await contract.chat.sendMessage['~orpc'].outputSchema!['~standard'].validate(
      await send('a'),
    )
    expect(result.issues).toBeUndefined()
    const page = await contract.chat.getConversationMessages['~orpc'].outputSchema!['~standard'].validate(
      await read(),
    )
    expect(page.issues).toBeUndefined()
  })
})

describe('reacting', () => {
  const react = (id: string, reaction: string, target = ANA, remoteJid = ANA) =>
    handlers().reactMessage({ clientId, target, key: keyOf(id, false, remoteJid), reaction }, ctx())
  const reactions = async (id: string) =>
    (
      await database().pool.query('select reactions from message where client_id = $1 and id = $2', [
        clientId,
        id,
      ])
    ).rows[0].reactions

  it('shows on the message, not as one of its own, and can be taken back', async () => {
    await apply(textEvent({ id: 'R1', from: ana }))
    const before = (await read()).messages.length
    expect(await react('R1', '👍')).toMatchObject({ type: 'success' })
    expect(lastSent()).toEqual({
      type: 'reaction',
      target: { chat: ANA, id: 'R1', fromMe: false },
      emoji: '👍',
    })
    expect(await reactions('R1')).toEqual({ '490000000@s.whatsapp.net': '👍' })
    await react('R1', '')
    expect(await reactions('R1')).toEqual({})
    expect((await read()).messages).toHaveLength(before)
  })

  it('takes either address of the person, but not another chat', async () => {
    await apply(textEvent({ id: 'R2', from: ana }))
    expect(await react('R2', '👍', LID)).toMatchObject({ type: 'success' })
    expect(await react('R2', '👍', ANA, BEN).catch(reasonOf)).toEqual(['BAD_REQUEST', 'KEY_OF_OTHER_CHAT'])
  })
})

describe('editing', () => {
  const edit = (id: string, text: string, fromMe = true) =>
    handlers().editMessage({ clientId, target: ANA, key: keyOf(id, fromMe), text }, ctx())

  it('changes the text that is stored, and what is quoted or forwarded from then on', async () => {
    const { res } = await send('befor')
    expect(await edit(res!.key.id, 'before')).toMatchObject({ type: 'success' })
    expect(await find(res!.key.id)).toMatchObject({ text: 'before', type: 'text' })
    const bytes = await bench.chat.readSentMessage(clientId, res!.key.id)
    expect(fakeConnector.toJson(bytes!)).toMatchObject({ text: 'before' })
  })

  it('leaves the text alone when the network refuses', async () => {
    const { res } = await send('one')
    bench.connection.answer = () => ({ kind: 'refused', code: '400' })
    expect(await edit(res!.key.id, 'two')).toMatchObject({ type: 'error' })
    bench.connection.answer = () => ({ kind: 'acked', atSec: 1_800_000_000 })
    expect(await find(res!.key.id)).toMatchObject({ text: 'one' })
  })

  it('is refused for messages of others, unknown ones and old ones', async () => {
    await apply(textEvent({ id: 'E1', from: ana }))
    expect(await edit('E1', 'x', false).catch(reasonOf)).toEqual(['BAD_REQUEST', 'NOT_OWN_MESSAGE'])
    expect(await edit('NOPE', 'x').catch(reasonOf)).toEqual(['NOT_FOUND', 'MESSAGE_NOT_FOUND'])
    const { res } = await send('old')
    await bench.time.advance(EDIT_WINDOW_MIN * 60_000)
    expect(await edit(res!.key.id, 'just in time')).toMatchObject({ type: 'success' })
    await bench.time.advance(1_000)
    expect(await edit(res!.key.id, 'too late').catch(reasonOf)).toEqual([
      'UNPROCESSABLE_CONTENT',
      'EDIT_WINDOW_PAST',
    ])
  })
})

describe('taking back', () => {
  const takeBack = (id: string) =>
    handlers().deleteMessage({ clientId, target: ANA, key: keyOf(id, true) }, ctx())

  it('is refused for what the network does not take back any more, and nothing goes out', async () => {
    const { res } = await send('regretted')
    const { res: late } = await send('regretted too late')
    await bench.time.advance(DELETE_WINDOW_HOURS * 3_600_000)
    expect(await takeBack(res!.key.id)).toMatchObject({ type: 'success' })
    const sent = bench.connection.sent.length
    await bench.time.advance(1_000)
    expect(await takeBack(late!.key.id).catch(reasonOf)).toEqual([
      'UNPROCESSABLE_CONTENT',
      'DELETE_WINDOW_PAST',
    ])
    expect(bench.connection.sent).toHaveLength(sent)
  })
})

describe('forwarding', () => {
  const forward = (messageId: string, sourceJid = ANA) =>
    handlers().forwardMessage({ clientId, target: BEN, messageId, sourceJid }, ctx())

  it('sends a stored text on, from whichever address of its chat', async () => {
    await apply(textEvent({ id: 'F1', from: ana, text: 'news' }))
    expect(await forward('F1', LID)).toMatchObject({ type: 'success', res: { key: { remoteJid: BEN } } })
    expect(lastSent()).toMatchObject({ type: 'forward', forwarded: 'news' })
  })

  it('takes a message of any type, and none that is not in that chat', async () => {
    await apply(textEvent({ id: 'F2', from: ana, type: 'image' }))
    expect(await forward('F1', BEN).catch(reasonOf)).toEqual(['NOT_FOUND', 'MESSAGE_NOT_FOUND'])
    expect(await forward('F2')).toMatchObject({ type: 'success' })
  })
})

describe('marking as read', () => {
  it('tells the network and the store, and passes over what we wrote ourselves', async () => {
    await apply(textEvent({ id: 'U1', from: ana }), textEvent({ id: 'U2', from: ana }))
    const keys = [keyOf('U1', false), keyOf('U2', false, LID), keyOf('M1', true)]
    expect(await handlers().readMessages({ clientId, keys }, ctx())).toEqual({
      type: 'success',
      client: clientId,
      message: '2 messages are marked as read.',
    })
    expect(bench.connection.read.map((key) => [key.chat, key.id])).toEqual([
      [ANA, 'U1'],
      [LID, 'U2'],
    ])
    expect(await find('U1')).toMatchObject({ status: 'READ' })
    expect(await find('U2')).toMatchObject({ status: 'READ' })
  })

  it('is refused while the client is not connected', async () => {
    bench.disconnect()
    const attempt = handlers().readMessages({ clientId, keys: [keyOf('U1', false)] }, ctx())
    expect(await attempt.catch(reasonOf)).toEqual(['SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED'])
    bench.connect()
  })
})

describe('contacts', () => {
  it('whose connection ends while the network is asked about them are not known, which is no fault of the service', async () => {
    const { connection } = bench
    const { checkNumbers } = connection
    connection.checkNumbers = async () => {
      throw new Error('the connection was closed')
    }
    const asked = bench.chat.contactHandlers.check({ clientId, phoneNumbers: ['491511111111'] }, ctx())
    expect(await asked.catch(reasonOf)).toEqual(['SERVICE_UNAVAILABLE', 'CLIENT_NOT_CONNECTED'])
    connection.checkNumbers = checkNumbers
  })

  it('are one row per person with both addresses and the two names', async () => {
    await apply({ kind: 'contact', addresses: ana, name: 'Ana Silva', notify: 'ana' })
    const { contacts } = await handlers().fetchContacts({ clientId }, ctx())
    expect(contacts.filter((c) => c.lid === LID)).toEqual([
      { id: ANA, notify: 'ana', username: null, lid: LID, name: 'Ana Silva', phoneNumber: '+491511111111' },
    ])
  })
})

describe('what somebody writes in the dashboard', () => {
  const inDashboard = () => ({ ...ctx(), principal: { ...ctx().principal, via: 'session' as const } })
  const GROUP = at('120363000000000001@g.us')

  const notice = (text: string, source: 'dashboard' | 'api') => [
    clientId,
    ANA,
    {
      ...{ eventId: expect.stringMatching(/^inbox:3EB0/), text, source },
      ...(source === 'dashboard' && { by: `user:${bench.userId}` }),
    },
  ]

  it('is a person’s word to flows, once it is sent; what programs write is none', async () => {
    const { res } = await send('by a program')
    expect(written).toEqual([])
    const before = bench.connection.sent.length
    const input = { clientId, target: ANA, message: { text: 'by a person' } }
    await handlers().sendMessage(input, inDashboard())
    const forward = { clientId, target: ANA, messageId: res!.key.id, sourceJid: ANA }
    await handlers().forwardMessage(forward, inDashboard())
    expect(written).toEqual([notice('by a person', 'dashboard'), notice('', 'dashboard')])
    expect(bench.connection.sent.length).toBe(before + 2)
  })

  it('is told with who had it sent: the person, the key or, where neither is known, nobody', async () => {
    const message = { text: 'who wrote this?' }
    const input = { clientId, target: ANA, message }
    const keyId = randomUUID()
    await database().pool.query(
      `insert into api_key (id, user_id, workspace_id, name, hash, prefix, last_four) values ($1, $2, $2, 'Shop system', $3, 'p', '0')`,
      [keyId, bench.userId, Buffer.from(keyId)],
    )
    const byKey = { ...ctx(), principal: { ...ctx().principal, keyId } }
    await handlers().sendMessage(input, inDashboard())
    await handlers().sendMessage(input, byKey)
    await handlers().sendMessage({ ...input, asHuman: true }, byKey)
    await handlers().sendMessage(input, ctx())
    const readSenders = async () =>
      (await handlers().listMessages({ clientId, jid: ANA, limit: 4, direction: 'before' }, ctx())).messages
        .map(({ sender }) => sender && [sender.kind, sender.userId, sender.name])
        .toReversed()
    const { name } = (await database().pool.query('select name from "user" where id = $1', [bench.userId]))
      .rows[0]
    const person = ['person', bench.userId, name]
    expect(await readSenders()).toEqual([
      person,
      ['key', null, 'Shop system'],
      ['person', null, 'Shop system'],
      null,
    ])
    await database().pool.query('delete from api_key where id = $1', [keyId])
    expect(await readSenders()).toEqual([person, ['key', null, null], ['person', null, null], null])
  })

  it('is a person’s word too when a program says so, in each kind of message', async () => {
    written.length = 0
    const asHuman = true
    const input = { clientId, target: ANA, asHuman }
    const { res } = await handlers().sendMessage({ ...input, message: { text: 'from the desk' } }, ctx())
    await handlers().forwardMessage({ ...input, messageId: res!.key.id, sourceJid: ANA }, ctx())
    await handlers().sendMessage({ ...input, asHuman: false, message: { text: 'by a program' } }, ctx())
    await handlers().sendMessage({ ...input, target: GROUP, message: { text: 'all' } }, ctx())
    expect(written).toEqual([notice('from the desk', 'api'), notice('', 'api')])
  })

  it('did not happen when it was refused, before or by the network; the caller hears why', async () => {
    written.length = 0
    const input = { clientId, target: ANA, message: { text: 'never out' } }
    bench.disconnect()
    const offline = handlers().sendMessage(input, inDashboard())
    await expect(offline).rejects.toMatchObject({ data: { reason: 'CLIENT_NOT_CONNECTED' } })
    const { unknownNumbers } = bench.connect()
    unknownNumbers.add('+491520000000')
    const nobody = { ...input, target: at('491520000000@s.whatsapp.net') }
    const unknown = handlers().sendMessage(nobody, inDashboard())
    await expect(unknown).rejects.toMatchObject({ data: { reason: 'RECIPIENT_NOT_FOUND' } })
    bench.connection.answer = () => ({ kind: 'refused', code: '479' })
    expect(await handlers().sendMessage(input, inDashboard())).toMatchObject({ type: 'error' })
    expect(written).toEqual([])
  })

  it('counts when nobody knows whether it was sent, and once however often it is asked again', async () => {
    written.length = 0
    const { connection } = bench
    const later = Promise.withResolvers<SendOutcome>()
    connection.answer = () => later.promise
    const asked = { clientId, target: ANA, message: { text: 'perhaps' }, wait: 'queued' as const }
    const queued = await handlers().sendMessage(asked, { ...inDashboard(), idempotencyKey: 'perhaps' })
    expect(queued).toMatchObject({ type: 'success', res: { status: 'PENDING' } })
    expect(written).toEqual([])
    later.resolve({ kind: 'unknown', reason: 'ack_timeout', withinMs: 1_500 })
    await until(() => written.length > 0)
    connection.answer = () => ({ kind: 'acked', atSec: 1 })
    const again = { clientId, target: ANA, message: { text: 'perhaps' }, wait: 'queued' as const }
    await handlers().sendMessage(again, { ...inDashboard(), idempotencyKey: 'perhaps' })
    expect(new Set(written.map(([, , { eventId }]) => eventId)).size).toBe(1)
  })

  it('is none when it is refused, goes to a group or is only a reaction', async () => {
    written.length = 0
    const unfit = { text: 'a', quoted: { id: 'NOPE' } }
    const refused = handlers().sendMessage({ clientId, target: ANA, message: unfit }, inDashboard())
    await expect(refused).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await handlers().sendMessage({ clientId, target: GROUP, message: { text: 'all' } }, inDashboard())
    const { res } = await send('mine')
    const key = keyOf(res!.key.id, true)
    await handlers().reactMessage({ clientId, target: ANA, key, reaction: '👍' }, inDashboard())
    expect(written).toEqual([])
  })
})

describe('last activity', () => {
  it('is written once in a while', async () => {
    await bench.time.advance(10_000)
    database().statements.length = 0
    for (let i = 0; i < 5; i += 1) await send(`m${i}`)
    await bench.chat.close()
    expect(database().statements.filter((name) => name === 'chat_touch')).toHaveLength(1)
    const { rows } = await database().pool.query('select last_activity_at as at from client where id = $1', [
      clientId,
    ])
    expect(rows[0].at.getTime()).toBe(bench.time.nowMs())
  })
})
