import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import {
  NetworkClient,
  pairNetworkClient,
  testConnector,
  toTarget,
  until,
} from '../../../test/support/network-client.ts'
import { createMemoryCredentialStore } from '../memory-credentials.ts'
import type { NetworkEvent } from '../port.ts'

const ACCOUNT = '447700900100'
const ADA = '447700900201'

let sandbox: Sandbox
const clients: NetworkClient[] = []
const track = (client: NetworkClient): NetworkClient => {
  clients.push(client)
  return client
}
const pair = async (): Promise<NetworkClient> =>
  track(await pairNetworkClient(sandbox, { phone: `+${ACCOUNT}` }))
const reopen = (client: NetworkClient, options = {}): NetworkClient =>
  track(new NetworkClient({ target: toTarget(sandbox), credentials: client.credentials, ...options }))

const jid = (number: string): string => `${number}@s.whatsapp.net`
const hasText = (text: string) => (message: { text?: string | null }) => message.text === text

beforeEach(async () => {
  sandbox = await startTestNetwork()
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ connection }) => connection.close()))
  await sandbox.close()
})

test('a text is acknowledged by the server, decrypted by the contact and confirmed as delivered and read', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  const { id, outcome } = await client.sendText(jid(ADA), 'good morning')
  expect(outcome).toMatchObject({ kind: 'acked' })
  const received = await ada.waitForMessage(hasText('good morning'))
  expect(received.id).toBe(id)
  expect(ada.errors).toEqual([])
  const delivered = await until('the delivery', () => client.event('receipt')[0]?.receipt)
  expect(delivered).toMatchObject({ ids: [id], kind: 'delivered' })
  await ada.markRead(ACCOUNT)
  const read = await until('the reading', () =>
    client.event('receipt').find(({ receipt }) => receipt.kind === 'read'),
  )
  expect(read.receipt.ids).toEqual([id])
})

test('many texts in flight arrive in order, once each, with fewer commits than messages', async () => {
  const ada = sandbox.contact(ADA)
  // Far longer than a message takes to be made, also on a busy machine: commits are shared by those that come meanwhile.
  const credentials = createMemoryCredentialStore({ commitMs: 20 })
  const client = track(await pairNetworkClient(sandbox, { phone: ACCOUNT, credentials }))
  await client.sendText(jid(ADA), 'first')
  const before = client.credentials.commits
  const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`)
  const sent = await Promise.all(texts.map((text) => client.sendText(jid(ADA), text)))
  expect(sent.every(({ outcome }) => outcome.kind === 'acked')).toBe(true)
  await ada.waitForMessage(hasText('text 39'))
  await sandbox.allSeen()
  expect(ada.inbox.map(({ text }) => text)).toEqual(['first', ...texts])
  expect(ada.errors).toEqual([])
  expect(client.credentials.commits - before).toBeLessThan(texts.length)
})

test('an inbound text becomes an event with both addresses, and its journal row was committed before', async () => {
  const ada = sandbox.contact(ADA, { name: 'Ada' })
  const client = await pair()
  const id = await ada.sendText(ACCOUNT, 'hello there')
  const message = await client.receivedText('hello there')
  expect(message).toMatchObject({ origin: 'live', type: 'text', pushName: 'Ada', key: { id, fromMe: false } })
  expect(message.sender).toEqual({ phone: jid(ADA), lid: `${ada.lid}@lid`.replace('@lid@lid', '@lid') })
  expect(client.credentials.journal.map((entry) => entry.id)).toContain(message.journalId)
  const contact = client.event('contact').find(({ notify }) => notify === 'Ada')
  expect(contact?.addresses.phone).toBe(jid(ADA))
})

test('a conversation goes back and forth through many turns', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  for (let turn = 0; turn < 12; turn++) {
    await ada.sendText(ACCOUNT, `question ${turn}`)
    await client.receivedText(`question ${turn}`)
    expect((await client.sendText(jid(ADA), `answer ${turn}`)).outcome.kind).toBe('acked')
    await ada.waitForMessage(hasText(`answer ${turn}`))
  }
  expect(ada.errors).toEqual([])
})

test('what the host threw on is given again from the journal after the next connect, once', async () => {
  const ada = sandbox.contact(ADA)
  const first = await pair()
  await first.connection.close()
  const failing = reopen(first, {
    connector: testConnector([]),
    onEvents: (events: readonly { kind: string }[]) => {
      if (events.some(({ kind }) => kind === 'message')) throw new Error('killed')
    },
  })
  await failing.opened()
  await ada.sendText(ACCOUNT, 'do not lose me')
  expect(await failing.closed()).toMatchObject({ reason: 'connection_lost' })
  const again = reopen(first)
  const message = await again.receivedText('do not lose me')
  await again.opened()
  again.credentials.release(message.journalId ?? '')
  await again.connection.close()
  const last = reopen(first)
  await last.opened()
  await ada.sendText(ACCOUNT, 'and another')
  await last.receivedText('and another')
  expect(last.event('message').map((event) => event.message.text)).toEqual(['and another'])
  expect(again.event('message')).toHaveLength(1)
})

test('messages that waited while the client was away come as offline ones, in order', async () => {
  const ada = sandbox.contact(ADA)
  const first = await pair()
  await first.connection.close()
  for (const text of ['one', 'two', 'three']) await ada.sendText(ACCOUNT, text)
  const client = reopen(first)
  await client.receivedText('three')
  const messages = client.event('message').map(({ message }) => message)
  expect(messages.map(({ text, origin }) => [text, origin])).toEqual([
    ['one', 'offline'],
    ['two', 'offline'],
    ['three', 'offline'],
  ])
})

test('a receipt of the contact settles a send whose acknowledgement is lost, at once', async () => {
  const client = await pair()
  const ada = sandbox.contact(ADA)
  await client.sendText(jid(ADA), 'warm')
  sandbox.faults.set(ACCOUNT, { dropAcks: 1 })
  const { id, outcome } = await client.sendText(jid(ADA), 'it arrived', 10 * 60_000)
  expect(outcome).toMatchObject({ kind: 'acked' })
  await ada.waitForMessage(({ text }) => text === 'it arrived')
  const ofIt = () => client.event('receipt').filter(({ receipt }) => receipt.ids.includes(id))
  await until('the receipt', () => ofIt().length > 0)
  expect(ofIt()).toMatchObject([{ receipt: { kind: 'delivered' } }])
})

test('a receipt that the host did not store is not acknowledged, and comes again to the next connection', async () => {
  const first = await pair()
  await first.connection.close()
  const ada = sandbox.contact(ADA)
  const killed = Promise.withResolvers<never>()
  const given: string[] = []
  const hung = reopen(first, {
    onEvents: (events: readonly NetworkEvent[]) => {
      const receipts = events.flatMap((event) => (event.kind === 'receipt' ? [event.receipt] : []))
      if (!receipts.some(({ kind }) => kind === 'read')) return undefined
      given.push(...receipts.flatMap(({ ids }) => ids))
      return killed.promise
    },
  })
  await hung.opened()
  const { id } = await hung.sendText(jid(ADA), 'seen?')
  await ada.waitForMessage(hasText('seen?'))
  await ada.markRead(ACCOUNT)
  await until('the host has it', () => given.includes(id))
  await hung.connection.probe(30_000)
  sandbox.faults.cut(ACCOUNT)
  await until('the end', () => sandbox.phone(ACCOUNT).devices.every(({ online }) => !online))
  killed.reject(new Error('killed'))
  const again = reopen(first)
  await until('it comes again', () =>
    again.event('receipt').some(({ receipt }) => receipt.kind === 'read' && receipt.ids.includes(id)),
  )
  await until('it is acknowledged', () =>
    sandbox.phone(ACCOUNT).devices.every(({ waiting }) => waiting === 0),
  )
})

test('a dropped acknowledgement and no receipt leave an unknown outcome', async () => {
  const client = await pair()
  sandbox.contact(ADA).setAutoReceipts(false)
  // The account's own phone would confirm its copy.
  await sandbox.phone(ACCOUNT).goOffline()
  await client.sendText(jid(ADA), 'warm')
  sandbox.faults.set(ACCOUNT, { dropAcks: 1 })
  const { outcome } = await client.sendText(jid(ADA), 'did it leave?', 300)
  expect(outcome).toMatchObject({ kind: 'unknown', reason: 'ack_timeout' })
})

test('a number that is not on the network is known before anything leaves', async () => {
  sandbox.contact(ADA).setRegistered(false)
  const client = await pair()
  const { outcome } = await client.sendText(jid(ADA), 'anyone?')
  expect(outcome).toMatchObject({ kind: 'not_sent', reason: 'recipient_not_found' })
  const [known, unknown] = await client.connection.checkNumbers(['+447700900999', `+${ADA}`])
  expect(unknown).toMatchObject({ exists: false, address: null })
  expect(known).toMatchObject({ phoneNumber: '+447700900999' })
})

test('what the own phone writes comes as from an own device, with the chat it was written in', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  await sandbox.phone(ACCOUNT).sendText(ADA, 'from my pocket')
  const message = await client.receivedText('from my pocket')
  expect(message).toMatchObject({ origin: 'own_device', key: { fromMe: true } })
  expect(message.chatAddresses.phone ?? message.chatAddresses.lid).toMatch(
    new RegExp(`^(${ADA}|${ada.lid.split('@')[0]})@`),
  )
})

test('a contact under a LID is answered under its LID', async () => {
  const ada = sandbox.contact(ADA, { addressing: 'lid' })
  const client = await pair()
  await ada.sendText(ACCOUNT, 'who am I')
  const message = await client.receivedText('who am I')
  expect(message.key.chat).toMatch(/@lid$/)
  expect(message.sender.phone).toBe(jid(ADA))
  expect((await client.sendText(message.key.chat, 'you are Ada')).outcome.kind).toBe('acked')
  await ada.waitForMessage(hasText('you are Ada'))
  expect(ada.errors).toEqual([])
})

test('a contact that lost its sessions asks again and is served from the stored message', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  await ada.sendText(ACCOUNT, 'hi')
  await client.receivedText('hi')
  await client.sendText(jid(ADA), 'before')
  await ada.waitForMessage(hasText('before'))
  await ada.forgetSessions()
  const { outcome } = await client.sendText(jid(ADA), 'after')
  expect(outcome.kind).toBe('acked')
  await ada.waitForMessage(hasText('after'))
})

test('reactions, edits and taking back reach the host as such', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  const sent = await client.sendText(jid(ADA), 'rate me')
  await ada.waitForMessage(hasText('rate me'))
  await ada.react(ACCOUNT, sent.id, '🔥')
  const reaction = await until('the reaction', () => client.event('reaction')[0])
  expect(reaction).toMatchObject({ emoji: '🔥', fromMe: false, target: { id: sent.id, fromMe: true } })
  const id = await ada.sendText(ACCOUNT, 'tpyo')
  await client.receivedText('tpyo')
  await ada.edit(ACCOUNT, id, 'typo')
  const edit = await until('the edit', () => client.event('edit')[0])
  expect(edit).toMatchObject({ text: 'typo', target: { id, fromMe: false } })
  await ada.revoke(ACCOUNT, id)
  const revoke = await until('the taking back', () => client.event('revoke')[0])
  expect(revoke).toMatchObject({ target: { id, fromMe: false } })
})

test('own reactions, edits, quotes, forwards and taking back are understood by the contact', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  const id = await ada.sendText(ACCOUNT, 'quote me')
  const { key, bytes } = await client.receivedText('quote me')
  const { prepare } = client.connector
  const quote = await prepare({ type: 'text', text: 'quoted' }, { quoted: { key, bytes } })
  await client.sendBytes(jid(ADA), quote.bytes)
  await ada.waitForMessage(hasText('quoted'))
  const forward = await prepare({ type: 'forward', source: { ...key, fromMe: null } }, { forwarded: bytes })
  await client.sendBytes(jid(ADA), forward.bytes)
  const forwarded = await ada.waitForMessage((message) => message.text === 'quote me')
  expect(forwarded.id).not.toBe(id)
  const reaction = await prepare({ type: 'reaction', target: key, emoji: '👍' })
  expect((await client.sendBytes(jid(ADA), reaction.bytes)).outcome.kind).toBe('acked')
  const sent = await client.sendText(jid(ADA), 'wrong')
  const target = { chat: key.chat, id: sent.id, fromMe: true }
  const edit = await prepare({ type: 'edit', target, text: 'right' })
  expect((await client.sendBytes(jid(ADA), edit.bytes)).outcome.kind).toBe('acked')
  const revoke = await prepare({ type: 'revoke', target })
  expect((await client.sendBytes(jid(ADA), revoke.bytes)).outcome.kind).toBe('acked')
  await ada.waitForMessage(hasText('wrong'))
  expect(ada.errors).toEqual([])
})

test('a message we have no session for is asked for again, and comes', async () => {
  const ada = sandbox.contact(ADA)
  const first = await pair()
  await first.sendText(jid(ADA), 'hi')
  await ada.sendText(ACCOUNT, 'warm')
  await first.receivedText('warm')
  await first.connection.close()
  const sessions = [...(first.credentials.keys.get('session')?.keys() ?? [])]
  const keys = sessions.map((id) => ({ type: 'session', id, value: null }))
  await first.credentials.commit({ keys })
  const client = reopen(first)
  await client.opened()
  await ada.sendText(ACCOUNT, 'can you read me?')
  await client.receivedText('can you read me?')
})

test('marking as read tells the writer, and typing is shown to the network', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  const id = await ada.sendText(ACCOUNT, 'read me')
  const { key } = await client.receivedText('read me')
  await client.connection.markRead([key])
  await until('the reading', () =>
    ada.receipts.find((receipt) => receipt.type === 'read' && receipt.id === id),
  )
  await client.connection.sendPresence('composing', key.chat)
  await until('the typing', () => sandbox.requests().some(({ tag }) => tag === 'chatstate'))
})

test('a message to oneself reaches the own phone', async () => {
  const client = await pair()
  const { outcome } = await client.sendText(jid(ACCOUNT), 'note to self')
  expect(outcome.kind).toBe('acked')
  await sandbox.phone(ACCOUNT).waitForMessage(hasText('note to self'))
})

test('a message for a chat the client cannot write to, or of unreadable bytes, is not sent', async () => {
  const client = await pair()
  const id = client.connector.newMessageId()
  const broken = { id, to: jid(ADA) as never, bytes: Buffer.from('ffffff', 'hex'), ackTimeoutMs: 1000 }
  expect(await client.connection.send(broken)).toMatchObject({ kind: 'not_sent', reason: 'bad_content' })
  expect((await client.sendText('status@broadcast', 'x')).outcome).toMatchObject({ kind: 'not_sent' })
})
