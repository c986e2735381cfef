import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { callContextOf } from '../../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertUser } from '../../../../test/support/fixtures.ts'
import { GoogleTokenServer } from '../../../../test/support/google-token-server.ts'
import { openSecrets } from '../../../../test/support/own-secrets.ts'
import { readRefusal } from '../../../../test/support/refusals.ts'
import { createOutboundHttp } from '../../../platform/outbound-http.ts'
import type { Secrets } from '../index.ts'

const SHEETS = 'https://www.googleapis.com/auth/spreadsheets'
const database = useTestDatabase()
let server: GoogleTokenServer
let secrets: Secrets
let userId: string

beforeAll(async () => {
  server = new GoogleTokenServer()
  await server.listen()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.asked.length = 0
  userId = await insertUser(database().pool)
  secrets = openSecrets(database(), { http: createOutboundHttp({ allow: ['127.0.0.1'] }) })
})

const store = (keyFile: string, more: { scope?: string; subject?: string } = {}) =>
  secrets.handlers.connections.set(
    { name: 'google', settings: { kind: 'google_service_account', keyFile, scope: SHEETS, ...more } },
    callContextOf(userId),
  )

const take = async () => (await secrets.read(userId, ['google'])).get('google')

test('a service account gets a token by a statement that it signed, and goes to Google alone', async () => {
  await store(server.makeKeyFile())
  const taken = await take()
  expect(server.given.has(taken?.value ?? '')).toBe(true)
  expect(taken?.hosts).toEqual(['*.googleapis.com'])
  expect(server.asked).toMatchObject([
    { keyId: 'key-1', claims: { scope: SHEETS, aud: `${server.url}/token` } },
  ])
  expect(server.asked[0]?.claims).not.toHaveProperty('sub')
  await take()
  expect(server.asked).toHaveLength(1)
})

test('a service account acts for a person of its domain where that is asked for', async () => {
  await store(server.makeKeyFile(), { subject: 'ana@shop.test' })
  await take()
  expect(server.asked[0]?.claims.sub).toBe('ana@shop.test')
})

test('a key that is not the one that Google knows is refused, and so is a scope that it does not know', async () => {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await store(server.makeKeyFile({ private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }) }))
  await expect(take()).rejects.toMatchObject({
    failure: { code: 'TOKEN_REFUSED', params: { error: 'invalid_grant' } },
  })
  await store(server.makeKeyFile(), { scope: 'everything' })
  await expect(take()).rejects.toMatchObject({ failure: { params: { error: 'invalid_scope' } } })
})

test.each([
  ['no JSON', 'sesame'],
  ['a key file of a person', JSON.stringify({ type: 'authorized_user' })],
  [
    'a key that is none',
    JSON.stringify({ type: 'service_account', client_email: 'a@b.test', private_key: 'x' }),
  ],
])('%s is no key file', async (_, keyFile) => {
  expect(await readRefusal(store(keyFile))).toMatchObject({
    code: 'BAD_REQUEST',
    data: { reason: 'KEY_FILE_UNREADABLE' },
  })
})
