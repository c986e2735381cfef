import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_WAIT_SEC } from '../../src/contract/fields.ts'
import { API_PREFIX } from '../../src/contract/operation.ts'
import { HEARTBEAT_MS } from '../../src/features/events/stream.ts'
import { newContact, type PairedAccount, pairAccount } from '../support/account.ts'
import {
  CADDY_SAMPLE,
  NAME,
  NGINX_SAMPLE,
  PROGRAMS,
  type ProxyName,
  type RunningProxy,
  SAMPLE_ENV,
  startReverseProxy,
} from '../support/reverse-proxies.ts'
import { awaitState, createWorkplace, type ServiceProcess } from '../support/service-process.ts'

const PERSON = { email: 'person@example.org', password: 'correct horse battery' }
const MIB = 1_048_576
const place = createWorkplace(SAMPLE_ENV)
let service: ServiceProcess
let account: PairedAccount

beforeAll(async () => {
  service = await place.start()
  account = await pairAccount(place, () => service.url)
  await place.prepare('user', 'create', '--email', PERSON.email, '--password', PERSON.password)
})
afterAll(() => place.remove())

const names = Object.keys(PROGRAMS) as ProxyName[]

describe.each(names)('behind %s, as the guide sets it up,', (name) => {
  let proxy: RunningProxy

  beforeAll(async () => {
    if (PROGRAMS[name] !== null) proxy = await startReverseProxy(name, service.url)
  })
  afterAll(() => proxy?.stop())

  const it = test.skipIf(PROGRAMS[name] === null)
  const call = (operation: string, body: string) =>
    proxy.ask(`${API_PREFIX}/${operation.replaceAll('.', '/')}`, {
      ...{ method: 'POST', body },
      headers: { 'x-api-key': account.key, 'content-type': 'application/json' },
    })

  it('people get the dashboard and whoever has a key gets answers', async () => {
    const page = await proxy.ask('/')
    expect([page.statusCode, page.headers['content-type']]).toEqual([
      200,
      expect.stringMatching(/^text\/html/),
    ])
    expect(await text(page)).toBe(await (await fetch(service.url)).text())
    const answer = await call('clients.get', JSON.stringify({ id: account.clientId }))
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['strict-transport-security']).toMatch(/^max-age=/)
    expect(JSON.parse(await text(answer))).toMatchObject({ id: account.clientId })
  })

  it('people sign in from the address that the proxy saw, whatever they say it is', async () => {
    const signedIn = await proxy.ask('/api/auth/sign-in/email', {
      method: 'POST',
      headers: {
        ...{ 'content-type': 'application/json', origin: `https://${NAME}` },
        'x-forwarded-for': '203.0.113.9',
      },
      body: JSON.stringify(PERSON),
      from: '127.0.0.42',
    })
    expect([signedIn.statusCode, await text(signedIn)]).toMatchObject([200, expect.any(String)])
    const cookies = signedIn.headers['set-cookie'] ?? []
    expect(cookies.filter((cookie: string) => !/; Secure/i.test(cookie))).toEqual([])
    const cookie = cookies.map((one: string) => one.split(';', 1)[0]).join('; ')
    const session = await proxy.ask('/api/auth/get-session', { headers: { cookie } })
    expect(JSON.parse(await text(session))).toMatchObject({
      session: { ipAddress: '127.0.0.42' },
      user: { email: PERSON.email },
    })
  })

  it('what happens is told at once on a stream that goes on', async () => {
    const stream = await proxy.ask(`${API_PREFIX}/events/stream?events=message.received`, {
      headers: { 'x-api-key': account.key },
    })
    const events = listen(stream)
    // The place it begins at comes first, and with nothing behind it that would push it through.
    await awaitState('the first line of the stream', async () => events().includes('event: stream.here\n'))
    const contact = newContact(place.dataDir)
    for (const text of ['is it open?', 'hello?']) {
      await contact.sendText(account.number, text)
      await awaitState(`"${text}" on the stream`, async () => events().includes(JSON.stringify(text)))
    }
    expect(stream.complete).toBe(false)
    stream.destroy()
  })

  it('a file passes that is as large as the service takes', async () => {
    // With the rest of the body it is just below what bodies with files may be.
    const file = randomBytes(48 * MIB - 768)
    const source = { base64: file.toString('base64'), mimetype: 'application/octet-stream' }
    const answer = await call('assets.upload', JSON.stringify({ file: source, fileName: 'large.bin' }))
    const answered = await text(answer)
    expect([answer.statusCode, answered]).toEqual([
      200,
      expect.stringContaining(`"sizeBytes":${file.length}`),
    ])
  })
})

/** All that was heard of a stream so far. */
function listen(stream: IncomingMessage): () => string {
  let events = ''
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    events += chunk
  })
  return () => events
}

test('the samples wait longer than a stream is silent and than a send may wait', () => {
  const waits = [...NGINX_SAMPLE.matchAll(/_(?:read|send)_timeout (\d+)s;/g)].map(([, sec]) => Number(sec))
  expect(waits).toHaveLength(1)
  for (const sec of waits) {
    expect(sec).toBeGreaterThan(MAX_WAIT_SEC)
    // Two signs of life may be late together.
    expect(sec * 1_000).toBeGreaterThan(3 * HEARTBEAT_MS)
  }
  // Without one of its own, this proxy waits without end.
  expect(CADDY_SAMPLE).not.toMatch(/timeout/)
})
