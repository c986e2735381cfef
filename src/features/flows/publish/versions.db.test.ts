import { beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../../test/support/database.ts'
import { insertClient, insertUser } from '../../../../test/support/fixtures.ts'
import { refusalOf } from '../../../../test/support/refusal.ts'
import { createInProcessBus } from '../../../bus/in-process.ts'
import { FlowDocument } from '../../../contract/flows/exchange.ts'
import type { CallContext } from '../../../contract/handlers.ts'
import { newId } from '../../../platform/ids.ts'
import { flowWords } from '../../../words/english.ts'
import { createFlows, type Flows } from '../index.ts'

const database = useTestDatabase()
let handlers: Flows['handlers']
let me: CallContext
let clientId: string

const as = callContextOf
const greeting = (text: string) => [
  { id: 's', type: 'send.text', position: { x: 200, y: 0 }, data: { text } },
  { id: 't', type: 'trigger.keyword', position: { x: 0, y: 0 }, data: { values: ['hello'] } },
]
const EDGES = [{ id: 'e', source: 't', sourceHandle: 'out', target: 's' }]

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

describe('versions', () => {
  test('each publish adds one, newest first, with who, when and what was written about it', async () => {
    const { id } = await importFlow()
    await handlers.publish({ id, note: 'first words' }, me)
    await handlers.update({ id, nodes: greeting('Good day') }, me)
    const before = await handlers.versions({ id, limit: 50 }, me)
    expect(before.hasUnpublishedChanges).toBe(true)
    await handlers.publish({ id }, me)
    const { versions, ...rest } = await handlers.versions({ id, limit: 50 }, me)
    expect(rest).toEqual({ hasUnpublishedChanges: false, nextCursor: null })
    expect(versions).toMatchObject([
      { number: 2, flowId: id, note: null, isActive: true },
      { number: 1, note: 'first words', isActive: false, publishedBy: me.principal.userId },
    ])
    expect(versions[0]?.publishedByName).toEqual(expect.any(String))
  })

  test('they come in pages', async () => {
    const { id } = await importFlow()
    for (let count = 0; count < 3; count++) await handlers.publish({ id }, me)
    const first = await handlers.versions({ id, limit: 2 }, me)
    expect(first.versions.map((item) => item.number)).toEqual([3, 2])
    const second = await handlers.versions({ id, limit: 2, cursor: first.nextCursor ?? '' }, me)
    expect(second.versions.map((item) => item.number)).toEqual([1])
    expect(second.nextCursor).toBeNull()
    expect((await refusalOf(handlers.versions({ id, limit: 2, cursor: '1; x' }, me))).code).toBe(
      'BAD_REQUEST',
    )
  })

  test('a flow that never was published has none, and moving the view is no change', async () => {
    const { id } = await importFlow()
    expect(await handlers.versions({ id, limit: 50 }, me)).toEqual({
      versions: [],
      hasUnpublishedChanges: true,
      nextCursor: null,
    })
    await handlers.publish({ id }, me)
    await handlers.update({ id, viewport: { x: 5, y: 5, zoom: 2 } }, me)
    expect((await handlers.versions({ id, limit: 50 }, me)).hasUnpublishedChanges).toBe(false)
  })

  test('the draft counts as changed by the rules of the editor, not by how it is written', async () => {
    const { id } = await importFlow()
    await handlers.publish({ id }, me)
    const hasChanges = async () => (await handlers.versions({ id, limit: 50 }, me)).hasUnpublishedChanges
    const moved = greeting('Hi').map(({ data, ...node }) => ({ data, ...node, position: { x: 7, y: 9 } }))
    await handlers.update(
      { id, nodes: moved, edges: EDGES.map((edge) => ({ ...edge, id: 'drawn-anew' })) },
      me,
    )
    expect(await hasChanges()).toBe(false)
    await handlers.update({ id, settings: {}, variables: [] }, me)
    expect(await hasChanges()).toBe(false)
    await handlers.update({ id, description: 'Greets whoever says hello' }, me)
    expect(await hasChanges()).toBe(true)
    await handlers.update({ id, description: null }, me)
    expect(await hasChanges()).toBe(false)
    await handlers.update({ id, edges: [] }, me)
    expect(await hasChanges()).toBe(true)
  })

  test('one is read with its content, whatever became of the draft', async () => {
    const { id } = await importFlow({ settings: { typeAhead: true } })
    await handlers.publish({ id }, me)
    await handlers.update({ id, nodes: [], settings: {} }, me)
    const { version, flow } = await handlers.getVersion({ id, number: 1 }, me)
    expect(version.number).toBe(1)
    expect(flow).toMatchObject({ version: 1, name: 'Greeting', settings: { typeAhead: true } })
    expect(flow.nodes).toEqual(greeting('Hi'))
    expect((await refusalOf(handlers.getVersion({ id, number: 2 }, me))).code).toBe('NOT_FOUND')
  })

  test('nobody else sees them', async () => {
    const { id } = await importFlow()
    await handlers.publish({ id }, me)
    const stranger = as(await insertUser(database().pool))
    for (const work of [
      () => handlers.versions({ id, limit: 50 }, stranger),
      () => handlers.getVersion({ id, number: 1 }, stranger),
      () => handlers.rollback({ id, number: 1, publish: false }, stranger),
    ]) {
      const refusal = await refusalOf(work())
      expect([refusal.code, refusal.data]).toEqual([
        'NOT_FOUND',
        { reason: 'NO_SUCH_THING', params: { what: 'flow' } },
      ])
    }
  })
})

describe('rolling back', () => {
  async function changeTwice() {
    const { id } = await importFlow({ description: 'old', fallbackBehavior: 'repeat' })
    await handlers.publish({ id }, me)
    const nodes = greeting('Good day')
    const changes = {
      nodes,
      description: 'new',
      fallbackBehavior: 'none',
      variables: [{ name: 'x' }],
    } as const
    await handlers.update({ id, ...changes, nodes, variables: [{ name: 'x' }] }, me)
    await handlers.publish({ id }, me)
    return id
  }

  test('makes the version the draft; what runs stays until the next publish', async () => {
    const id = await changeTwice()
    const flow = await handlers.rollback({ id, number: 1, publish: false }, me)
    expect(flow).toMatchObject({ description: 'old', fallbackBehavior: 'repeat', clientId, isActive: true })
    expect(JSON.parse(flow.nodes)).toEqual(greeting('Hi'))
    const { versions, hasUnpublishedChanges } = await handlers.versions({ id, limit: 50 }, me)
    expect([versions[0]?.number, versions[0]?.isActive, hasUnpublishedChanges]).toEqual([2, true, true])
    expect(await handlers.export({ id, linked: true }, me)).not.toHaveProperty('variables')
  })

  test('and publishes it anew in one step when asked to', async () => {
    const id = await changeTwice()
    await handlers.rollback({ id, number: 1, publish: true, note: 'back' }, me)
    const { versions, hasUnpublishedChanges } = await handlers.versions({ id, limit: 50 }, me)
    expect(versions[0]).toMatchObject({ number: 3, note: 'back', isActive: true })
    expect(hasUnpublishedChanges).toBe(false)
    const { flow } = await handlers.getVersion({ id, number: 3 }, me)
    expect(flow.nodes).toEqual(greeting('Hi'))
  })

  test('leaves the draft as it is when the version can no longer be published', async () => {
    const id = await changeTwice()
    await database().pool.query('update flow set client_id = null where id = $1', [id])
    expect((await refusalOf(handlers.rollback({ id, number: 1, publish: true }, me))).code).toBe(
      'BAD_REQUEST',
    )
    expect((await handlers.get({ id }, me)).description).toBe('new')
  })
})

describe('two people at one flow', () => {
  test('a change of what somebody else changed meanwhile is refused with when that was', async () => {
    const { id, updatedAt } = await importFlow()
    const changed = await handlers.update({ id, name: 'Mine', expectedUpdatedAt: updatedAt }, me)
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(updatedAt))
    for (const work of [
      () => handlers.update({ id, name: 'Theirs', expectedUpdatedAt: updatedAt }, me),
      () => handlers.publish({ id, expectedUpdatedAt: updatedAt }, me),
    ]) {
      const refusal = await refusalOf(work())
      expect(refusal.code).toBe('CONFLICT')
      expect(refusal.data).toEqual({ reason: 'FLOW_CHANGED', params: {}, updatedAt: changed.updatedAt })
    }
    expect((await handlers.get({ id }, me)).name).toBe('Mine')
    await handlers.update({ id, name: 'Over it' }, me)
  })

  test('of many at once on one revision, one gets through', async () => {
    const { id, updatedAt } = await importFlow()
    const names = ['a', 'b', 'c', 'd', 'e']
    const results = await Promise.allSettled(
      names.map((name) => handlers.update({ id, name, expectedUpdatedAt: updatedAt }, me)),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
  })

  test('changes in one millisecond have different times', async () => {
    const { id } = await importFlow()
    const changes = await Promise.all([1, 2, 3, 4].map((n) => handlers.update({ id, name: `n${n}` }, me)))
    expect(new Set(changes.map((flow) => flow.updatedAt)).size).toBe(4)
  })
})

describe('checking a draft in place of a stored flow', () => {
  test('does not see the flow as its own neighbour', async () => {
    const { id } = await importFlow()
    await handlers.publish({ id }, me)
    const flow = FlowDocument.parse({ version: 1, name: 'Greeting', nodes: greeting('Hey'), edges: EDGES })
    const warningsOf = async (input: Parameters<typeof handlers.validate>[0]) =>
      (await handlers.validate(input, me)).warnings.map((item) => item.code)
    expect(await warningsOf({ id, flow })).toEqual(['UNCONNECTED_HANDLE'])
    expect(await warningsOf({ flow: { ...flow, clientId } })).toContain('TRIGGER_OVERLAP')
  })

  test("somebody else's flow is not there", async () => {
    const { id } = await importFlow()
    const stranger = as(await insertUser(database().pool))
    const flow = FlowDocument.parse({ version: 1, name: 'x' })
    expect((await refusalOf(handlers.validate({ id, flow }, stranger))).code).toBe('NOT_FOUND')
  })
})
