import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Sandbox } from '../../../sandbox/index.ts'
import { startTestNetwork } from '../../../sandbox/testing/network.ts'
import { NetworkClient, toTarget, until } from '../../../test/support/network-client.ts'
import { silentLog } from '../../platform/logger.ts'
import type { PairingCode } from '../port.ts'
import { createBaileysConnector } from './index.ts'

const PHONE = '447700900150'
const NUMBER = `+${PHONE}`

let sandbox: Sandbox
const clients: NetworkClient[] = []
const open = (options: Partial<ConstructorParameters<typeof NetworkClient>[0]> = {}): NetworkClient => {
  const client = new NetworkClient({ target: toTarget(sandbox), ...options })
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

async function requestCode(client: NetworkClient, phoneNumber = NUMBER) {
  await client.qr()
  return client.connection.pairing?.requestCode(phoneNumber)
}

async function giveCode(client: NetworkClient, phoneNumber = NUMBER): Promise<PairingCode> {
  const outcome = await requestCode(client, phoneNumber)
  if (outcome?.kind !== 'code') throw new Error(`no code was given: ${JSON.stringify(outcome)}`)
  return outcome
}

const shownCode = (client: NetworkClient) => client.state('pairing_code')?.code
/** A code of the right form that is not the given one. */
const wrongCode = (code: string): string => (code.startsWith('1') ? '2' : '1') + code.slice(1)

test('a code typed into the phone links the device, which then logs in', async () => {
  const pairing = open()
  const startedAt = Date.now()
  const { code, phoneNumber, expiresAtMs } = await giveCode(pairing)
  expect(code).toMatch(/^[1-9A-HJ-NP-TV-Z]{8}$/)
  expect(phoneNumber).toBe(NUMBER)
  expect(expiresAtMs).toBeGreaterThan(startedAt + 100_000)
  expect(expiresAtMs).toBeLessThanOrEqual(Date.now() + 160_000)
  expect(shownCode(pairing)).toEqual({ code, phoneNumber, expiresAtMs })
  const { jid } = await sandbox.phone(PHONE).enterCode(`${code.slice(0, 4)}-${code.slice(4)}`)
  expect(jid).toMatch(/^447700900150:\d+@/)
  expect(await pairing.closed()).toMatchObject({ reason: 'restart_required' })
  const client = open({ credentials: pairing.credentials })
  expect((await client.opened()).me.phoneNumber).toBe(NUMBER)
  expect(client.connection.pairing).toBeNull()
})

test('the QR shown beside a code links as well, and the code is void then', async () => {
  const pairing = open()
  const { code } = await giveCode(pairing)
  await sandbox.scan(await pairing.qr(), { phone: PHONE })
  expect(await pairing.closed()).toMatchObject({ reason: 'restart_required' })
  await expect(sandbox.phone(PHONE).enterCode(code)).rejects.toThrow('no client shows a code')
})

test('a wrong code links nothing, and the right one still does, and so does the QR drawn after it', async () => {
  const pairing = open()
  const { code } = await giveCode(pairing)
  const before = await pairing.qr()
  await expect(sandbox.phone(PHONE).enterCode(wrongCode(code))).rejects.toThrow(
    'not the code that the client shows',
  )
  expect(sandbox.phone(PHONE).devices).toEqual([])
  expect(pairing.state('pairing')?.qr.split(',')[3]).not.toBe(before.split(',')[3])
  await sandbox.phone(PHONE).enterCode(code)
  expect(await pairing.closed()).toMatchObject({ reason: 'restart_required' })

  const other = open()
  const second = await giveCode(other)
  await expect(sandbox.phone(PHONE).enterCode(wrongCode(second.code))).rejects.toThrow("couldn't link")
  await sandbox.scan(other.state('pairing')?.qr as string, { phone: PHONE })
  expect(await other.closed()).toMatchObject({ reason: 'restart_required' })
})

test('another code makes the one before void, also for another number', async () => {
  const pairing = open()
  const first = await giveCode(pairing)
  const second = await giveCode(pairing)
  expect(second.code).not.toBe(first.code)
  await expect(sandbox.phone(PHONE).enterCode(first.code)).rejects.toThrow("couldn't link")
  const third = await giveCode(pairing, '+447700900151')
  await expect(sandbox.phone(PHONE).enterCode(second.code)).rejects.toThrow('no client shows a code')
  await sandbox.phone('447700900151').enterCode(third.code)
  expect(await pairing.closed()).toMatchObject({ reason: 'restart_required' })
})

test.each([
  [400, 'bad_request'],
  [429, 'rate_limited'],
])('a request that the network refuses with %i gives no code, and says why', async (code, reason) => {
  sandbox.faults.set(PHONE, { refuseCodes: { code, count: 1 } })
  const pairing = open()
  expect(await requestCode(pairing)).toEqual({ kind: 'refused', reason })
  expect(shownCode(pairing) ?? null).toBeNull()
  await expect(sandbox.phone(PHONE).enterCode('11111111')).rejects.toThrow('no client shows a code')
  const { code: given } = await giveCode(pairing)
  await sandbox.phone(PHONE).enterCode(given)
  expect(await pairing.closed()).toMatchObject({ reason: 'restart_required' })
})

test('a number that none can be is refused by the network, not by a code that nobody can use', async () => {
  expect(await requestCode(open(), '+12')).toMatchObject({ kind: 'refused', reason: 'bad_request' })
})

test('a code that the network no longer takes is refused by the phone', async () => {
  await sandbox.close()
  sandbox = await startTestNetwork({ qr: { codeMs: -1 } })
  const pairing = open()
  const { code } = await giveCode(pairing)
  await expect(sandbox.phone(PHONE).enterCode(code)).rejects.toThrow('expired')
})

test('a code that the network wants renewed is replaced by itself, and not when a person is to ask', async () => {
  const pairing = open()
  const first = await giveCode(pairing)
  sandbox.phone(PHONE).refreshCode()
  const second = await until('another code', () => {
    const shown = shownCode(pairing)
    return shown && shown.code !== first.code ? shown : undefined
  })
  expect(second.phoneNumber).toBe(NUMBER)
  sandbox.phone(PHONE).refreshCode(true)
  await until('the code to be void', () => shownCode(pairing) === null)
  const third = await giveCode(pairing)
  await sandbox.phone(PHONE).enterCode(third.code)
  expect(await pairing.closed()).toMatchObject({ reason: 'restart_required' })
})

test('a refresh of the registration while a code is shown leaves the code good', async () => {
  const pairing = open()
  const { code } = await giveCode(pairing)
  const before = await pairing.qr()
  sandbox.refreshRegistration(before)
  await until('the QR drawn again', () => pairing.state('pairing')?.qr !== before)
  await sandbox.phone(PHONE).enterCode(code)
  expect(await pairing.closed()).toMatchObject({ reason: 'restart_required' })
})

test('a connection that ends too soon for a code says so, and asks nothing', async () => {
  let laterMs = 0
  const connector = createBaileysConnector({ log: silentLog, now: () => Date.now() + laterMs })
  const late = open({ connector })
  await late.qr()
  laterMs = 70_000
  expect(await late.connection.pairing?.requestCode(NUMBER)).toEqual({ kind: 'too_late' })
  expect(sandbox.requests().filter(({ child }) => child === 'link_code_companion_reg')).toEqual([])
})
