import { afterEach, beforeEach, expect, test } from 'vitest'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../../test/support/durable-host.ts'
import { createFlowWorld, type FlowWorld, publishFlow } from '../../../../test/support/flow-world.ts'
import { FlowDocument } from '../../../contract/flows/exchange.ts'
import { toOwner } from '../../../contract/handlers.ts'

const database = useTestDatabase()
const PHONE = '+351910000001'
const TESTER = '351910000001@s.whatsapp.net'
const OTHER = '351910000002@s.whatsapp.net'
let world: FlowWorld
let host: DurableProcess

const ctx = (idempotencyKey?: string) => ({
  owner: toOwner(world.userId),
  principal: { userId: world.userId, role: 'user' as const, plan: 'free' as const, via: 'session' as const },
  requestId: 'r',
  signal: new AbortController().signal,
  ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
})

beforeEach(async () => {
  world = await createFlowWorld(database())
  host = await world.start()
})
afterEach(() => world.close())

/** A question with what is said to its answer, begun by `go`. */
const graph = (name: string, extra: object = {}) =>
  FlowDocument.parse({
    version: 1,
    name: 'Shop',
    clientId: world.clientId,
    nodes: [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['q', 'ask', { prompt: `${name}?`, saveAs: 'x', timeoutSec: 60 }],
      ['s', 'send.text', { text: `${name} got {{ vars.x }}` }],
    ].map(([id, type, data]) => ({ id, type, data, position: { x: 0, y: 0 } })),
    edges: [
      ['t', 'out', 'q'],
      ['q', 'reply', 's'],
    ].map(([source, sourceHandle, target]) => ({ id: `${source}-${target}`, source, sourceHandle, target })),
    ...extra,
  })

async function importFlow(name: string, extra: object = {}): Promise<string> {
  const { id } = await host.flows.service.import(world.userId, graph(name, extra))
  await host.flows.service.phoneTests.addTestPhone(id, world.userId, PHONE)
  return id
}

/** Published as `live`, with another draft since. */
async function editPublished(extra: object = {}): Promise<string> {
  const id = await importFlow('live', extra)
  await host.flows.service.publish(id, world.userId)
  await edit(id, 'draft', extra)
  return id
}

const edit = (id: string, name: string, extra: object = {}) =>
  host.flows.service.update(id, world.userId, graph(name, extra))

const startTest = (id: string, more: object = {}, key?: string) =>
  host.runs.testOnPhone({ id, phoneNumber: PHONE, ...more }, ctx(key))

async function receive(jid: string, text: string, on = host): Promise<void> {
  await on.deliver([textInput(world.clientId, jid, text)])
  await on.settle()
}

const listRuns = async (filter: object) =>
  (await host.runs.handlers.list({ limit: 50, ...filter }, ctx())).states.map(
    ({ contactJid, state, isTest }) => [contactJid, state, isTest],
  )

const startsKept = async () =>
  (
    await database().pool.query<{ starts: object }>(
      'select last_flow_at as starts from contact_automation where client_id = $1 and jid = $2',
      [world.clientId, TESTER],
    )
  ).rows.map(({ starts }) => starts)

/** Nobody answers in time. */
async function park(flowId: string, runId: string): Promise<void> {
  const found = await database().pool.query<{ id: string }>(
    'select timeout_job_id as id from flow_state where id = $1',
    [runId],
  )
  const timerId = found.rows[0]?.id
  const { clientId } = world
  if (!timerId) throw new Error('the run waits for nothing')
  const event = { type: 'timeout' as const, eventId: `timer:${timerId}`, timerId, runId }
  await host.deliver([{ clientId, contactJid: TESTER, source: 'timer', event }])
  await host.settle()
  expect(await listRuns({ flowId, state: 'dormant' })).toEqual([[TESTER, 'dormant', true]])
}

const countDrafts = async (flowId: string) =>
  (await database().pool.query('select from flow_draft where flow_id = $1', [flowId])).rowCount

test('a draft that is tested is given to nobody else, and stays as it was when the test began', async () => {
  const id = await editPublished()
  const run = await startTest(id)
  expect(run).toMatchObject({ flowId: id, contactJid: TESTER, state: 'waiting_input', currentNodeId: 'q' })
  await host.settle()
  await edit(id, 'later')
  await receive(OTHER, 'go')
  await receive(TESTER, 'Ana')
  expect(world.shownTo(TESTER)).toEqual(['draft?', 'draft got Ana'])
  expect(world.shownTo(OTHER)).toEqual(['live?'])
  expect(await listRuns({ flowId: id })).toEqual([
    [OTHER, 'waiting_input', false],
    [TESTER, 'completed', true],
  ])
  expect(await listRuns({ flowId: id, isTest: true })).toHaveLength(1)
  expect((await host.flows.service.versions(id, world.userId, { limit: 9 })).versions).toHaveLength(1)
  const { flow } = await host.runs.handlers.testedDraft({ id: run.id }, ctx())
  expect(JSON.stringify(flow)).toContain('draft?')
})

test('after its test the number gets the published flow again, as if there had been none', async () => {
  const id = await editPublished({ retriggerBehavior: 'once' })
  await startTest(id)
  await host.settle()
  expect(await startsKept()).toEqual([{}])
  await receive(TESTER, 'Ana')
  await receive(TESTER, 'go')
  expect(world.shownTo(TESTER).at(-1)).toBe('live?')
  await receive(TESTER, 'Bia')
  await startTest(id)
  await host.settle()
  expect(world.shownTo(TESTER).at(-1)).toBe('draft?')
})

test('a flow that never was published is tested, and starts for nobody by its triggers', async () => {
  const id = await importFlow('draft')
  await receive(OTHER, 'go')
  await startTest(id)
  await host.settle()
  await receive(OTHER, 'go')
  expect(world.shownTo(OTHER)).toEqual([])
  await receive(TESTER, 'Ana')
  await receive(TESTER, 'go')
  expect(world.shownTo(TESTER)).toEqual(['draft?', 'draft got Ana'])
})

test('within a test the flow’s own trigger begins the draft again, not what is published', async () => {
  const id = await editPublished({ retriggerBehavior: 'restart' })
  await startTest(id)
  await host.settle()
  await receive(TESTER, 'go')
  expect(world.shownTo(TESTER)).toEqual(['draft?', 'draft?'])
  expect(await listRuns({ flowId: id })).toEqual([
    [TESTER, 'waiting_input', true],
    [TESTER, 'cancelled', true],
  ])
})

test('a parked test goes on with its draft, until the flow is published', async () => {
  const id = await editPublished()
  const { id: runId } = await startTest(id)
  await host.settle()
  await park(id, runId)
  await receive(TESTER, 'go')
  expect(world.shownTo(TESTER)).toEqual(['draft?', 'draft?'])
  await park(id, runId)
  await edit(id, 'newer')
  await host.flows.service.publish(id, world.userId)
  expect(await listRuns({ flowId: id })).toEqual([[TESTER, 'cancelled', true]])
  const story = await host.runs.handlers.events({ id: runId }, ctx())
  expect(story.at(-1)?.event).toMatchObject({ payloadSummary: 'flow published, its test ended' })
  await receive(TESTER, 'go')
  expect(world.shownTo(TESTER).at(-1)).toBe('newer?')
})

test('another test takes the place of the one before, of the same flow or of another', async () => {
  const [one, two] = [await importFlow('one'), await importFlow('two')]
  await startTest(one)
  const again = await startTest(one)
  await host.settle()
  await park(one, again.id)
  await startTest(two)
  expect(await listRuns({ state: 'dormant' })).toEqual([])
  await startTest(one)
  await host.settle()
  expect(world.shownTo(TESTER)).toEqual(['one?', 'one?', 'two?', 'one?'])
  expect(await listRuns({})).toEqual([
    [TESTER, 'waiting_input', true],
    [TESTER, 'cancelled', true],
    [TESTER, 'cancelled', true],
    [TESTER, 'cancelled', true],
  ])
  await receive(TESTER, 'Ana')
  await receive(TESTER, 'go')
  expect(world.shownTo(TESTER).at(-1)).toBe('one got Ana')
})

test('the same test asked for twice with one key is started once', async () => {
  const id = await importFlow('draft')
  const [one, two] = await Promise.all([startTest(id, {}, 'k'), startTest(id, {}, 'k')])
  expect((await startTest(id, {}, 'k')).id).toBe(one.id)
  expect(two.id).toBe(one.id)
  await host.settle()
  expect(world.shownTo(TESTER)).toEqual(['draft?'])
})

test('a start that was never answered is not made twice by who asks again', async () => {
  const id = await importFlow('draft')
  host.crashAt = 'after_commit'
  const asked = startTest(id, {}, 'k').catch(() => 'nobody answered')
  await expect.poll(() => host.isDead).toBe(true)
  expect(await asked).toBe('nobody answered')
  host = await world.start({ hostId: 'next' })
  expect(await startTest(id, {}, 'k')).toMatchObject({ state: 'waiting_input' })
  await host.settle()
  expect(await listRuns({})).toEqual([[TESTER, 'waiting_input', true]])
  expect(world.shownTo(TESTER)).toEqual(['draft?'])
})

test('a test goes on in another process, on its draft', async () => {
  const id = await editPublished()
  await startTest(id)
  await host.settle()
  await host.close()
  const next = await world.start({ hostId: 'next' })
  await receive(TESTER, 'Ana', next)
  expect(world.shownTo(TESTER)).toEqual(['draft?', 'draft got Ana'])
})

test('a process that dies with the start of a test leaves it to the next, which begins it once', async () => {
  const id = await importFlow('draft')
  host.crashAt = 'before_commit'
  const asked = startTest(id).catch(() => 'nobody answered')
  await expect.poll(() => host.isDead).toBe(true)
  expect(await asked).toBe('nobody answered')
  const next = await world.start({ hostId: 'next' })
  await next.runner.scan()
  await next.settle()
  await receive(TESTER, 'Ana', next)
  expect(world.shownTo(TESTER)).toEqual(['draft?', 'draft got Ana'])
})

test('a test begins at the trigger it is asked to, with its inputs', async () => {
  const more = {
    nodes: [
      { id: 'a', type: 'trigger.api', data: { inputs: [{ name: 'who', type: 'string', required: true }] } },
      { id: 'k', type: 'trigger.keyword', data: { values: ['go'] } },
      { id: 'x', type: 'send.text', data: { text: 'by api {{ vars.who }}' } },
      { id: 'y', type: 'send.text', data: { text: 'by word' } },
    ].map((node) => ({ ...node, position: { x: 0, y: 0 } })),
    edges: [
      { id: 'e1', source: 'a', sourceHandle: 'out', target: 'x' },
      { id: 'e2', source: 'k', sourceHandle: 'out', target: 'y' },
    ],
  }
  const id = await importFlow('draft', more)
  await expect(startTest(id)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { reason: 'INPUT_MISSING' },
  })
  await startTest(id, { inputs: { who: 'Ana' } })
  await startTest(id, { triggerId: 'k' })
  await host.settle()
  expect(world.shownTo(TESTER)).toEqual(['by api Ana', 'by word'])
  await expect(startTest(id, { triggerId: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('a test says why it does not begin, and leaves everything as it was', async () => {
  const id = await importFlow('draft')
  const { service } = host.flows
  const reasonOf = (more: object = {}) =>
    startTest(id, more).then(
      () => 'started',
      ({ code, data }: { code: string; data?: { reason?: string; errors?: { code: string }[] } }) => [
        code,
        data?.errors?.map((error) => error.code) ?? data?.reason,
      ],
    )
  const { pool } = database()
  expect(await reasonOf({ phoneNumber: '+351910000009' })).toEqual(['CONFLICT', 'PHONE_NOT_ALLOWED'])
  await service.phoneTests.removeTestPhone(id, world.userId, PHONE)
  expect(await reasonOf()).toEqual(['CONFLICT', 'PHONE_NOT_ALLOWED'])
  await service.phoneTests.addTestPhone(id, world.userId, PHONE)

  await service.update(id, world.userId, { edges: [] })
  expect(await reasonOf()).toEqual(['BAD_REQUEST', ['NO_TRIGGER', 'DISCONNECTED', 'DISCONNECTED']])
  await service.update(id, world.userId, { clientId: null })
  expect(await reasonOf()).toEqual(['BAD_REQUEST', 'FLOW_WITHOUT_CLIENT'])
  await edit(id, 'draft')

  await pool.query('update client set phone_number = $2 where id = $1', [world.clientId, PHONE])
  expect(await reasonOf()).toEqual(['CONFLICT', 'OWN_NUMBER'])
  await pool.query('update client set phone_number = null where id = $1', [world.clientId])

  await host.runs.setContactFlag(world.clientId, TESTER, 'blacklist', true)
  expect(await reasonOf()).toEqual(['CONFLICT', 'BLACKLISTED'])
  await host.runs.setContactFlag(world.clientId, TESTER, 'blacklist', false)
  expect(await countDrafts(id)).toBe(0)

  await publishFlow(
    host,
    world,
    [
      ['t', 'trigger.keyword', { values: ['hi'] }],
      ['q', 'ask', { prompt: 'Hi?' }],
    ],
    [['t', 'out', 'q']],
  )
  await receive(TESTER, 'hi')
  expect(await reasonOf()).toEqual(['CONFLICT', 'RUN_EXISTS'])
  const [live] = (await host.runs.handlers.list({ limit: 1 }, ctx())).states
  await host.runs.handlers.pause({ id: live?.id ?? '' }, ctx())
  expect(await reasonOf()).toEqual(['CONFLICT', 'HANDOFF'])
  expect(await listRuns({})).toEqual([[TESTER, 'handed_off', false]])
  await host.runs.contactHandlers.update(
    { clientId: world.clientId, contactJid: TESTER as never, handoffSec: 0 },
    ctx(),
  )
  await host.runs.handlers.cancel({ id: live?.id ?? '' }, ctx())
  expect(await reasonOf()).toEqual('started')
})

test('without a connection no test begins, and an earlier one goes on', async () => {
  const id = await importFlow('draft')
  await startTest(id)
  await host.close()
  host = await world.start({ hostId: 'away', isConnected: () => false })
  await expect(startTest(id)).rejects.toMatchObject({ data: { reason: 'CLIENT_NOT_CONNECTED' } })
  expect(await listRuns({})).toEqual([[TESTER, 'waiting_input', true]])
})

test('a number is allowed once for each flow, ten of them, and only by who owns the flow', async () => {
  const id = await importFlow('draft')
  const { testPhones } = host.flows.handlers
  const first = await testPhones.add({ id, phoneNumber: PHONE }, ctx())
  expect(await testPhones.list({ id }, ctx())).toEqual([first])
  for (let n = 2; n <= 10; n += 1) await testPhones.add({ id, phoneNumber: `+35191000010${n}` }, ctx())
  await expect(testPhones.add({ id, phoneNumber: '+351910000099' }, ctx())).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect(await testPhones.list({ id }, ctx())).toHaveLength(10)
  await testPhones.remove({ id, phoneNumber: PHONE }, ctx())
  await expect(testPhones.remove({ id, phoneNumber: PHONE }, ctx())).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

test('drafts of tests are kept for as long as their runs', async () => {
  const id = await importFlow('draft')
  const { id: runId } = await startTest(id)
  const { pool } = database()
  await pool.query(`update flow_draft set created_at = now() - interval '61 days' where flow_id = $1`, [id])
  await host.runs.tasks.flow_retention()
  expect(await countDrafts(id)).toBe(1)
  await host.runs.handlers.cancel({ id: runId }, ctx())
  await pool.query('delete from flow_state where id = $1', [runId])
  await host.runs.tasks.flow_retention()
  expect(await countDrafts(id)).toBe(0)
})
