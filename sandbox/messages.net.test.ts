import { expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { nextNumber, pairClient, type TestClient, textOf, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let account: string
let contactNumber: string
let contactJid: string

let sandbox: Sandbox
let client: TestClient

useConversation((made) => {
  ;({ sandbox, account, client, adaJid: contactJid } = made)
  contactNumber = made.ada.number
})

test('texts go both ways, first in a new session and then in the established one', async () => {
  const contact = sandbox.contact(contactNumber, { name: 'Ada' })
  const id = await client.send(contactJid, { text: 'hello' })
  const received = await contact.waitForMessage(({ text }) => text === 'hello')
  expect(received).toMatchObject({ id, from: account, type: 'text', wireCount: 1, fromMe: false })

  await contact.sendText(account, 'hi there')
  const { message, type } = await client.receivedText('hi there')
  expect(type).toBe('notify')
  expect(message.pushName).toBe('Ada')
  expect(message.key).toMatchObject({
    remoteJid: contactJid,
    fromMe: false,
    remoteJidAlt: `${contact.lid}@lid`,
  })

  for (let turn = 0; turn < 3; turn += 1) {
    await client.send(contactJid, { text: `ping ${turn}` })
    await contact.waitForMessage(({ text }) => text === `ping ${turn}`)
    await contact.sendText(account, `pong ${turn}`)
    await client.receivedText(`pong ${turn}`)
  }
  await sandbox.allSeen()
  expect(contact.inbox).toHaveLength(4)
  expect(contact.errors).toEqual([])
})

test('a contact can write first', async () => {
  await sandbox.contact(contactNumber).sendText(account, 'anybody there?')
  await client.receivedText('anybody there?')
  await client.send(contactJid, { text: 'yes' })
  await sandbox.contact(contactNumber).waitForMessage(({ text }) => text === 'yes')
})

test('a contact addressed by LID is seen under its LID with its number beside it', async () => {
  const contact = sandbox.contact(contactNumber, { addressing: 'lid' })
  await contact.sendText(account, 'from a lid')
  const { message } = await client.receivedText('from a lid')
  expect(message.key).toMatchObject({ remoteJid: `${contact.lid}@lid`, remoteJidAlt: contactJid })

  const id = await client.send(`${contact.lid}@lid`, { text: 'to a lid' })
  const received = await contact.waitForMessage(({ text }) => text === 'to a lid')
  expect(received.addressing).toBe('lid')
  await client.status(id, 3)
  await contact.markRead(account)
  await client.status(id, 4)
  await contact.sendText(account, 'again')
  await client.receivedText('again')
})

test('the server acknowledges, the contact confirms delivery, then reads, then plays', async () => {
  const contact = sandbox.contact(contactNumber)
  const id = await client.send(contactJid, { text: 'receipts please' })
  expect(await client.acked(id)).toEqual({ id, error: undefined })
  await client.status(id, 3)
  expect(await contact.markRead(account)).toEqual([id])
  await client.status(id, 4)
  await contact.markPlayed(account, [id])
  await client.status(id, 5)
})

test('a contact learns that its message was delivered and read', async () => {
  const contact = sandbox.contact(contactNumber)
  const id = await contact.sendText(account, 'read me')
  const { message } = await client.receivedText('read me')
  await until('a delivery receipt', () => contact.receipts.some((receipt) => receipt.id === id))
  await client.socket.readMessages([message.key])
  await until('a read receipt', () => contact.receipts.some(({ type }) => type === 'read'))
})

test('the account own phone sees what its client sent, and its client sees what the phone sent', async () => {
  const contact = sandbox.contact(contactNumber)
  const phone = sandbox.phone(account)
  await client.send(contactJid, { text: 'from the client' })
  const copy = await phone.waitForMessage(({ text }) => text === 'from the client')
  expect(copy).toMatchObject({ fromMe: true, chat: contact.number })

  await phone.sendText(contactNumber, 'from the phone')
  await contact.waitForMessage(({ text }) => text === 'from the phone')
  const { message } = await client.receivedText('from the phone')
  expect(message.key).toMatchObject({ fromMe: true, remoteJid: contactJid })
  expect(phone.errors).toEqual([])
})

test('the phone of an account writes to a contact addressed by LID', async () => {
  const contact = sandbox.contact(contactNumber, { addressing: 'lid' })
  await sandbox.phone(account).sendText(contactNumber, 'to the lid')
  const { message } = await client.receivedText('to the lid')
  expect(message.key).toMatchObject({
    fromMe: true,
    remoteJid: `${contact.lid}@lid`,
    remoteJidAlt: contactJid,
  })
  await until('the queue to empty', () =>
    sandbox.phone(account).devices.every(({ waiting }) => waiting === 0),
  )
})

test('reactions, edits, revokes, quotes and forwards arrive as what they are', async () => {
  const contact = sandbox.contact(contactNumber)
  const first = await contact.sendText(account, 'original')
  const { message } = await client.receivedText('original')
  await client.send(contactJid, { react: { text: '👍', key: message.key } })
  expect(await contact.waitForMessage(({ type }) => type === 'reaction')).toMatchObject({
    text: '👍',
    targetId: first,
  })

  await client.socket.sendMessage(contactJid, { text: 'as I said' }, { quoted: message })
  expect(await contact.waitForMessage(({ text }) => text === 'as I said')).toMatchObject({ quotedId: first })

  await client.send(contactJid, { forward: message, force: true })
  expect(await contact.waitForMessage(({ forwarded }) => forwarded === true)).toMatchObject({
    text: 'original',
  })

  const own = await client.send(contactJid, { text: 'tpyo' })
  const key = { remoteJid: contactJid, fromMe: true, id: own }
  await client.send(contactJid, { text: 'typo', edit: key })
  expect(await contact.waitForMessage(({ type }) => type === 'edit')).toMatchObject({
    text: 'typo',
    targetId: own,
  })
  await client.send(contactJid, { delete: key })
  expect(await contact.waitForMessage(({ type }) => type === 'revoke')).toMatchObject({ targetId: own })
  expect(contact.errors).toEqual([])
})

test('a contact reacts to, edits and takes back messages', async () => {
  const contact = sandbox.contact(contactNumber)
  const id = await client.send(contactJid, { text: 'like me' })
  await contact.waitForMessage((message) => message.id === id)
  await contact.react(account, id, '❤️')
  const reaction = await until('the reaction', () =>
    client.messages.map(({ message }) => message.message?.reactionMessage).find(Boolean),
  )
  expect(reaction).toMatchObject({ text: '❤️', key: { id, fromMe: true } })

  const own = await contact.sendText(account, 'wrong')
  await client.receivedText('wrong')
  await contact.edit(account, own, 'right')
  await until('the edit', () =>
    client.updates.some(
      ({ key, update }) => key.id === own && JSON.stringify(update.message)?.includes('right'),
    ),
  )
  await contact.revoke(account, own)
  await until('the revoke', () =>
    client.updates.some(({ key, update }) => key.id === own && update.message === null),
  )
  await expect(contact.edit(account, id, 'not mine')).rejects.toThrow('did not send')
})

test('onWhatsApp tells numbers on the network from others', async () => {
  const absent = nextNumber()
  sandbox.contact(absent).setRegistered(false)
  const found = await client.socket.onWhatsApp(contactNumber, absent)
  expect(found).toContainEqual({ jid: contactJid, exists: true })
  expect(found?.some(({ jid, exists }) => jid.startsWith(absent) && exists)).toBe(false)
})

test('two accounts of one network write to each other', async () => {
  const number = nextNumber()
  const other = await pairClient(sandbox, number)
  await client.send(`${number}@s.whatsapp.net`, { text: 'account to account' })
  await other.receivedText('account to account')
  await other.send(`${account}@s.whatsapp.net`, { text: 'and back' })
  const { message } = await client.receivedText('and back')
  expect(textOf(message)).toBe('and back')
  expect(sandbox.phone(number).errors).toEqual([])
  expect(sandbox.phone(account).errors).toEqual([])
  await other.end()
})

test('two clients of one account see what the other sends as their own', async () => {
  const second = await pairClient(sandbox, account)
  await client.send(contactJid, { text: 'from the first client' })
  const { message } = await second.receivedText('from the first client')
  expect(message.key).toMatchObject({ fromMe: true, remoteJid: contactJid })
  await sandbox.contact(contactNumber).sendText(account, 'to both')
  await client.receivedText('to both')
  await second.receivedText('to both')
  await second.send(contactJid, { text: 'from the second client' })
  await client.receivedText('from the second client')
  expect(sandbox.contact(contactNumber).errors).toEqual([])
  await second.end()
})

test('typing is shown to a client that is available and asked for it, and recorded from it', async () => {
  const states: unknown[] = []
  client.socket.ev.on('presence.update', ({ id, presences }) =>
    states.push([id, presences[id]?.lastKnownPresence]),
  )
  const contact = sandbox.contact(contactNumber)
  contact.setTyping(account, true)
  await until('the name of the account', () => client.credentials.creds.me?.name)
  await client.socket.sendPresenceUpdate('available')
  await until('the network to know', () => sandbox.requests().some(({ type }) => type === 'available'))
  contact.setTyping(account, true)
  await client.socket.presenceSubscribe(contactJid)
  await until('the answer to the subscription', () => states.length > 0)
  contact.setTyping(account, true)
  await until('the typing contact', () => states.length > 1)
  expect(states).toEqual([
    [contactJid, 'available'],
    [contactJid, 'composing'],
  ])
  await client.socket.sendPresenceUpdate('composing', contactJid)
  await until('the typing client', () => sandbox.requests().some(({ tag }) => tag === 'chatstate'))
})
