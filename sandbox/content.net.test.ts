import { createHash } from 'node:crypto'
import { decryptPollVote, type proto, type WAMessage } from 'baileys'
import { expect, test } from 'vitest'
import type { Contact, Sandbox } from './index.ts'
import { type TestClient, trustMedia, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let account: string
let contactJid: string
let sandbox: Sandbox
let client: TestClient
let ada: Contact

useConversation((made) => {
  ;({ sandbox, account, client, ada, adaJid: contactJid } = made)
  trustMedia(sandbox)
})

const received = (id: string): Promise<WAMessage> =>
  until(`the message ${id}`, () => client.messages.find(({ message }) => message.key.id === id)?.message)

const hashOf = (option: string): Buffer => createHash('sha256').update(option).digest()

test('a contact votes in a poll of the client, and the vote opens with its secret', async () => {
  const poll = { name: 'Lunch?', values: ['Pizza', 'Soup', 'None'], selectableCount: 2 }
  const id = await client.send(contactJid, { poll })
  expect(await ada.waitForMessage((message) => message.id === id)).toMatchObject({
    type: 'poll',
    poll: { name: 'Lunch?', options: ['Pizza', 'Soup', 'None'], selectable: 2 },
  })
  const voteId = await ada.vote(account, id, ['Soup', 'Pizza'])
  const update = (await received(voteId)).message!.pollUpdateMessage!
  const { selectedOptions } = decryptPollVote(update.vote!, {
    pollCreatorJid: `${account}@s.whatsapp.net`,
    pollMsgId: id,
    pollEncKey: client.sent.get(id)!.messageContextInfo!.messageSecret!,
    voterJid: contactJid,
  })
  expect(selectedOptions).toEqual([hashOf('Soup'), hashOf('Pizza')])
  expect(update.pollCreationMessageKey).toMatchObject({ id, fromMe: true })
  expect(await sandbox.phone(account).waitForMessage(({ type }) => type === 'vote')).toMatchObject({
    targetId: id,
    vote: ['Pizza', 'Soup'],
  })
  await expect(async () => ada.vote(account, id, ['Fish'])).rejects.toThrow('not an option')
})

test('a poll of a contact arrives with its secret, and nonsense as a vote is told', async () => {
  const id = await ada.poll(account, { name: 'Dinner?', options: ['Yes', 'No'], selectable: 1 })
  const poll = (await received(id)).message!
  expect(poll.pollCreationMessageV3).toMatchObject({ name: 'Dinner?' })
  expect(poll.messageContextInfo?.messageSecret).toHaveLength(32)
  const vote = { encPayload: Buffer.alloc(40), encIv: Buffer.alloc(12) }
  const pollCreationMessageKey = { remoteJid: contactJid, fromMe: false, id }
  await client.socket.relayMessage(contactJid, { pollUpdateMessage: { pollCreationMessageKey, vote } }, {})
  expect(await ada.waitForMessage(({ type }) => type === 'vote')).toMatchObject({
    targetId: id,
    problem: expect.stringContaining('not encrypted under the secret'),
  })
})

test('events and what people answer go both ways', async () => {
  const startDate = new Date(1_800_000_000_000)
  const id = await client.send(contactJid, { event: { name: 'Party', description: 'all come', startDate } })
  expect(await ada.waitForMessage((message) => message.id === id)).toMatchObject({
    type: 'event',
    event: { name: 'Party', description: 'all come', startS: 1_800_000_000, cancelled: false },
  })
  await ada.respond(account, id, 'going')
  expect(await sandbox.phone(account).waitForMessage(({ type }) => type === 'event-response')).toMatchObject({
    response: 'going',
  })
  const theirs = await ada.event(account, { name: 'Walk', startS: 1_800_000_000 })
  expect((await received(theirs)).message!.eventMessage).toMatchObject({ name: 'Walk' })
})

test('an album arrives as a parent and its children in order, both ways', async () => {
  const files = [1, 2, 3].map((each) => ({ kind: 'image' as const, bytes: Buffer.alloc(1_000, each) }))
  const { id, childIds } = await ada.sendAlbum(account, [...files, { kind: 'video', bytes: Buffer.alloc(9) }])
  await received(childIds[3]!)
  const arrived = client.messages.map(({ message }) => message.key.id)
  expect(arrived.filter((each) => [id, ...childIds].includes(each!))).toEqual([id, ...childIds])
  expect((await received(id)).message!.albumMessage).toMatchObject({
    expectedImageCount: 3,
    expectedVideoCount: 1,
  })
  const { messageContextInfo } = (await received(childIds[1]!)).message!
  expect(messageContextInfo?.messageAssociation?.parentMessageKey?.id).toBe(id)

  const parent = await client.send(contactJid, { album: { expectedImageCount: 2, expectedVideoCount: 0 } })
  const albumParentKey = { remoteJid: contactJid, fromMe: true, id: parent }
  for (const { bytes } of files.slice(1)) {
    await client.send(contactJid, { image: bytes, jpegThumbnail: '', albumParentKey } as never)
  }
  await until('the album', () => ada.inbox.length === 3)
  expect(ada.inbox).toMatchObject([
    { id: parent, type: 'album', album: { images: 2, videos: 0 } },
    { type: 'image', albumId: parent },
    { type: 'image', albumId: parent },
  ])
  expect(await ada.inbox[2]!.media!.bytes()).toEqual(files[2]!.bytes)
})

test('captions are edited both ways', async () => {
  const bytes = Buffer.from('a picture')
  const theirs = await ada.sendMedia(account, { kind: 'image', bytes, caption: 'tpyo' })
  await received(theirs)
  await ada.edit(account, theirs, 'typo')
  const edited = await until('the edit', () =>
    client.updates.find(({ key, update }) => key.id === theirs && update.message),
  )
  expect(edited.update.message?.editedMessage?.message?.imageMessage?.caption).toBe('typo')
  const own = await client.send(contactJid, { image: bytes, caption: 'frist', jpegThumbnail: '' })
  const imageMessage = { ...client.sent.get(own)!.imageMessage, caption: 'first' }
  const key = { remoteJid: contactJid, fromMe: true, id: own }
  await client.socket.relayMessage(contactJid, buildEdit(key, { imageMessage }), {
    additionalAttributes: { edit: '1' },
  })
  expect(await ada.waitForMessage(({ type }) => type === 'edit')).toMatchObject({
    text: 'first',
    targetId: own,
  })
})

const buildEdit = (key: proto.IMessageKey, editedMessage: proto.IMessage): proto.IMessage => ({
  protocolMessage: { key, type: 14, editedMessage },
})

test('places, cards, view once, disappearing and pinned messages are what they are', async () => {
  await client.send(contactJid, { location: { degreesLatitude: 1.5, degreesLongitude: -2, name: 'Here' } })
  const vcard = 'BEGIN:VCARD\nVERSION:3.0\nFN:Bob\nEND:VCARD'
  await client.send(contactJid, {
    contacts: { displayName: 'Bob', contacts: [{ displayName: 'Bob', vcard }] },
  })
  await client.send(contactJid, { image: Buffer.from('once'), jpegThumbnail: '', viewOnce: true })
  await client.send(contactJid, { disappearingMessagesInChat: 86_400 })
  await client.socket.sendMessage(contactJid, { text: 'soon gone' }, { ephemeralExpiration: 86_400 })
  const last = await ada.waitForMessage(({ text }) => text === 'soon gone')
  await client.send(contactJid, {
    pin: { remoteJid: contactJid, fromMe: true, id: last.id },
    type: 1,
    time: 86_400,
  })
  await ada.waitForMessage(({ type }) => type === 'pin')
  expect(ada.inbox).toMatchObject([
    { type: 'location', location: { latitude: 1.5, longitude: -2, name: 'Here', live: false } },
    { type: 'contact', text: 'Bob', contacts: [{ name: 'Bob', vcard }] },
    { type: 'image', viewOnce: true },
    { type: 'ephemeral', expirationS: 86_400 },
    { type: 'text', expirationS: 86_400 },
    { type: 'pin', targetId: last.id },
  ])
  const place = await ada.sendLocation(account, { latitude: 3, longitude: 4, name: 'There' })
  expect((await received(place)).message!.locationMessage).toMatchObject({
    degreesLatitude: 3,
    name: 'There',
  })
  const cards = [{ name: 'Bob', number: '447700900888' }]
  const one = await ada.sendContacts(account, cards)
  expect((await received(one)).message!.contactMessage?.vcard).toContain('waid=447700900888')
  const two = await ada.sendContacts(account, [...cards, ...cards])
  expect((await received(two)).message!.contactsArrayMessage?.contacts).toHaveLength(2)
  await ada.setDisappearing(account, 604_800)
  await until('the setting', () =>
    client.messages.some(({ message }) => message.message?.protocolMessage?.ephemeralExpiration === 604_800),
  )
})
