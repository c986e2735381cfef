import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { NetworkClient, pairNetworkClient, toTarget, until } from '../../../test/support/network-client.ts'

/** What the network asks of every client, and answers who does otherwise: our connector has to keep to it. */

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
const reopen = (client: NetworkClient): NetworkClient =>
  track(new NetworkClient({ target: toTarget(sandbox), credentials: client.credentials }))

const jid = (number: string): string => `${number}@s.whatsapp.net`
const nothingWaits = () =>
  until('everything to be confirmed', () =>
    sandbox.phone(ACCOUNT).devices.every(({ waiting }) => waiting === 0),
  )

beforeEach(async () => {
  sandbox = await startTestNetwork()
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ connection }) => connection.close()))
  await sandbox.close()
})

test('who wrote can be answered where the network asks for tokens, also after a restart, and nobody else', async () => {
  const ada = sandbox.contact(ADA, { addressing: 'lid' })
  const client = await pair()
  sandbox.faults.set(ACCOUNT, { requireTokens: true })
  const cold = await client.sendText(jid('447700900202'), 'you do not know me')
  expect(cold.outcome).toMatchObject({ kind: 'refused', code: '463' })
  await ada.sendText(ACCOUNT, 'write to me')
  await client.receivedText('write to me')
  await nothingWaits()
  expect((await client.sendText(jid(ADA), 'by number')).outcome).toMatchObject({ kind: 'acked' })
  expect((await client.sendText(`${ada.lid}@lid`, 'by lid')).outcome).toMatchObject({ kind: 'acked' })
  await client.connection.close()
  const again = reopen(client)
  await until('the second login', () => again.state('open'))
  expect((await again.sendText(jid(ADA), 'after a restart')).outcome).toMatchObject({ kind: 'acked' })
  await sandbox.allSeen()
  expect(ada.inbox.map(({ text }) => text)).toEqual(['by number', 'by lid', 'after a restart'])
  expect(sandbox.problems()).toEqual([])
})

test('hundreds of messages that waited come in batches, all of them, in order, and the newest after them', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  await ada.sendText(ACCOUNT, 'hello')
  await client.receivedText('hello')
  await client.connection.close()
  await until('the network to know', () => sandbox.phone(ACCOUNT).devices[0]?.online === false)
  const texts = Array.from({ length: 230 }, (_, index) => `waited ${index}`)
  for (const text of texts) await ada.sendText(ACCOUNT, text)
  let most = 0
  const stop = sandbox.intercept(({ tag }) => {
    if (tag === 'receipt') most = Math.max(most, sandbox.phone(ACCOUNT).devices[0]?.unanswered ?? 0)
    return undefined
  })
  const again = reopen(client)
  await again.receivedText('waited 229')
  await ada.sendText(ACCOUNT, 'live')
  expect(await again.receivedText('live')).toMatchObject({ origin: 'live' })
  stop()
  const received = again.event('message').flatMap(({ message: { text } }) => text ?? [])
  expect(received.filter((text) => text !== 'hello')).toEqual([...texts, 'live'])
  expect(most).toBeLessThanOrEqual(100)
  await nothingWaits()
})

test('groups that changed while the client was away are asked for again, once', async () => {
  sandbox.contact(ADA)
  const client = await pair()
  const group = sandbox.group({ subject: 'Before', participants: [ACCOUNT, ADA] })
  await nothingWaits()
  await client.connection.close()
  await until('the network to know', () => sandbox.phone(ACCOUNT).devices[0]?.online === false)
  await group.setSubject('After')
  const asked = () =>
    sandbox.requests().filter(({ xmlns, child }) => xmlns === 'w:g2' && child === 'participating').length
  const cleaned = () => sandbox.requests().filter(({ child }) => child === 'clean').length
  const again = reopen(client)
  await until('the groups to be fetched', () => asked() === 1 && cleaned() === 1)
  await nothingWaits()
  await again.connection.close()
  const third = reopen(again)
  await third.opened()
  await third.connection.probe(30_000)
  expect([asked(), cleaned()]).toEqual([1, 1])
})

test('a device that a contact linked unseen gets what is written after the network said that the list is old', async () => {
  const client = await pair()
  await client.sendText(jid(ADA), 'one')
  sandbox.faults.set(ACCOUNT, { hold: true })
  const device = track(await pairNetworkClient(sandbox, { phone: `+${ADA}` }))
  expect((await client.sendText(jid(ADA), 'two')).outcome).toMatchObject({ kind: 'acked' })
  expect(sandbox.problems()).toMatchObject([{ rule: 'device-list', number: ACCOUNT }])
  expect((await client.sendText(jid(ADA), 'three')).outcome).toMatchObject({ kind: 'acked' })
  await device.receivedText('three')
  expect(sandbox.problems()).toHaveLength(1)
  await sandbox.allSeen()
  expect(sandbox.contact(ADA).inbox.map(({ text }) => text)).toEqual(['one', 'two', 'three'])
})

test('a group whose members are addressed in another way by now is written to in that way', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  const group = sandbox.group({ subject: 'Team', participants: [ACCOUNT, ADA], addressing: 'pn' })
  await nothingWaits()
  expect((await client.sendText(group.jid, 'one')).outcome).toMatchObject({ kind: 'acked' })
  await group.setAddressing('lid')
  expect((await client.sendText(group.jid, 'two')).outcome).toMatchObject({ kind: 'acked' })
  await ada.waitForMessage(({ text }) => text === 'two')
  await sandbox.allSeen()
  expect(ada.inbox.map(({ text }) => text)).toEqual(['one', 'two'])
})

test('a further device of the account gets a copy from the first message on', async () => {
  const client = await pair()
  await client.sendText(jid(ADA), 'warm')
  const second = await pair()
  await nothingWaits()
  await client.sendText(jid(ADA), 'to all')
  await until('the copy', () => second.event('message').find(({ message }) => message.text === 'to all'))
  expect(sandbox.problems()).toEqual([])
})

test('a phone keeps a session for each address of the account, and both once the network tells that they are one', async () => {
  const ada = sandbox.contact(ADA)
  const self = sandbox.contact(ACCOUNT)
  const client = await pair()
  for (const person of [ada, self]) person.setConcealed(true)
  const write = async (to: string, text: string) => {
    expect((await client.sendText(to, text)).outcome.kind).toBe('acked')
    await ada.waitForMessage((message) => message.text === text)
  }
  const lid = `${ada.lid}@lid`
  await write(jid(ADA), 'by number')
  await write(lid, 'by LID')
  self.setConcealed(false)
  await write(lid, 'again by LID')
  await write(jid(ADA), 'again by number')
  expect(ada.errors).toEqual([])
})
