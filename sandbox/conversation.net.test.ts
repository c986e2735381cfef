import { expect, test } from 'vitest'
import type { Contact, Sandbox } from './index.ts'
import { nextNumber, type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let account: string
let sandbox: Sandbox
let client: TestClient
let ada: Contact

useConversation((made) => {
  ;({ sandbox, account, client, ada } = made)
})

/** Ticks of a client that is available are its own. */
async function beAvailable(): Promise<void> {
  await until('the name of the account', () => client.credentials.creds.me?.name)
  await client.socket.sendPresenceUpdate('available')
}

test('a conversation shows both sides with their edits, reactions and ticks', async () => {
  const jid = `${ada.number}@s.whatsapp.net`
  const unseen = await ada.sendText(account, 'nobody is there')
  await sandbox.waitFor(() => ada.receipts.some(({ id, type }) => id === unseen && type === 'inactive'))
  await sandbox.allSeen()
  expect(ada.conversationWith(account)).toMatchObject([{ id: unseen, status: 'delivered' }])
  await ada.revoke(account, unseen)
  await beAvailable()
  const hello = await ada.sendText(account, 'helo')
  await until('the greeting', () => client.messages.find(({ message }) => message.key.id === hello))
  await ada.edit(account, hello, 'hello')
  const answer = await client.send(jid, { text: 'welcome' })
  await ada.waitForMessage(({ id }) => id === answer)
  await ada.react(account, answer, '👍')
  await client.send(jid, { react: { text: '🎉', key: { remoteJid: jid, id: hello, fromMe: false } } })
  await ada.waitForMessage(({ type }) => type === 'reaction')
  const gone = await ada.sendText(account, 'never mind')
  await ada.revoke(account, gone)
  await sandbox.allSeen()
  await sandbox.waitFor(() => ada.conversationWith(account)[1]?.status === 'delivered')
  expect(ada.hasConversationWith(account)).toBe(true)
  expect(ada.conversationWith(account)).toMatchObject([
    { id: unseen, revoked: true },
    {
      id: hello,
      fromMe: true,
      text: 'hello',
      edited: true,
      reactions: { theirs: '🎉' },
      status: 'delivered',
    },
    { id: answer, fromMe: false, text: 'welcome', edited: false, reactions: { mine: '👍' } },
    { id: gone, fromMe: true, text: '', revoked: true },
  ])
  expect(ada.conversationWith(nextNumber())).toEqual([])
})

test('a group is shown to each of its members with who wrote what', async () => {
  const bob = sandbox.contact(nextNumber())
  expect(ada.hasConversationWith(account)).toBe(false)
  await beAvailable()
  const group = sandbox.group({ subject: 'Friends', participants: [ada.number, bob.number, account] })
  await ada.sendText(group.jid, 'who comes?')
  await sandbox.allSeen()
  const mine = await bob.sendText(group.jid, 'I do')
  await client.receivedText('I do')
  const answer = await client.send(group.jid, { text: 'so do we' })
  for (const member of [ada, bob]) await member.waitForMessage(({ id }) => id === answer)
  await ada.waitForMessage(({ id }) => id === mine)
  await sandbox.waitFor(() => bob.conversationWith(group.jid)[1]?.status === 'delivered')
  expect(bob.conversationWith(group.jid)).toMatchObject([
    { text: 'who comes?', fromMe: false, from: ada.number },
    { text: 'I do', fromMe: true, from: bob.number, status: 'delivered' },
    { text: 'so do we', fromMe: false, from: account },
  ])
  expect(ada.conversationWith(group.jid).map(({ from }) => from)).toEqual([ada.number, bob.number, account])
  expect(ada.conversationWith(account)).toEqual([])
})
