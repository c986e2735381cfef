import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from './index.ts'
import { newCredentials, pairClient, pinRoot, TestClient, until } from './testing/client.ts'

let sandbox: Sandbox
const clients: TestClient[] = []

const track = (client: TestClient): TestClient => {
  clients.push(client)
  return client
}

beforeEach(async () => {
  sandbox = await startSandbox()
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
