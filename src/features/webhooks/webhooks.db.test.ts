import { Webhook } from 'standardwebhooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import {
  createWebhookReceiver,
  type ReceivedEvent,
  startWebhookRunner,
  type WebhookReceiver,
} from '../../../test/support/webhook-receiver.ts'
import { toOwner } from '../../contract/handlers.ts'
import { newId } from '../../platform/ids.ts'
import { createOutboundHttp } from '../../platform/outbound-http.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { describeCallFailure } from '../../words/english.ts'
import { EventWatermark } from '../events/index.ts'
import { SETTLE_FAILED } from './dispatcher-sql.ts'
import { createWebhookHandlers } from './handlers.ts'
import type { WebhookRunner } from './runner.ts'

const database = useTestDatabase({ poolSize: 30 })
const box = createSecretBox([Buffer.alloc(32, 3)])
const NAMES: Readonly<Record<string, string[]>> = {
  'intranet.example': ['10.1.2.3'],
  'both.example': ['10.1.2.3', '127.0.0.1'],
}
const http = createOutboundHttp({
  allow: ['127.0.0.1'],
  async resolve(host) {
    const found = NAMES[host]
    if (found === undefined) throw new Error(`no such host: ${host}`)
    return found
  },
})

let userId: string
let clientId: string
let receiver: WebhookReceiver
const runners: WebhookRunner[] = []

beforeEach(async () => {
  userId = await insertUser(database().pool)
  clientId = await insertClient(database().pool, { userId })
  receiver = createWebhookReceiver()
  await receiver.start()
})

afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop()))
  await receiver.kill()
  await database().pool.query('delete from webhook')
})

const handlers = () =>
  createWebhookHandlers({
    db: database(),
    box,
    http,
    describeCall: describeCallFailure,
    watermark: new EventWatermark(database()),
    newId,
    now: Date.now,
  })

const ctx = (id = userId) => ({
  owner: toOwner(id),
  principal: { userId: id, role: 'user' as const, plan: 'free' as const, via: 'key' as const },
  requestId: 'r',
  signal: new AbortController().signal,
})

function startRunner(): WebhookRunner {
  const runner = startWebhookRunner(database(), { box, http })
  runners.push(runner)
  return runner
}

/** Stored events of conversations that take turns: number n is the n-th of its conversation. */
async function logEvents(count: number, chats = 10, name = 'flow.event'): Promise<void> {
  await database().pool.query(
    `insert into event_log (user_id, client_id, name, chat, data)
     select $1, $2, $3, 'chat' || (n % $5), jsonb_build_object('n', n / $5, 'chat', 'chat' || (n % $5))
     from generate_series(0, $4::int - 1) as n order by n`,
    [userId, clientId, name, count, chats],
  )
}

/** In the order of first arrival, by conversation. */
function firstOfEach(got: readonly ReceivedEvent[]): Map<string, number[]> {
  const seen = new Set<string>()
  const fresh = got.filter(({ id }) => !seen.has(id) && seen.add(id))
  return new Map(
    [...Map.groupBy(fresh, (one) => one.chat)].map(([chat, list]) => [chat, list.map((one) => one.n)]),
  )
}

function expectAllInOrder(count: number, chats: number): void {
  const each = firstOfEach(receiver.got)
  expect(each.size).toBe(chats)
  for (const numbers of each.values())
    expect(numbers).toEqual(Array.from({ length: count / chats }, (_, n) => n))
}

const distinct = () => new Set(receiver.got.map((one) => one.id)).size
const untilAll = (count: number, timeout = 60_000) =>
  expect.poll(distinct, { timeout, interval: 50 }).toBe(count)

describe('a webhook', () => {
  it('gets every event once, signed so that Standard Webhooks verifies it', async () => {
    const { secret } = await handlers().create({ url: receiver.url() }, ctx())
    await logEvents(50)
    startRunner()
    await untilAll(50)
    expect(receiver.got).toHaveLength(50)
    expectAllInOrder(50, 10)
    for (const { body, headers, id } of receiver.got) {
      expect(headers['webhook-id']).toBe(id)
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ id, type: 'flow.event', clientId })
    }
    const other = new Webhook(`whsec_${Buffer.alloc(32, 1).toString('base64')}`)
    const [first] = receiver.got
    expect(() => other.verify(first?.body ?? '', first?.headers ?? {})).toThrow('No matching signature')
  })

  it('takes only what its filter lets through, and nothing of others', async () => {
    const mine = await insertClient(database().pool, { userId })
    await handlers().create({ url: receiver.url(), names: ['message.sent'], clientId: mine }, ctx())
    await logEvents(5, 5, 'message.sent')
    clientId = mine
    await logEvents(5, 5, 'flow.event')
    await logEvents(5, 5, 'message.sent')
    userId = await insertUser(database().pool)
    await logEvents(5, 5, 'message.sent')
    startRunner()
    await untilAll(5)
    await logEvents(1)
    expect(receiver.got.every((one) => one.type === 'message.sent')).toBe(true)
    expect(receiver.got.map((one) => JSON.parse(one.body).clientId)).toEqual(Array(5).fill(mine))
  })

  it('that answers half of the events with 500 at first, is killed twice and is served by processes that die gets everything in order', async () => {
    const refused = new Set<string>()
    receiver.answer = ({ id, n }) => {
      const isFirst = n % 2 === 1 && !refused.has(id)
      refused.add(id)
      return isFirst ? 500 : 200
    }
    await handlers().create({ url: receiver.url() }, ctx())
    await logEvents(100, 10)
    const first = startRunner()
    startRunner()
    for (const share of [0.2, 0.5]) {
      await expect.poll(distinct, { timeout: 60_000 }).toBeGreaterThan(100 * share)
      await receiver.kill()
      if (share === 0.2) await first.stop()
      await expect.poll(async () => (await handlers().list({}, ctx()))[0]?.failures).toBeGreaterThan(2)
      await receiver.start()
    }
    await untilAll(100, 90_000)
    expectAllInOrder(100, 10)
  }, 180_000)

  it('whose receiver is away is given one short pause, however many events were on their way', async () => {
    const { id } = await handlers().create({ url: receiver.url() }, ctx())
    const claim = `update webhook set claimed_by = 'me', claimed_until = now() + interval '1 minute', failures = 8 where id = $1`
    await database().pool.query(claim, [id])
    const fail = (pauseMs: number) =>
      database().query(SETTLE_FAILED, [id, 'me', 0, 500, 1, 'It answered.', 1_000, 10, pauseMs, true, null])
    const look = async () => (await handlers().list({}, ctx()))[0]
    await fail(60_000)
    expect(await look()).toMatchObject({ failures: 9, pausedUntil: null })
    await fail(60_000)
    const paused = await look()
    expect(paused?.failures).toBe(10)
    for (let n = 0; n < 7; n += 1) await fail(600_000)
    expect(await look()).toMatchObject({ failures: 10, pausedUntil: paused?.pausedUntil })
  })

  it('holds back only the conversation whose event fails', async () => {
    receiver.answer = ({ chat, n }) => (chat === 'chat3' && n === 1 ? 503 : 200)
    const { id } = await handlers().create({ url: receiver.url() }, ctx())
    await logEvents(100)
    startRunner()
    await untilAll(91)
    expect(firstOfEach(receiver.got).get('chat3')).toEqual([0])
    // Others may all have come before the failure is written down.
    await expect
      .poll(async () =>
        (await handlers().deliveries({ id, status: 'waiting', limit: 200 }, ctx())).deliveries.at(-1),
      )
      .toMatchObject({
        lastStatus: 503,
        lastError: 'It answered with status 503.',
        lastFailure: { code: 'ANSWERED', params: { status: 503 } },
      })
    receiver.answer = () => 200
    await untilAll(100)
    expectAllInOrder(100, 10)
  })

  it('whose time is over gives up an event, and replays it when asked, under the same id', async () => {
    receiver.answer = ({ n }) => (n === 0 ? 500 : 200)
    const { id } = await handlers().create({ url: receiver.url() }, ctx())
    await logEvents(2, 1)
    startRunner()
    await expect
      .poll(async () => (await handlers().deliveries({ id, limit: 5 }, ctx())).deliveries.at(-1)?.attempts)
      .toBeGreaterThan(0)
    await database().pool.query(
      `update webhook_delivery set expires_at = now() - interval '1 second' where webhook_id = $1 and attempts > 0`,
      [id],
    )
    startRunner()
    await runners.shift()?.stop()
    await untilAll(1)
    const [, dead] = (await handlers().deliveries({ id, limit: 5 }, ctx())).deliveries
    expect(dead).toMatchObject({ status: 'dead', lastStatus: 500 })
    receiver.answer = () => 200
    expect(await handlers().replay({ id, from: '0' }, ctx())).toEqual({ replayed: 1 })
    await untilAll(2)
    expect(receiver.got.map((one) => one.n)).toEqual([1, 0])
    expect(receiver.got.at(-1)?.id).toBe(dead?.eventId)
    expect(await handlers().replay({ id, from: '0', status: 'all' }, ctx())).toEqual({ replayed: 2 })
    await expect.poll(() => receiver.got.length).toBe(4)
    const ids = (await handlers().deliveries({ id, limit: 1 }, ctx())).deliveries.map((one) => one.id)
    expect(await handlers().replay({ id, deliveryIds: ids }, ctx())).toEqual({ replayed: 1 })
    await expect.poll(() => receiver.got.length).toBe(5)
  })

  it('that says it is gone is switched off, and gets what it missed when it is switched on again', async () => {
    receiver.answer = () => 410
    const { id } = await handlers().create({ url: receiver.url() }, ctx())
    await logEvents(3, 3)
    startRunner()
    const read = async () => (await handlers().list({}, ctx()))[0]
    await expect.poll(async () => (await read())?.isEnabled).toBe(false)
    const off = await read()
    expect(off?.disabledReason).toContain('410')
    expect(off?.disabledFailure).toEqual({ code: 'RECEIVER_GONE', params: {} })
    receiver.answer = () => 200
    await logEvents(3, 3)
    expect(await handlers().update({ id, isEnabled: true }, ctx())).toMatchObject({
      disabledReason: null,
      disabledFailure: null,
    })
    await untilAll(6)
  })

  it('signs with both secrets for a day after its rotation', async () => {
    const made = await handlers().create({ url: receiver.url() }, ctx())
    const rotated = await handlers().rotateSecret({ id: made.id }, ctx())
    expect(rotated.secret).not.toBe(made.secret)
    expect(await handlers().test({ id: made.id }, ctx())).toMatchObject({
      success: true,
      status: 200,
      error: null,
    })
    const [{ body, headers } = { body: '', headers: {} }] = receiver.got
    for (const secret of [made.secret, rotated.secret])
      expect(new Webhook(secret).verify(body, headers)).toMatchObject({ type: 'webhook.test' })
    await database().pool.query(`update webhook set previous_until = now() - interval '1 second'`)
    await handlers().test({ id: made.id }, ctx())
    expect(receiver.got[1]?.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  })

  it('is never redirected, and tells what became of a test', async () => {
    receiver.answer = () => 302
    const { id } = await handlers().create({ url: receiver.url() }, ctx())
    expect(await handlers().test({ id }, ctx())).toMatchObject({
      success: false,
      error: 'It redirects to another address. Use the final one.',
      failure: { code: 'REDIRECTED', params: {} },
    })
    await receiver.kill()
    expect(await handlers().test({ id }, ctx())).toMatchObject({ success: false, status: null })
  })

  it.each([
    'http://10.0.0.1/x',
    'http://[::1]/',
    'http://169.254.169.254/latest',
    'https://intranet.example/hook',
    'https://a:b@example.org/',
  ])('is refused at %s', async (url) => {
    await expect(handlers().create({ url }, ctx())).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const { id } = await handlers().create({ url: receiver.url() }, ctx())
    await expect(handlers().update({ id, url }, ctx())).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is refused with the setting that would allow its address, as long as the name leads nowhere else', async () => {
    expect(
      await readRefusal(handlers().create({ url: 'https://intranet.example/hook' }, ctx())),
    ).toMatchObject({
      message: expect.stringMatching(/^url: intranet\.example is an address inside .* \(OUTBOUND_ALLOW\)\.$/),
      data: { reason: 'ADDRESS_REFUSED' },
    })
    await handlers().create({ url: 'https://both.example/hook' }, ctx())
    await handlers().create({ url: 'https://not-known-yet.example/hook' }, ctx())
    expect(await handlers().list({}, ctx())).toHaveLength(2)
  })

  it('of somebody else looks like a missing one in every operation', async () => {
    const { id } = await handlers().create({ url: receiver.url() }, ctx())
    const stranger = ctx(await insertUser(database().pool))
    const calls = [
      () => handlers().update({ id, isEnabled: false }, stranger),
      () => handlers().delete({ id }, stranger),
      () => handlers().rotateSecret({ id }, stranger),
      () => handlers().test({ id }, stranger),
      () => handlers().deliveries({ id, limit: 1 }, stranger),
      () => handlers().replay({ id, from: '0' }, stranger),
      () => handlers().create({ url: receiver.url(), clientId }, stranger),
    ]
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await handlers().list({}, stranger)).toEqual([])
    expect(await handlers().list({}, ctx())).toHaveLength(1)
  })

  it('may be had twenty times and not more', async () => {
    for (let n = 0; n < 20; n += 1) await handlers().create({ url: receiver.url() }, ctx())
    await expect(handlers().create({ url: receiver.url() }, ctx())).rejects.toMatchObject({
      code: 'CONFLICT',
    })
  })
})
