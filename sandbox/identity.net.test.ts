import type { BinaryNode } from 'baileys'
import { expect, test } from 'vitest'
import type { Contact, Sandbox } from './index.ts'
import { nextNumber, type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let sandbox: Sandbox
let account: string
let client: TestClient
let ada: Contact
let adaJid: string

useConversation((made) => {
  ;({ sandbox, account, client, ada, adaJid } = made)
})

/** The identity key the network gives out for somebody, in hexadecimal. */
async function identityOf(jid: string): Promise<string> {
  const answer: BinaryNode = await client.socket.query({
    tag: 'iq',
    attrs: { id: client.socket.generateMessageTag(), to: '@s.whatsapp.net', type: 'get', xmlns: 'encrypt' },
    content: [{ tag: 'key', attrs: {}, content: [{ tag: 'user', attrs: { jid } }] }],
  })
  const find = (node: BinaryNode, tag: string): BinaryNode | undefined =>
    node.tag === tag
      ? node
      : (Array.isArray(node.content) ? node.content : []).map((each) => find(each, tag)).find(Boolean)
  return Buffer.from(find(answer, 'identity')?.content as Uint8Array).toString('hex')
}

test('a contact whose phone is set up anew has another identity, those who talked with it are told, and reads nothing under the old one', async () => {
  const notifications: { from: string | undefined; children: string[] }[] = []
  client.socket.ws.on('CB:notification,type:encrypt', ({ attrs, content }: BinaryNode) => {
    if (!Array.isArray(content)) return
    notifications.push({ from: attrs.from, children: content.map(({ tag }) => tag) })
  })
  const stranger = sandbox.contact(nextNumber())
  await ada.sendText(account, 'hello')
  await client.receivedText('hello')
  const first = await client.send(adaJid, { text: 'hello to you' })
  await ada.waitForMessage(({ id }) => id === first)
  const before = await identityOf(adaJid)
  const ofStranger = await identityOf(`${stranger.number}@s.whatsapp.net`)

  sandbox.faults.set(account, { hold: true })
  await stranger.reinstall()
  await ada.reinstall()
  // Until it is told, a client writes under the keys it knows.
  const unread = await client.send(adaJid, { text: 'under the old keys' })
  await until('the phone to have seen it', () => ada.errors.some(({ id }) => id === unread))
  expect(ada.inbox.map(({ id }) => id)).toEqual([first])

  sandbox.faults.release(account)
  await until('the news of the other identity', () => notifications.length > 0)
  expect(notifications).toEqual([{ from: adaJid, children: ['identity'] }])
  const after = await identityOf(adaJid)
  expect(after).toMatch(/^[0-9a-f]{64}$/)
  expect(after).not.toBe(before)
  expect(await identityOf(`${stranger.number}@s.whatsapp.net`)).not.toBe(ofStranger)
})
