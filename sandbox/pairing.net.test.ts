import type { BinaryNode } from 'baileys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from './index.ts'
import { newCredentials, pairClient, pinRoot, TestClient, until } from './testing/client.ts'
import { startTestNetwork } from './testing/network.ts'

let sandbox: Sandbox
const clients: TestClient[] = []

const track = (client: TestClient): TestClient => {
  clients.push(client)
  return client
}

const helloOf = (network: Sandbox) =>
  network.requests().find(({ child }) => child === 'link_code_companion_reg')

beforeEach(async () => {
  sandbox = await startTestNetwork()
  pinRoot(sandbox)
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.end()))
  await sandbox.close()
})

test('a scanned QR pairs a client, restarts it with 515, and the paired device logs in', async () => {
  const pairing = track(new TestClient(sandbox))
  const qr = await until('a QR', () => pairing.qrs[0])
  const { jid } = await sandbox.scan(qr, { phone: '+44 7700 900123' })
  expect(jid).toMatch(/^447700900123:\d+@s\.whatsapp\.net$/)
  expect(await pairing.closed()).toBe(515)
  expect(pairing.jid).toBe(jid)

  const client = track(new TestClient(sandbox, pairing.credentials))
  await client.opened()
  expect(client.credentials.creds.me?.lid).toMatch(/^\d{15}:\d+@lid$/)
})

test('a paired device logs in again without a QR', async () => {
  const first = track(await pairClient(sandbox))
  await first.end()
  const second = track(new TestClient(sandbox, first.credentials))
  await second.opened()
  expect(second.qrs).toEqual([])
})

test('the library answers pings and its requests are known to the network', async () => {
  const client = track(await pairClient(sandbox))
  await client.socket.query({
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'w:p' },
    content: [{ tag: 'ping', attrs: {} }],
  })
  await until('the opening requests', () => sandbox.requests().some(({ xmlns }) => xmlns === 'blocklist'))
  expect(sandbox.requests().filter(({ answered }) => !answered)).toEqual([])
})

test('a device the network does not know is refused with 401', async () => {
  const paired = track(await pairClient(sandbox))
  await paired.end()
  const stranger = newCredentials()
  stranger.creds.me = { id: '447700900999:1@s.whatsapp.net' }
  expect(await track(new TestClient(sandbox, stranger)).closed()).toBe(401)

  const thief = newCredentials()
  thief.creds.me = { id: paired.jid }
  expect(await track(new TestClient(sandbox, thief)).closed()).toBe(401)
})

test('QRs rotate, an expired one is refused, and the last one to expire closes the socket', async () => {
  // The first has expired long before the third is shown, and the third is shown long before either side gives up.
  const quick = await startTestNetwork({ qr: { count: 3, firstMs: 500, nextMs: 3_000, graceMs: 50 } })
  pinRoot(quick)
  const client = track(new TestClient(quick, newCredentials(), { qrTimeout: 2_000 }))
  const first = await until('the first QR', () => client.qrs[0])
  await until('the third QR', () => client.qrs[2])
  expect(new Set(client.qrs).size).toBe(3)
  await expect(quick.scan(first)).rejects.toThrow('has expired')
  expect([408, 428]).toContain(await client.closed())
  await quick.close()
})

test('a QR can be scanned once, and a late QR of the rotation pairs as well', async () => {
  const quick = await startTestNetwork({ qr: { count: 3, firstMs: 200, nextMs: 5_000, graceMs: 50 } })
  pinRoot(quick)
  const client = track(new TestClient(quick, newCredentials(), { qrTimeout: 200 }))
  const second = await until('the second QR', () => client.qrs[1])
  const { jid } = await quick.scan(second)
  await expect(quick.scan(second)).rejects.toThrow(/already scanned|no client is waiting/)
  expect(await client.closed()).toBe(515)
  expect(client.jid).toBe(jid)
  await quick.close()
})

test('a client that does not follow a refresh of its registration has a QR that links nothing any more', async () => {
  const pairing = track(new TestClient(sandbox))
  const notices: BinaryNode[] = []
  pairing.socket.ws.on('CB:notification', (node: BinaryNode) => notices.push(node))
  const qr = await until('a QR', () => pairing.qrs[0])
  sandbox.refreshRegistration(qr, 'pair-device-rotate-qr')
  const [notice] = await until('the notification', () => notices.length > 0 && notices)
  expect(notice).toMatchObject({
    attrs: { type: 'companion_reg_refresh', from: '@s.whatsapp.net' },
    content: [{ tag: 'pair-device-rotate-qr' }],
  })
  await expect(sandbox.scan(qr)).rejects.toThrow("couldn't link device")
})

test('the code of the library itself, typed into the phone, links it', async () => {
  const pairing = track(new TestClient(sandbox, newCredentials(), { browser: ['Ubuntu', 'Chrome', '1'] }))
  await until('a QR', () => pairing.qrs[0])
  const code = await pairing.socket.requestPairingCode('447700900170')
  await until('the network to know of it', () => helloOf(sandbox)?.answered)
  await sandbox.phone('447700900170').enterCode(code)
  expect(await pairing.closed()).toBe(515)
  await track(new TestClient(sandbox, pairing.credentials)).opened()
})

test('a device that is not named like a known browser gets no code', async () => {
  const pairing = track(new TestClient(sandbox, newCredentials(), { browser: ['Parley', 'Chrome', '1'] }))
  const errors: BinaryNode[] = []
  pairing.socket.ws.on('CB:iq,type:error', (node: BinaryNode) => errors.push(node))
  await until('a QR', () => pairing.qrs[0])
  await pairing.socket.requestPairingCode('447700900171')
  const [refused] = await until('the verdict', () => errors.length > 0 && errors)
  expect(refused).toMatchObject({ content: [{ tag: 'error', attrs: { code: '400' } }] })
  await expect(sandbox.phone('447700900171').enterCode('12345678')).rejects.toThrow('no client shows a code')
})

test('what a client asks before it is linked is answered and recorded', async () => {
  const client = track(new TestClient(sandbox))
  await until('a QR', () => client.qrs[0])
  const asked = client.socket.query({
    tag: 'iq',
    attrs: { to: '@s.whatsapp.net', type: 'get', xmlns: 'nothing' },
  })
  await expect(asked).rejects.toThrow('feature-not-implemented')
  expect(sandbox.requests()).toContainEqual(expect.objectContaining({ xmlns: 'nothing', answered: false }))
})

test('a phone takes four linked devices and refuses the fifth', async () => {
  for (let device = 1; device <= 4; device += 1) track(await pairClient(sandbox, '447700900001'))
  const fifth = track(new TestClient(sandbox))
  const qr = await until('a QR', () => fifth.qrs[0])
  await expect(sandbox.scan(qr, { phone: '447700900001' })).rejects.toThrow('already has 4 linked devices')
  expect(sandbox.accounts()).toMatchObject([{ devices: [{}, {}, {}, {}] }])
})

test('scans without a number take a fictional number that has no client yet', async () => {
  const one = track(await pairClient(sandbox))
  const two = track(await pairClient(sandbox))
  expect(one.jid).toMatch(/^447700900001:/)
  expect(two.jid).toMatch(/^447700900002:/)
})
