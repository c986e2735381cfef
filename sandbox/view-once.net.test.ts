import { type BinaryNode, getBinaryNodeChild } from 'baileys'
import { beforeEach, expect, test } from 'vitest'
import type { Contact, Sandbox } from './index.ts'
import { type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

const PICTURE = { kind: 'image', bytes: Buffer.from('once'), viewOnce: true } as const

let sandbox: Sandbox
let account: string
let client: TestClient
let ada: Contact
let stanzas: BinaryNode[]

useConversation((made) => {
  ;({ sandbox, account, client, ada } = made)
})

beforeEach(() => {
  stanzas = []
  client.socket.ws.on('CB:message', (node: BinaryNode) => stanzas.push(node))
})

const stanzaOf = (id: string) =>
  until(`the stanza of ${id}`, () => stanzas.find(({ attrs }) => attrs.id === id))

const expectHidden = (stanza: BinaryNode): void => {
  expect(getBinaryNodeChild(stanza, 'unavailable')?.attrs).toEqual({ type: 'view_once' })
  expect(getBinaryNodeChild(stanza, 'enc')).toBeUndefined()
}

test('what may be viewed once reaches the phone, and linked devices only the word of it, also in groups', async () => {
  const group = sandbox.group({ subject: 'Team', participants: [account, ada.number] })
  const phone = sandbox.phone(account)
  for (const to of [account, group.jid]) {
    const id = await ada.sendMedia(to, PICTURE)
    expectHidden(await stanzaOf(id))
    await sandbox.allSeen()
    expect(phone.inbox.find((message) => message.id === id)).toMatchObject({ type: 'image', viewOnce: true })
  }
  const own = await phone.sendMedia(ada.number, PICTURE)
  expectHidden(await stanzaOf(own))
  await sandbox.allSeen()
  expect(ada.inbox.map(({ id, viewOnce }) => ({ id, viewOnce }))).toEqual([{ id: own, viewOnce: true }])
})

test('nobody gives it to a linked device that asks the contact or its own phone', async () => {
  const id = await ada.sendMedia(account, PICTURE)
  await stanzaOf(id)
  const from = `${ada.number}@s.whatsapp.net`
  const retry = { tag: 'retry', attrs: { count: '1', id, t: '1', v: '1' } }
  await client.socket.sendNode({ tag: 'receipt', attrs: { id, to: from, type: 'retry' }, content: [retry] })
  await client.socket.sendPeerDataOperationMessage({
    placeholderMessageResendRequest: [{ messageKey: { remoteJid: from, fromMe: false, id } }],
    peerDataOperationRequestType: 4,
  })
  const after = await ada.sendText(account, 'after it')
  await client.receivedText('after it')
  await until('both refusals', () => sandbox.problems().length === 2)
  expect(sandbox.problems().map(({ rule }) => rule)).toEqual(['view-once', 'view-once'])
  expect(stanzas.map(({ attrs }) => attrs.id)).toEqual([id, after])
})
