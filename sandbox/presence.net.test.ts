import type { BinaryNode } from 'baileys'
import { beforeEach, expect, test } from 'vitest'
import type { Contact, Sandbox } from './index.ts'
import { type TestClient, until } from './testing/client.ts'
import { useConversation } from './testing/conversation.ts'

let account: string
let sandbox: Sandbox
let client: TestClient
let ada: Contact
let adaJid: string
/** What the client was told, in order. */
let told: string[]

useConversation((made) => {
  ;({ account, sandbox, client, ada, adaJid } = made)
})

function watch({ socket }: TestClient): void {
  socket.ws.on('CB:presence', ({ attrs }: BinaryNode) =>
    told.push(attrs.type === 'unavailable' ? `away ${attrs.last}` : 'there'),
  )
  socket.ws.on('CB:chatstate', ({ content }: BinaryNode) => {
    const [state] = content as BinaryNode[]
    told.push(state?.attrs.media === 'audio' ? 'recording' : String(state?.tag))
  })
}

beforeEach(() => {
  told = []
  watch(client)
})

/** Has the client say something, until the network has taken it. */
async function say(type: string, act: () => Promise<unknown>): Promise<void> {
  const count = () => sandbox.requests().filter((request) => request.type === type).length
  const before = count()
  await act()
  await until(type, () => count() > before)
}

/** A message of hers, and the token that comes after it. */
async function getToken(): Promise<void> {
  const id = await ada.sendText(account, 'with my token')
  await until('the message', () => client.messages.some(({ message }) => message.key.id === id))
  await until('the token', () => client.credentials.keys.has(`tctoken-${ada.lid}@lid`))
}

const subscribe = () => say('subscribe', () => client.socket.presenceSubscribe(adaJid))

/** With each change of its credentials that names nobody the library says that it is there, so it hears of none any more. */
async function be(presence: 'available' | 'unavailable'): Promise<void> {
  await until('the name of the account', () => client.credentials.creds.me?.name)
  client.socket.ev.removeAllListeners('creds.update')
  await say(presence, () => client.socket.sendPresenceUpdate(presence))
}

async function hear(count: number): Promise<string[]> {
  await until(`${count} presences`, () => told.length >= count)
  return told
}

test('a subscription is answered with what is so, and followed by what changes: there, away, typing, recording', async () => {
  await be('available')
  await client.socket.presenceSubscribe(adaJid)
  expect(await hear(1)).toEqual(['away deny'])
  const id = await ada.sendText(account, 'hello')
  const { at } = ada.conversationWith(account).find((message) => message.id === id)!
  await client.socket.presenceSubscribe(adaJid)
  expect(await hear(2)).toEqual(['away deny', `away ${Math.floor(at / 1_000)}`])
  ada.setTyping(account, true)
  ada.setTyping(account, 'recording')
  ada.setTyping(account, false)
  ada.setPresent(false)
  const heard = await hear(7)
  expect(heard.slice(2, 6)).toEqual(['there', 'composing', 'recording', 'paused'])
  expect(heard[6]).toMatch(/^away \d+$/)
})

test('a client that is not available is told nothing, and has to ask again when it is', async () => {
  await be('unavailable')
  await subscribe()
  ada.setTyping(account, true)
  await be('available')
  ada.setTyping(account, true)
  await client.socket.presenceSubscribe(adaJid)
  expect(await hear(1)).toEqual(['there'])
  await be('unavailable')
  ada.setTyping(account, true)
  ada.setPresent(false)
  await be('available')
  await client.socket.presenceSubscribe(adaJid)
  expect((await hear(2))[1]).toMatch(/^away \d+$/)
})

test('a subscription ends when it is taken back, and with the connection', async () => {
  await be('available')
  await client.socket.presenceSubscribe(adaJid)
  await hear(1)
  const unsubscribe = { tag: 'presence', attrs: { to: adaJid, type: 'unsubscribe' } }
  await say('unsubscribe', () => client.socket.sendNode(unsubscribe))
  ada.setPresent(true)
  await client.socket.presenceSubscribe(adaJid)
  expect(await hear(2)).toEqual(['away deny', 'there'])
})

test('what a person hides is told as nothing: to contacts those count who hold its token and show it', async () => {
  await be('available')
  await getToken()
  ada.setPrivacy({ last: 'contacts', online: 'match_last_seen' })
  ada.setPresent(true)
  await client.socket.sendNode({ tag: 'presence', attrs: { to: adaJid, type: 'subscribe' } })
  expect(await hear(1)).toEqual(['away deny'])
  await client.socket.presenceSubscribe(adaJid)
  expect(await hear(2)).toEqual(['away deny', 'there'])
  ada.setPrivacy({ last: 'none' })
  await client.socket.presenceSubscribe(adaJid)
  expect((await hear(3))[2]).toBe('away deny')
  ada.setPrivacy({ last: 'all', online: 'all' })
  await sandbox.phone(account).setPrivacy({ last: 'none' })
  ada.setPresent(false)
  expect((await hear(4))[3]).toBe('away deny')
})

test('where tokens are required, a subscription without one is answered with nothing', async () => {
  sandbox.faults.set(account, { requireTokens: true })
  await be('available')
  await subscribe()
  ada.setPresent(true)
  await getToken()
  await client.socket.presenceSubscribe(adaJid)
  expect(await hear(1)).toEqual(['there'])
})
