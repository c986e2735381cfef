import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { type ClientService, startClientService } from '../support/client-service.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { awaitState } from '../support/service-process.ts'

const database = useTestDatabase()
let service: ClientService
let sandbox: Sandbox
let handlers: ClientService['handlers']
let ctx: ClientService['ctx']
/** How much later than it is the connector believes it to be. */
let laterMs = 0

beforeAll(async () => {
  service = await startClientService(database(), { now: () => Date.now() + laterMs })
  ;({ sandbox, handlers, ctx } = service)
})

afterAll(() => service.stop())

const makeClient = () => insertClient(database().pool, { userId: ctx.principal.userId, desired: 'stopped' })
const statusOf = async (clientId: string) => handlers.worker?.status?.({ clientId }, ctx)
const qrOf = async (clientId: string) => handlers.server?.qr?.({ clientId }, ctx)
const awaitCode = (clientId: string, code: string) =>
  awaitState(`the client to be ${code}`, async () => (await statusOf(clientId))?.code === code)
const requestCode = async (clientId: string, phone: string) => {
  const given = await handlers.worker?.pairingCode?.({ clientId, phoneNumber: `+${phone}` }, ctx)
  if (!given) throw new Error('the operation is missing')
  return given
}

test('one call starts a stopped client and gives a code, which links it; the code is shown until then', async () => {
  const [clientId, phone] = [await makeClient(), '447700900181']
  const given = await requestCode(clientId, phone)
  expect(given).toMatchObject({ code: expect.stringMatching(/^\w{4}-\w{4}$/), phoneNumber: `+${phone}` })
  expect(await statusOf(clientId)).toMatchObject({ status: 'pairing', code: 'CODE_WAITING' })
  const { message: _, ...code } = given
  const shown = await qrOf(clientId)
  expect(shown).toMatchObject({ data: expect.any(String), pairingCode: code })
  expect(Date.parse(shown?.expiresAt ?? '')).toBeGreaterThan(Date.now())

  await sandbox.phone(phone).enterCode(given.code)
  await awaitCode(clientId, 'CONNECTED')
  expect(await qrOf(clientId)).toMatchObject({ data: true, expiresAt: null, pairingCode: null })
  await expect(requestCode(clientId, phone)).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { reason: 'ALREADY_PAIRED' },
  })
})

test('what the network refuses is told with what to do, and the QR stays', async () => {
  const [clientId, phone] = [await makeClient(), '447700900182']
  sandbox.faults.set(phone, { refuseCodes: { code: 429, count: 1 } })
  await expect(requestCode(clientId, phone)).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    data: { reason: 'PAIRING_CODE_REFUSED', params: { why: 'rate_limited' } },
  })
  expect(await statusOf(clientId)).toMatchObject({ code: 'QR_WAITING' })
  const { data } = (await qrOf(clientId)) ?? {}
  await sandbox.scan(data as string, { phone })
  await awaitCode(clientId, 'CONNECTED')
})

test('a code that is renewed or void shows in the state, and the next call gives another', async () => {
  const [clientId, phone] = [await makeClient(), '447700900183']
  const first = await requestCode(clientId, phone)
  sandbox.phone(phone).refreshCode()
  await awaitState('another code', async () => {
    const code = (await qrOf(clientId))?.pairingCode?.code
    return code !== undefined && code !== first.code
  })
  sandbox.phone(phone).refreshCode(true)
  await awaitCode(clientId, 'QR_WAITING')
  expect(await qrOf(clientId)).toMatchObject({ pairingCode: null })
  await sandbox.phone(phone).enterCode((await requestCode(clientId, phone)).code)
  await awaitCode(clientId, 'CONNECTED')
})

test('a code asked for late in the life of a connection comes from a new one, which leaves the time to type it', async () => {
  const [clientId, phone] = [await makeClient(), '447700900184']
  const socketId = (await handlers.worker?.start?.({ clientId }, ctx))?.socketId
  await awaitCode(clientId, 'QR_WAITING')
  laterMs = 90_000
  const { code, expiresAt } = await requestCode(clientId, phone)
  expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + laterMs + 100_000)
  expect((await handlers.worker?.start?.({ clientId }, ctx))?.socketId).not.toBe(socketId)
  await sandbox.phone(phone).enterCode(code)
  await awaitCode(clientId, 'CONNECTED')
  laterMs = 0
})
