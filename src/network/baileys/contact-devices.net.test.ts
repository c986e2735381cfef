import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Contact, Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { NetworkClient, pairNetworkClient, toTarget, until } from '../../../test/support/network-client.ts'

const ACCOUNT = '447700900100'
const ADA = '447700900201'
const ADA_JID = `${ADA}@s.whatsapp.net`

let sandbox: Sandbox
let client: NetworkClient
let ada: Contact

beforeEach(async () => {
  sandbox = await startTestNetwork()
  ada = sandbox.contact(ADA)
  client = await pairNetworkClient(sandbox, { phone: ACCOUNT })
})

afterEach(async () => {
  await client.connection.close()
  await sandbox.close()
})

async function reconnect(): Promise<void> {
  await client.connection.close()
  const next = new NetworkClient({ target: toTarget(sandbox), credentials: client.credentials })
  for (const [id, bytes] of client.sent) next.sent.set(id, bytes)
  client = next
  await next.opened()
}

const hasText = (text: string) => (message: { text: string }) => message.text === text

/** A text reaches each of these devices, readable at once. */
async function reaches(text: string, devices: Contact[]): Promise<void> {
  expect((await client.sendText(ADA_JID, text)).outcome.kind).toBe('acked')
  for (const device of devices) await device.waitForMessage(hasText(text))
  expect(devices.flatMap(({ errors }) => errors)).toEqual([])
}

/** The client has taken everything the network had for it. */
const informed = () =>
  until('the client to have heard of it', () =>
    sandbox.phone(ACCOUNT).devices.every(({ waiting }) => waiting === 0),
  )

test('a contact with four linked devices reads every message at each, and writes from each, in one conversation', async () => {
  for (let count = 0; count < 4; count += 1) await ada.link()
  const { devices } = ada
  await reaches('to all of you', devices)
  for (const device of devices) {
    await device.sendText(ACCOUNT, `from ${device.device}`)
    const { key } = await client.receivedText(`from ${device.device}`)
    expect(key).toMatchObject({ chat: ADA_JID, fromMe: false })
    await reaches(`answer to ${device.device}`, devices)
  }
  expect(
    devices
      .at(-1)
      ?.inbox.filter(({ fromMe }) => fromMe)
      .map(({ text }) => text),
  ).toEqual(['from 0', 'from 1', 'from 2', 'from 3'])
  expect(sandbox.problems()).toEqual([])
})

test('a contact under its LID with linked devices is one conversation too', async () => {
  ada = sandbox.contact(ADA, { addressing: 'lid' })
  const desk = await ada.link()
  await desk.sendText(ACCOUNT, 'from the desk')
  const { key } = await client.receivedText('from the desk')
  await ada.sendText(ACCOUNT, 'from the phone')
  expect((await client.receivedText('from the phone')).key.chat).toBe(key.chat)
  await client.sendText(key.chat, 'to both')
  for (const device of ada.devices) await device.waitForMessage(hasText('to both'))
  expect(ada.devices.flatMap(({ errors }) => errors)).toEqual([])
  expect(sandbox.problems()).toEqual([])
})

test('devices that come and go are written to from the next message on, also when it happened while the client was away', async () => {
  await reaches('one', ada.devices)
  await ada.sendText(ACCOUNT, 'so that there is a session')
  await client.receivedText('so that there is a session')
  const desk = await ada.link()
  await informed()
  await reaches('two', ada.devices)
  await desk.unlink()
  await informed()
  await reaches('three', ada.devices)
  await client.connection.close()
  await ada.link()
  await reconnect()
  await informed()
  await reaches('four', ada.devices)
  expect(sandbox.problems()).toEqual([])
})

test('a device that is away reads what it missed when it is back, and tells that it was delivered', async () => {
  ada.setAutoReceipts(false)
  const desk = await ada.link()
  await desk.goOffline()
  await reaches('missed', [ada])
  expect(desk.inbox).toEqual([])
  ada.setAutoReceipts(true)
  await desk.goOnline()
  expect(desk.inbox).toMatchObject([{ text: 'missed' }])
  const { id } = desk.inbox[0] as { id: string }
  const receipt = await until('the receipt', () =>
    client.event('receipt').find(({ receipt: each }) => each.ids.includes(id)),
  )
  expect(receipt.receipt).toMatchObject({ kind: 'delivered', chat: ADA_JID })
})

test('what one device cannot read it asks for again, and gets it, while the others are not asked', async () => {
  const desk = await ada.link()
  await reaches('before', ada.devices)
  await ada.sendText(ACCOUNT, 'read me')
  await desk.sendText(ACCOUNT, 'read me too')
  await client.receivedText('read me too')
  await reaches('settled', ada.devices)
  await desk.forgetSessions()
  const { id } = await client.sendText(ADA_JID, 'can all of you read this?')
  for (const device of ada.devices) await device.waitForMessage(hasText('can all of you read this?'))
  expect(desk.errors).toMatchObject([
    { id, recoveredAt: expect.any(Number) },
    { id, recoveredAt: expect.any(Number) },
  ])
  expect(ada.errors).toEqual([])
  expect(ada.inbox.find((message) => message.id === id)?.wireCount).toBe(1)
})

test('the message of a device that the client cannot read is asked for at that device', async () => {
  const desk = await ada.link()
  await reaches('before', ada.devices)
  await desk.sendText(ACCOUNT, 'fine')
  await client.receivedText('fine')
  await client.connection.close()
  const sessions = client.credentials.keys.get('session') as Map<string, Uint8Array>
  expect(sessions.size).toBeGreaterThan(1)
  sessions.clear()
  await reconnect()
  await desk.sendText(ACCOUNT, 'and again')
  expect((await client.receivedText('and again')).key.chat).toBe(ADA_JID)
})

test('a message that a device reads or plays is read by the contact', async () => {
  const desk = await ada.link()
  await reaches('look', ada.devices)
  const [message] = desk.inbox
  await desk.markRead(ACCOUNT, [message?.id ?? ''])
  const receipt = await until('the receipt', () =>
    client.event('receipt').find(({ receipt: each }) => each.kind === 'read'),
  )
  expect(receipt.receipt).toMatchObject({ ids: [message?.id], chat: ADA_JID })
})

test('in a group every device of a member reads what the client writes, and what it writes itself arrives once', async () => {
  const bob = sandbox.contact('447700900202')
  const { jid } = sandbox.group({ subject: 'All', participants: [ACCOUNT, bob.number], creator: ADA })
  const desk = await ada.link()
  await client.sendText(jid, 'to all')
  for (const device of [...ada.devices, bob]) await device.waitForMessage(hasText('to all'))
  await desk.sendText(jid, 'from the desk')
  const { key } = await client.receivedText('from the desk')
  expect(key).toMatchObject({ chat: jid, fromMe: false })
  await sandbox.allSeen()
  expect([...ada.devices, bob].flatMap(({ errors }) => errors)).toEqual([])
  expect(sandbox.problems()).toEqual([])
})
