import { type BinaryNode, getAllBinaryNodeChildren, getBinaryNodeChild } from 'baileys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { nextNumber, pairClient, pinRoot, TestClient, until } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

let account: string
let contactNumber: string
let contactJid: string

let sandbox: Sandbox
let client: TestClient

/** Both sides have written and every phone has seen it, so all send in the established session from now on. */
async function converse(): Promise<void> {
  const contact = sandbox.contact(contactNumber)
  await client.send(contactJid, { text: 'opening' })
  await contact.waitForMessage(({ text }) => text === 'opening')
  await contact.sendText(account, 'welcome')
  await client.receivedText('welcome')
  await client.send(contactJid, { text: 'established' })
  await contact.waitForMessage(({ text }) => text === 'established')
  await sandbox.allSeen()
}

beforeEach(async () => {
  account = nextNumber()
  contactNumber = nextNumber()
  contactJid = `${contactNumber}@s.whatsapp.net`
  sandbox = await startTestNetwork()
  pinRoot(sandbox)
  client = await pairClient(sandbox, account)
})

afterEach(async () => {
  await client.end()
  await sandbox.close()
})

test('a contact that lost its session asks again and then reads the message, shown once', async () => {
  const contact = sandbox.contact(contactNumber)
  await converse()
  await contact.forgetSessions()
  const id = await client.send(contactJid, { text: 'second try' })
  const received = await contact.waitForMessage(({ text }) => text === 'second try')
  expect(received.id).toBe(id)
  expect(contact.errors).toMatchObject([{ id, from: account }])
  expect(contact.errors[0]?.recoveredAt).toBeTypeOf('number')
  await sandbox.allSeen()
  expect(contact.inbox.filter((message) => message.id === id)).toHaveLength(1)
})

test('the account own phone that lost its session asks again too', async () => {
  const phone = sandbox.phone(account)
  await converse()
  await phone.forgetSessions()
  const id = await client.send(contactJid, { text: 'copy me' })
  await phone.waitForMessage(({ text, fromMe }) => text === 'copy me' && fromMe)
  expect(phone.errors.map((error) => error.id)).toContain(id)
})

test('a client that lost its session asks again and the contact sends anew', async () => {
  await converse()
  await client.end()
  for (const key of [...client.credentials.keys.keys()]) {
    if (key.startsWith('session-')) client.credentials.keys.delete(key)
  }
  client = new TestClient(sandbox, client.credentials, { enableRecentMessageCache: true })
  await client.opened()
  const id = await sandbox.contact(contactNumber).sendText(account, 'can you read this?')
  const { message } = await client.receivedText('can you read this?')
  expect(message.key.id).toBe(id)
  await until('the queue to empty', () =>
    sandbox.phone(account).devices.every(({ waiting }) => waiting === 0),
  )
})

test('a client that cannot read a message gets it from its own phone when the contact does not answer', async () => {
  await converse()
  await client.end()
  const { lid } = sandbox.contact(contactNumber)
  for (const key of [...client.credentials.keys.keys()]) {
    if (key.startsWith(`session-${lid}`)) client.credentials.keys.delete(key)
  }
  sandbox.intercept(({ tag, attrs }) => (tag === 'receipt' && attrs.type === 'retry' ? 'drop' : undefined))
  client = new TestClient(sandbox, client.credentials, { enableRecentMessageCache: true })
  await client.opened()
  const id = await sandbox.contact(contactNumber).sendText(account, 'ask my phone')
  const { message } = await client.receivedText('ask my phone')
  expect(message.key.id).toBe(id)
})

test('what is not encrypted for the contact is an error and never a message', async () => {
  const contact = sandbox.contact(contactNumber)
  await client.socket.sendNode({
    tag: 'message',
    attrs: { id: 'PLAIN', to: contactJid, type: 'text' },
    content: [
      {
        tag: 'participants',
        attrs: {},
        content: [
          {
            tag: 'to',
            attrs: { jid: contactJid },
            content: [{ tag: 'enc', attrs: { v: '2', type: 'msg' }, content: Buffer.from('plain text') }],
          },
        ],
      },
    ],
  })
  await client.socket.sendNode({
    tag: 'message',
    attrs: { id: 'EMPTY', to: contactJid, type: 'text' },
    content: [{ tag: 'plaintext', attrs: {}, content: Buffer.from('plain text') }],
  })
  await client.acked('EMPTY')
  await sandbox.allSeen()
  expect(contact.inbox).toEqual([])
  expect(contact.errors.map(({ id }) => id)).toEqual(['PLAIN', 'EMPTY'])
  expect(contact.errors[1]?.reason).toContain('carries no ciphertext')
})

test('a first message without a device identity is refused by the contact', async () => {
  const contact = sandbox.contact(contactNumber)
  sandbox.intercept((stanza) => {
    if (stanza.tag === 'message' && Array.isArray(stanza.content)) {
      stanza.content = stanza.content.filter(({ tag }) => tag !== 'device-identity')
    }
    return undefined
  })
  await client.send(contactJid, { text: 'who am I?' })
  await until('the error', () => contact.errors.length > 0)
  expect(contact.errors[0]?.reason).toContain('no device identity')
  await sandbox.allSeen()
  expect(contact.inbox).toEqual([])
})

test('a contact without one-time keys can still be written to, one without keys cannot', async () => {
  const contact = sandbox.contact(contactNumber)
  contact.setPreKeys('none')
  await client.send(contactJid, { text: 'no one-time key' })
  await contact.waitForMessage(({ text }) => text === 'no one-time key')

  const keyless = nextNumber()
  sandbox.contact(keyless).setPreKeys('no-bundle')
  await expect(client.send(`${keyless}@s.whatsapp.net`, { text: 'nobody' })).rejects.toThrow()
})

test('a client whose one-time keys run low is asked for more and uploads them', async () => {
  const count = async () => {
    const answer = await client.socket.query({
      tag: 'iq',
      attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'encrypt' },
      content: [{ tag: 'count', attrs: {} }],
    })
    return Number((answer.content as { attrs: { value: string } }[])[0]?.attrs.value)
  }
  const before = await count()
  await client.socket.query({
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'encrypt' },
    content: [
      {
        tag: 'key',
        attrs: {},
        content: Array.from({ length: before - 2 }, () => ({ tag: 'user', attrs: { jid: client.jid } })),
      },
    ],
  })
  await until(
    'a second upload',
    () => sandbox.requests().filter(({ child }) => child === 'registration').length > 1,
  )
  expect(await count()).toBeGreaterThan(5)
})

test('a contact begins its session with every message until it is answered', async () => {
  const contact = sandbox.contact(contactNumber)
  const types: (string | undefined)[] = []
  client.socket.ws.on('CB:message', (node: BinaryNode) =>
    types.push(getBinaryNodeChild(node, 'enc')?.attrs.type),
  )
  for (const text of ['one', 'two', 'three']) await contact.sendText(account, text)
  await client.receivedText('three')
  await client.send(contactJid, { text: 'answer' })
  await contact.waitForMessage(({ text }) => text === 'answer')
  await contact.sendText(account, 'four')
  await client.receivedText('four')
  expect(types).toEqual(['pkmsg', 'pkmsg', 'pkmsg', 'msg'])
})

test('a phone sees what is sent to it late and in order, or all of it once it comes back', async () => {
  const contact = sandbox.contact(contactNumber)
  contact.setDelay(60_000)
  for (const text of ['one', 'two']) await client.acked(await client.send(contactJid, { text }))
  expect(contact.inbox).toEqual([])
  await contact.goOffline()
  await contact.goOnline()
  expect(contact.inbox.map(({ text }) => text)).toEqual(['one', 'two'])

  const other = sandbox.contact(nextNumber())
  sandbox.setPhoneDelay(20, 100)
  const texts = ['three', 'four', 'five']
  for (const text of texts) await client.send(`${other.number}@s.whatsapp.net`, { text })
  await other.waitForMessage(({ text }) => text === 'five')
  expect(other.inbox.map(({ text }) => text)).toEqual(texts)
})

test('the keys of one device are given to a client that lost its session with it', async () => {
  const known = sandbox.contact(contactNumber)
  const answer = await client.socket.query({
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'encrypt' },
    content: [
      {
        tag: 'key_fetch',
        attrs: {},
        content: [
          {
            tag: 'user',
            attrs: { jid: `${known.lid}@lid` },
            content: [{ tag: 'device', attrs: { id: '0' } }],
          },
        ],
      },
    ],
  })
  const list = getBinaryNodeChild(answer, 'list')
  const device = getBinaryNodeChild(getBinaryNodeChild(list, 'user'), 'device')
  expect(device?.attrs.id).toBe('0')
  expect((device ? getAllBinaryNodeChildren(device) : []).map(({ tag }) => tag)).toEqual([
    'registration',
    'type',
    'identity',
    'key',
    'skey',
  ])
})

test('a rotated signed key is the one contacts start sessions with', async () => {
  const before = client.credentials.creds.signedPreKey.keyId
  await client.socket.rotateSignedPreKey()
  expect(client.credentials.creds.signedPreKey.keyId).toBe(before + 1)
  await sandbox.contact(contactNumber).sendText(account, 'under the new key')
  await client.receivedText('under the new key')
})

test('an unknown request gets a polite error and is on record', async () => {
  const request = {
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:unheard-of' },
    content: [],
  }
  await expect(client.socket.query(request)).rejects.toThrow('feature-not-implemented')
  expect(sandbox.requests().filter(({ answered }) => !answered)).toMatchObject([{ xmlns: 'w:unheard-of' }])
})
