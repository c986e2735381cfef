import { proto } from 'baileys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type ChatNetwork,
  eventually,
  type MessageInput,
  startChatNetwork,
} from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { sealVote } from '../../../test/support/sealed-vote.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const ACCOUNT = '447700900100'
const ANA = '447700900201'
const JID = `${ANA}@s.whatsapp.net` as Address

let world: ChatNetwork
beforeAll(async () => {
  world = await startChatNetwork(database(), ACCOUNT)
})
afterAll(() => world.close())

const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada Byron\nTEL;waid=447700900300:+44 7700 900300\nEND:VCARD'

/** A message of each type that needs no file, and what the contact shows of it. */
const outgoing: [string, MessageInput, object][] = [
  [
    'text',
    { text: 'hello', mentions: [JID], mentionAll: true },
    { type: 'text', mentions: [JID], mentionsAll: true },
  ],
  ['text', { text: 'soon gone', ephemeral: 86_400 }, { type: 'text', expirationS: 86_400 }],
  [
    'location',
    { location: { degreesLatitude: 51.5, degreesLongitude: -0.125, name: 'Office', address: '1 Road' } },
    { location: { latitude: 51.5, longitude: -0.125, name: 'Office', address: '1 Road', live: false } },
  ],
  [
    'contacts',
    { contacts: { contacts: [{ vcard: card }] } },
    { contacts: [{ name: 'Ada Byron', vcard: card }] },
  ],
  [
    'contacts',
    { contacts: { contacts: [{ vcard: card }, { displayName: 'Two', vcard: card }] } },
    {
      contacts: [
        { name: 'Ada Byron', vcard: card },
        { name: 'Two', vcard: card },
      ],
    },
  ],
  [
    'poll',
    { poll: { name: 'Lunch?', values: ['pizza', 'soup'], selectableCount: 1 } },
    { type: 'poll', poll: { name: 'Lunch?', options: ['pizza', 'soup'], selectable: 1 } },
  ],
  [
    'event',
    { event: { name: 'Launch', description: 'of it', startDate: new Date(1_900_000_000_000) } },
    { event: { name: 'Launch', description: 'of it', startS: 1_900_000_000, cancelled: false } },
  ],
  [
    'groupInvite',
    {
      groupInvite: {
        inviteCode: 'abc',
        inviteExpiration: 1_900_000_000,
        text: 'join us',
        jid: '120363000000000001@g.us' as Address,
        subject: 'Us',
      },
    },
    {},
  ],
  ['listReply', { listReply: { title: 'Red', singleSelectReply: { selectedRowId: 'r1' } } }, {}],
  ['buttonReply', { buttonReply: { displayText: 'Yes', id: 'y', index: 0, type: 'plain' } }, {}],
  ['buttonReply', { buttonReply: { displayText: 'No', id: 'n', index: 1, type: 'template' } }, {}],
]

describe('messages of every type', () => {
  it.each(outgoing)('a %s reaches the contact byte for byte (%#)', async (type, message, shown) => {
    const ana = world.sandbox.contact(ANA)
    const result = await world.send(message, JID)
    expect(result.error).toBeUndefined()
    const id = result.res?.key.id ?? ''
    const received = await ana.waitForMessage((found) => found.id === id)
    expect(received).toMatchObject(shown)
    const stored = await world.stored(id)
    expect(received.raw).toBe(stored.bytes.toString('base64'))
    expect(stored.type).toBe(type)
    expect(ana.errors).toEqual([])
  })

  it('pins a message of the conversation without showing up in it', async () => {
    const ana = world.sandbox.contact(ANA)
    const messageId = await ana.sendText(ACCOUNT, 'keep this')
    await world.shows(JID, ({ id }) => id === messageId)
    const pin = { remoteJid: JID, id: messageId, fromMe: false }
    const { res } = await world.send({ pin }, JID)
    expect(await ana.waitForMessage(({ id }) => id === res?.key.id)).toMatchObject({ targetId: messageId })
    expect((await world.page(JID)).some(({ id }) => id === res?.key.id)).toBe(false)
  })

  it('refuses what a type cannot carry by the name of the field', async () => {
    await expect(world.send({ text: 'x', caption: 'y' }, JID)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { path: 'message.caption' },
    })
    await expect(world.send({ text: 'x', viewOnce: true }, JID)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})

const incoming: [string, string | null, proto.IMessage][] = [
  ['location', 'Pier', { locationMessage: { degreesLatitude: 1, degreesLongitude: 2, name: 'Pier' } }],
  ['contacts', 'Ada', { contactMessage: { displayName: 'Ada', vcard: card } }],
  ['contacts', 'Two', { contactsArrayMessage: { displayName: 'Two', contacts: [{ vcard: card }] } }],
  ['event', 'Launch', { eventMessage: { name: 'Launch', startTime: 1_900_000_000 } }],
  ['groupInvite', 'join', { groupInviteMessage: { caption: 'join', groupJid: '1@g.us', inviteCode: 'c' } }],
  ['listReply', 'Red', { listResponseMessage: { title: 'Red', singleSelectReply: { selectedRowId: '1' } } }],
  [
    'poll',
    'Lunch?',
    { pollCreationMessage: { name: 'Lunch?', options: [{ optionName: 'a' }, { optionName: 'b' }] } },
  ],
  ['text', 'gone soon', { ephemeralMessage: { message: { conversation: 'gone soon' } } }],
]

describe('what a contact sends', () => {
  it.each(incoming)(
    'as %s (%s) is stored under that type with its text, byte for byte',
    async (type, text, content) => {
      const id = await world.sandbox.contact(ANA).send(ACCOUNT, content)
      expect(await world.shows(JID, (found) => found.id === id)).toMatchObject({ type, text, fromMe: false })
      const { bytes } = await world.stored(id)
      expect(proto.Message.decode(bytes).toJSON()).toMatchObject(proto.Message.fromObject(content).toJSON())
    },
  )

  it('as votes is opened with the secret of our poll, and changes as the contact changes it', async () => {
    const ana = world.sandbox.contact(ANA)
    const { res } = await world.send({ poll: { name: 'Which?', values: ['a', 'b', 'c'] } }, JID)
    const pollId = res?.key.id ?? ''
    const { bytes } = await world.stored(pollId)
    const secret = proto.Message.decode(bytes).messageContextInfo?.messageSecret ?? new Uint8Array()
    const writer = `${ACCOUNT}@s.whatsapp.net`
    const vote = (options: string[], voter: string) =>
      ana.send(ACCOUNT, {
        pollUpdateMessage: {
          pollCreationMessageKey: { remoteJid: writer, id: pollId, fromMe: false },
          vote: sealVote({ pollId, secret, writer, voter, options }),
          senderTimestampMs: Date.now(),
        },
      })
    const chosen = (options: string[] | undefined) =>
      eventually('the vote', async () => {
        const { votes } = await world.stored(pollId)
        return JSON.stringify(votes?.[JID]) === JSON.stringify(options)
      })
    await vote(['c', 'a'], JID)
    await chosen(['a', 'c'])
    await vote(['b'], `${ana.lid.replace(/@lid$/, '')}@lid`)
    await chosen(['b'])
    await vote([], JID)
    await chosen(undefined)
    const votes = world.events.flatMap(({ event }) => (event.type === 'poll_vote_received' ? event : []))
    expect(votes.map(({ message }) => message.poll?.options)).toEqual([['a', 'c'], ['b'], []])
  })
})
