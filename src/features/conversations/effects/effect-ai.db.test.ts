import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { until } from '../../../../test/support/chat-bench.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { ModelServer } from '../../../../test/support/model-server.ts'
import { openSecrets } from '../../../../test/support/own-secrets.ts'
import { PUBLIC_ADDRESSES } from '../../../core/address-policy.ts'
import { DEFAULT_LIMITS } from '../../../core/model.ts'
import { createOutboundHttp } from '../../../platform/outbound-http.ts'
import { createScriptSandbox } from '../../../platform/scripts/script-sandbox.ts'
import { describeCallFailure } from '../../../words/english.ts'
import { Models } from '../../models/index.ts'
import type { EffectPorts } from '../index.ts'

const database = useTestDatabase()
const ANA = '351910000001@s.whatsapp.net'
const scripts = createScriptSandbox()
afterAll(() => scripts.close())

let world: FlowWorld
let server: ModelServer
let effects: EffectPorts

beforeEach(async () => {
  world = await createFlowWorld(database())
  server = new ModelServer()
  await server.listen()
  const http = createOutboundHttp({ allow: ['127.0.0.1'] })
  const secrets = openSecrets(database())
  const models = new Models({
    db: database(),
    http,
    secrets,
    addresses: PUBLIC_ADDRESSES,
    describeCall: describeCallFailure,
  })
  effects = { http, scripts, secrets, models }
  await database().pool.query(
    `insert into model (user_id, name, provider, base_url, model_id, limits)
     values ($1, 'default', 'openai-compatible', $2, 'test-model', $3)`,
    [world.userId, server.url, JSON.stringify(DEFAULT_LIMITS)],
  )
})
afterEach(async () => {
  await server.close()
  await world.close()
})

const start = () => world.start({ effects })

/** Asks, sends the answer, then asks the contact a question. */
const publishQuestion = (host: DurableProcess, data: Record<string, unknown> = {}) =>
  publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['a', 'ai', { system: 'You answer for a bakery.', ...data }],
      ['q', 'ask', { prompt: 'More?', saveAs: 'more', timeoutSec: 600 }],
      ['e', 'send.text', { text: 'No answer: {{ node.a.error }}' }],
    ],
    [
      ['t', 'out', 'a'],
      ['a', 'ok', 'q'],
      ['a', 'error', 'e'],
    ],
  )

async function say(host: DurableProcess, text: string): Promise<void> {
  await host.deliver([textInput(world.clientId, ANA, text)])
  await host.settle()
}

const calls = async () =>
  (
    await database().pool.query(
      'select outcome, contact_jid, flow_state_id from model_call where user_id = $1 order by id',
      [world.userId],
    )
  ).rows

/** Stores a message as the house keeps it. */
async function store(
  id: string,
  fromMe: boolean,
  text: string,
  atSec: number,
  more: object = {},
): Promise<void> {
  const row = { type: 'text', status: 'SERVER_ACK', revoked: false, ...more }
  await database().pool.query(
    `insert into message (client_id, chat, id, from_me, at_sec, type, text, status, origin, revoked_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, case when $10 then now() end)`,
    [
      world.clientId,
      ANA,
      id,
      fromMe,
      atSec,
      row.type,
      text,
      row.status,
      fromMe ? 'flow' : 'contact',
      row.revoked,
    ],
  )
}

const spoken = () =>
  server.asked
    .at(-1)
    ?.body.messages.slice(1)
    .map(({ role, content }) => [role, content])

describe('a question to a model', () => {
  test('is asked with what the contact said, and its answer is sent once', async () => {
    server.next({ kind: 'say', content: 'Until six.' })
    const host = await start()
    await publishQuestion(host)
    await say(host, 'go')
    expect(world.shownTo(ANA)).toEqual(['Until six.', 'More?'])
    expect(spoken()).toEqual([['user', 'go']])
    expect(await calls()).toMatchObject([
      { outcome: 'answered', contact_jid: ANA, flow_state_id: expect.any(String) },
    ])
  })

  test('is asked with the last messages before it, without what was taken back, came later or is none', async () => {
    await store('m1', false, 'too old', 1)
    await store('m2', false, 'Hello', 2)
    await store('m3', true, 'What would you like?', 3)
    await store('m4', false, 'taken back', 4, { revoked: true })
    await store('m5', false, '❤', 5, { type: 'reaction' })
    await store('m6', true, 'never went out', 6, { status: 'ERROR' })
    await store('m7', false, 'a loaf', 7, { type: 'image' })
    const input = textInput(world.clientId, ANA, 'go')
    await store(input.event.eventId, false, 'go', 8)
    await store('m9', false, 'are you there?', 9)
    const host = await start()
    await publishQuestion(host, { historyTurns: 3 })
    await host.deliver([input])
    await host.settle()
    expect(spoken()).toEqual([
      ['user', 'Hello'],
      ['assistant', 'What would you like?'],
      ['user', '[image] a loaf\ngo'],
    ])
  })

  test('is asked without them where none are wanted', async () => {
    await store('m1', false, 'Hello', 1)
    const host = await start()
    await publishQuestion(host, { historyTurns: 0 })
    await say(host, 'go')
    expect(spoken()).toEqual([['user', 'go']])
  })

  test('is asked again while its server is busy or fails, three times, and then leaves by error', async () => {
    server.next(
      { kind: 'status', status: 429, retryAfter: '0' },
      { kind: 'status', status: 503 },
      { kind: 'say', content: 'Yes.' },
    )
    const host = await start()
    await publishQuestion(host)
    await say(host, 'go')
    expect(world.shownTo(ANA)).toEqual(['Yes.', 'More?'])
    server.answerAlways({ kind: 'status', status: 500 })
    await host.deliver([textInput(world.clientId, '351910000002@s.whatsapp.net', 'go')])
    await host.settle()
    expect(world.shownTo('351910000002@s.whatsapp.net')).toEqual(['No answer: MODEL_FAILED'])
    expect(server.asked).toHaveLength(6)
  })

  test('leaves by error at once when its server wants to be left alone for longer than a contact waits', async () => {
    server.next({ kind: 'status', status: 429, retryAfter: '120' })
    const host = await start()
    await publishQuestion(host)
    await say(host, 'go')
    expect(world.shownTo(ANA)).toEqual(['No answer: MODEL_BUSY'])
    expect(server.asked).toHaveLength(1)
  })

  test('leaves by error when nobody answers in time, and is not asked again', async () => {
    server.next({ kind: 'hang' })
    const host = await start()
    await publishQuestion(host, { timeoutMs: 1_000 })
    await say(host, 'go')
    expect(world.shownTo(ANA)).toEqual(['No answer: TIMEOUT'])
    expect(server.asked).toHaveLength(1)
  })

  test('leaves by error where no model is set up, and where the process asks none', async () => {
    await database().pool.query('delete from model where user_id = $1', [world.userId])
    const host = await start()
    await publishQuestion(host)
    await say(host, 'go')
    expect(world.shownTo(ANA)).toEqual(['No answer: MODEL_MISSING'])
  })

  test('leaves by error where its process asks no models', async () => {
    const { models: _, ...without } = effects
    const host = await world.start({ effects: without })
    await publishQuestion(host)
    await say(host, 'go')
    expect(world.shownTo(ANA)).toEqual(['No answer: MODEL_MISSING'])
  })

  test('whose answer died with its process is asked again and counted, and answered once', async () => {
    server.next({ kind: 'say', content: 'lost' }, { kind: 'say', content: 'Until six.' })
    const first = await world.start({
      effects,
      hostId: 'first',
      onStatement: (name) => (name === 'effect_answer' ? 'die' : undefined),
    })
    await publishQuestion(first)
    await first.deliver([textInput(world.clientId, ANA, 'go')])
    await until(() => first.isDead)
    const second = await world.start({ effects, hostId: 'second' })
    await second.runner.scan()
    await second.settle()
    expect(world.shownTo(ANA)).toEqual(['Until six.', 'More?'])
    expect(server.asked).toHaveLength(2)
    expect(await calls()).toMatchObject([{ outcome: 'answered' }, { outcome: 'answered' }])
  })

  test('that the contact’s next message gives up is broken off at its server, and counts with the most it may have taken', async () => {
    server.next({ kind: 'hang' }, { kind: 'say', content: 'Until six.' })
    const host = await start()
    await publishQuestion(host, { onMessage: 'restart' })
    await host.deliver([textInput(world.clientId, ANA, 'go')])
    await until(() => server.open === 1)
    await host.deliver([textInput(world.clientId, ANA, 'on Friday')])
    await until(() => server.open === 0)
    await host.settle()
    expect(world.shownTo(ANA)).toEqual(['Until six.', 'More?'])
    const { rows } = await database().pool.query(
      'select outcome, tokens from model_call where user_id = $1 order by id',
      [world.userId],
    )
    expect(rows).toMatchObject([{ outcome: 'failed' }, { outcome: 'answered' }])
    expect(Number(rows[0].tokens)).toBeGreaterThan(800)
  })

  test('is broken off when its run is removed with what is known of its contact', async () => {
    server.next({ kind: 'hang' })
    const host = await start()
    await publishQuestion(host)
    await host.deliver([textInput(world.clientId, ANA, 'go')])
    await until(() => server.open === 1)
    await host.runs.setContactFlag(world.clientId, ANA, 'blacklist', true)
    await until(() => server.open === 0)
    await host.settle()
    expect(world.shownTo(ANA)).toEqual([])
    expect(server.asked).toHaveLength(1)
    expect(await calls()).toMatchObject([{ outcome: 'failed' }])
  })

  test('of one of many contacts holds up neither the others nor calls of other systems', async () => {
    server.answerAlways({ kind: 'hang' })
    const host = await start()
    await publishQuestion(host)
    await publishFlow(
      host,
      world,
      [
        ['t', 'trigger.keyword', { values: ['call'] }],
        // The model's server is another system here, and knows no such address.
        ['h', 'http', { url: `${server.url}/other` }],
        ['s', 'send.text', { text: 'called {{ node.h.status }}' }],
      ],
      [
        ['t', 'out', 'h'],
        ['h', 'ok', 's'],
        ['h', 'error', 's'],
      ],
    )
    const many = Array.from(
      { length: 20 },
      (_, n) => `3519100001${String(n).padStart(2, '0')}@s.whatsapp.net`,
    )
    await host.deliver(many.map((jid) => textInput(world.clientId, jid, 'go')))
    await until(() => server.asked.length === many.length)
    await host.deliver([textInput(world.clientId, ANA, 'call')])
    const said = async () =>
      (
        await database().pool.query<{ text: string }>(
          `select content->>'text' as text from outbox where client_id = $1 and contact_jid = $2`,
          [world.clientId, ANA],
        )
      ).rows.map(({ text }) => text)
    await until(async () => (await said()).length > 0)
    expect(await said()).toEqual(['called 404'])
    expect(server.open).toBe(many.length)
  })

  test('waits while as many are under way as its owner allows, and is asked then', async () => {
    await database().pool.query(`update model set limits = '{"atOnce": 2}' where user_id = $1`, [
      world.userId,
    ])
    let most = 0
    server.answerAlways(() => {
      most = Math.max(most, server.open)
      return { kind: 'slow', ms: 300, content: 'Yes.' }
    })
    const host = await start()
    await publishQuestion(host)
    const many = Array.from({ length: 9 }, (_, n) => `3519100002${n}0@s.whatsapp.net`)
    await host.deliver(many.map((jid) => textInput(world.clientId, jid, 'go')))
    await host.settle()
    expect(many.map((jid) => world.shownTo(jid))).toEqual(many.map(() => ['Yes.', 'More?']))
    expect(most).toBeLessThanOrEqual(2)
    expect(server.asked).toHaveLength(9)
  })
})
