import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import type { DurableProcess } from '../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../test/support/flow-world.ts'
import { ModelServer } from '../../../test/support/model-server.ts'
import { openSecrets } from '../../../test/support/own-secrets.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { PUBLIC_ADDRESSES } from '../../core/address-policy.ts'
import type { Database } from '../../db/client.ts'
import { createOutboundHttp } from '../../platform/outbound-http.ts'
import { createScriptSandbox } from '../../platform/scripts/script-sandbox.ts'
import { createSecretBox } from '../../platform/secret-box.ts'
import { describeCallFailure } from '../../words/english.ts'
import { Models } from '../models/index.ts'
import { Evaluations } from './index.ts'

const database = useTestDatabase()
const scripts = createScriptSandbox()
afterAll(() => scripts.close())

let world: FlowWorld
let server: ModelServer
let host: DurableProcess
let evaluations: Evaluations
let flowId: string

function open(db: Database): Evaluations {
  const http = createOutboundHttp({ allow: ['127.0.0.1'] })
  const secrets = openSecrets(db, { box: createSecretBox([Buffer.alloc(32, 1)]) })
  const addresses = PUBLIC_ADDRESSES
  const models = new Models({ db, http, secrets, addresses, describeCall: describeCallFailure })
  const newId = () => crypto.randomUUID()
  return new Evaluations({
    db,
    newId,
    addresses,
    models,
    scripts,
    flows: host.flows.service,
    nowMs: Date.now,
  })
}

const me = () => callContextOf(world.userId)

beforeEach(async () => {
  world = await createFlowWorld(database())
  server = new ModelServer()
  await server.listen()
  await database().pool.query(
    `insert into model (user_id, name, provider, base_url, model_id, limits, input_price, output_price)
     values ($1, 'default', 'openai-compatible', $2, 'test-model', '{}', 1000000, 1000000)`,
    [world.userId, server.url],
  )
  host = await world.start()
  evaluations = open(database())
  flowId = await publishFlow(
    host,
    world,
    [
      ['t', 'trigger.any_message', { cooldownSec: 0 }],
      ['a', 'ai', { system: 'You answer for a bakery.', saveAs: 'said' }],
      ['h', 'http', { url: 'https://shop.example.com/orders', method: 'POST' }],
      ['s', 'send.text', { text: 'Noted.' }],
    ],
    [
      ['t', 'out', 'a'],
      ['a', 'ok', 'h'],
      ['h', 'error', 's'],
    ],
  )
})
afterEach(async () => {
  await server.close()
  await world.close()
})

const save = (title: string, checks: object[], script: object[] = [{ text: title }]) =>
  host.flows.service.saveTestCase(flowId, me().owner, { case: { title, script, evaluation: { checks } } })

type StartInput = Parameters<Evaluations['handlers']['start']>[0]

const start = async (given: Partial<StartInput> = {}) => {
  const limits = { items: 100, cost: null, tokens: null, seconds: 600, ...given.limits }
  return evaluations.handlers.start({ flowId, answers: 'model', checks: [], ...given, limits }, me())
}

const work = (id: string, by = evaluations, signal = new AbortController().signal) =>
  by.tasks.evaluation_run({ evaluationId: id }, { id: '1', attempt: 1, maxAttempts: 25, signal })

const read = (id: string) => evaluations.handlers.get({ flowId, id }, me())

const say = (content: string) => server.next({ kind: 'say', content })

describe('an evaluation', () => {
  test('asks the model for real, judges what it says by checks and by a judge, and lets nothing else happen', async () => {
    await save('When do you open?', [
      { kind: 'contains', text: 'SEVEN' },
      { kind: 'length', most: 40 },
      { kind: 'route', node: 'a', exit: 'ok' },
      { kind: 'field', var: 'said', equals: 'At seven.' },
      { kind: 'judge', rubric: 'Says when the shop opens.' },
    ])
    await save('Is bread free?', [{ kind: 'lacks', text: 'free' }])
    say('At seven.')
    say('{"score": 9, "reason": "It names the hour."}')
    say('All bread is free.')
    const begun = await start()
    expect(begun).toMatchObject({ status: 'waiting', total: 2, passed: 0, version: null, tokens: 0 })
    await work(begun.id)
    const done = await read(begun.id)
    expect(done).toMatchObject({ status: 'done', total: 2, passed: 1, failed: 1, skipped: 0 })
    expect(done.tokens).toBeGreaterThan(0)
    expect(done.cost).toBeCloseTo(done.tokens)
    const [opens, free] = done.items
    expect(opens).toMatchObject({ status: 'passed', score: 9, refused: ['h'] })
    expect(opens?.lines.map(({ from, text }) => `${from}: ${text}`)).toEqual([
      'contact: When do you open?',
      'flow: At seven.',
      'flow: Noted.',
    ])
    expect(opens?.checks.map(({ kind, ok }) => [kind, ok])).toEqual(
      ['no_error', 'contains', 'length', 'route', 'field', 'judge'].map((kind) => [kind, true]),
    )
    expect(opens?.checks.at(-1)).toMatchObject({ score: 9, reason: 'It names the hour.' })
    expect(free).toMatchObject({ status: 'failed', score: null })
    expect(free?.checks.find(({ ok }) => !ok)).toMatchObject({ kind: 'lacks', expected: 'free' })
    const judge = server.asked[1]?.body.messages.map(({ content }) => String(content)).join('\n')
    expect(judge).toContain('Says when the shop opens.')
    expect(judge).toContain('contact: When do you open?')
    const { rows } = await database().pool.query('select flow_state_id, contact_jid from model_call')
    expect(rows).toEqual(new Array(3).fill({ flow_state_id: null, contact_jid: null }))
    expect((await database().pool.query('select from outbox')).rows).toEqual([])
  })

  test('says of a model that fails what it failed with', async () => {
    await save('Hello', [])
    server.next({ kind: 'status', status: 401 })
    const { id } = await start()
    await work(id)
    expect((await read(id)).items[0]).toMatchObject({
      status: 'failed',
      checks: [{ kind: 'no_error', ok: false, found: expect.stringContaining('MODEL_KEY_REFUSED') }],
    })
  })

  test('uses recorded answers where it is told to, and asks nobody', async () => {
    await save(
      'Hello',
      [{ kind: 'contains', text: 'recorded' }],
      [{ text: 'Hello', ai: { text: 'As recorded.' } }],
    )
    const { id } = await start({ answers: 'recorded' })
    await work(id)
    expect(await read(id)).toMatchObject({ status: 'done', passed: 1, tokens: 0 })
    expect(server.asked).toHaveLength(0)
  })

  test('is compared with one before: what got better, worse, and what was said in both', async () => {
    const kept = await save('Better', [{ kind: 'contains', text: 'yes' }])
    await save('Worse', [{ kind: 'contains', text: 'yes' }])
    for (const said of ['no', 'yes']) say(said)
    const first = await start()
    await work(first.id)
    await host.flows.service.publish(flowId, me().owner)
    await save('New', [{ kind: 'contains', text: 'yes' }])
    for (const said of ['yes', 'no', 'yes']) say(said)
    const second = await start({ version: 2 })
    await work(second.id)
    const compared = await evaluations.handlers.compare({ flowId, id: second.id, withId: first.id }, me())
    expect(compared.after.version).toBe(2)
    expect(compared.items.map(({ change, after }) => [change, after?.title])).toEqual([
      ['worse', 'Worse'],
      ['better', 'Better'],
      ['new', 'New'],
    ])
    const better = compared.items.find(({ key }) => key === kept.id)
    expect(better?.before?.lines.at(1)?.text).toBe('no')
    expect(better?.after?.lines.at(1)?.text).toBe('yes')
  })
})

describe('its bounds', () => {
  test.each([
    ['cost', { cost: 0.0001 }],
    ['tokens', { tokens: 1 }],
  ] as const)('end it at the limit of %s, with the rest not played', async (stoppedBy, limits) => {
    for (const title of ['One', 'Two', 'Three']) await save(title, [])
    const { id } = await start({ limits: { items: 100, cost: null, tokens: null, seconds: 600, ...limits } })
    await work(id)
    expect(await read(id)).toMatchObject({ status: 'stopped', stoppedBy, passed: 1, skipped: 2 })
    expect(server.asked).toHaveLength(1)
  })

  test('end it when it is cancelled while a model is asked, and no other question is put', async () => {
    for (const title of ['One', 'Two']) await save(title, [])
    server.next({ kind: 'slow', ms: 300, content: 'Late.' })
    const { id } = await start()
    const working = work(id)
    await expect.poll(() => server.asked.length).toBe(1)
    expect(await evaluations.handlers.cancel({ flowId, id }, me())).toMatchObject({
      status: 'cancelled',
      skipped: 2,
    })
    await working
    expect(await read(id)).toMatchObject({ status: 'cancelled', passed: 0, skipped: 2 })
    expect(server.asked).toHaveLength(1)
    expect((await readRefusal(evaluations.handlers.cancel({ flowId, id }, me()))).data).toMatchObject({
      reason: 'EVALUATION_ENDED',
    })
  })

  test('refuse a flow without cases, checks that cannot be read, more than five at once, and strangers', async () => {
    expect((await readRefusal(start())).data).toMatchObject({ reason: 'EVALUATION_WITHOUT_CASES' })
    expect((await readRefusal(save('Bad', [{ kind: 'guess' }]))).data).toMatchObject({
      reason: 'TEST_CASE_UNREADABLE',
    })
    await save('One', [])
    const begun = await start()
    for (let count = 1; count < 5; count += 1) await start()
    expect((await readRefusal(start())).data).toMatchObject({ reason: 'TOO_MANY_EVALUATIONS' })
    const stranger = callContextOf('nobody')
    const { get, list, delete: remove } = evaluations.handlers
    await expect(get({ flowId, id: begun.id }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(list({ flowId }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await list({ flowId }, me())).toHaveLength(5)
    await remove({ flowId, id: begun.id }, me())
    await expect(read(begun.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await work(begun.id)
  })
})

test('a process that dies at any statement leaves an evaluation that another one ends, each conversation once', {
  timeout: 120_000,
}, async () => {
  for (const title of ['One', 'Two']) await save(title, [{ kind: 'contains', text: title }])
  let deaths = 0
  for (let at = 1; ; at += 1) {
    const { id } = await start()
    let statements = 0
    let isArmed = false
    const doomed = await world.start({
      hostId: `doomed${at}`,
      onStatement: () => {
        if (isArmed) statements += 1
        return isArmed && statements === at ? 'die' : undefined
      },
    })
    isArmed = true
    await work(id, open(doomed.db)).catch(() => {})
    const { isDead } = doomed
    isArmed = false
    await doomed.close()
    await work(id)
    const ended = await read(id)
    expect([at, ended.status, ended.items.map(({ status }) => status)]).toEqual([
      at,
      'done',
      ['passed', 'passed'],
    ])
    expect(ended.tokens).toBe(ended.items.reduce((sum, { tokens }) => sum + tokens, 0))
    if (!isDead) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(10)
})
