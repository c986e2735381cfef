import { expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { nextNumber, pairClient, type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let sandbox: Sandbox
let account: string
let contactNumber: string
let contactJid: string
let client: TestClient

useConversation((made) => {
  ;({ sandbox, account, client, adaJid: contactJid } = made)
  contactNumber = made.ada.number
})

const hasToken = ({ credentials }: TestClient) =>
  credentials.keys.has(`tctoken-${sandbox.contact(contactNumber).lid}@lid`)

test('who wrote gives a token, and where tokens are asked for only their holder may write', async () => {
  const contact = sandbox.contact(contactNumber)
  const stranger = nextNumber()
  sandbox.faults.set(account, { requireTokens: true })
  const cold = await client.send(`${stranger}@s.whatsapp.net`, { text: 'you do not know me' })
  expect((await client.acked(cold)).error).toBe('463')
  await sandbox.allSeen()
  expect(sandbox.contact(stranger).inbox).toEqual([])
  await contact.sendText(account, 'write to me')
  await client.receivedText('write to me')
  await until('the token', () => hasToken(client))
  const warm = await client.send(contactJid, { text: 'gladly' })
  expect((await client.acked(warm)).error).toBeUndefined()
  await contact.waitForMessage(({ text }) => text === 'gladly')
  expect(sandbox.problems()).toEqual([])
})

test('a device that is linked later has the tokens of its account from its history', async () => {
  const contact = sandbox.contact(contactNumber)
  await contact.sendText(account, 'write to me')
  await client.receivedText('write to me')
  await until('the token of the contact', () => hasToken(client))
  sandbox.faults.set(account, { requireTokens: true })
  // The history is what the phone has seen.
  await sandbox.allSeen()
  const second = await pairClient(sandbox, account)
  await until('the token of the history', () => hasToken(second))
  const id = await second.send(contactJid, { text: 'from the second' })
  expect((await second.acked(id)).error).toBeUndefined()
  await second.end()
})

test('a token that the recipient did not give is on record, and tells nobody that they are known', async () => {
  sandbox.faults.set(account, { requireTokens: true })
  const content = [{ tag: 'tctoken', attrs: {}, content: Buffer.from('made up') }]
  const attrs = { id: 'WITHATOKEN', to: contactJid, type: 'text' }
  await client.socket.sendNode({ tag: 'message', attrs, content })
  expect((await client.acked('WITHATOKEN')).error).toBe('463')
  expect(sandbox.problems()).toMatchObject([{ rule: 'tctoken', number: account }])
})

test('privacy and the blocklist are as they were set, and other clients are told', async () => {
  const second = await pairClient(sandbox, account)
  const updates: unknown[] = []
  second.socket.ev.on('blocklist.update', (update) => updates.push(update))
  await client.socket.updateReadReceiptsPrivacy('none')
  expect(await client.socket.fetchPrivacySettings(true)).toMatchObject({ readreceipts: 'none', last: 'all' })
  await expect(client.socket.updateReadReceiptsPrivacy('contacts' as 'all')).rejects.toThrow('bad-request')
  const contact = sandbox.contact(contactNumber)
  await contact.sendText(account, 'before')
  await client.receivedText('before')
  const lid = `${contact.lid}@lid`
  await client.socket.updateBlockStatus(contactJid, 'block')
  expect(await client.socket.fetchBlocklist()).toEqual([lid])
  await until('the other client to know', () => updates.length > 0)
  expect(updates).toEqual([{ blocklist: [lid], type: 'add' }])
  await contact.sendText(account, 'blocked')
  // whatsmeow#379: what goes to somebody who is blocked is refused.
  const sent = await client.socket.sendMessage(contactJid, { text: 'to who is blocked' })
  expect((await client.acked(sent?.key.id ?? '')).error).toBe('403')
  await client.socket.updateBlockStatus(contactJid, 'unblock')
  expect(await client.socket.fetchBlocklist()).toEqual([])
  await contact.sendText(account, 'after')
  await client.receivedText('after')
  expect(client.messages.map(({ message }) => message.message?.conversation)).not.toContain('blocked')
  await second.end()
})

test('a query that the network does not know is refused, and the known ones are answered each by its own', async () => {
  await expect(client.socket.newsletterAdminCount('1@newsletter')).rejects.toThrow('Unknown query')
  expect(sandbox.problems()).toMatchObject([{ rule: 'mex' }])
  expect(await client.socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
})
