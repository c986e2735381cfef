import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { NetworkClient, toTarget, until } from '../../../test/support/network-client.ts'
import { silentLog } from '../../platform/logger.ts'
import { createBaileysConnector } from './index.ts'

const PHONE = '447700900160'

let sandbox: Sandbox
const clients: NetworkClient[] = []
const open = (options: Partial<ConstructorParameters<typeof NetworkClient>[0]> = {}): NetworkClient => {
  const client = new NetworkClient({ target: toTarget(sandbox), ...options })
  clients.push(client)
  return client
}

beforeEach(async () => {
  sandbox = await startTestNetwork()
  sandbox.faults.set(PHONE, { askPasskey: true })
})

afterEach(async () => {
  await Promise.all(clients.splice(0).map(({ connection }) => connection.close()))
  await sandbox.close()
})

const asked = (client: NetworkClient) => until('the passkey to be asked for', () => client.state('passkey'))
const answer = (client: NetworkClient, change = {}) => {
  const { options } = client.state('passkey') ?? {}
  if (!options) throw new Error('no passkey is asked for')
  return client.connection.pairing?.answerPasskey(sandbox.phone(PHONE).signPasskey(options, change))
}

/** A client whose QR was scanned, and which is asked for the passkey now. */
async function scanned(options: Parameters<typeof open>[0] = {}): Promise<NetworkClient> {
  const client = open(options)
  await sandbox.scan(await client.qr(), { phone: PHONE })
  await asked(client)
  return client
}

async function expectLinked(pairing: NetworkClient): Promise<void> {
  expect(await pairing.closed()).toMatchObject({ reason: 'restart_required' })
  const client = open({ credentials: pairing.credentials })
  expect((await client.opened()).me.phoneNumber).toBe(`+${PHONE}`)
}

test('after a scan the passkey signs, the proof spares the code, and the device is linked', async () => {
  const pairing = await scanned()
  const { options, expiresAtMs, isAnswered } = await asked(pairing)
  expect(options).toMatchObject({ challenge: expect.any(String), rpId: 'whatsapp.com', timeout: 600_000 })
  expect(isAnswered).toBe(false)
  expect(expiresAtMs).toBeGreaterThan(Date.now() + 500_000)
  expect(await answer(pairing)).toEqual({ kind: 'taken' })
  await expectLinked(pairing)
  expect(pairing.state('passkey_confirm')).toBeUndefined()
  expect(sandbox.problems()).toEqual([])
})

test('after a typed code it is the same', async () => {
  const pairing = open()
  await pairing.qr()
  const given = await pairing.connection.pairing?.requestCode(`+${PHONE}`)
  if (given?.kind !== 'code') throw new Error('no code')
  await sandbox.phone(PHONE).enterCode(given.code)
  await asked(pairing)
  expect(await answer(pairing)).toEqual({ kind: 'taken' })
  await expectLinked(pairing)
})

test('without the proof, after five minutes, both sides show the same code, and nothing is linked before it is confirmed', async () => {
  let laterMs = 0
  const connector = createBaileysConnector({ log: silentLog, now: () => Date.now() + laterMs })
  const pairing = await scanned({ connector })
  laterMs = 300_001
  expect(await answer(pairing)).toEqual({ kind: 'taken' })
  const { code } = await until('the code', () => pairing.state('passkey_confirm'))
  expect(code).toMatch(/^\w{4}-\w{4}$/)
  expect(code).toBe(sandbox.phone(PHONE).passkeyCode)
  expect(sandbox.phone(PHONE).devices).toEqual([])
  expect(await pairing.connection.pairing?.confirmPasskey()).toEqual({ kind: 'taken' })
  await expectLinked(pairing)
})

test('a proof serves once: signed again as the phone was away, the codes are compared', async () => {
  const pairing = await scanned()
  const phone = sandbox.phone(PHONE)
  await phone.goOffline()
  expect(await answer(pairing)).toEqual({ kind: 'taken' })
  const isAnswered = (wanted: boolean) => () => pairing.state('passkey')?.isAnswered === wanted
  await until('the answer to be taken', isAnswered(true))
  phone.repeatPasskeyRequest()
  await until('the passkey to be asked for again', isAnswered(false))
  expect(await answer(pairing)).toEqual({ kind: 'taken' })
  expect([pairing.state('passkey_confirm'), phone.passkeyCode]).toEqual([undefined, undefined])
  await phone.goOnline()
  const { code } = await until('the code', () => pairing.state('passkey_confirm'))
  expect(code).toBe(phone.passkeyCode)
  expect(phone.devices).toEqual([])
  expect(await pairing.connection.pairing?.confirmPasskey()).toEqual({ kind: 'taken' })
  await expectLinked(pairing)
  expect(sandbox.problems()).toEqual([])
})

test.each([
  ['on another page', { origin: 'https://web.whatsapp.com.example' }, 'it was signed on'],
  ['for another party', { rpId: 'example.com' }, 'another relying party'],
  ['without asking the person', { isVerified: false }, 'the person was not verified'],
  ['to make a passkey', { type: 'webauthn.create' }, 'not made to sign in'],
])(
  'what was signed %s is refused by the network, and what is right is taken afterwards',
  async (_, change, fault) => {
    const pairing = await scanned()
    expect(await answer(pairing, change)).toMatchObject({ kind: 'refused', reason: 'refused' })
    expect(sandbox.problems()).toMatchObject([{ rule: 'passkey', detail: expect.stringContaining(fault) }])
    expect(await answer(pairing)).toEqual({ kind: 'taken' })
    await expectLinked(pairing)
  },
)

test('what was signed for another challenge, or by the passkey of somebody else, links nothing', async () => {
  const pairing = await scanned()
  const { options } = await asked(pairing)
  expect(await answer(pairing, { challenge: 'bm90IHRoaXMgb25l' })).toMatchObject({
    reason: 'wrong_challenge',
  })
  expect(sandbox.problems()).toEqual([])
  const other = sandbox.phone('447700900161').signPasskey(options)
  expect(await pairing.connection.pairing?.answerPasskey(other)).toMatchObject({ reason: 'refused' })
  expect(sandbox.problems()).toMatchObject([{ detail: 'this is not a passkey of the account' }])
})

test('a refresh of the registration and a second request in the middle change nothing for the person', async () => {
  const pairing = open()
  const qr = await pairing.qr()
  await sandbox.scan(qr, { phone: PHONE })
  await asked(pairing)
  sandbox.phone(PHONE).repeatPasskeyRequest()
  const isAcknowledged = () =>
    sandbox.requests().filter(({ tag, type }) => tag === 'ack' && type === 'passkey_prologue_request')
      .length === 2
  await until('both requests to be acknowledged', isAcknowledged)
  sandbox.phone(PHONE).refreshRegistration()
  const isRefreshed = () => sandbox.requests().some(({ type }) => type === 'companion_reg_refresh')
  await until('the refresh to be acknowledged', isRefreshed)
  expect(await answer(pairing)).toEqual({ kind: 'taken' })
  await expectLinked(pairing)
  expect(sandbox.problems()).toEqual([])
})

test('before it is asked for nothing is answered, and while it is no code is given', async () => {
  const pairing = open()
  await pairing.qr()
  const assertion = sandbox.phone(PHONE).signPasskey({ challenge: 'bm9uZQ' })
  expect(await pairing.connection.pairing?.answerPasskey(assertion)).toMatchObject({ reason: 'not_asked' })
  expect(await pairing.connection.pairing?.confirmPasskey()).toMatchObject({ reason: 'not_asked' })
  await sandbox.scan(await pairing.qr(), { phone: PHONE })
  await asked(pairing)
  expect(await pairing.connection.pairing?.requestCode(`+${PHONE}`)).toMatchObject({ kind: 'refused' })
})
