import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callContextOf } from '../../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertUser } from '../../../../test/support/fixtures.ts'
import { CLIENTS, OAuthServer } from '../../../../test/support/oauth-server.ts'
import { CALLBACK, openSecrets } from '../../../../test/support/own-secrets.ts'
import { readRefusal } from '../../../../test/support/refusals.ts'
import type { HttpRequest } from '../../../core/flow/index.ts'
import { createOutboundHttp } from '../../../platform/outbound-http.ts'
import { callWithSecrets, type Secrets, TokenMissing } from '../index.ts'
import type { ConnectionSettings } from './settings.ts'

const database = useTestDatabase()
const http = createOutboundHttp({ allow: ['127.0.0.1'] })
let server: OAuthServer
let secrets: Secrets
let userId: string

const open = () => openSecrets(database(), { http })
const me = () => callContextOf(userId)

beforeAll(async () => {
  server = new OAuthServer({ redirectUri: CALLBACK })
  await server.listen()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.answer = 'agree'
  server.asked.length = 0
  server.served.length = 0
  userId = await insertUser(database().pool)
  secrets = open()
})

const ownSettings = (): ConnectionSettings => ({
  kind: 'oauth2_client',
  tokenUrl: `${server.url}/token`,
  ...CLIENTS.own,
  clientAuth: 'basic',
})
const codeSettings = (): ConnectionSettings => ({
  kind: 'oauth2_code',
  authorizeUrl: `${server.url}/auth`,
  tokenUrl: `${server.url}/token`,
  ...CLIENTS.code,
  clientAuth: 'basic',
  scope: 'openid offline_access',
  authorizeParams: { prompt: 'consent' },
})

const store = (settings: ConnectionSettings, hosts = ['127.0.0.1']) =>
  secrets.handlers.connections.set({ name: 'crm', hosts, settings }, me())

const takeToken = async (from = secrets): Promise<string> =>
  (await from.read(userId, ['crm'])).get('crm')?.value ?? ''

const shown = async () => (await secrets.handlers.list({}, me()))[0]

async function readTokens(): Promise<{ access: string; refresh: string | null }> {
  const values = [...(await secrets.listConfidential(userId)).values()]
  return { access: values[1] ?? '', refresh: values[2] ?? null }
}

/** Its time is over. */
const age = () => database().pool.query(`update connection set renew_at = now() - interval '1 s'`)
/** It was renewed a while ago. */
const settle = () => database().pool.query(`update connection set renewed_at = now() - interval '1 hour'`)

async function connect(): Promise<void> {
  const { url } = await secrets.handlers.connections.begin({ name: 'crm' }, me())
  const back = (await server.walk(url)).searchParams
  const returned = { state: back.get('state') ?? '', code: back.get('code') ?? undefined }
  await secrets.handlers.connections.finish(returned, me())
}

const request = (method: HttpRequest['method'] = 'GET'): HttpRequest => ({
  method,
  url: `${server.url}/api/orders`,
  headers: [{ name: 'Authorization', value: ['Bearer ', { secret: 'crm', as: 'raw' }] }],
  body: null,
})

const call = (method: HttpRequest['method'] = 'GET', from = secrets) =>
  callWithSecrets(
    { http, secrets: from },
    {
      ...{ userId, request: request(method), timeoutMs: 5_000, maxBodyBytes: 65_536 },
      signal: new AbortController().signal,
      mayRepeat: method === 'GET',
    },
  )

async function whyMissing(from = secrets): Promise<unknown> {
  try {
    await from.read(userId, ['crm'])
    return null
  } catch (error) {
    if (error instanceof TokenMissing) return error.failure
    throw error
  }
}

async function events(): Promise<unknown[]> {
  const { rows } = await database().pool.query<{ data: unknown }>(
    `select data from event_log where user_id = $1 and name = 'connection.failed' order by seq`,
    [userId],
  )
  return rows.map(({ data }) => data)
}

test('own credentials get a token, which is kept for the calls that follow and comes back in no answer', async () => {
  await store(ownSettings())
  expect(await call()).toEqual({
    result: { status: 200, headers: expect.anything(), body: { you: '***' } },
  })
  await call()
  expect(server.asked).toEqual([{ grant: 'client_credentials', hasBasic: true }])
  expect(server.served.map(({ status }) => status)).toEqual([200, 200])
  expect((await shown())?.connection).toMatchObject({ state: 'connected', account: 'own' })
  expect(JSON.stringify(await shown())).not.toMatch(/own: secret|Bearer/)
})

test('a token goes to the hosts alone that were named', async () => {
  await store(ownSettings(), ['api.crm.test'])
  expect(await call()).toEqual({ failure: { code: 'SECRET_HELD', params: { secret: 'crm' } } })
  expect(server.served).toEqual([])
})

test('two processes that need a token at once ask for one', async () => {
  await store(ownSettings())
  let release = (): void => {}
  server.gate = new Promise((resolve) => {
    release = resolve
  })
  const two = [secrets, open()]
  const taken = Promise.all(Array.from({ length: 12 }, (_, at) => takeToken(two[at % 2])))
  await expect.poll(() => server.asked.length).toBe(1)
  await sleep(300)
  release()
  expect(new Set(await taken).size).toBe(1)
  expect(server.asked).toHaveLength(1)
})

test('a process that died while it asked holds the others up for its lease, and no longer', async () => {
  await store(ownSettings())
  const held = (until: string) =>
    database().pool.query(`update connection set holder = $1, held_until = now() + $2::interval`, [
      randomUUID(),
      until,
    ])
  await held('1 hour')
  const taken = takeToken()
  await sleep(250)
  expect(server.asked).toHaveLength(0)
  await held('-1 s')
  expect(await taken).not.toBe('')
  expect(server.asked).toHaveLength(1)
})

test('a token that is refused is renewed once, and the call repeated only where that is safe', async () => {
  await store(ownSettings())
  await server.endToken(await takeToken())
  await settle()
  expect(await call()).toMatchObject({ result: { status: 200 } })
  expect(server.served.map(({ status }) => status)).toEqual([401, 200])
  await server.endToken(await takeToken())
  await settle()
  expect(await call('POST')).toMatchObject({ result: { status: 401 } })
  expect(server.served.map(({ method, status }) => [method, status]).slice(2)).toEqual([['POST', 401]])
  expect(await call('POST')).toMatchObject({ result: { status: 200 } })
  // One that is refused again a moment later is no reason to ask again.
  await server.endToken(await takeToken())
  const before = server.asked.length
  expect(await call()).toMatchObject({ result: { status: 401 } })
  expect(server.asked).toHaveLength(before)
})

test('somebody agrees, and the token is renewed by the refresh token, which changes each time', async () => {
  await store(codeSettings())
  expect(await whyMissing()).toEqual({ code: 'NOT_CONNECTED', params: { secret: 'crm' } })
  await connect()
  expect(await call()).toMatchObject({ result: { status: 200 } })
  const first = await readTokens()
  await age()
  const both = await Promise.all([takeToken(), takeToken(open())])
  expect(new Set(both).size).toBe(1)
  const second = await readTokens()
  expect(second.refresh).not.toBe(first.refresh)
  expect(second.access).not.toBe(first.access)
  await age()
  await takeToken()
  expect(server.asked.map(({ grant }) => grant)).toEqual([
    'authorization_code',
    'refresh_token',
    'refresh_token',
  ])
})

test('a public client connects by its verifier alone', async () => {
  const { clientId } = CLIENTS.open
  const { kind, authorizeUrl, tokenUrl, scope, authorizeParams } = codeSettings() as Extract<
    ConnectionSettings,
    { kind: 'oauth2_code' }
  >
  await store({ kind, authorizeUrl, tokenUrl, scope, authorizeParams, clientId, clientAuth: 'basic' })
  await connect()
  expect(server.asked).toEqual([{ grant: 'authorization_code', hasBasic: false }])
  expect(await call()).toMatchObject({ result: { status: 200 } })
})

test('what was agreed to and taken back has to be connected again, says so once, and asks nothing meanwhile', async () => {
  await store(codeSettings())
  await connect()
  const { refresh } = await readTokens()
  await server.endAgreement(refresh ?? '')
  await age()
  const ended = { code: 'CONNECTION_ENDED', params: { secret: 'crm' } }
  expect(await call()).toEqual({ failure: ended })
  expect(await whyMissing()).toEqual(ended)
  expect(server.asked).toHaveLength(2)
  expect((await shown())?.connection).toMatchObject({ state: 'ended', error: 'invalid_grant' })
  expect(await events()).toEqual([{ name: 'crm', state: 'ended', error: 'invalid_grant' }])
  await connect()
  expect((await shown())?.connection).toMatchObject({ state: 'connected', error: null })
  expect(await call()).toMatchObject({ result: { status: 200 } })
})

test('an answer is taken once, from whom it was asked for, and only with its state', async () => {
  await store(codeSettings())
  const { url } = await secrets.handlers.connections.begin({ name: 'crm' }, me())
  const back = (await server.walk(url)).searchParams
  const returned = { state: back.get('state') ?? '', code: back.get('code') ?? '' }
  const { finish } = secrets.handlers.connections
  const other = callContextOf(await insertUser(database().pool))
  const unknown = { code: 'CONFLICT', data: { reason: 'AGREEMENT_UNKNOWN' } }
  expect(await readRefusal(finish(returned, other))).toMatchObject(unknown)
  expect(await readRefusal(finish({ ...returned, state: 'guessed' }, me()))).toMatchObject(unknown)
  expect(server.asked).toEqual([])
  await finish(returned, me())
  expect(await readRefusal(finish(returned, me()))).toMatchObject(unknown)
})

test('a code of another attempt is worth nothing, for its verifier is another', async () => {
  await store(codeSettings())
  const { begin, finish } = secrets.handlers.connections
  const stolen = (await server.walk((await begin({ name: 'crm' }, me())).url)).searchParams.get('code') ?? ''
  const mine = new URL((await begin({ name: 'crm' }, me())).url).searchParams.get('state') ?? ''
  const refused = await readRefusal(finish({ state: mine, code: stolen }, me()))
  expect(refused).toMatchObject({ data: { reason: 'CODE_REFUSED', params: { error: 'invalid_grant' } } })
  expect((await shown())?.connection?.state).toBe('not_connected')
})

test('who does not agree connects nothing', async () => {
  await store(codeSettings())
  server.answer = 'refuse'
  const { url } = await secrets.handlers.connections.begin({ name: 'crm' }, me())
  const back = (await server.walk(url)).searchParams
  expect(back.get('error')).toBe('access_denied')
  const returned = { state: back.get('state') ?? '', error: 'access_denied' }
  const refused = await readRefusal(secrets.handlers.connections.finish(returned, me()))
  expect(refused).toMatchObject({ data: { reason: 'NOT_AGREED', params: { error: 'access_denied' } } })
})

test('credentials that are refused say so, and are tried again by hand', async () => {
  await store({ ...ownSettings(), clientSecret: 'wrong' } as ConnectionSettings)
  const refused = { code: 'TOKEN_REFUSED', params: { secret: 'crm', error: 'invalid_client' } }
  expect(await whyMissing()).toEqual(refused)
  expect(await whyMissing()).toEqual(refused)
  expect(server.asked).toHaveLength(1)
  expect(await events()).toEqual([{ name: 'crm', state: 'refused', error: 'invalid_client' }])
  await secrets.handlers.connections.check({ name: 'crm' }, me())
  expect(server.asked).toHaveLength(2)
  await store(ownSettings())
  expect(await secrets.handlers.connections.check({ name: 'crm' }, me())).toMatchObject({
    connection: { state: 'connected' },
  })
})

test('a server that is down is asked again by a later call', async () => {
  await store(ownSettings())
  server.faults.push(503)
  const failed = { code: 'TOKEN_FAILED', params: { secret: 'crm', error: '503' } }
  expect(await call()).toEqual({ failure: failed })
  expect(await whyMissing()).toEqual(failed)
  expect(server.asked).toHaveLength(1)
  await database().pool.query(`update connection set retry_at = now() - interval '1 s'`)
  expect(await call()).toMatchObject({ result: { status: 200 } })
  expect(await events()).toEqual([])
})

test('settings that are given again end what was connected, also while it is renewed', async () => {
  await store(codeSettings())
  await connect()
  await age()
  let release = (): void => {}
  server.gate = new Promise((resolve) => {
    release = resolve
  })
  const taken = whyMissing()
  await expect.poll(() => server.asked.length).toBe(2)
  await store(codeSettings())
  release()
  expect(await taken).toMatchObject({ code: 'NOT_CONNECTED' })
  expect((await shown())?.connection).toMatchObject({ state: 'not_connected', renewedAt: null })
})

test('a name is that of a value or that of a connection', async () => {
  await store(ownSettings())
  const { set, connections } = secrets.handlers
  const other = { code: 'CONFLICT', data: { reason: 'SECRET_OF_OTHER_KIND' } }
  expect(await readRefusal(set({ name: 'crm', value: 'x' }, me()))).toMatchObject(other)
  await set({ name: 'shop', value: 'x', hosts: ['a.test'] }, me())
  const input = { name: 'shop', settings: ownSettings() }
  expect(await readRefusal(connections.set(input, me()))).toMatchObject(other)
  expect(await secrets.readStored(userId, ['crm', 'shop'])).toEqual(
    new Map([['shop', { value: 'x', hosts: ['a.test'] }]]),
  )
})

test('nothing that is confidential stands in the database to be read', async () => {
  await store(codeSettings())
  await connect()
  await secrets.handlers.connections.begin({ name: 'crm' }, me())
  const { access, refresh } = await readTokens()
  const { rows } = await database().pool.query<{ row: string }>(
    `select to_jsonb(c)::text || (select to_jsonb(a)::text from agreement a limit 1) as row from connection c
     where user_id = $1`,
    [userId],
  )
  const stored = JSON.stringify(rows)
  expect(stored).toContain('sealed_tokens')
  for (const confidential of [access, refresh ?? '', 'code secret'])
    expect(stored).not.toContain(confidential)
})
