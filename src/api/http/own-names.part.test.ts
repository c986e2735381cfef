import type { IncomingMessage } from 'node:http'
import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import { type FakeApi, KEY, startFakeApi } from '../../../test/support/fake-api.ts'
import { API_PREFIX } from '../../contract/operation.ts'
import { createOwnNames, type OwnNamesOptions } from './own-names.ts'

const from = (host: string | undefined, more: Record<string, string> = {}) =>
  ({ headers: { ...(host !== undefined && { host }), ...more } }) as IncomingMessage

const PUBLIC = { host: '0.0.0.0', baseUrl: 'https://parley.example.com' }

describe('the service is known', () => {
  it.each<[string, OwnNamesOptions, string]>([
    ['as localhost', {}, 'localhost:3000'],
    ['as a name below localhost', {}, 'a.localhost'],
    ['as its loopback address', {}, '127.0.0.1:3000'],
    ['as that in version 6', {}, '[::1]:3000'],
    ['by any address, which no name leads to', {}, '192.168.1.7:3000'],
    ['by the name it listens on', { host: 'box.lan' }, 'BOX.lan:3000'],
    ['by that of BASE_URL', PUBLIC, 'parley.example.com'],
    ['by that of BASE_URL with a port and a last dot', PUBLIC, 'Parley.Example.com.:8443'],
    ['by the name of its container, when others reach it', PUBLIC, 'parley-api:3000'],
  ])('%s', (_, options, host) => {
    expect(createOwnNames(options).refuse(from(host))).toBeUndefined()
  })

  it.each<[string, OwnNamesOptions, string | undefined]>([
    ['a name of somebody else', {}, 'evil.example'],
    ['one that begins like ours', PUBLIC, 'parley.example.com.evil.example'],
    ['one that ends like ours', {}, 'notlocalhost'],
    ['a name without a dot, on this machine alone', {}, 'router'],
    ['an address with a name in front', {}, '127.0.0.1.evil.example'],
    ['no name', {}, undefined],
    ['nonsense', {}, '[::1'],
    ['a path', {}, 'localhost/x'],
    ['somebody at us', {}, 'evil@localhost'],
  ])('not as %s', (_, options, host) => {
    expect(createOwnNames(options).refuse(from(host))).toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('BASE_URL'),
      data: { reason: 'HOST_UNKNOWN' },
    })
  })
})

describe('a page is our own', () => {
  it.each<[string, OwnNamesOptions, string, string, Record<string, string>, boolean]>([
    ['at the same name', {}, 'http://localhost:3000', 'localhost:3000', {}, true],
    ['at another port', {}, 'http://localhost:3001', 'localhost:3000', {}, false],
    ['by another scheme', {}, 'https://localhost:3000', 'localhost:3000', {}, false],
    ['at BASE_URL', PUBLIC, 'https://parley.example.com', 'parley.example.com', {}, true],
    [
      'at BASE_URL, whatever the proxy calls us',
      PUBLIC,
      'https://parley.example.com',
      '127.0.0.1:3000',
      {},
      true,
    ],
    [
      'at BASE_URL without its encryption',
      PUBLIC,
      'http://parley.example.com',
      'parley.example.com',
      {},
      false,
    ],
    [
      'behind TLS, as a trusted proxy says',
      { trustProxy: true },
      'https://localhost',
      'localhost',
      { 'x-forwarded-proto': 'https' },
      true,
    ],
    [
      'behind TLS, as anybody may say',
      {},
      'https://localhost',
      'localhost',
      { 'x-forwarded-proto': 'https' },
      false,
    ],
    ['nowhere', {}, 'null', 'localhost:3000', {}, false],
  ])('%s: or is not', (_, options, origin, host, headers, isOwn) => {
    expect(createOwnNames(options).isOwn(origin, from(host, headers))).toBe(isOwn)
  })
})

describe('a page elsewhere whose name leads here', () => {
  let api: FakeApi
  afterEach(() => api.close())

  const ask = async (path: string, headers: Record<string, string> = {}, body?: string) => {
    const sent = request(api.origin + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { host: 'evil.example:3000', 'content-type': 'application/json', ...headers },
    })
    const answered = new Promise<IncomingMessage>((resolve, reject) =>
      sent.once('response', resolve).once('error', reject),
    )
    sent.end(body)
    const answer = await answered
    return { status: answer.statusCode, text: await text(answer) }
  }

  it('gets no page, no session and no account, and is told of BASE_URL', async () => {
    const signedUp: Request[] = []
    const signIn = async (asked: Request) => {
      signedUp.push(asked)
      return new Response('done')
    }
    api = await startFakeApi(undefined, { signIn })
    const account = '{"name":"E","email":"e@evil.example","password":"a long password"}'
    const tries = [
      await ask('/'),
      await ask('/api/auth/sign-up/email', {}, account),
      await ask('/api/auth/sign-up/email', { 'x-api-key': 'x' }, account),
      await ask(
        '/api/auth/sign-up/email',
        { host: new URL(api.origin).host, origin: 'http://evil.example' },
        account,
      ),
      await ask(
        `${API_PREFIX}/server/ping`,
        { cookie: 'session=good', origin: 'http://evil.example:3000' },
        '{}',
      ),
      await ask(`${API_PREFIX}/spec.json`),
    ]
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    for (const { text } of tries) expect(text).toContain('BASE_URL')
    expect(signedUp).toEqual([])
  })

  it('is not who asks whether the service lives, or has a key', async () => {
    api = await startFakeApi()
    expect(await ask('/health')).toMatchObject({ status: 200 })
    expect(await ask('/ready')).toMatchObject({ status: 200 })
    expect(await ask(`${API_PREFIX}/server/ping`, KEY, '{}')).toMatchObject({ status: 200 })
    expect(await ask(`${API_PREFIX}/server/ping`, { 'x-api-key': 'bad' }, '{}')).toMatchObject({
      status: 401,
    })
  })
})
