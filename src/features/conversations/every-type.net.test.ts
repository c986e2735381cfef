import { proto } from 'baileys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Contact, Group } from '../../../sandbox/index.ts'
import { eventually, type MessageInput } from '../../../test/support/chat-network.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { buildNoisyMp4, buildNoisyOgg, PNG, WEBP } from '../../../test/support/made-files.ts'
import { ACCOUNT, ANA, type MediaNetwork, startMediaNetwork } from '../../../test/support/media-network.ts'
import { CONTENT_TYPES, type ContentType } from '../../contract/conversations/message.ts'
import type { Address } from '../../core/addresses.ts'

const database = useTestDatabase()
const BEN = '447700900202'
const CAY = '447700900203'

const MP4 = buildNoisyMp4(20_000)
const OGG = buildNoisyOgg()
const WORDS = Buffer.from('just some words\n'.repeat(200))
const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada Byron\nTEL;waid=447700900300:+44 7700 900300\nEND:VCARD'

const inline = (bytes: Buffer, mimetype: string) => ({ base64: bytes.toString('base64'), mimetype })

/** Where messages go in a case: a person or a group, and whoever gets what is sent there. */
interface Place {
  jid: Address
  /** As contacts of the sandbox write to it. */
  to: string
  members: Contact[]
}

interface Row {
  /** The type it is stored and shown under; the union's own name when absent. */
  shown?: string
  /** What the API is given; `target` is a message of the place. */
  send(place: Place, target: string): MessageInput
  /** The same kind of message from the contact; answers its id. */
  deliver(from: Contact, to: string, target: string): Promise<string>
  /** The file that has to come out as it went in. */
  bytes?: Buffer
  /** It does not show up in the conversation. */
  hidden?: true
}

const media =
  (kind: Parameters<Contact['sendMedia']>[1]['kind'], bytes: Buffer, extra: object = {}): Row['deliver'] =>
  (from, to) =>
    from.sendMedia(to, { kind, bytes, ...extra })

/** One row for each member of the union: a type without a row is an error of the compiler and of the first test. */
const TYPES: Record<ContentType, Row> = {
  text: {
    send: ({ jid }) => ({
      text: 'hello',
      mentions: [`${ANA}@s.whatsapp.net` as Address],
      mentionAll: jid.endsWith('@g.us'),
    }),
    deliver: (from, to) => from.sendText(to, 'hello'),
  },
  image: {
    send: () => ({ image: inline(PNG, 'image/png'), caption: 'look' }),
    deliver: media('image', PNG, { mimetype: 'image/png', caption: 'look' }),
    bytes: PNG,
  },
  video: {
    send: () => ({ video: inline(MP4, 'video/mp4') }),
    deliver: media('video', MP4, { mimetype: 'video/mp4' }),
    bytes: MP4,
  },
  audio: {
    send: () => ({ audio: inline(OGG, 'audio/ogg') }),
    deliver: media('audio', OGG, { mimetype: 'audio/ogg; codecs=opus' }),
    bytes: OGG,
  },
  document: {
    send: () => ({ document: inline(WORDS, 'text/plain'), fileName: 'notes.txt' }),
    deliver: media('document', WORDS, { mimetype: 'text/plain', fileName: 'notes.txt' }),
    bytes: WORDS,
  },
  sticker: {
    send: () => ({ sticker: inline(WEBP, 'image/webp') }),
    deliver: media('sticker', WEBP, { mimetype: 'image/webp' }),
    bytes: WEBP,
  },
  location: {
    send: () => ({ location: { degreesLatitude: 51.5, degreesLongitude: -0.125, name: 'Office' } }),
    deliver: (from, to) => from.sendLocation(to, { latitude: 1, longitude: 2, name: 'Pier' }),
  },
  contacts: {
    send: () => ({ contacts: { contacts: [{ vcard: card }, { displayName: 'Two', vcard: card }] } }),
    deliver: (from, to) => from.sendContacts(to, [{ name: 'Ada', number: CAY }]),
  },
  poll: {
    send: () => ({ poll: { name: 'Lunch?', values: ['pizza', 'soup'], selectableCount: 1 } }),
    deliver: (from, to) => from.poll(to, { name: 'Lunch?', options: ['pizza', 'soup'] }),
  },
  event: {
    send: () => ({ event: { name: 'Launch', startDate: new Date(1_900_000_000_000) } }),
    deliver: (from, to) => from.event(to, { name: 'Launch', startS: 1_900_000_000 }),
  },
  groupInvite: {
    send: () => ({
      groupInvite: {
        inviteCode: 'abc',
        inviteExpiration: 1_900_000_000,
        text: 'join us',
        jid: '120363000000000001@g.us' as Address,
        subject: 'Us',
      },
    }),
    deliver: (from, to) =>
      from.send(to, { groupInviteMessage: { caption: 'join', groupJid: '1@g.us', inviteCode: 'c' } }),
  },
  pin: {
    send: ({ jid }, id) => ({ pin: { remoteJid: jid, id, fromMe: true } }),
    deliver: (from, to, id) =>
      from.send(to, {
        pinInChatMessage: {
          key: { remoteJid: `${ACCOUNT}@s.whatsapp.net`, fromMe: false, id },
          type: proto.Message.PinInChatMessage.Type.PIN_FOR_ALL,
          senderTimestampMs: 1,
        },
      }),
    hidden: true,
  },
  listReply: {
    send: () => ({ listReply: { title: 'Red', singleSelectReply: { selectedRowId: 'r1' } } }),
    deliver: (from, to) =>
      from.send(to, { listResponseMessage: { title: 'Red', singleSelectReply: { selectedRowId: '1' } } }),
  },
  buttonReply: {
    send: () => ({ buttonReply: { displayText: 'Yes', id: 'y', index: 0, type: 'plain' } }),
    deliver: (from, to) =>
      from.send(to, { buttonsResponseMessage: { selectedButtonId: 'y', selectedDisplayText: 'Yes' } }),
  },
}

/** What modifiers make of a type. */
const VARIANTS: Record<string, Row> = {
  'voice note': {
    shown: 'audio',
    send: () => ({ audio: inline(OGG, 'audio/ogg'), ptt: true }),
    deliver: media('ptt', OGG, { mimetype: 'audio/ogg; codecs=opus' }),
    bytes: OGG,
  },
  'video note': {
    shown: 'video',
    send: () => ({ video: inline(MP4, 'video/mp4'), ptv: true }),
    deliver: media('ptv', MP4, { mimetype: 'video/mp4' }),
    bytes: MP4,
  },
  gif: {
    shown: 'video',
    send: () => ({ video: inline(MP4, 'video/mp4'), gifPlayback: true }),
    deliver: media('gif', MP4, { mimetype: 'video/mp4' }),
    bytes: MP4,
  },
  'view-once image': {
    shown: 'image',
    send: () => ({ image: inline(PNG, 'image/png'), viewOnce: true }),
    deliver: media('image', PNG, { mimetype: 'image/png', viewOnce: true }),
    bytes: PNG,
  },
  'disappearing text': {
    shown: 'text',
    send: () => ({ text: 'soon gone', ephemeral: 86_400 }),
    deliver: (from, to) => from.send(to, { ephemeralMessage: { message: { conversation: 'soon gone' } } }),
  },
}

const ROWS = Object.entries({ ...TYPES, ...VARIANTS }).map(
  ([name, row]) => [name, { ...row, shown: row.shown ?? name }] as const,
)

/** What is to be viewed once comes from contacts without its content: see the tests of files that are used again. */
const FROM_CONTACTS = ROWS.filter(([name]) => name !== 'view-once image')

let network: MediaNetwork
let world: MediaNetwork['world']
let group: Group
let ana: Contact

beforeAll(async () => {
  network = await startMediaNetwork(database())
  world = network.world
  ana = world.sandbox.contact(ANA, { name: 'Ana' })
  group = await world.sandbox.group({ subject: 'Team', participants: [ANA, BEN, CAY], creator: ACCOUNT })
})
afterAll(() => network.close())

const places: [string, () => Place][] = [
  ['a contact', () => ({ jid: `${ANA}@s.whatsapp.net` as Address, to: ACCOUNT, members: [ana] })],
  [
    'a group',
    () => ({
      jid: group.jid as Address,
      to: group.jid,
      members: [ANA, BEN, CAY].map((number) => world.sandbox.contact(number)),
    }),
  ],
]

async function readBack(jid: Address, messageId: string): Promise<Buffer | null> {
  const { clientId, ctx } = world
  const { mediaId } = await world.chat.handlers.downloadMedia({ clientId, jid, messageId }, ctx)
  return network.readFile(mediaId)
}

async function sendOf(message: MessageInput, jid: Address): Promise<string> {
  const { error, res } = await world.send(message, jid)
  expect(error).toBeUndefined()
  return res?.key.id ?? ''
}

it('there is a case for each type of the union', () => {
  expect(Object.keys(TYPES)).toEqual(CONTENT_TYPES)
})

describe.each(places)('to and from %s', (_, where) => {
  it.each(ROWS)('a %s is read by everybody as it was stored', async (_, row) => {
    const place = where()
    const target = row.hidden ? await sendOf({ text: 'keep this' }, place.jid) : ''
    const id = await sendOf(row.send(place, target), place.jid)
    const stored = await world.stored(id)
    expect(stored.type).toBe(row.shown)
    for (const member of place.members) {
      const received = await member.waitForMessage((found) => found.id === id)
      expect(received.raw).toBe(stored.bytes.toString('base64'))
      if (row.bytes) expect(await received.media?.bytes()).toEqual(row.bytes)
      expect(member.errors).toEqual([])
    }
    if (row.bytes) expect(await readBack(place.jid, id)).toEqual(row.bytes)
  })

  it.each(FROM_CONTACTS)('a %s is stored and read as it was written', async (_, row) => {
    const place = where()
    const target = row.hidden ? await sendOf({ text: 'keep this too' }, place.jid) : ''
    if (target) await ana.waitForMessage(({ id }) => id === target)
    const id = await row.deliver(ana, place.to, target)
    const stored = await eventually('the message', () => world.stored(id))
    expect(stored.type).toBe(row.shown)
    const sent = ana.sent.find((message) => message.id === id)
    expect(proto.Message.decode(stored.bytes).toJSON()).toEqual(
      proto.Message.decode(Buffer.from(sent?.raw ?? '', 'base64')).toJSON(),
    )
    const shown = (await world.page(place.jid)).find((message) => message.id === id)
    if (row.hidden) expect(shown).toBeUndefined()
    else expect(shown).toMatchObject({ jid: place.jid, fromMe: false, type: row.shown, displayName: 'Ana' })
    if (row.bytes) expect(await readBack(place.jid, id)).toEqual(row.bytes)
  })

  it('an album arrives whole both ways, its files as they were', async () => {
    const { jid, to, members } = where()
    const { clientId, ctx } = world
    const album = [{ image: inline(PNG, 'image/png'), caption: 'one' }, { video: inline(MP4, 'video/mp4') }]
    const { res } = await world.chat.handlers.sendAlbum({ clientId, target: jid, album }, ctx)
    const items = (res as unknown as { items: { key: { id: string } }[] }).items.map(({ key }) => key.id)
    for (const member of members) {
      for (const [i, bytes] of [PNG, MP4].entries()) {
        const child = await member.waitForMessage(({ id }) => id === items[i])
        expect(child.albumId).toBe(res?.key.id)
        expect(await child.media?.bytes()).toEqual(bytes)
      }
    }
    const theirs = await ana.sendAlbum(to, [
      { kind: 'image', bytes: PNG, mimetype: 'image/png' },
      { kind: 'video', bytes: MP4, mimetype: 'video/mp4' },
    ])
    for (const [i, bytes] of [PNG, MP4].entries()) {
      const id = theirs.childIds[i] ?? ''
      await world.shows(jid, (message) => message.id === id)
      expect(await readBack(jid, id)).toEqual(bytes)
    }
  })

  it('a reaction, an edit and a deletion reach everybody and are stored', async () => {
    const { jid, to, members } = where()
    const { clientId, ctx } = world
    const { handlers } = world.chat
    const id = await sendOf({ text: 'befor' }, jid)
    const key = { remoteJid: jid, id, fromMe: true }
    const base = { clientId, target: jid, key }
    for (const member of members) await member.waitForMessage((found) => found.id === id)
    await handlers.reactMessage({ ...base, reaction: '🎉' }, ctx)
    await handlers.editMessage({ ...base, text: 'before' }, ctx)
    await handlers.deleteMessage(base, ctx)
    for (const member of members) {
      for (const type of ['reaction', 'edit', 'revoke'])
        await member.waitForMessage((found) => found.type === type && found.targetId === id)
      expect(member.errors).toEqual([])
    }
    expect(await world.shows(jid, (message) => message.id === id && message.type === 'revoked')).toBeTruthy()

    const messageId = await ana.sendText(to, 'theirs')
    await world.shows(jid, (message) => message.id === messageId)
    await ana.react(to, messageId, '👍')
    await eventually('the reaction', async () =>
      Object.values((await world.stored(messageId)).reactions ?? {}).includes('👍'),
    )
    await ana.edit(to, messageId, 'theirs, changed')
    await world.shows(jid, (message) => message.id === messageId && message.text === 'theirs, changed')
    await ana.revoke(to, messageId)
    await world.shows(jid, (message) => message.id === messageId && message.type === 'revoked')
  })
})
