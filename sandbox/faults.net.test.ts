import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { nextNumber, pairClient, pinRoot, TestClient, until } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

let account: string
let contactNumber: string
let contactJid: string

let sandbox: Sandbox
let client: TestClient

const reconnect = async (): Promise<void> => {
  client = new TestClient(sandbox, client.credentials)
  await client.opened()
}
/** The client has got at least so many stanzas, and everything is confirmed. */
const emptyQueue = (least = 0) =>
  until(
    'the queue to empty',
    () =>
      client.stanzaIds.length >= least &&
      sandbox.phone(account).devices.every(({ waiting }) => waiting === 0),
  )

/** The key to the app state and the first history: what a phone sends to every newly linked device. */
const FIRST_STANZAS = 2

/** The contact's first message of a week has its token beside it. */
const TOKEN = 1

beforeEach(async () => {
  account = nextNumber()
  contactNumber = nextNumber()
  contactJid = `${contactNumber}@s.whatsapp.net`
  sandbox = await startTestNetwork()
  pinRoot(sandbox)
  client = await pairClient(sandbox, account)
  await emptyQueue(FIRST_STANZAS)
  // Until it has read the app state once, the library keeps back what arrives after a reconnection.
  await until('the first app state', () => (client.credentials.creds.accountSyncCounter ?? 0) > 0)
})

afterEach(async () => {
  await client.end()
  await sandbox.close()
})

test('messages to a client that is away wait in order and arrive as offline ones', async () => {
  await client.end()
  await until('the network to see the client gone', () => sandbox.phone(account).devices[0]?.online === false)
  const contact = sandbox.contact(contactNumber)
  for (const text of ['one', 'two', 'three']) await contact.sendText(account, text)
  expect(sandbox.phone(account).devices).toMatchObject([{ waiting: 3 + TOKEN, online: false }])
  await reconnect()
  expect((await client.receivedText('three')).type).toBe('append')
  expect(client.messages.map(({ message }) => message.message?.conversation)).toEqual(['one', 'two', 'three'])
  await emptyQueue()
})

test('a message whose confirmation was lost is delivered again at the next login', async () => {
  let dropped = 0
  const stop = sandbox.intercept(({ tag }) => {
    if (tag !== 'receipt') return undefined
    dropped += 1
    return 'drop'
  })
  const id = await sandbox.contact(contactNumber).sendText(account, 'twice on the wire')
  await client.receivedText('twice on the wire')
  await until('the confirmation to be lost', () => dropped > 0)
  stop()
  await client.end()
  await reconnect()
  await until('the second delivery', () => client.stanzaIds.includes(id))
  await emptyQueue()
})

test('messages to a contact that is away are acknowledged, and delivered when it is back', async () => {
  const contact = sandbox.contact(contactNumber)
  await contact.goOffline()
  const id = await client.send(contactJid, { text: 'later' })
  expect((await client.acked(id)).error).toBeUndefined()
  expect(contact.inbox).toEqual([])
  await contact.goOnline()
  expect(contact.inbox).toMatchObject([{ id, text: 'later' }])
  await client.status(id, 3)
})

test('a dropped acknowledgement leaves the message delivered, and a resend under its id is shown once', async () => {
  const contact = sandbox.contact(contactNumber)
  sandbox.faults.set(account, { dropAcks: 1 })
  const id = await client.send(contactJid, { text: 'unsure' })
  await contact.waitForMessage((message) => message.id === id)
  expect(client.acks).toEqual([])
  await client.socket.relayMessage(contactJid, { conversation: 'unsure' }, { messageId: id })
  await client.acked(id)
  await sandbox.allSeen()
  expect(contact.inbox).toMatchObject([{ id, wireCount: 2 }])
})

test('refused sends come back with the error code and reach nobody', async () => {
  const contact = sandbox.contact(contactNumber)
  sandbox.faults.set(account, { refuse: { code: 463, count: 1 } })
  const refused = await client.send(contactJid, { text: 'refused' })
  expect((await client.acked(refused)).error).toBe('463')
  const accepted = await client.send(contactJid, { text: 'accepted' })
  expect((await client.acked(accepted)).error).toBeUndefined()
  await sandbox.allSeen()
  expect(contact.inbox.map(({ text }) => text)).toEqual(['accepted'])
})

test('a restricted account may write to people it knows only, and is told until when', async () => {
  const locks: unknown[] = []
  client.socket.ev.on('connection.update', ({ reachoutTimeLock }) => {
    if (reachoutTimeLock) locks.push(reachoutTimeLock)
  })
  const known = nextNumber()
  await sandbox.contact(known).sendText(account, 'we know each other')
  await client.receivedText('we know each other')
  const untilMs = Math.floor(Date.now() / 1000) * 1000 + 3_600_000
  sandbox.faults.set(account, { timeLockUntilMs: untilMs })
  const lock = { isActive: true, timeEnforcementEnds: new Date(untilMs) }
  expect(await until('the news', () => locks[0])).toMatchObject(lock)
  const cold = await client.send(contactJid, { text: 'hello stranger' })
  expect((await client.acked(cold)).error).toBe('463')
  const warm = await client.send(`${known}@s.whatsapp.net`, { text: 'hello friend' })
  expect((await client.acked(warm)).error).toBeUndefined()
  expect(await client.socket.fetchAccountReachoutTimelock()).toMatchObject(lock)
  sandbox.faults.clear(account)
  await until('the end', () => locks.some((each) => (each as { isActive: boolean }).isActive === false))
  const later = await client.send(contactJid, { text: 'hello again' })
  expect((await client.acked(later)).error).toBeUndefined()
})

test('a message to an outdated list of devices is acknowledged with the hash of the right one', async () => {
  const hashes: unknown[] = []
  client.socket.ws.on('CB:ack,class:message', ({ attrs }: { attrs: { phash?: string } }) =>
    hashes.push(attrs.phash),
  )
  sandbox.faults.set(account, { staleDeviceLists: 1 })
  for (const text of ['one', 'two']) await client.acked(await client.send(contactJid, { text }))
  expect(hashes).toEqual(['2:sandbox', undefined])
})

test('a message to a number that is not on the network is refused', async () => {
  sandbox.contact(contactNumber).setRegistered(false)
  const id = await client.send(contactJid, { text: 'hello?' })
  expect((await client.acked(id)).error).toBe('404')
})

test('a duplicated delivery reaches the client twice under one id', async () => {
  sandbox.faults.set(account, { duplicateDeliveries: 1 })
  const id = await sandbox.contact(contactNumber).sendText(account, 'echo')
  await client.receivedText('echo')
  await until('the duplicate', () => client.stanzaIds.filter((each) => each === id).length === 2)
  await sandbox.contact(contactNumber).sendText(account, 'only once')
  await client.receivedText('only once')
  await emptyQueue()
})

test('held deliveries wait until they are released, in the order chosen', async () => {
  const contact = sandbox.contact(contactNumber)
  sandbox.faults.set(account, { hold: true })
  const before = client.stanzaIds.length
  for (const text of ['first', 'second', 'third']) await contact.sendText(account, text)
  expect(client.stanzaIds).toHaveLength(before)
  expect(sandbox.faults.release(account, undefined, 'reverse')).toBe(3 + TOKEN)
  await client.receivedText('first')
  expect(client.messages.map(({ message }) => message.message?.conversation).filter(Boolean)).toEqual([
    'third',
    'second',
    'first',
  ])
})

test('delayed deliveries arrive late', async () => {
  sandbox.faults.set(account, { delayMs: 300 })
  const before = Date.now()
  await sandbox.contact(contactNumber).sendText(account, 'slow')
  await client.receivedText('slow')
  expect(Date.now() - before).toBeGreaterThanOrEqual(300)
})

test('a frozen network keeps the socket but neither takes nor gives', async () => {
  const contact = sandbox.contact(contactNumber)
  const warm = await client.send(contactJid, { text: 'before' })
  await client.acked(warm)
  sandbox.faults.set(account, { freeze: true })
  const lost = await client.send(contactJid, { text: 'into the void' })
  const ping = {
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' },
    content: [{ tag: 'ping', attrs: {} }],
  }
  expect(await client.socket.query(ping, 200).catch(() => undefined)).toBeUndefined()
  sandbox.faults.clear(account)
  const next = await client.send(contactJid, { text: 'after' })
  await client.acked(next)
  expect(client.acks.map(({ id }) => id)).not.toContain(lost)
  expect(client.closeCode).toBeUndefined()
  await sandbox.allSeen()
  expect(contact.inbox.map(({ text }) => text)).toEqual(['before', 'after'])
})

test.each([
  [undefined, 428],
  [515, 515],
  [440, 440],
  [401, 401],
  [503, 503],
])('a connection ended with %s closes the client with %s', async (code, expected) => {
  expect(sandbox.faults.cut(account, undefined, code)).toBe(1)
  expect(await client.closed()).toBe(expected)
  await reconnect()
  await sandbox.contact(contactNumber).sendText(account, 'still here')
  await client.receivedText('still here')
})

test('a second login of the same device replaces the first with 440', async () => {
  const second = new TestClient(sandbox, client.credentials)
  await second.opened()
  expect(await client.closed()).toBe(440)
  client = second
})

test('a client that logs out is unlinked and cannot come back', async () => {
  await client.socket.logout()
  await until('the device to be unlinked', () => sandbox.phone(account).devices.length === 0)
  const again = new TestClient(sandbox, client.credentials)
  expect(await again.closed()).toBe(401)
})

test('a phone that unlinks a client ends its connection with 401 for good', async () => {
  await sandbox.phone(account).logoutDevice()
  expect(await client.closed()).toBe(401)
  const again = new TestClient(sandbox, client.credentials)
  expect(await again.closed()).toBe(401)
  expect(sandbox.accounts()).toEqual([])
})
