import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertUser } from '../../../test/support/fixtures.ts'
import {
  createWebhookReceiver,
  startWebhookRunner,
  type WebhookReceiver,
} from '../../../test/support/webhook-receiver.ts'
import { newId } from '../../platform/ids.ts'
import { createOutboundHttp } from '../../platform/outbound-http.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { secretContext } from './post.ts'
import type { WebhookRunner } from './runner.ts'

const database = useTestDatabase({ poolSize: 10 })
const box = createSecretBox([Buffer.alloc(32, 3)])
const http = createOutboundHttp({ allow: ['127.0.0.1'] })
const waitLong = { timeout: 30_000, interval: 20 }

let receiver: WebhookReceiver
let webhookId: string
let runner: WebhookRunner | null = null

beforeEach(async () => {
  receiver = createWebhookReceiver()
  await receiver.start()
  webhookId = newId()
})

afterEach(async () => {
  await runner?.stop()
  runner = null
  await receiver.kill()
  await database().pool.query('delete from webhook')
})

const run = (sql: string, ...values: unknown[]) => database().pool.query(sql, values)
const gotChats = () => receiver.got.map(({ chat }) => chat)

/** A webhook that failed so often in a row, and one waiting event for each conversation with its attempts so far. */
async function insertWaiting(
  failures: number,
  waiting: { chat: string; attempts: number; inSec?: number }[],
) {
  const userId = await insertUser(database().pool)
  const secret = box.seal(`whsec_${Buffer.alloc(24, 7).toString('base64')}`, secretContext(webhookId))
  await run(
    `insert into webhook (id, user_id, url, sealed_secret, cursor, failures) values ($1, $2, $3, $4, 0, $5)`,
    ...[webhookId, userId, receiver.url(), secret, failures],
  )
  for (const { chat, attempts, inSec = 0 } of waiting) {
    await run(
      `with logged as (insert into event_log (user_id, name, chat, data)
         values ($1, 'message.sent', $3, jsonb_build_object('chat', $3::text, 'n', 0)) returning seq)
       insert into webhook_delivery (webhook_id, seq, lane, attempts, next_at, expires_at)
       select $2, seq, ' ' || $3, $4, now() + $5 * interval '1 second', now() + interval '1 day' from logged`,
      ...[userId, webhookId, chat, attempts, inSec],
    )
  }
  runner = startWebhookRunner(database(), { box, http })
}

async function readFailures(): Promise<{ failures: number; isPaused: boolean }> {
  const { rows } = await run(
    `select failures, coalesce(open_until > now(), false) as "isPaused" from webhook where id = $1`,
    webhookId,
  )
  return rows[0]
}

async function readAttempts(chat: string): Promise<{ attempts: number; pauseSec: number }> {
  const { rows } = await run(
    `select attempts, extract(epoch from next_at - last_tried_at)::float8 as "pauseSec" from webhook_delivery
     where webhook_id = $1 and lane = ' ' || $2`,
    ...[webhookId, chat],
  )
  return rows[0]
}

test('an event that was refused eight times by chance holds its conversation back for seconds, not for minutes', async () => {
  receiver.answer = () => 500
  await insertWaiting(0, [{ chat: 'unlucky', attempts: 8 }])
  await expect.poll(async () => (await readAttempts('unlucky')).attempts, waitLong).toBeGreaterThan(8)
  expect((await readAttempts('unlucky')).pauseSec).toBeLessThan(10)
})

test('one event that is always refused pauses nobody else, however often it is tried', async () => {
  receiver.answer = ({ chat }) => (chat === 'refused' ? 500 : 200)
  await insertWaiting(18, [{ chat: 'refused', attempts: 0 }])
  for (let n = 1; n <= 4; n += 1) {
    await expect
      .poll(async () => (await readAttempts('refused')).attempts, waitLong)
      .toBeGreaterThanOrEqual(n)
    await run('update webhook_delivery set next_at = now() where webhook_id = $1', webhookId)
  }
  expect(await readFailures()).toEqual({ failures: 19, isPaused: false })
})

test('whether a receiver is back is tried with the event that was tried least', async () => {
  receiver.answer = ({ chat }) => (chat === 'refused' ? 500 : 200)
  await insertWaiting(20, [
    { chat: 'refused', attempts: 5 },
    { chat: 'fresh', attempts: 0 },
  ])
  await expect.poll(gotChats, waitLong).toEqual(['fresh'])
  await expect.poll(async () => (await readAttempts('refused')).attempts, waitLong).toBeGreaterThan(5)
  expect(await readFailures()).toEqual({ failures: 1, isPaused: false })
})

test('when a receiver is back, what waited because it was away comes within seconds', async () => {
  await insertWaiting(20, [
    { chat: 'first', attempts: 40, inSec: 1_800 },
    { chat: 'second', attempts: 0 },
  ])
  await expect.poll(gotChats, waitLong).toEqual(['second', 'first'])
})

test('twenty conversations that fail one after the other are a reason for a pause', async () => {
  receiver.answer = () => 500
  const waiting = Array.from({ length: 21 }, (_, n) => ({ chat: `chat${n}`, attempts: 0 }))
  await insertWaiting(0, waiting)
  let failures = 0
  const look = async () => {
    const found = await readFailures()
    if (found.isPaused) failures = found.failures
    return found.isPaused
  }
  await expect.poll(look, waitLong).toBe(true)
  expect(failures).toBeGreaterThanOrEqual(20)
})
