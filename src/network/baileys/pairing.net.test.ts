import { Curve, proto } from 'baileys'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { NetworkClient, pairNetworkClient, toTarget, until } from '../../../test/support/network-client.ts'
import { LINKED_DEVICES } from '../../core/client/linked-device.ts'
import { silentLog } from '../../platform/logger.ts'
import { createBaileysConnector } from './index.ts'
import { withRootOf } from './root-certificate.ts'

let sandbox: Sandbox
const clients: NetworkClient[] = []
const track = (client: NetworkClient): NetworkClient => {
  clients.push(client)
  return client
}

beforeEach(async () => {
  sandbox = await startTestNetwork()
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ connection }) => connection.close()))
  await sandbox.close()
})

test('a client shows QR codes with an expiry, pairs, restarts and opens with its own addresses', async () => {
  const pairing = track(new NetworkClient({ target: toTarget(sandbox) }))
  const qr = await pairing.qr()
  expect(pairing.state('pairing')?.expiresAtMs).toBeGreaterThan(Date.now() + 30_000)
  await sandbox.scan(qr, { phone: '+44 7700 900123' })
  const closed = await pairing.closed()
  expect(closed).toMatchObject({ reason: 'restart_required', rawCode: 515 })
  expect(pairing.states.map(({ kind }) => kind)).toEqual(['connecting', 'pairing', 'paired', 'closed'])

  const client = track(new NetworkClient({ target: toTarget(sandbox), credentials: pairing.credentials }))
  const { me } = await client.opened()
  expect(me).toMatchObject({ address: '447700900123@s.whatsapp.net', phoneNumber: '+447700900123' })
  expect(me.lid).toMatch(/^\d+@lid$/)
})

test.each(LINKED_DEVICES)('a phone lists a client as %s when it is told to say so', async (linkedDevice) => {
  const connector = createBaileysConnector({ log: silentLog, linkedDevice })
  const client = track(await pairNetworkClient(sandbox, { phone: '447700900128', connector }))
  const [device] = sandbox.phone('447700900128').devices
  expect(device?.shownAs).toBe(linkedDevice.replace(/\w+$/, (browser) => browser.toUpperCase()))
  await client.connection.close()
})

test('a signature of the phone that is forged is told as that, and nothing is linked', async () => {
  const phone = '447700900124'
  sandbox.faults.set(phone, { forgePairing: true })
  const pairing = track(new NetworkClient({ target: toTarget(sandbox) }))
  await sandbox.scan(await pairing.qr(), { phone })
  expect(await pairing.closed()).toMatchObject({
    reason: 'pairing_rejected',
    cause: { code: 'PAIRING_UNVERIFIED' },
  })
  expect(pairing.state('paired')).toBeUndefined()
  expect(sandbox.phone(phone).devices).toEqual([])

  sandbox.faults.set(phone, { forgePairing: false })
  const again = track(new NetworkClient({ target: toTarget(sandbox), credentials: pairing.credentials }))
  await sandbox.scan(await again.qr(), { phone })
  expect(await again.closed()).toMatchObject({ reason: 'restart_required' })
})

/** Scans whatever QR is shown until the phone takes one, as a person does. */
async function scanUntilTaken(client: NetworkClient, phone: string): Promise<string[]> {
  const refused: string[] = []
  for (;;) {
    const qr = await until('a QR that was not tried', () => {
      const shown = client.state('pairing')?.qr
      return refused.includes(shown ?? '') ? undefined : shown
    })
    try {
      await sandbox.scan(qr, { phone })
      return refused
    } catch (error) {
      expect((error as Error).message).toContain("couldn't link device")
      refused.push(qr)
    }
  }
}

const refOf = (qr = ''): string | undefined => qr.split(',')[0]
const secretOf = (qr = ''): string | undefined => qr.split(',')[3]

test('a registration refreshed before the scan, several times, shows the same reference with a new secret, and links', async () => {
  const pairing = track(new NetworkClient({ target: toTarget(sandbox) }))
  const qrs = [await pairing.qr()]
  for (const child of ['companion_reg_refresh', 'pair-device-rotate-qr', 'companion_reg_refresh'] as const) {
    const before = qrs.at(-1) as string
    sandbox.refreshRegistration(before, child)
    qrs.push(
      await until('the QR drawn again', () => [pairing.state('pairing')?.qr].find((qr) => qr !== before)),
    )
    await expect(sandbox.scan(before)).rejects.toThrow("couldn't link device")
  }
  expect(new Set(qrs.map(refOf)).size).toBe(1)
  expect(new Set(qrs.map(secretOf)).size).toBe(4)
  const acknowledged = () =>
    sandbox.requests().filter(({ tag, type }) => tag === 'ack' && type === 'companion_reg_refresh')
  await until('the refreshes to be acknowledged', () => acknowledged().length === 3)
  await sandbox.scan(qrs.at(-1) as string, { phone: '447700900125' })
  expect(await pairing.closed()).toMatchObject({ reason: 'restart_required' })
  await track(new NetworkClient({ target: toTarget(sandbox), credentials: pairing.credentials })).opened()
})

test('a registration refreshed by the scan itself, twice, links with the QR that is shown after it', async () => {
  const phone = '447700900126'
  sandbox.faults.set(phone, { refreshOnScan: 2 })
  const pairing = track(new NetworkClient({ target: toTarget(sandbox) }))
  expect(await scanUntilTaken(pairing, phone)).toHaveLength(2)
  expect(await pairing.closed()).toMatchObject({ reason: 'restart_required' })
  await track(new NetworkClient({ target: toTarget(sandbox), credentials: pairing.credentials })).opened()
})

test('the secret of a refresh is stored before the network is answered, so that a kill in between loses nothing', async () => {
  const pairing = track(new NetworkClient({ target: toTarget(sandbox) }))
  const before = await pairing.qr()
  const commit = pairing.credentials.commit.bind(pairing.credentials)
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  pairing.credentials.commit = async (batch) => {
    asked.resolve()
    await held.promise
    await commit(batch)
  }
  sandbox.refreshRegistration(before)
  const isAnswered = () => sandbox.requests().some(({ tag }) => tag === 'ack')
  await asked.promise
  expect(isAnswered()).toBe(false)
  expect(pairing.state('pairing')?.qr).toBe(before)
  held.resolve()
  await until('the answer', isAnswered)
  expect(secretOf(pairing.state('pairing')?.qr)).not.toBe(secretOf(before))
})

test('a paired client opens again without a QR', async () => {
  const first = track(await pairNetworkClient(sandbox))
  await first.connection.close()
  expect(first.state('closed')?.reason).toBe('closed_by_host')
  const second = track(new NetworkClient({ target: toTarget(sandbox), credentials: first.credentials }))
  await second.opened()
  expect(second.states.map(({ kind }) => kind)).toEqual(['connecting', 'open'])
})

test('clients of two networks with different roots live in one process', async () => {
  const other = await startTestNetwork()
  try {
    const [a, b] = await Promise.all([pairNetworkClient(sandbox), pairNetworkClient(other)])
    track(a)
    track(b)
    expect(other.rootKeyHex).not.toBe(sandbox.rootKeyHex)
    await Promise.all([a.connection.probe(3000), b.connection.probe(3000)])
  } finally {
    await Promise.all(clients.splice(0).map(({ connection }) => connection.close()))
    await other.close()
  }
})

test('a server that does not hold the chosen root is refused', async () => {
  const wrongKey = track(
    new NetworkClient({ target: { ...toTarget(sandbox), rootKeyHex: 'ab'.repeat(32) } as never }),
  )
  expect(await wrongKey.closed()).toMatchObject({ reason: 'connection_lost', rawCode: 400 })
  const real = track(
    new NetworkClient({ target: { ...toTarget(sandbox), rootSerial: sandbox.rootSerial + 1 } as never }),
  )
  expect(await real.closed()).toMatchObject({ reason: 'connection_lost', rawCode: 400 })
})

test('a server that shows a certificate of another one is refused, and so is a false signature', () => {
  const [server, other, root] = [Curve.generateKeyPair(), Curve.generateKeyPair(), Curve.generateKeyPair()]
  const { Details } = proto.CertChain.NoiseCertificate
  const details = Buffer.from(Details.encode({ serial: 1, issuerSerial: 1, key: server.public }).finish())
  const signature = Curve.sign(root.private, details)
  const check = (serverKey: Uint8Array, signed: Uint8Array): boolean =>
    withRootOf(toTarget(sandbox), () => {
      Curve.sharedKey(other.private, serverKey)
      return Curve.verify(root.public, details, signed)
    })
  expect(check(server.public, signature)).toBe(true)
  expect(check(other.public, signature)).toBe(false)
  expect(check(server.public, Buffer.alloc(64, 7))).toBe(false)
})

test('a server nobody listens at, or that never answers, closes the connection with what happened', async () => {
  const nobody = track(
    new NetworkClient({ target: { ...toTarget(sandbox), url: 'ws://127.0.0.1:1/' } as never }),
  )
  expect(await nobody.closed()).toMatchObject({ reason: 'timed_out', rawCode: 408 })
})

test('the first one-time keys lie in the store before the device opens', async () => {
  const client = track(await pairNetworkClient(sandbox))
  expect(client.credentials.keys.get('pre-key')?.size).toBeGreaterThan(800)
})

test('close is idempotent and nothing is told after it', async () => {
  const client = track(await pairNetworkClient(sandbox))
  await Promise.all([client.connection.close(), client.connection.close()])
  const before = client.states.length
  await client.connection.close()
  expect(client.states.length).toBe(before)
  await expect(client.connection.probe(100)).rejects.toThrow('not connected')
})

test('what the own phone told a device is released when it was taken in, and taken in again after a kill', async () => {
  const client = track(await pairNetworkClient(sandbox))
  const isHistory = ({ kind, note }: { kind: string; note?: string }): boolean =>
    kind === 'other' && note === 'between own devices'
  await until('the history to be taken in', () => client.events.some(isHistory))
  const [left] = client.credentials.journal
  await client.connection.close()
  const again = track(new NetworkClient({ target: toTarget(sandbox), credentials: client.credentials }))
  await again.opened()
  const before = await until('the history to be taken in again', () => again.event('other').find(isHistory))
  expect(before.journalId).toBe(left?.id)
  expect(await again.credentials.readCredentials()).not.toBeNull()
})
