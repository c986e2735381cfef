import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/index.ts'
import { type ClientService, startClientService } from '../support/client-service.ts'
import { useTestDatabase } from '../support/database.ts'
import { insertClient } from '../support/fixtures.ts'
import { awaitState } from '../support/service-process.ts'

const database = useTestDatabase()
let service: ClientService
let sandbox: Sandbox
let stack: ClientService['stack']
let ctx: ClientService['ctx']
let handlers: ClientService['handlers']

beforeAll(async () => {
  service = await startClientService(database())
  ;({ sandbox, stack, handlers, ctx } = service)
})
afterAll(() => service.stop())

interface State {
  /** None once the link is over. */
  step?: string
  over: string | null
  qr: string | null
  pairingCode: { code: string; phoneNumber: string } | null
  passkey: { waitsFor: string; options: { challenge: string } | null } | null
}

async function ask<T>(action: string, body: object, visit?: string): Promise<T> {
  const request = new Request(`http://127.0.0.1/api/pairing/${action}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(visit !== undefined && { authorization: `Bearer ${visit}` }),
    },
    body: JSON.stringify(body),
  })
  return (await (await stack.features.pairingLinks.handle(request)).json()) as T
}

/** A link of a client that was never paired, opened and started. */
async function visitNew(): Promise<{ clientId: string; visit: string; id: string }> {
  const clientId = await insertClient(database().pool, { userId: ctx.principal.userId, desired: 'stopped' })
  const made = await stack.features.pairingLinks.handlers.create({ clientId, minutes: 30 }, ctx)
  const visit = randomBytes(32).toString('base64url')
  await ask('open', { token: made.path.slice('/pair#'.length), visit })
  await ask('start', {}, visit)
  return { clientId, visit, id: made.id }
}

/** Seldom enough for the throttle of a link. */
const LOOK_EVERY_MS = 1_000

async function awaitInState<T>(
  visit: string,
  what: string,
  find: (state: State) => T | null | undefined,
): Promise<T> {
  return await awaitState(what, async () => {
    const found = find(await ask<State>('state', {}, visit))
    if (!found) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    return found
  })
}

const awaitLinked = (visit: string) =>
  awaitInState(visit, 'the account to be linked', ({ step, over }) => step === 'linked' || over === 'linked')
const awaitConnected = (clientId: string) =>
  awaitState('the client to be connected', async () => {
    const status = await handlers.worker?.status?.({ clientId }, ctx)
    return status?.code === 'CONNECTED'
  })

test('whoever has the link open sees the QR, and the account that scans it is linked', async () => {
  const { clientId, visit } = await visitNew()
  const qr = await awaitInState(visit, 'a QR', (state) => state.qr)
  await sandbox.scan(qr, { phone: '447700900281' })
  await awaitLinked(visit)
  await awaitConnected(clientId)
  expect(await ask<State>('state', {}, visit)).toEqual({ over: 'linked', clientName: 'Shop' })
})

test('whoever has the link open gets a code for their phone, whose number is not told again', async () => {
  const { clientId, visit } = await visitNew()
  const phone = '447700900282'
  await ask('code', { phoneNumber: `+${phone}` }, visit)
  const shown = await awaitInState(visit, 'a code', (state) => state.pairingCode)
  expect(shown).toMatchObject({ code: expect.stringMatching(/^\w{4}-\w{4}$/), phoneNumber: '… 0282' })
  await sandbox.phone(phone).enterCode(shown.code)
  await awaitLinked(visit)
  await awaitConnected(clientId)
})

test('what the network refuses is told to whoever asked for the code', async () => {
  const { visit } = await visitNew()
  const phone = '447700900283'
  sandbox.faults.set(phone, { refuseCodes: { code: 429, count: 1 } })
  await expect(ask('code', { phoneNumber: `+${phone}` }, visit)).rejects.toMatchObject({
    data: { reason: 'PAIRING_CODE_REFUSED' },
  })
})

test('whoever has the link open signs with the passkey that the network asks for', async () => {
  const { clientId, visit } = await visitNew()
  const phone = '447700900284'
  sandbox.faults.set(phone, { askPasskey: true })
  const qr = await awaitInState(visit, 'a QR', (state) => state.qr)
  await sandbox.scan(qr, { phone })
  const options = await awaitInState(visit, 'the passkey to be asked for', ({ passkey }) => passkey?.options)
  expect(await ask<State>('state', {}, visit)).toMatchObject({ step: 'passkey', qr: null })
  await ask('passkey', { assertion: sandbox.phone(phone).signPasskey(options) }, visit)
  await awaitLinked(visit)
  await awaitConnected(clientId)
})

const ownQr = async (clientId: string) => (await handlers.server?.qr?.({ clientId }, ctx))?.data

/**
 * The QR that the owner of the client is shown. Another one than `before` is of another connection: by then the network has
 * seen the end of the one before, which takes it a moment.
 */
const awaitOwnQr = (clientId: string, before?: unknown) =>
  awaitState('a QR for the owner', async () => {
    const data = await ownQr(clientId)
    return typeof data === 'string' && data !== before ? data : null
  })

test('the QR that a link showed is void once the link is ended, and the owner of the client is shown another', async () => {
  const { clientId, visit, id } = await visitNew()
  const qr = await awaitInState(visit, 'a QR', (state) => state.qr)
  await stack.features.pairingLinks.handlers.revoke({ clientId, id }, ctx)
  const next = await awaitOwnQr(clientId, qr)
  await expect(sandbox.scan(qr, { phone: '447700900285' })).rejects.toThrow(
    'no client is waiting with this QR',
  )
  expect(await ask<State>('state', {}, visit)).toEqual({ over: 'revoked' })
  await sandbox.scan(next, { phone: '447700900285' })
  await awaitConnected(clientId)
})

test('the code that a link showed is void once another link is made', async () => {
  const { clientId, visit } = await visitNew()
  const phone = '447700900286'
  await ask('code', { phoneNumber: `+${phone}` }, visit)
  const { code } = await awaitInState(visit, 'a code', (state) => state.pairingCode)
  const before = await ownQr(clientId)
  await stack.features.pairingLinks.handlers.create({ clientId, minutes: 30 }, ctx)
  await awaitOwnQr(clientId, before)
  await expect(sandbox.phone(phone).enterCode(code)).rejects.toThrow('no client shows a code')
  expect(await ask<State>('state', {}, visit)).toEqual({ over: 'replaced' })
})

test('a link that nobody opened is ended without a new QR for the owner of the client', async () => {
  const clientId = await insertClient(database().pool, { userId: ctx.principal.userId, desired: 'stopped' })
  await handlers.worker?.start?.({ clientId }, ctx)
  const qr = await awaitOwnQr(clientId)
  const { id } = await stack.features.pairingLinks.handlers.create({ clientId, minutes: 30 }, ctx)
  await stack.features.pairingLinks.handlers.revoke({ clientId, id }, ctx)
  await sandbox.scan(qr, { phone: '447700900287' })
  await awaitConnected(clientId)
})
