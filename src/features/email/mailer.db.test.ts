import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createCertificateAuthority } from '../../../sandbox/infra/certificate-authority.ts'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { type MailFault, MailServerOfTests } from '../../../test/support/mail-server.ts'
import { openSecrets } from '../../../test/support/own-secrets.ts'
import type { EmailEffect } from '../../core/flow/index.ts'
import { createOutboundHttp, type OutboundOptions } from '../../platform/outbound-http.ts'
import type { FileReader, MailServer, Secrets } from '../secrets/index.ts'
import { Mailer } from './mailer.ts'

const database = useTestDatabase()
const authority = createCertificateAuthority('Mail of tests')
const own = authority.certifyServer('The mail server', ['mail.test'])
const keys = { key: own.keyPem, cert: own.certPem }
let server: MailServerOfTests
let userId: string
let clientId: string
let secrets: Secrets

beforeAll(() => {
  expect(own.certPem).toContain('CERTIFICATE')
})
beforeEach(async () => {
  userId = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId })
  secrets = openSecrets(database())
})
afterEach(() => server?.close())

async function serve(options: ConstructorParameters<typeof MailServerOfTests>[0] = keys): Promise<void> {
  server = new MailServerOfTests(options)
  await server.listen()
}

async function store(settings: Partial<MailServer> = {}): Promise<void> {
  const whole: MailServer = {
    ...{ kind: 'smtp', host: 'mail.test', port: server.port, security: 'starttls', perDay: 200 },
    ...{ user: 'shop', password: 'pass word', from: 'shop@example.com', fromName: 'Shop, and more' },
    ...settings,
  }
  await secrets.handlers.connections.set({ name: 'mail', settings: whole }, callContextOf(userId))
}

const effectOf = (changes: Partial<EmailEffect> = {}): EmailEffect => ({
  ...{ kind: 'email', runId: 'r', nodeId: 'e', effectId: randomUUID(), secret: 'mail' },
  ...{ to: ['ana@example.org'], cc: [], replyTo: null, subject: 'Olá', text: 'Text', html: null },
  ...{ files: [], timeoutMs: 5_000 },
  ...changes,
})

interface SendOptions {
  changes?: Partial<EmailEffect>
  outbound?: OutboundOptions
  files?: FileReader
  signal?: AbortSignal
}

function send({ changes, outbound = { allow: ['127.0.0.1'] }, files, signal }: SendOptions = {}) {
  const addresses = createOutboundHttp({ resolve: async () => ['127.0.0.1'], ...outbound })
  const mailer = new Mailer({
    ...{ db: database(), secrets, addresses, caPem: authority.caPem },
    ...(files && { files }),
  })
  const effect = effectOf(changes)
  return mailer.send({ userId, clientId, effect, signal: signal ?? new AbortController().signal })
}

test('an e-mail goes out encrypted, from the address of the secret, with an id of its effect', async () => {
  await serve()
  await store()
  const effectId = randomUUID()
  const changes = {
    effectId,
    cc: ['bia@example.org'],
    replyTo: 'ana@example.org',
    html: '<b>Text</b>',
    subject: 'Olá Ana',
  }
  const messageId = `<${effectId}@example.com>`
  expect(await send({ changes })).toEqual({
    output: { messageId, accepted: ['ana@example.org', 'bia@example.org'], refused: [] },
  })
  const [taken] = server.taken
  expect(taken).toMatchObject({ from: 'shop@example.com', isEncrypted: true, user: 'shop' })
  expect(taken?.to).toEqual(['ana@example.org', 'bia@example.org'])
  for (const part of [
    'From: "Shop, and more" <shop@example.com>',
    `Message-ID: ${messageId}`,
    'Reply-To: ana@example.org',
    'Subject: =?UTF-8?Q?Ol=C3=A1_Ana?=',
    'Content-Type: multipart/alternative',
    '<b>Text</b>',
  ])
    expect(taken?.text).toContain(part)
})

test('an e-mail may be encrypted from the first byte', async () => {
  await serve({ ...keys, secure: true })
  await store({ security: 'tls' })
  expect(await send()).toMatchObject({ output: { refused: [] } })
  expect(server.taken[0]?.isEncrypted).toBe(true)
})

test('files go along within their bounds', async () => {
  await serve()
  await store()
  const file = (sizeBytes: number): FileReader => ({
    openToPost: async () => ({
      kind: 'ready',
      mimetype: 'application/pdf',
      fileName: 'nota fiscal é.pdf',
      body: { sizeBytes, open: async () => Readable.from([Buffer.from('PDF of ours')]) },
    }),
  })
  const files = [{ mediaId: randomUUID() }]
  expect(await send({ changes: { files }, files: file(11) })).toMatchObject({ output: {} })
  expect(server.taken[0]?.text).toContain(Buffer.from('PDF of ours').toString('base64'))
  expect(server.taken[0]?.text).toContain('Content-Type: application/pdf')
  expect(await send({ changes: { files }, files: file(15_728_641) })).toMatchObject({
    failure: { code: 'FILE_TOO_LARGE' },
  })
  expect(server.taken).toHaveLength(1)
})

test('nothing that comes from outside begins a header of its own', async () => {
  await serve()
  await store()
  const evil = 'a.pdf\r\nBcc: eve@example.org\r\n\r\nbody'
  const files: FileReader = {
    openToPost: async () => ({
      kind: 'ready',
      mimetype: 'text/plain\r\nX-Evil: 1',
      fileName: evil,
      body: { sizeBytes: 1, open: async () => Readable.from([Buffer.from('x')]) },
    }),
  }
  const changes = {
    subject: evil,
    text: '.\r\nRCPT TO:<eve@example.org>',
    files: [{ mediaId: randomUUID() }],
  }
  expect(await send({ changes, files })).toMatchObject({ output: { accepted: ['ana@example.org'] } })
  expect(server.taken).toHaveLength(1)
  const [taken] = server.taken
  expect(taken?.to).toEqual(['ana@example.org'])
  expect(taken?.text).not.toMatch(/^(Bcc|X-Evil):/im)
})

test.each<[MailFault, string]>([
  ['refuse', 'MAIL_REFUSED'],
  ['defer', 'MAIL_DEFERRED'],
  ['die', 'MAIL_UNKNOWN'],
])('a server that would %s after DATA', async (fault, code) => {
  await serve()
  await store()
  server.fault = fault
  expect(await send()).toMatchObject({ failure: { code } })
  expect(server.received).toBe(1)
})

test.each<[MailFault, string]>([
  ['hang', 'MAIL_UNKNOWN'],
  ['hang_at_once', 'NO_ANSWER'],
])('a server that says nothing (%s) is given up in time', async (fault, code) => {
  await serve()
  await store()
  server.fault = fault
  expect(await send({ changes: { timeoutMs: 1_000 } })).toMatchObject({ failure: { code } })
})

test('who is refused is named where others are not, and where all are the e-mail is not sent', async () => {
  await serve()
  await store()
  server.unknown.add('bia@example.org')
  const to = ['ana@example.org', 'bia@example.org']
  expect(await send({ changes: { to } })).toMatchObject({
    output: { accepted: ['ana@example.org'], refused: ['bia@example.org'] },
  })
  expect(await send({ changes: { to: ['bia@example.org'] } })).toEqual({
    failure: { code: 'MAIL_REFUSED', params: { status: 550 } },
  })
  expect(server.taken).toHaveLength(1)
})

test('a password that is refused, and a certificate of nobody that is trusted, say so and send nothing', async () => {
  await serve()
  await store({ password: 'wrong' })
  expect(await send()).toEqual({ failure: { code: 'MAIL_LOGIN_REFUSED', params: {} } })
  const other = createCertificateAuthority('Strangers').certifyServer('Other', ['mail.test'])
  await server.close()
  await serve({ key: other.keyPem, cert: other.certPem })
  await store()
  expect(await send()).toEqual({ failure: { code: 'MAIL_TLS_FAILED', params: { host: 'mail.test' } } })
  expect(server.taken).toEqual([])
})

test('a password never goes over a connection that is not encrypted, where that is asked for', async () => {
  await serve({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  await store()
  expect(await send()).toMatchObject({ failure: { code: 'MAIL_TLS_FAILED' } })
  await store({ security: 'none' })
  expect(await send()).toMatchObject({ output: {} })
})

test('no server inside is called, and none without encryption but those an operator listed', async () => {
  await serve()
  await store()
  expect(await send({ outbound: {} })).toMatchObject({ failure: { code: 'ADDRESS_PRIVATE' } })
  await store({ security: 'none' })
  const outside = { resolve: async () => ['203.0.114.1'] }
  expect(await send({ outbound: outside })).toMatchObject({ failure: { code: 'NOT_ENCRYPTED' } })
  expect(server.received).toBe(0)
})

test('a client sends no more on a day than the secret lets it, by whatever process', async () => {
  await serve()
  await store({ perDay: 2 })
  const outcomes = await Promise.all([send(), send(), send()])
  expect(outcomes.filter((outcome) => 'output' in outcome)).toHaveLength(2)
  expect(outcomes.find((outcome) => 'failure' in outcome)).toEqual({
    failure: { code: 'MAIL_LIMIT_REACHED', params: { most: 2 } },
  })
  await database().pool.query('update email_day set day = day - 1 where client_id = $1', [clientId])
  expect(await send()).toMatchObject({ output: {} })
})

test('what the server refused or never got takes nothing of the day, and what it may have taken does', async () => {
  await serve()
  await store({ perDay: 1 })
  server.fault = 'refuse'
  expect(await send()).toMatchObject({ failure: { code: 'MAIL_REFUSED' } })
  server.fault = 'hang_at_once'
  expect(await send({ changes: { timeoutMs: 500 } })).toMatchObject({ failure: { code: 'NO_ANSWER' } })
  server.fault = null
  await store({ perDay: 1, password: 'wrong' })
  expect(await send()).toMatchObject({ failure: { code: 'MAIL_LOGIN_REFUSED' } })
  await store({ perDay: 1 })
  server.fault = 'die'
  expect(await send()).toMatchObject({ failure: { code: 'MAIL_UNKNOWN' } })
  server.fault = null
  expect(await send()).toMatchObject({ failure: { code: 'MAIL_LIMIT_REACHED' } })
})

test('a secret that is no mail server, or none at all, sends nothing', async () => {
  await serve()
  const missing = { failure: { code: 'NO_MAIL_SERVER', params: { secret: 'mail' } } }
  expect(await send()).toEqual(missing)
  await secrets.handlers.set({ name: 'mail', value: 'x', hosts: ['mail.test'] }, callContextOf(userId))
  expect(await send()).toEqual(missing)
})

test('a mail server is no value that calls take along', async () => {
  await serve()
  await store()
  expect(await secrets.read(userId, ['mail'])).toEqual(new Map())
  expect([...(await secrets.listConfidential(userId)).values()]).toEqual(['pass word'])
  const [shown] = await secrets.handlers.list({}, callContextOf(userId))
  expect(shown).toMatchObject({
    hosts: ['mail.test'],
    connection: { kind: 'smtp', account: 'shop@example.com' },
  })
  expect(JSON.stringify(shown)).not.toContain('pass word')
})
