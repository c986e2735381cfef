import type { BaileysEventMap, WAMessage } from 'baileys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Contact, Group, Sandbox } from './index.ts'
import { nextNumber, pairClient, pinRoot, type TestClient, textOf, until } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

let account: string
let sandbox: Sandbox
let client: TestClient
let ada: Contact
let bob: Contact
let changes: BaileysEventMap['group-participants.update'][]
let receipts: BaileysEventMap['message-receipt.update']

const makeGroup = (addressing: 'pn' | 'lid' = 'lid'): Group =>
  sandbox.group({ subject: 'Friends', creator: ada.number, participants: [bob.number, account], addressing })

beforeEach(async () => {
  account = nextNumber()
  sandbox = await startTestNetwork()
  pinRoot(sandbox)
  client = await pairClient(sandbox, account)
  ada = sandbox.contact(nextNumber(), { name: 'Ada' })
  bob = sandbox.contact(nextNumber(), { name: 'Bob' })
  changes = []
  receipts = []
  client.socket.ev.on('group-participants.update', (change) => changes.push(change))
  client.socket.ev.on('message-receipt.update', (updates) => receipts.push(...updates))
})

afterEach(async () => {
  await client.end()
  await sandbox.close()
})

const emptyQueue = () =>
  until('the queue to empty', () => sandbox.phone(account).devices.every(({ waiting }) => waiting === 0))

const received = async (text: string): Promise<WAMessage> => (await client.receivedText(text)).message

test.each(['pn', 'lid'] as const)('messages go both ways in a group addressed by %s', async (addressing) => {
  const group = makeGroup(addressing)
  for (const turn of [1, 2, 3]) {
    const id = await client.send(group.jid, { text: `to all ${turn}` })
    for (const contact of [ada, bob]) {
      const message = await contact.waitForMessage((each) => each.id === id)
      expect(message).toMatchObject({
        chat: group.jid,
        from: account,
        text: `to all ${turn}`,
        wireCount: 1,
        addressing,
      })
    }
    const messageId = await ada.sendText(group.jid, `from ada ${turn}`)
    const { key, pushName } = await received(`from ada ${turn}`)
    const [participant, participantAlt] = [`${ada.number}@s.whatsapp.net`, `${ada.lid}@lid`]
    expect(key).toMatchObject({
      remoteJid: group.jid,
      id: messageId,
      fromMe: false,
      ...(addressing === 'pn'
        ? { participant, participantAlt }
        : { participant: participantAlt, participantAlt: participant }),
    })
    expect(pushName).toBe('Ada')
  }
  await bob.sendText(group.jid, 'bob too')
  await received('bob too')
  expect([...ada.errors, ...bob.errors, ...sandbox.phone(account).errors]).toEqual([])
  expect(bob.inbox.map(({ from }) => from)).toContain(ada.number)
  await emptyQueue()
})

test('the key goes to each device once, and to a new member when there is one', async () => {
  const group = makeGroup()
  const encryptedFor: number[] = []
  sandbox.intercept((stanza) => {
    if (stanza.tag !== 'message' || !Array.isArray(stanza.content)) return undefined
    const participants = stanza.content.find(({ tag }) => tag === 'participants')?.content
    encryptedFor.push(Array.isArray(participants) ? participants.length : 0)
    return undefined
  })
  await client.send(group.jid, { text: 'first' })
  // Who joins while it is under way would get it too, without the key.
  await client.acked(await client.send(group.jid, { text: 'second' }))
  const carl = sandbox.contact(nextNumber())
  await group.add([carl.number])
  await until('the change', () => changes.length > 0)
  const id = await client.send(group.jid, { text: 'third' })
  await carl.waitForMessage((message) => message.id === id)
  expect(encryptedFor.map((count) => count > 0)).toEqual([true, false, true])
  expect(carl.inbox.map(({ text }) => text)).toEqual(['third'])
})

test('a member without the key asks again and reads the message', async () => {
  const group = makeGroup()
  await client.send(group.jid, { text: 'before' })
  await bob.waitForMessage(({ text }) => text === 'before')
  await bob.forgetSessions()
  const id = await client.send(group.jid, { text: 'unreadable at first' })
  await bob.waitForMessage((message) => message.id === id)
  expect(bob.errors).toMatchObject([{ id, recoveredAt: expect.any(Number) }])
})

test('a client without the key asks the member again and reads the message', async () => {
  const group = makeGroup()
  await ada.sendText(group.jid, 'before')
  await received('before')
  for (const key of client.credentials.keys.keys()) {
    if (key.startsWith('sender-key-')) client.credentials.keys.delete(key)
  }
  await ada.sendText(group.jid, 'unreadable at first')
  await received('unreadable at first')
  await ada.sendText(group.jid, 'and after')
  await received('and after')
})

test('members confirm delivery, reading and playing, each by themselves', async () => {
  const group = makeGroup()
  const id = await client.send(group.jid, { text: 'seen?' })
  expect(await client.acked(id)).toEqual({ id, error: undefined })
  // The library folds receipts that come with the echo of the own message into it.
  const all = () => [
    ...receipts.flatMap(({ key, receipt }) => (key.id === id ? [receipt] : [])),
    ...client.messages.flatMap(({ message }) => (message.key.id === id ? (message.userReceipt ?? []) : [])),
  ]
  const by = (contact: Contact, field: 'receiptTimestamp' | 'readTimestamp') =>
    all().some((receipt) => receipt.userJid === `${contact.lid}@lid` && receipt[field])
  await until('both deliveries', () => by(ada, 'receiptTimestamp') && by(bob, 'receiptTimestamp'))
  expect(await bob.markRead(group.jid)).toEqual([id])
  await until('the reading', () => by(bob, 'readTimestamp'))
  expect(by(ada, 'readTimestamp')).toBeFalsy()

  const messageId = await ada.sendText(group.jid, 'read me')
  await client.socket.readMessages([(await received('read me')).key])
  const who = () =>
    ada.receipts.flatMap(({ id: about, from, device, type, chat }) =>
      about === messageId && chat === group.jid ? `${from}.${device} ${type}` : [],
    )
  const expected = [`${account}.0 `, `${bob.number}.0 `, `${account}.1 inactive`, `${account}.1 read`]
  await until('the receipts', () => expected.every((each) => who().includes(each)))
  expect(who()).toHaveLength(expected.length)
})

test('mentions, quotes, reactions, edits and revokes work in groups both ways', async () => {
  const group = makeGroup()
  const messageId = await ada.sendText(group.jid, 'hello @you', { mentions: [account] })
  const message = await received('hello @you')
  const lid = `${sandbox.phone(account).lid}@lid`
  expect(message.message?.extendedTextMessage?.contextInfo?.mentionedJid).toEqual([lid])
  await client.socket.sendMessage(
    group.jid,
    { text: 'hi @ada', mentions: [`${ada.lid}@lid`] },
    { quoted: message },
  )
  expect(await ada.waitForMessage(({ text }) => text === 'hi @ada')).toMatchObject({
    mentions: [`${ada.lid}@lid`],
    quotedId: messageId,
  })
  await client.send(group.jid, { react: { text: '👍', key: message.key } })
  expect(await bob.waitForMessage(({ type }) => type === 'reaction')).toMatchObject({ targetId: messageId })

  const own = await client.send(group.jid, { text: 'mine' })
  await bob.waitForMessage(({ id }) => id === own)
  await bob.react(group.jid, own, '❤️')
  const reaction = await until('the reaction', () =>
    client.messages.map((each) => each.message.message?.reactionMessage).find((each) => each?.text === '❤️'),
  )
  expect(reaction).toMatchObject({ key: { id: own, remoteJid: group.jid } })
  await bob.reply(group.jid, own, 'a reply')
  expect((await received('a reply')).message?.extendedTextMessage?.contextInfo).toMatchObject({
    stanzaId: own,
    participant: lid,
  })
  await ada.edit(group.jid, messageId, 'hello again')
  await until('the edit', () =>
    client.updates.some(({ key, update }) => key.id === messageId && update.message),
  )
  await ada.revoke(group.jid, messageId)
  await until('the revoke', () =>
    client.updates.some(({ key, update }) => key.id === messageId && update.message === null),
  )
})

test('what the own phone or another client writes to a group is seen as the own', async () => {
  const group = makeGroup()
  await sandbox.phone(account).sendText(group.jid, 'by the phone')
  expect((await received('by the phone')).key).toMatchObject({ fromMe: true, remoteJid: group.jid })
  await client.send(group.jid, { text: 'by the client' })
  expect(await sandbox.phone(account).waitForMessage(({ text }) => text === 'by the client')).toMatchObject({
    fromMe: true,
    chat: group.jid,
  })
  await emptyQueue()
})

test('metadata and the list of groups say who is in it', async () => {
  const group = makeGroup()
  await group.setDescription('about us')
  const metadata = await client.socket.groupMetadata(group.jid)
  expect(metadata).toMatchObject({
    id: group.jid,
    subject: 'Friends',
    desc: 'about us',
    addressingMode: 'lid',
    size: 3,
  })
  expect(metadata.participants).toContainEqual({
    id: `${ada.lid}@lid`,
    phoneNumber: `${ada.number}@s.whatsapp.net`,
    lid: undefined,
    username: undefined,
    admin: 'superadmin',
  })
  expect(Object.keys(await client.socket.groupFetchAllParticipating())).toEqual([group.jid])
  const foreign = sandbox.group({ subject: 'Others', participants: [ada.number, bob.number] })
  await expect(client.socket.groupMetadata(foreign.jid)).rejects.toThrow('forbidden')
  await expect(client.socket.groupMetadata('120363999999999999@g.us')).rejects.toThrow('item-not-found')
})

test('changes by others are announced', async () => {
  const updates: object[] = []
  client.socket.ev.on('groups.update', (each) => updates.push(...each))
  const group = makeGroup()
  const carl = sandbox.contact(nextNumber())
  await group.add([carl.number])
  await group.promote([carl.number])
  await group.demote([carl.number])
  await group.remove([carl.number])
  await until('the changes', () => changes.length === 4)
  expect(changes.map(({ action }) => action)).toEqual(['add', 'promote', 'demote', 'remove'])
  expect(changes[0]).toMatchObject({ id: group.jid, participants: [{ id: `${carl.lid}@lid` }] })
  await group.setSubject('Good friends')
  await until('the subject', () =>
    updates.some((update) => 'subject' in update && update.subject === 'Good friends'),
  )
  // The library keeps only the first of several changes of a group that come at once.
  await group.setSettings({ announce: true })
  await until('the setting', () => updates.some((update) => 'announce' in update && update.announce === true))
  const refused = await client.send(group.jid, { text: 'may I?' })
  expect((await client.acked(refused)).error).toBe('403')
  await expect(group.add([bob.number])).rejects.toThrow('409')
  await emptyQueue()
})

test('a client makes a group, changes it, invites, and leaves', async () => {
  const made = await client.socket.groupCreate('Ours', [`${ada.number}@s.whatsapp.net`, `${bob.lid}@lid`])
  const group = sandbox.findGroup(made.id)
  expect(group.participants).toMatchObject([
    { number: account, role: 'superadmin' },
    { number: ada.number },
    { number: bob.number },
  ])
  await client.socket.groupUpdateSubject(made.id, 'Still ours')
  await client.socket.groupUpdateDescription(made.id, 'what for')
  expect(group).toMatchObject({ subject: 'Still ours', description: 'what for' })
  const [added] = await client.socket.groupParticipantsUpdate(made.id, [`${ada.lid}@lid`], 'add')
  expect(added).toMatchObject({ status: '409' })
  const [removed] = await client.socket.groupParticipantsUpdate(made.id, [`${ada.lid}@lid`], 'remove')
  expect(removed).toMatchObject({ status: '200' })
  expect(group.participants).toHaveLength(2)
  await expect(ada.sendText(made.id, 'still here?')).rejects.toThrow('not in a group')
  expect(await client.socket.groupInviteCode(made.id)).toBe(group.inviteCode)
  expect((await client.socket.groupGetInviteInfo(group.inviteCode)).subject).toBe('Still ours')
  const before = group.inviteCode
  expect(await client.socket.groupRevokeInvite(made.id)).not.toBe(before)
  await client.socket.groupSettingUpdate(made.id, 'announcement')
  await client.socket.groupToggleEphemeral(made.id, 86_400)
  expect(await client.socket.groupMetadata(made.id)).toMatchObject({
    announce: true,
    ephemeralDuration: 86_400,
  })
  await client.socket.groupLeave(made.id)
  expect(group.participants).toMatchObject([{ number: bob.number }])
  const refused = await client.acked(await sendAnyway(made.id))
  expect(refused.error).toBe('403')

  const theirs = sandbox.group({ subject: 'Theirs', participants: [ada.number] })
  expect(await client.socket.groupAcceptInvite(theirs.inviteCode)).toBe(theirs.jid)
  await ada.sendText(theirs.jid, 'welcome')
  expect(textOf(await received('welcome'))).toBe('welcome')
})

/** A message to a group whose metadata can no longer be asked for. */
async function sendAnyway(jid: string): Promise<string> {
  const id = client.socket.generateMessageTag()
  await client.socket.sendNode({ tag: 'message', attrs: { id, to: jid, type: 'text' }, content: [] })
  return id
}
