import type { EventEmitter } from 'node:events'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { NetworkClient, pairNetworkClient, toTarget, until } from '../../../test/support/network-client.ts'
import { LeaseLostError } from '../port.ts'

const ACCOUNT = '447700900100'
const ADA = '447700900201'
const ADA_JID = `${ADA}@s.whatsapp.net`

let sandbox: Sandbox
const clients: NetworkClient[] = []
const track = (client: NetworkClient): NetworkClient => {
  clients.push(client)
  return client
}
const pair = async (): Promise<NetworkClient> => track(await pairNetworkClient(sandbox, { phone: ACCOUNT }))

beforeEach(async () => {
  sandbox = await startTestNetwork()
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ connection }) => connection.close()))
  await sandbox.close()
})

test.each([
  [515, 'restart_required'],
  [503, 'unavailable'],
  [440, 'replaced'],
  [401, 'device_removed'],
])('stream error %i closes the connection as %s', async (code, reason) => {
  const client = await pair()
  sandbox.faults.cut(ACCOUNT, undefined, code)
  expect(await client.closed()).toMatchObject({ reason, rawCode: code })
  expect(await client.sendText(ADA_JID, 'too late')).toMatchObject({
    outcome: { kind: 'not_sent', reason: 'not_connected' },
  })
  expect(await client.credentials.readCredentials()).not.toBeNull()
})

test('a client of which it is no longer sure whose it is does not call the network', async () => {
  const client = await pair()
  await client.connection.close()
  const loginsOf = () => sandbox.phone(ACCOUNT).devices[0]?.logins
  const before = loginsOf()
  const { credentials } = client
  const next = track(new NetworkClient({ target: toTarget(sandbox), credentials, mayConnect: () => false }))
  expect(await next.closed()).toMatchObject({ reason: 'connection_lost' })
  expect(loginsOf()).toBe(before)
  const sure = track(new NetworkClient({ target: toTarget(sandbox), credentials, mayConnect: () => true }))
  await sure.opened()
})

test.each([
  [401, 'logged_out'],
  [402, 'restricted'],
  [403, 'forbidden'],
  [405, 'outdated'],
])('a login refused with %i closes the connection as %s, with a cause of its own', async (code, reason) => {
  const client = await pair()
  await client.connection.close()
  sandbox.faults.set(ACCOUNT, { refuseLogins: { code, count: 1, expireS: 90 } })
  const next = track(new NetworkClient({ target: toTarget(sandbox), credentials: client.credentials }))
  expect(await next.closed()).toMatchObject({
    reason,
    rawCode: code,
    cause: { code: expect.not.stringMatching(/^ENDED_WITH$/) },
    ...(reason === 'restricted' ? { retryAfterMs: 90_000 } : {}),
  })
  expect((await client.credentials.readCredentials()) === null).toBe(reason === 'logged_out')
})

test('a connection cut without a word is lost, and what waited for its acknowledgement is unknown', async () => {
  sandbox.contact(ADA).setAutoReceipts(false)
  const client = await pair()
  // The account's own phone would confirm its copy.
  await sandbox.phone(ACCOUNT).goOffline()
  await client.sendText(ADA_JID, 'warm')
  sandbox.faults.set(ACCOUNT, { dropAcks: 1 })
  const sending = client.sendText(ADA_JID, 'did it leave?')
  await sandbox.contact(ADA).waitForMessage(({ text }) => text === 'did it leave?')
  sandbox.faults.cut(ACCOUNT)
  expect((await sending).outcome).toMatchObject({ kind: 'unknown', reason: 'connection_lost' })
  expect(await client.closed()).toMatchObject({ reason: 'connection_lost', rawCode: 428 })
})

test('a message sent again under its id is shown once', async () => {
  const ada = sandbox.contact(ADA)
  ada.setAutoReceipts(false)
  const client = await pair()
  // The account's own phone would confirm its copy.
  await sandbox.phone(ACCOUNT).goOffline()
  sandbox.faults.set(ACCOUNT, { dropAcks: 1 })
  const { id, outcome } = await client.sendText(ADA_JID, 'only once', 300)
  expect(outcome).toMatchObject({ kind: 'unknown', reason: 'ack_timeout' })
  const bytes = client.sent.get(id) as Uint8Array
  const again = await client.connection.send({ id, to: ADA_JID as never, bytes, ackTimeoutMs: 30_000 })
  expect(again.kind).toBe('acked')
  await client.sendText(ADA_JID, 'last')
  await ada.waitForMessage(({ text }) => text === 'last')
  expect(ada.inbox.map(({ text }) => text)).toEqual(['only once', 'last'])
})

test('the id alone decides what is shown: other content under it is dropped, the same content under another is not', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  const { id } = await client.sendText(ADA_JID, 'first')
  const other = await client.sendText(ADA_JID, 'second')
  const bytes = client.sent.get(other.id) as Uint8Array
  // The same id with other content is dropped, the same content with another id is not.
  const send = (with_: string) =>
    client.connection.send({ id: with_, to: ADA_JID as never, bytes, ackTimeoutMs: 30_000 })
  expect((await send(id)).kind).toBe('acked')
  expect((await send('3EB0AAAAAAAAAAAAAAAAAA')).kind).toBe('acked')
  await client.sendText(ADA_JID, 'last')
  await ada.waitForMessage(({ text }) => text === 'last')
  await sandbox.allSeen()
  expect(ada.inbox.map(({ text }) => text)).toEqual(['first', 'second', 'second', 'last'])
})

test.each([463, 479, 999])('a refusal with code %i is certain and carries the code', async (code) => {
  sandbox.contact(ADA)
  const client = await pair()
  await client.sendText(ADA_JID, 'warm')
  sandbox.faults.set(ACCOUNT, { refuse: { code, count: 1 } })
  const { outcome } = await client.sendText(ADA_JID, 'no')
  expect(outcome).toMatchObject({ kind: 'refused', code: String(code) })
  expect((await client.sendText(ADA_JID, 'yes')).outcome.kind).toBe('acked')
})

test('a message delivered twice is one event, no error and no question to its sender', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  sandbox.faults.set(ACCOUNT, { duplicateDeliveries: 2 })
  await ada.sendText(ACCOUNT, 'twice')
  await ada.sendText(ACCOUNT, 'twice too')
  await ada.sendText(ACCOUNT, 'end')
  await client.receivedText('end')
  await client.connection.probe(3000)
  expect(client.event('message').map(({ message }) => message.text)).toEqual(['twice', 'twice too', 'end'])
  expect(ada.receipts.filter(({ type }) => type === 'retry')).toEqual([])
})

test('a delivery repeated to the next connection is one event as long as its row is in the journal', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  await ada.sendText(ACCOUNT, 'warm')
  await client.receivedText('warm')
  await client.connection.close()
  const again = track(new NetworkClient({ target: toTarget(sandbox), credentials: client.credentials }))
  await again.opened()
  expect(again.event('message').map(({ message }) => message.text)).toEqual(['warm'])
})

test('a server that keeps silent fails the probe in time', async () => {
  const client = await pair()
  sandbox.faults.set(ACCOUNT, { freeze: true })
  await expect(client.connection.probe(300)).rejects.toThrow()
})

test('a lost lease closes the connection before the message leaves', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  await client.sendText(ADA_JID, 'warm')
  client.credentials.failCommitsWith(new LeaseLostError('test-client'))
  const { outcome } = await client.sendText(ADA_JID, 'must not leave')
  expect(outcome).toMatchObject({ kind: 'not_sent' })
  expect(await client.closed()).toMatchObject({ reason: 'lease_lost' })
  client.credentials.failCommitsWith(null)
  const next = track(new NetworkClient({ target: toTarget(sandbox), credentials: client.credentials }))
  await next.opened()
  await next.sendText(ADA_JID, 'next')
  await ada.waitForMessage(({ text }) => text === 'next')
  expect(ada.inbox.map(({ text }) => text)).toEqual(['warm', 'next'])
  expect(ada.errors).toEqual([])
})

test('an inbound message whose commit fails is not confirmed and comes again to the next connection', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  await ada.sendText(ACCOUNT, 'warm')
  await client.receivedText('warm')
  client.credentials.failCommitsWith(new Error('database away'))
  await ada.sendText(ACCOUNT, 'keep me')
  expect(await client.closed()).toMatchObject({ reason: 'connection_lost' })
  expect(client.event('message').map(({ message }) => message.text)).toEqual(['warm'])
  client.credentials.failCommitsWith(null)
  for (const { id } of client.credentials.journal) client.credentials.release(id)
  const next = track(new NetworkClient({ target: toTarget(sandbox), credentials: client.credentials }))
  const message = await next.receivedText('keep me')
  expect(message.origin).toBe('offline')
})

test('a message whose keys cannot be read is not refused to the network, and comes again to the next connection', async () => {
  const ada = sandbox.contact(ADA)
  const client = await pair()
  client.credentials.failReadsWith(new Error('database away'))
  await ada.sendText(ACCOUNT, 'a first message needs keys')
  expect(await client.closed()).toMatchObject({ reason: 'connection_lost' })
  client.credentials.failReadsWith(null)
  const next = track(new NetworkClient({ target: toTarget(sandbox), credentials: client.credentials }))
  const message = await next.receivedText('a first message needs keys')
  expect(message.origin).toBe('offline')
  expect(ada.errors).toEqual([])
})

test('twenty clients of one process each talk to their own contact', async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => 447_700_900_300 + index)
  // One after the other, as each makes hundreds of keys.
  const opened: NetworkClient[] = []
  for (const phone of numbers)
    opened.push(track(await pairNetworkClient(sandbox, { phone: String(phone), clientId: String(phone) })))
  await Promise.all(
    opened.map(async (client, index) => {
      const contact = sandbox.contact(String(447_700_900_500 + index))
      expect((await client.sendText(`${contact.number}@s.whatsapp.net`, `hello ${index}`)).outcome.kind).toBe(
        'acked',
      )
      await contact.waitForMessage(({ text }) => text === `hello ${index}`)
      await contact.sendText(String(numbers[index]), `back ${index}`)
      await client.receivedText(`back ${index}`)
    }),
  )
})

test('logout unlinks the device on the network and clears what was stored', async () => {
  const client = await pair()
  await client.connection.logout()
  expect(client.state('closed')?.reason).toBe('logged_out')
  expect(await client.credentials.readCredentials()).toBeNull()
  await until('the device to be gone', () => sandbox.phone(ACCOUNT).devices.length === 0)
})

test('what the library tries after the end of a connection does not end the process', async () => {
  const client = await pair()
  const { ws } = (client.connection as unknown as { socket: { ws: EventEmitter } }).socket
  await client.connection.close()
  const rejections: unknown[] = []
  const note = (reason: unknown): void => void rejections.push(reason)
  process.on('unhandledRejection', note)
  ws.emit('CB:ib,,offline_preview', { tag: 'ib', attrs: {} })
  ws.emit('CB:iq,type:set,pair-device', { tag: 'iq', attrs: { id: '1' } })
  await new Promise((resolve) => setTimeout(resolve, 20))
  process.off('unhandledRejection', note)
  expect(rejections).toEqual([])
})
