import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { type ClientService, startClientService } from '../support/client-service.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { awaitState } from '../support/service-process.ts'

const database = useTestDatabase()
let service: ClientService
let sandbox: Sandbox
let bus: ClientService['bus']
let handlers: ClientService['handlers']
let ctx: ClientService['ctx']
let accounts = 0

beforeAll(async () => {
  service = await startClientService(database())
  ;({ sandbox, bus, handlers, ctx } = service)
})

afterAll(() => service.stop())

const statusOf = async (clientId: string) => handlers.worker?.status?.({ clientId }, ctx)
const awaitCode = (clientId: string, code: string) =>
  awaitState(`the client to be ${code}`, async () => (await statusOf(clientId))?.code === code)

interface Account {
  clientId: string
  phone: string
  qr: string
}

async function startAccount(): Promise<Account> {
  accounts += 1
  const clientId = await insertClient(database().pool, { userId: ctx.principal.userId, desired: 'running' })
  bus.publish('worker.wanted', { clientId })
  const qr = await awaitState('a QR', async () => {
    const { data } = (await handlers.server?.qr?.({ clientId }, ctx)) ?? {}
    return typeof data === 'string' && data
  })
  return { clientId, phone: `4477008${String(accounts).padStart(5, '0')}`, qr }
}

async function pairAccount(): Promise<Account> {
  const account = await startAccount()
  await sandbox.scan(account.qr, { phone: account.phone })
  await awaitCode(account.clientId, 'CONNECTED')
  return account
}

const readOwner = async (clientId: string): Promise<string | null> => {
  const { rows } = await database().pool.query<{ owner: string | null }>(
    'select owner from client_lease where client_id = $1',
    [clientId],
  )
  return rows[0]?.owner ?? null
}

/** The latest three, newest first. */
const codesOf = async (clientId: string): Promise<string[]> =>
  ((await handlers.clients?.history?.({ id: clientId, limit: 3 }, ctx)) ?? []).map(({ code }) => code)

async function hasSession(clientId: string): Promise<boolean> {
  const { rows } = await database().pool.query('select from credential where client_id = $1', [clientId])
  return rows.length > 0
}

test('a network that asks for the passkey says so, and what it signed by the operations links the client', async () => {
  const { clientId, phone, qr } = await startAccount()
  sandbox.faults.set(phone, { askPasskey: true })
  const passkey = handlers.worker?.passkey
  expect(await passkey?.get?.({ clientId }, ctx)).toMatchObject({ waitsFor: 'nothing', options: null })
  await expect(passkey?.confirm?.({ clientId }, ctx)).rejects.toMatchObject({
    data: { reason: 'NO_PASSKEY_ASKED' },
  })
  await sandbox.scan(qr, { phone })
  await awaitCode(clientId, 'PASSKEY_REQUIRED')
  expect(await statusOf(clientId)).toMatchObject({
    status: 'passkey_required',
    desiredState: 'running',
    message: 'The network asks for the passkey of the account before it links this device.',
    action: expect.stringContaining('worker.passkey.answer'),
  })
  const asked = await passkey?.get?.({ clientId }, ctx)
  expect(asked).toMatchObject({
    waitsFor: 'signature',
    options: { challenge: expect.any(String) },
    code: null,
  })
  await expect(
    handlers.worker?.pairingCode?.({ clientId, phoneNumber: `+${phone}` }, ctx),
  ).rejects.toMatchObject({ data: { reason: 'PAIRING_CODE_REFUSED' } })
  const options = asked?.options as { challenge: string }
  const sign = (change = {}) => sandbox.phone(phone).signPasskey(options, change)
  const wrong = passkey?.answer?.({ clientId, assertion: sign({ origin: 'https://example.com' }) }, ctx)
  await expect(wrong).rejects.toMatchObject({
    code: 'UNPROCESSABLE_CONTENT',
    data: { reason: 'PASSKEY_REFUSED' },
  })
  expect(await passkey?.get?.({ clientId }, ctx)).toMatchObject({ waitsFor: 'signature', options })
  await passkey?.answer?.({ clientId, assertion: sign() }, ctx)
  await awaitCode(clientId, 'CONNECTED')
})

test('an account that the network restricts keeps its client, says so, and a person may have it tried again at once', async () => {
  const { clientId, phone } = await pairAccount()
  sandbox.faults.set(phone, { refuseLogins: { code: 402, count: 1, expireS: 3_600 } })
  sandbox.faults.cut(phone)
  // The live state comes from the worker, which stores it a moment later.
  await awaitState('the history', async () => (await codesOf(clientId))[0] === 'RESTRICTED')
  expect(await statusOf(clientId)).toMatchObject({
    status: 'restricted',
    desiredState: 'running',
    message: 'The network has restricted this account.',
    action: 'Wait until the restriction ends; answer only people who wrote first.',
  })
  expect(await readOwner(clientId)).toBe('host')
  const [latest] = (await handlers.clients?.history?.({ id: clientId, limit: 1 }, ctx)) ?? []
  expect(latest).toMatchObject({ code: 'RESTRICTED', rawCode: 402, detail: expect.any(String) })
  await handlers.worker?.restart?.({ clientId }, ctx)
  await awaitCode(clientId, 'CONNECTED')
})

test('a phone that removes the device is told apart from both: the client is logged out and asks to be paired again', async () => {
  const { clientId, phone } = await pairAccount()
  await sandbox.phone(phone).logoutDevice()
  await awaitCode(clientId, 'LOGGED_OUT')
  await awaitState('the worker to be given up', async () => (await readOwner(clientId)) === null)
  expect(await statusOf(clientId)).toMatchObject({
    status: 'logged_out',
    desiredState: 'stopped',
    action: expect.stringMatching(/^Start the worker and scan the new QR code to pair again\./),
  })
  expect(await codesOf(clientId)).toEqual(['LOGGED_OUT', 'DEVICE_REMOVED', 'CONNECTED'])
  expect(await hasSession(clientId)).toBe(false)
})

test('a device that the network takes off a restricted account keeps its session, and is back when that is over', async () => {
  const { clientId, phone } = await pairAccount()
  const untilMs = Math.floor(Date.now() / 1000) * 1000 + 3_600_000
  await sandbox.phone(phone).restrict({ untilMs, unlink: false })
  await awaitState('the history', async () => (await codesOf(clientId))[0] === 'REMOVED_RESTRICTED')
  expect(await statusOf(clientId)).toMatchObject({
    ...{ status: 'restricted', code: 'REMOVED_RESTRICTED', desiredState: 'running' },
    message: expect.stringMatching(/^The network has restricted this account and taken this linked device/),
  })
  expect(await codesOf(clientId)).toEqual(['REMOVED_RESTRICTED', 'DEVICE_REMOVED', 'CONNECTED'])
  const [latest] = (await handlers.clients?.history?.({ id: clientId, limit: 1 }, ctx)) ?? []
  expect(latest).toMatchObject({
    rawCode: 402,
    detail: expect.stringMatching(/people who do not have it among their contacts\. It ends at .*Z\.$/),
    cause: { code: 'BANNED_FOR_NOW', params: { why: 'STRANGERS', until: expect.stringMatching(/Z$/) } },
  })
  const { rows: events } = await database().pool.query(
    `select data from event_log where client_id = $1 and name = 'client.status' order by seq desc limit 1`,
    [clientId],
  )
  expect(events[0]?.data).toMatchObject({ status: 'restricted', code: 'REMOVED_RESTRICTED', rawCode: 402 })
  expect(await hasSession(clientId)).toBe(true)
  await sandbox.phone(phone).restrict(null)
  await handlers.worker?.restart?.({ clientId }, ctx)
  await awaitCode(clientId, 'CONNECTED')
  expect(sandbox.phone(phone).devices).toHaveLength(1)
})

test('a device that the network forgets while it restricts the account is told apart from one that a person unlinked', async () => {
  const { clientId, phone } = await pairAccount()
  const untilMs = Date.now() + 3_600_000
  sandbox.faults.set(phone, { timeLockUntilMs: untilMs })
  await awaitCode(clientId, 'REACH_OUT_RESTRICTED')
  await sandbox.phone(phone).restrict({ untilMs, unlink: true })
  await awaitState('the worker to be given up', async () => (await readOwner(clientId)) === null)
  expect(await statusOf(clientId)).toMatchObject({
    ...{ status: 'restricted', code: 'REMOVED_RESTRICTED', desiredState: 'stopped' },
    action: expect.stringMatching(/^Wait until the phone shows no restriction any more/),
  })
  expect(await hasSession(clientId)).toBe(false)
  await handlers.worker?.start?.({ clientId }, ctx)
  const qr = await awaitState('a QR', async () => {
    const { data } = (await handlers.server?.qr?.({ clientId }, ctx)) ?? {}
    return typeof data === 'string' && data
  })
  await expect(sandbox.scan(qr, { phone })).rejects.toThrow("couldn't link device: the account is restricted")
  await sandbox.phone(phone).restrict(null)
  await sandbox.scan(qr, { phone })
  await awaitState('the client to be connected', async () =>
    ['CONNECTED', 'REACH_OUT_RESTRICTED'].includes((await statusOf(clientId))?.code ?? ''),
  )
})

test('a device that the network takes off by mistake is back by itself', async () => {
  const { clientId, phone } = await pairAccount()
  sandbox.faults.cut(phone, undefined, 401)
  await awaitState('the client to be back', async () => {
    const codes = await codesOf(clientId)
    return codes[0] === 'CONNECTED' && codes[1] === 'DEVICE_REMOVED'
  })
  expect(await hasSession(clientId)).toBe(true)
  expect(sandbox.phone(phone).devices).toHaveLength(1)
})

test('an account that the network refuses waits for a person, with its session kept', async () => {
  const { clientId, phone } = await pairAccount()
  sandbox.faults.set(phone, { refuseLogins: { code: 403, count: 1 } })
  sandbox.faults.cut(phone)
  await awaitCode(clientId, 'FORBIDDEN')
  expect(await statusOf(clientId)).toMatchObject({ status: 'failed', desiredState: 'running' })
  expect(await hasSession(clientId)).toBe(true)
})
