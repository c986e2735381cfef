import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ChatBench, createChatBench, until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { textsOf } from '../../../../test/support/fake-network.ts'
import { at, person, textEvent } from '../../../../test/support/network-events.ts'
import type { CallContext } from '../../../contract/handlers.ts'
import type { SendOutcome } from '../../../core/conversation/send-outcome.ts'
import { Refusal } from '../../../core/errors.ts'
import { deleteMessagesHere, noteRemovalAsked } from '../records/network/removals.ts'
import { insertInOrder } from './answered-meanwhile.ts'

const database = useTestDatabase()
const ANA = at('491511111111@s.whatsapp.net')
const GROUP = at('120363000000000001@g.us')

let bench: ChatBench

beforeEach(async () => {
  bench = await createChatBench(database())
})
afterEach(() => bench.close())

/** As the dashboard calls for somebody who signed in. */
function as(userId: string, key?: string): CallContext {
  const ctx = bench.ctx(key)
  return { ...ctx, principal: { ...ctx.principal, userId, via: 'session' } }
}

interface Asked {
  seen?: readonly string[] | undefined
  target?: typeof ANA
  key?: string
}

function send(userId: string, text: string, { seen, target = ANA, key }: Asked = {}) {
  const guard = seen ? { unlessAnsweredSince: [...seen] } : {}
  const input = { clientId: bench.clientId, target, message: { text }, ...guard }
  return bench.chat.handlers.sendMessage(input, as(userId, key && `${key} ${bench.clientId}`))
}

async function receive(id: string, text: string, fromMe = false) {
  const client = { id: bench.clientId, userId: bench.userId, address: null, lid: null }
  const event = textEvent({ id, text, fromMe, from: person('491511111111') })
  const applied = await database().transaction((tx) => bench.chat.applyEvents(tx, client, [event]))
  applied.committed()
}

const reasonOf = (error: unknown) =>
  error instanceof Refusal ? [error.code, error.data?.reason, error.data?.params] : error

describe('two people answer the same message', () => {
  it('at the same moment: one answer leaves, the other is refused and may still go', async () => {
    await receive('Q1', 'Is the blue one in stock?')
    const people = ['ada', 'grace'] as const
    const answers = await Promise.allSettled(people.map((who) => send(who, `of ${who}`, { seen: ['Q1'] })))
    const sent = bench.connection.sent.map(({ id }) => id)
    expect(sent).toHaveLength(1)
    const refused = answers.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : []))
    expect(refused).toEqual([['CONFLICT', 'ANSWERED_MEANWHILE', { id: sent[0] }]])
    const slower = people[answers.findIndex(({ status }) => status === 'rejected')]!
    await send(slower, `of ${slower}`)
    expect(textsOf(bench.connection)).toHaveLength(2)
    expect(textsOf(bench.connection)[1]).toBe(`of ${slower}`)
  })

  it.each([
    ['ada', 'grace'],
    ['grace', 'ada'],
  ])('while that of %s is on the wire, that of %s is refused', async (first, second) => {
    await receive('Q1', 'Is the blue one in stock?')
    const onWire = Promise.withResolvers<SendOutcome>()
    bench.connection.answer = () => onWire.promise
    const sending = send(first, `of ${first}`, { seen: ['Q1'] })
    await until(() => bench.connection.sent.length === 1)
    const [one] = bench.connection.sent
    const refused = await send(second, `of ${second}`, { seen: ['Q1'] }).catch(reasonOf)
    expect(refused).toEqual(['CONFLICT', 'ANSWERED_MEANWHILE', { id: one?.id }])
    onWire.resolve({ kind: 'acked', atSec: 1_800_000_000 })
    expect(await sending).toMatchObject({ type: 'success' })
    expect(textsOf(bench.connection)).toEqual([`of ${first}`])
  })

  it('in a group too', async () => {
    const both = ['ada', 'grace'].map((who) => send(who, who, { seen: [], target: GROUP }))
    const answers = await Promise.allSettled(both)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(bench.connection.sent).toHaveLength(1)
  })

  it('by a process that owns the number and one that just lost it: what is stored by one is seen by the other', async () => {
    await receive('Q1', 'Is the blue one in stock?')
    const row = (id: string, who: string) => ({
      ...{ clientId: bench.clientId, id, chat: ANA, atSec: 1_800_000_000, type: 'text', text: who },
      ...{ quotedId: null, bytes: new Uint8Array(), sentBy: `user:${who}`, seen: ['Q1'] },
    })
    // Each over a connection of its own, as two processes do it, and many times, as either may be first.
    for (let turn = 0; turn < 20; turn += 1) {
      await database().pool.query('delete from message where from_me')
      const answers = await Promise.allSettled([
        insertInOrder(database(), row(`A${turn}`, 'ada')),
        insertInOrder(database(), row(`G${turn}`, 'grace')),
      ])
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      const stored = await database().pool.query('select id from message where from_me')
      expect(stored.rows).toHaveLength(1)
    }
  })

  it('counts an answer that the owner before may have handed to the network', async () => {
    await receive('Q1', 'Is the blue one in stock?')
    bench.connection.answer = () => new Promise<SendOutcome>(() => {})
    void send('ada', 'of ada', { seen: ['Q1'] })
    await until(() => bench.connection.sent.length === 1)
    await bench.crashAndRestart()
    const refused = await send('grace', 'of grace', { seen: ['Q1'] }).catch(reasonOf)
    expect(refused).toMatchObject(['CONFLICT', 'ANSWERED_MEANWHILE', {}])
    expect(bench.connection.sent).toEqual([])
  })
})

describe('whatever a person sends', () => {
  const PICTURE = { image: { base64: 'iVBORw0KGgo=', mimetype: 'image/png' } }
  const ALBUM = [PICTURE, PICTURE]

  it.each([
    [
      'a forwarded message',
      (of: object) =>
        bench.chat.handlers.forwardMessage(
          { ...{ clientId: bench.clientId, target: ANA, messageId: 'Q1', sourceJid: ANA }, ...of },
          as('ada'),
        ),
    ],
    [
      'an album',
      (of: object) =>
        bench.chat.handlers.sendAlbum(
          { ...{ clientId: bench.clientId, target: ANA, album: ALBUM }, ...of },
          as('ada'),
        ),
    ],
  ])('%s is refused after an answer that was not seen, and is one itself', async (_, act) => {
    await receive('Q1', 'Is the blue one in stock?')
    const { res } = await send('grace', 'Certainly')
    const refused = await act({ unlessAnsweredSince: ['Q1'] }).catch(reasonOf)
    expect(refused).toEqual(['CONFLICT', 'ANSWERED_MEANWHILE', { id: res!.key.id }])
    expect(bench.connection.sent).toHaveLength(1)
    await act({ unlessAnsweredSince: ['Q1', res!.key.id] })
    expect(bench.connection.sent.length).toBeGreaterThan(1)
    const late = await send('grace', 'And thank you', { seen: ['Q1', res!.key.id] }).catch(reasonOf)
    expect(late).toMatchObject(['CONFLICT', 'ANSWERED_MEANWHILE', {}])
  })

  it('is an answer too when it is written with a key, where its program says so', async () => {
    await receive('Q1', 'Is the blue one in stock?')
    const ctx = bench.ctx()
    const byKey = { ...ctx, principal: { ...ctx.principal, keyId: randomUUID() } }
    const input = { clientId: bench.clientId, target: ANA, message: { text: 'Certainly' }, asHuman: true }
    const { res } = await bench.chat.handlers.sendMessage(input, byKey)
    await bench.chat.handlers.sendMessage({ ...input, unlessAnsweredSince: ['Q1'] }, byKey)
    const refused = await send('ada', 'Yes', { seen: ['Q1', res!.key.id] }).catch(reasonOf)
    expect(refused).toMatchObject(['CONFLICT', 'ANSWERED_MEANWHILE', {}])
  })
})

describe('what is no answer of another person', () => {
  it('the sender’s own messages, in one go and after each other', async () => {
    await receive('Q1', 'Is the blue one in stock?')
    const seen = ['Q1']
    await Promise.all(['one', 'two', 'three'].map((text) => send('ada', text, { seen })))
    await send('ada', 'four', { seen })
    expect(textsOf(bench.connection)).toEqual(['one', 'two', 'three', 'four'])
  })

  it('a message of the contact, or of a program', async () => {
    await receive('Q1', 'Is the blue one in stock?')
    await receive('Q2', 'Hello?')
    const byKey = { clientId: bench.clientId, target: ANA, message: { text: 'We read you' } }
    await bench.chat.handlers.sendMessage(byKey, bench.ctx())
    await send('ada', 'Yes', { seen: ['Q1'] })
    expect(textsOf(bench.connection)).toEqual(['We read you', 'Yes'])
  })

  it('what they saw, in whichever order it was stored', async () => {
    await receive('Q1', 'Is the blue one in stock?')
    const { res } = await send('grace', 'Yes')
    await send('ada', 'I set it aside', { seen: [res!.key.id] })
    await send('grace', 'Thank you', { seen: ['Q1', res!.key.id, bench.connection.sent[1]!.id] })
    expect(bench.connection.sent).toHaveLength(3)
  })

  it('what was certainly not sent', async () => {
    await receive('Q1', 'Is the blue one in stock?')
    bench.connection.answer = () => ({ kind: 'refused', code: '403' })
    expect(await send('grace', 'Yes')).toMatchObject({ type: 'error' })
    bench.connection.answer = () => ({ kind: 'acked', atSec: 1_800_000_000 })
    expect(await send('ada', 'Yes', { seen: ['Q1'] })).toMatchObject({ type: 'success' })
  })
})

it('what was written at the account’s phone is an answer', async () => {
  await receive('Q1', 'Is the blue one in stock?')
  await receive('P1', 'Yes', true)
  const refused = await send('ada', 'Yes', { seen: ['Q1'] }).catch(reasonOf)
  expect(refused).toEqual(['CONFLICT', 'ANSWERED_MEANWHILE', { id: 'P1' }])
})

it('a call that is repeated with its key is not refused by its first attempt', async () => {
  await receive('Q1', 'Is the blue one in stock?')
  const asked = { seen: ['Q1'], key: 'k1' }
  const both = await Promise.all([send('ada', 'Yes', asked), send('ada', 'Yes', asked)])
  expect(both[0]).toEqual(both[1])
  expect(await send('ada', 'Yes', asked)).toEqual(both[0])
  expect(bench.connection.sent).toHaveLength(1)
})

it('a repeat after a crash is the same message again, also when another person answered since', async () => {
  await receive('Q1', 'Is the blue one in stock?')
  const asked = { seen: ['Q1'], key: 'k1' }
  bench.connection.answer = () => new Promise<SendOutcome>(() => {})
  void send('ada', 'Yes', asked)
  await until(() => bench.connection.sent.length === 1)
  const { id } = bench.connection.sent[0]!
  await bench.crashAndRestart()
  await send('grace', 'Certainly')
  expect(await send('ada', 'Yes', asked)).toMatchObject({ type: 'success', res: { key: { id } } })
  expect(textsOf(bench.connection)).toEqual(['Certainly', 'Yes'])
})

it('a refused call keeps nothing: its key may be used again, without the question', async () => {
  await receive('Q1', 'Is the blue one in stock?')
  await send('grace', 'Certainly')
  const refused = await send('ada', 'Yes', { seen: ['Q1'], key: 'k1' }).catch(reasonOf)
  expect(refused).toMatchObject(['CONFLICT', 'ANSWERED_MEANWHILE', {}])
  expect(await send('ada', 'Yes', { key: 'k1' })).toMatchObject({ type: 'success' })
  const left = await database().pool.query('select message_id from person_send')
  expect(left.rows).toEqual([])
})

it('a message that nobody knows cannot have been seen', async () => {
  const refused = await send('ada', 'Yes', { seen: ['GONE'] }).catch(reasonOf)
  expect(refused).toEqual(['NOT_FOUND', 'MESSAGE_NOT_FOUND', { id: 'GONE' }])
})

describe('what was seen was deleted here meanwhile', () => {
  async function deleteHere(): Promise<void> {
    const of = { clientId: bench.clientId, chat: ANA }
    await noteRemovalAsked(database(), { ...of, atMs: Date.now(), by: 'user:grace' })
    const upTo = { ...of, atSec: 4_000_000_000, starredToo: true, by: 'user:grace' as const }
    expect(await deleteMessagesHere(database(), upTo)).toBeGreaterThan(0)
  }

  it('and nobody answered since: the message goes', async () => {
    await receive('Q1', 'Is the blue one in stock?')
    await deleteHere()
    expect(await send('ada', 'Yes', { seen: ['Q1'] })).toMatchObject({ type: 'success' })
  })

  it('and somebody answered since: that is what the sender is told', async () => {
    await receive('Q1', 'Is the blue one in stock?')
    await deleteHere()
    const { res } = await send('grace', 'Good morning')
    const refused = await send('ada', 'Yes', { seen: ['Q1'] }).catch(reasonOf)
    expect(refused).toEqual(['CONFLICT', 'ANSWERED_MEANWHILE', { id: res!.key.id }])
  })
})
