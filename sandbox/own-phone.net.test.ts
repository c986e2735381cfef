import { type BinaryNode, getBinaryNodeChild } from 'baileys'
import { beforeEach, expect, test } from 'vitest'
import type { Contact, Sandbox } from './index.ts'
import { nextNumber, type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let sandbox: Sandbox
let account: string
let client: TestClient
let ada: Contact
let adaJid: string
let receipts: BinaryNode[]

useConversation((made) => {
  ;({ sandbox, account, client, ada, adaJid } = made)
})

beforeEach(() => {
  receipts = []
  client.socket.ws.on('CB:receipt', (node: BinaryNode) => receipts.push(node))
})

const receiptOf = (type: string) =>
  until(`a receipt of type ${type}`, () => receipts.find(({ attrs }) => attrs.type === type)?.attrs)

test('the account own phone confirms to the device that sent a message that it has its copy', async () => {
  const id = await client.send(adaJid, { text: 'hello' })
  expect(await receiptOf('sender')).toMatchObject({
    id,
    from: `${account}@s.whatsapp.net`,
    recipient: adaJid,
  })
  const group = sandbox.group({ subject: 'Team', participants: [account, ada.number], addressing: 'pn' })
  receipts.length = 0
  const inGroup = await client.send(group.jid, { text: 'hello team' })
  expect(await receiptOf('sender')).toMatchObject({
    id: inGroup,
    from: group.jid,
    participant: `${account}@s.whatsapp.net`,
  })
})

test('a client that shows itself as away has nothing delivered: the account own phone has, once it is there', async () => {
  const phone = sandbox.phone(account)
  await phone.goOffline()
  const id = await ada.sendText(account, 'anybody?')
  await sandbox.waitFor(() => ada.receipts.some(({ type }) => type === 'inactive'))
  expect(ada.conversationWith(account)).toMatchObject([{ id, status: 'sent' }])
  expect(phone.inbox).toEqual([])
  await phone.goOnline()
  await sandbox.waitFor(() => ada.conversationWith(account)[0]?.status === 'delivered')
  expect(phone.inbox).toMatchObject([{ id, text: 'anybody?' }])
})

test('what the account own phone reads its contact and its linked devices are told, in groups with the author', async () => {
  const phone = sandbox.phone(account)
  const [first = '', second = ''] = [await ada.sendText(account, 'one'), await ada.sendText(account, 'two')]
  await sandbox.allSeen()
  await phone.markRead(ada.number)
  const reading = await receiptOf('read')
  expect(reading).toMatchObject({ id: first, from: `${account}@s.whatsapp.net`, recipient: adaJid })
  const list = getBinaryNodeChild(receipts.at(-1), 'list')
  expect(list?.content).toMatchObject([{ attrs: { id: second } }])
  expect(ada.conversationWith(account).map(({ status }) => status)).toEqual(['read', 'read'])

  const group = sandbox.group({ subject: 'Team', participants: [account, ada.number], addressing: 'lid' })
  const inGroup = await ada.sendText(group.jid, 'three')
  await sandbox.allSeen()
  receipts.length = 0
  await phone.markRead(group.jid)
  expect(await receiptOf('read')).toMatchObject({
    id: inGroup,
    from: group.jid,
    participant: `${phone.lid}@lid`,
    recipient: `${ada.lid}@lid`,
  })
})

test('with read receipts switched off only the linked devices learn what the phone read', async () => {
  await client.socket.updateReadReceiptsPrivacy('none')
  const id = await ada.sendText(account, 'secret')
  await sandbox.allSeen()
  await sandbox.phone(account).markRead(ada.number)
  expect(await receiptOf('read-self')).toMatchObject({ id, recipient: adaJid })
  expect(ada.receipts.filter(({ type }) => type === 'read')).toEqual([])
})

test('two phones that write to each other at once both have what the other wrote, confirmed', async () => {
  const bob = sandbox.contact(nextNumber())
  const ids = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      index % 2 ? ada.sendText(bob.number, `ada ${index}`) : bob.sendText(ada.number, `bob ${index}`),
    ),
  )
  await sandbox.allSeen()
  expect(new Set([...ada.inbox, ...bob.inbox].map(({ id }) => id))).toEqual(new Set(ids))
  expect(ada.inbox.map(({ text }) => text)).toEqual(
    [0, 2, 4, 6, 8, 10, 12, 14, 16, 18].map((n) => `bob ${n}`),
  )
  expect(new Set([...ada.receipts, ...bob.receipts].map(({ id }) => id))).toEqual(new Set(ids))
})
