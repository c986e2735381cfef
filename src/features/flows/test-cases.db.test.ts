import { beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../test/support/fixtures.ts'
import { createInProcessBus } from '../../bus/in-process.ts'
import { FlowDocument } from '../../contract/flows/exchange.ts'
import type { CallContext } from '../../contract/handlers.ts'
import { PUBLIC_ADDRESSES } from '../../core/address-policy.ts'
import { parseCase } from '../../core/flow/simulate/case-format.ts'
import { newId } from '../../platform/ids.ts'
import { flowWords } from '../../words/english.ts'
import { createFlows, type Flows } from './index.ts'
import { CaseThreads } from './tests/case-runner.ts'

const database = useTestDatabase()
let handlers: Flows['handlers']
let me: CallContext
let clientId: string

const as = callContextOf
const at = { x: 0, y: 0 }
const greeting = (text: string) => [
  { id: 't', type: 'trigger.keyword', position: at, data: { values: ['hello'] } },
  { id: 's', type: 'send.text', position: at, data: { text } },
]
const EDGES = [{ id: 'e', source: 't', sourceHandle: 'out', target: 's' }]
const caseThatAnswers = (text: string) => ({
  title: `says ${text}`,
  script: [{ text: 'hello', expect: { out: [text] } }],
})

beforeEach(async () => {
  const bus = createInProcessBus({ now: Date.now })
  handlers = createFlows({
    db: database(),
    bus,
    newId,
    ...flowWords,
  }).handlers
  const userId = await insertUser(database().pool)
  me = as(userId)
  clientId = await insertClient(database().pool, { userId })
})

const importFlow = (extra: object = {}) =>
  handlers.import(
    FlowDocument.parse({
      version: 1,
      name: 'Greeting',
      nodes: greeting('Hi'),
      edges: EDGES,
      clientId,
      ...extra,
    }),
    me,
  )

describe('test cases of a flow', () => {
  test('are saved, changed, listed and deleted with it, by its owner only', async () => {
    const { id } = await importFlow()
    const first = await handlers.testCases.save({ id, case: caseThatAnswers('Hi') }, me)
    expect(first).toMatchObject({ flowId: id, title: 'says Hi', case: caseThatAnswers('Hi') })
    const changed = await handlers.testCases.save({ id, caseId: first.id, case: caseThatAnswers('Ho') }, me)
    expect(changed).toMatchObject({ id: first.id, title: 'says Ho' })
    const second = await handlers.testCases.save({ id, case: caseThatAnswers('Hi') }, me)
    const listed = await handlers.testCases.list({ id }, me)
    expect(listed.map((item) => item.id)).toEqual([first.id, second.id])
    await handlers.testCases.delete({ id, caseId: first.id }, me)
    await expect(handlers.testCases.delete({ id, caseId: first.id }, me)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await handlers.testCases.list({ id }, me)).toHaveLength(1)
    const stranger = as(await insertUser(database().pool))
    await expect(handlers.testCases.list({ id }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(handlers.testCases.run({ id }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('that nobody could play are refused with what is wrong', async () => {
    const { id } = await importFlow()
    const save = (document: Record<string, unknown>) => handlers.testCases.save({ id, case: document }, me)
    await expect(save({ title: 'x', script: [] })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(save({ title: 'x', script: [{ txet: 'hello' }] })).rejects.toMatchObject({
      data: { params: { words: expect.stringContaining('txet') } },
    })
    const script = Array.from({ length: 201 }, () => ({ text: 'x' }))
    await expect(save({ title: 'x', script })).rejects.toMatchObject({
      data: { params: { why: 'steps', most: 200 } },
    })
  })

  test('are played on the draft, or on a document in its place, and say in what they fall short', async () => {
    const { id } = await importFlow()
    const { id: caseId } = await handlers.testCases.save({ id, case: caseThatAnswers('Hi') }, me)
    expect(await handlers.testCases.run({ id }, me)).toEqual({
      ok: true,
      results: [{ caseId, title: 'says Hi', ok: true, failures: [], problems: [] }],
    })
    const flow = FlowDocument.parse({ version: 1, name: 'x', nodes: greeting('Good day'), edges: EDGES })
    const changed = await handlers.testCases.run({ id, flow }, me)
    expect(changed).toMatchObject({
      ok: false,
      results: [
        {
          caseId,
          failures: ['step 1 ({"text":"hello"}): out: expected ["Hi"], got ["Good day"]'],
          problems: [
            {
              code: 'DIFFERS',
              params: { name: 'out', expected: '["Hi"]', found: '["Good day"]' },
              places: [{ part: 'step', number: 1, step: '{"text":"hello"}' }],
            },
          ],
        },
      ],
    })
    const given = await handlers.testCases.run({ id, case: caseThatAnswers('Ho') }, me)
    expect(given.results).toMatchObject([{ caseId: null, title: 'says Ho', ok: false }])
  })

  test('play with the flows it calls as they run, or with stand-ins of their own', async () => {
    const called = await importFlow({
      name: 'Called',
      nodes: [
        { id: 't', type: 'trigger.api', position: at, data: {} },
        { id: 's', type: 'send.text', position: at, data: { text: 'from the called one' } },
      ],
    })
    await handlers.publish({ id: called.id }, me)
    const nodes = [greeting('')[0]!, { id: 's', type: 'subflow', position: at, data: { flowId: called.id } }]
    const { id } = await importFlow({ nodes })
    expect(
      (await handlers.testCases.run({ id, case: caseThatAnswers('from the called one') }, me)).results,
    ).toMatchObject([{ failures: [] }])
    const flows = {
      [called.id]: {
        nodes: [
          ['t', 'trigger.api'],
          ['s', 'send.text', { text: 'stand-in' }],
        ],
        edges: ['t>s'],
      },
    }
    const standIn = { ...caseThatAnswers('stand-in'), flows }
    expect((await handlers.testCases.run({ id, case: standIn }, me)).results).toMatchObject([
      { failures: [] },
    ])
  })
})

describe('publishing a flow with test cases', () => {
  test('is refused while one falls short, unless they are left out', async () => {
    const { id } = await importFlow()
    const { id: caseId } = await handlers.testCases.save({ id, case: caseThatAnswers('Hi') }, me)
    await handlers.publish({ id }, me)
    await handlers.update({ id, nodes: greeting('Good day') }, me)
    await expect(handlers.publish({ id }, me)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { errors: [{ code: 'TEST_CASE_FAILED', path: `testCases.${caseId}` }] },
    })
    expect((await handlers.versions({ id, limit: 50 }, me)).versions).toHaveLength(1)
    await handlers.publish({ id, ignoreTestCases: true }, me)
    expect((await handlers.versions({ id, limit: 50 }, me)).versions).toHaveLength(2)
  })

  test('says first what is wrong with its graph', async () => {
    const { id } = await importFlow({ nodes: [], edges: [] })
    await handlers.testCases.save({ id, case: caseThatAnswers('Hi') }, me)
    await expect(handlers.publish({ id }, me)).rejects.toMatchObject({
      data: { errors: [{ code: 'NO_TRIGGER' }] },
    })
  })
})

describe('playing cases', () => {
  const parsed = parseCase({
    id: 'x',
    title: 'x',
    flows: {
      A: {
        nodes: [
          ['t', 'trigger.keyword', { values: ['go'] }],
          ['c', 'code', { source: 'for (;;) {}', timeoutMs: 2_000 }],
        ],
        edges: ['t>c'],
      },
    },
    script: Array.from({ length: 50 }, () => ({ text: 'go' })),
  })
  if (!parsed.ok) throw new Error(parsed.message)
  const endless = parsed.value

  test('is stopped when it takes too long', async () => {
    const [outcome] = await new CaseThreads(PUBLIC_ADDRESSES, { maxTimeMs: 500 }).play('me', [endless])
    const failures = [{ code: 'NOT_ENDED', params: { withinMs: 500 }, places: [] }]
    expect(outcome).toEqual({ ok: false, failures })
  })

  test('of one owner without end keeps nobody else waiting, and refuses nobody but that owner', async () => {
    const run = new CaseThreads(PUBLIC_ADDRESSES, { maxTimeMs: 500, maxWaitingOfOwner: 4 }).play
    let ended = 0
    const greedy = Array.from({ length: 4 }, () =>
      run('greedy', [endless]).then(() => {
        ended += 1
      }),
    )
    await expect(run('greedy', [endless])).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await run('other', [endless])
    expect(ended).toBeLessThan(4)
    await Promise.all(greedy)
  }, 180_000)
})

describe('test cases that travel', () => {
  const travel = (document: object) => FlowDocument.parse(JSON.parse(JSON.stringify(document)))
  const exportOf = (id: string) => handlers.export({ id, linked: true }, me)
  const casesOf = async (id: string) => (await handlers.testCases.list({ id }, me)).map((item) => item.case)

  test('leave with the flow and come back in their order, and a second export is the same text', async () => {
    const { id } = await importFlow()
    for (const text of ['Hi', 'Ho', 'Hum'])
      await handlers.testCases.save({ id, case: caseThatAnswers(text) }, me)
    const file = await exportOf(id)
    const copy = await handlers.import(travel(file), me)
    expect(await casesOf(copy.id)).toEqual([
      caseThatAnswers('Hi'),
      caseThatAnswers('Ho'),
      caseThatAnswers('Hum'),
    ])
    expect(JSON.stringify(await exportOf(copy.id))).toBe(JSON.stringify(file))
    expect(await handlers.testCases.list({ id }, me)).toHaveLength(3)
  })

  test('are copied with a flow that is duplicated, and are its own from then on', async () => {
    const { id } = await importFlow()
    for (const text of ['Hi', 'Ho']) await handlers.testCases.save({ id, case: caseThatAnswers(text) }, me)
    const copy = await handlers.duplicate({ id }, me)
    expect(await casesOf(copy.id)).toEqual([caseThatAnswers('Hi'), caseThatAnswers('Ho')])
    for (const { id: caseId } of await handlers.testCases.list({ id: copy.id }, me))
      await handlers.testCases.delete({ id: copy.id, caseId }, me)
    expect(await casesOf(id)).toHaveLength(2)
    const stranger = as(await insertUser(database().pool))
    await expect(handlers.duplicate({ id }, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('name the flows that travel with them by what they are called there', async () => {
    const callable = [
      { id: 't', type: 'trigger.api', position: at, data: {} },
      { id: 's', type: 'send.text', position: at, data: { text: 'Prices' } },
    ]
    const called = await importFlow({ name: 'Prices', nodes: callable })
    await handlers.testCases.save(
      { id: called.id, case: { title: 'alone', script: [{ start: 'flow' }] } },
      me,
    )
    const calling = { id: 's', type: 'subflow', position: at, data: { flowId: called.id } }
    const { id } = await importFlow({ nodes: [greeting('')[0], calling] })
    const named = (flowId: string) => ({
      title: 'a stand-in for the called flow',
      flows: {
        [flowId]: {
          nodes: [
            ['t', 'trigger.api'],
            ['s', 'send.text', { text: 'Made up' }],
          ],
          edges: ['t>s'],
        },
      },
      script: [{ text: 'hello', expect: { out: ['Made up'] } }],
    })
    await handlers.testCases.save({ id, case: named(called.id) }, me)
    const file = await exportOf(id)
    expect(JSON.stringify(file)).not.toContain(called.id)
    const copy = await handlers.import(travel({ ...file, clientId }), me)
    const flows = await handlers.list({}, me)
    const prices = flows.find((flow) => flow.name === 'Prices' && flow.id !== called.id)
    expect(await casesOf(copy.id)).toEqual([named(prices?.id ?? '')])
    expect(await casesOf(prices?.id ?? '')).toHaveLength(1)
    expect(JSON.stringify(await exportOf(copy.id))).toBe(JSON.stringify(file))
    await handlers.publish({ id: prices?.id ?? '' }, me)
    expect(await handlers.testCases.run({ id: copy.id }, me)).toMatchObject({ ok: true })
  })

  test('are refused with the whole document when one cannot be played', async () => {
    const testCases = [caseThatAnswers('Hi'), { title: 'no script' }]
    await expect(importFlow({ testCases })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await handlers.list({}, me)).toEqual([])
  })
})
