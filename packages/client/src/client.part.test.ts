import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createWebhookSecret, signWebhook } from '../../../src/features/webhooks/signature.ts'
import { createParley, type ParleyError, ParleyUnreachable, verifyWebhook, WebhookRefused } from './index.ts'

interface Asked {
  path: string
  headers: IncomingMessage['headers']
  body: string
}

const asked: Asked[] = []
let answers: ((res: ServerResponse) => void)[] = []
let close: () => Promise<void>
let url = ''

const json =
  (status: number, body: object, headers: Record<string, string> = {}) =>
  (res: ServerResponse): void =>
    void res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const refusal = (status: number, code: string, reason?: string) =>
  json(
    status,
    { code, status, message: `no: ${code}`, ...(reason && { data: { reason } }) },
    { 'x-request-id': 'r1' },
  )

beforeEach(async () => {
  asked.length = 0
  answers = []
  const server = createServer((req, res) => {
    let body = ''
    req.on('data', (piece) => {
      body += piece
    })
    req.on('end', () => {
      asked.push({ path: req.url ?? '', headers: req.headers, body })
      const answer = answers.shift() ?? json(200, { message: 'pong' })
      answer(res)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = () => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
})
afterEach(() => close())

const open = () => createParley({ url: `${url}/`, key: 'k', retryAfterMs: 1, maxPauseMs: 50 })
const SEND = { clientId: 'c', target: '491701234567', message: { text: 'a' } }

test('an operation is a function of its group, and its input is sent as it is', async () => {
  answers = [json(200, { states: [], nextCursor: null })]
  expect(await open().flows.states.list({ clientId: 'c' })).toEqual({ states: [], nextCursor: null })
  expect(await open().server.ping()).toEqual({ message: 'pong' })
  expect(asked.map(({ path, body }) => [path, body])).toEqual([
    ['/api/rpc/api-reference/flows/states/list', '{"clientId":"c"}'],
    ['/api/rpc/api-reference/server/ping', '{}'],
  ])
  expect(asked[0]?.headers).toMatchObject({ 'x-api-key': 'k', 'content-type': 'application/json' })
})

test('a client can be awaited and printed without calling anything', async () => {
  const parley = open()
  expect(await Promise.resolve(parley)).toBe(parley)
  expect(asked).toEqual([])
})

test.each([
  ['503', refusal(503, 'SERVICE_UNAVAILABLE', 'DATABASE_UNAVAILABLE')],
  ['500', refusal(500, 'INTERNAL_SERVER_ERROR')],
  ['a proxy’s page', (res: ServerResponse) => void res.writeHead(502).end('<html>')],
  ['a cut connection', (res: ServerResponse) => void res.destroy()],
])('a send that meets %s is made again under the same key', async (_, answer) => {
  answers = [answer, json(200, { type: 'success' })]
  expect(await open().chat.sendMessage(SEND)).toEqual({ type: 'success' })
  const keys = asked.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(keys[1]).toBe(keys[0])
})

test('two sends have keys of their own, unless the caller names one', async () => {
  const parley = open()
  await parley.chat.sendMessage(SEND)
  await parley.chat.sendMessage(SEND)
  await parley.chat.sendMessage(SEND, { idempotencyKey: 'order-1' })
  const keys = asked.map(({ headers }) => headers['idempotency-key'])
  expect(new Set(keys).size).toBe(3)
  expect(keys[2]).toBe('order-1')
})

test('what changes something and has no key is repeated only where nothing was done', async () => {
  answers = [refusal(503, 'SERVICE_UNAVAILABLE')]
  await expect(open().keys.create({ name: 'x' })).rejects.toMatchObject({ status: 503 })
  answers = [(res) => void res.destroy()]
  await expect(open().keys.create({ name: 'x' })).rejects.toThrow(ParleyUnreachable)
  expect(asked).toHaveLength(2)
  answers = [refusal(503, 'SERVICE_UNAVAILABLE', 'BUS_UNAVAILABLE'), refusal(429, 'TOO_MANY_REQUESTS')]
  await open().keys.create({ name: 'x' })
  expect(asked).toHaveLength(5)
})

test.each([
  ['BAD_REQUEST', 400, undefined],
  ['CONFLICT', 409, undefined],
  ['SERVICE_UNAVAILABLE', 503, 'CLIENT_NOT_CONNECTED'],
] as const)('%s is told at once, with all that the service said of it', async (code, status, reason) => {
  answers = [refusal(status, code, reason)]
  const error = (await open()
    .chat.sendMessage(SEND)
    .catch((caught: unknown) => caught)) as ParleyError
  expect(error).toMatchObject({
    code,
    status,
    message: `no: ${code}`,
    requestId: 'r1',
    reason: reason ?? null,
  })
  expect(asked).toHaveLength(1)
})

test('a limit that is over in time is waited for, and one that is not is told at once', async () => {
  const limited = (seconds: string) =>
    json(429, { code: 'TOO_MANY_REQUESTS', message: 'no' }, { 'retry-after': seconds })
  answers = [limited('0')]
  await open().server.ping()
  expect(asked).toHaveLength(2)
  answers = [limited('1800')]
  await expect(open().server.ping()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  expect(asked).toHaveLength(3)
})

test('attempts end after as many as are allowed, and when the caller has enough', async () => {
  answers = Array.from({ length: 9 }, () => refusal(503, 'SERVICE_UNAVAILABLE'))
  await expect(open().call('server.ping', {}, { retries: 2 })).rejects.toMatchObject({ status: 503 })
  expect(asked).toHaveLength(3)
  const enough = AbortSignal.abort(new Error('enough'))
  await expect(open().server.ping({}, { signal: enough })).rejects.toThrow('enough')
})

test('a stream that is cut goes on after the last event, and tells a gap', async () => {
  const event = (id: number) =>
    `id: ${id}\nevent: client.status\ndata: ${JSON.stringify({ id: String(id), name: 'client.status' })}\n\n`
  const stream = (text: string, ends: boolean) => (res: ServerResponse) => {
    res.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const piece of text.match(/.{1,7}/gs) ?? []) res.write(piece)
    if (ends) res.end()
  }
  answers = [
    stream(`event: stream.here\ndata: {}\nid: 4\n\n${event(5)}${event(6)}id: 7\nevent: client.st`, true),
    refusal(503, 'SERVICE_UNAVAILABLE'),
    stream(`event: stream.gap\ndata: {}\nid: 8\n\n${event(9)}`, false),
  ]
  const seen: string[] = []
  const gaps: true[] = []
  const stop = new AbortController()
  const options = { events: ['client.status'], signal: stop.signal, onGap: () => void gaps.push(true) }
  for await (const { id } of open().streamEvents(options)) {
    seen.push(id)
    if (id === '9') stop.abort()
  }
  expect({ seen, gaps }).toEqual({ seen: ['5', '6', '9'], gaps: [true] })
  expect(asked.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '6', '6'])
  expect(asked[0]?.path).toBe('/api/rpc/api-reference/events/stream?events=client.status')
})

test('a stream whose key is not valid is an error, not a loop', async () => {
  answers = [refusal(401, 'UNAUTHORIZED')]
  await expect(open().streamEvents().next()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

test('a webhook is taken with its own signature, also beside an older one, and with no other', async () => {
  const [secret, other] = [createWebhookSecret(), createWebhookSecret()]
  const timestampSec = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({
    id: '7',
    type: 'message.received',
    timestamp: 't',
    clientId: 'c',
    data: { text: 'olá' },
  })
  const sign = (...secrets: string[]) =>
    Object.fromEntries(
      signWebhook({ id: '7', timestampSec, body }, secrets).map(({ name, value }) => [name, value]),
    )
  const event = { id: '7', name: 'message.received', clientId: 'c', createdAt: 't', data: { text: 'olá' } }
  expect(await verifyWebhook(secret, sign(secret), body)).toEqual(event)
  expect(
    await verifyWebhook(secret, new Headers(sign(other, secret)), new TextEncoder().encode(body)),
  ).toEqual(event)
  const refused = (...args: Parameters<typeof verifyWebhook>) =>
    expect(verifyWebhook(...args)).rejects.toThrow(WebhookRefused)
  await refused(secret, sign(other), body)
  await refused(secret, sign(secret), `${body} `)
  await refused(secret, { ...sign(secret), 'webhook-id': '8' }, body)
  await refused(secret, sign(secret), body, { nowSec: timestampSec + 301 })
  await refused(secret, {}, body)
  await refused('', sign(secret), body)
})
