import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callContextOf } from '../../../test/support/call-context.ts'
import { useTestDatabase } from '../../../test/support/database.ts'
import { type DurableProcess, textInput } from '../../../test/support/durable-host.ts'
import { insertUser } from '../../../test/support/fixtures.ts'
import { createFlowWorld, type FlowWorld } from '../../../test/support/flow-world.ts'
import { readRefusal } from '../../../test/support/refusals.ts'
import { FlowDocument } from '../../contract/flows/exchange.ts'
import { createResultHandlers } from './index.ts'

const database = useTestDatabase()
let world: FlowWorld
let host: DurableProcess
let results: ReturnType<typeof createResultHandlers>
let flowId: string

const SPLIT = {
  arms: [
    { id: 'a', weight: 1 },
    { id: 'b', weight: 1 },
  ],
}

/** A split before a question; who answers it reaches the goal, worth what they wrote. */
const graph = (split: object = SPLIT) =>
  FlowDocument.parse({
    version: 1,
    name: 'Shop',
    clientId: world.clientId,
    nodes: [
      ['t', 'trigger.keyword', { values: ['go'] }],
      ['s', 'split', { ...split, label: 'Two greetings' }],
      ['x', 'ask', { prompt: 'A?', saveAs: 'total' }],
      ['y', 'ask', { prompt: 'B?', saveAs: 'total' }],
      ['g', 'goal', { name: 'Order', amount: '{{ vars.total }}' }],
      ['h', 'goal', { name: 'Order' }],
    ].map(([id, type, data]) => ({ id, type, data, position: { x: 0, y: 0 } })),
    edges: [
      ['t', 'out', 's'],
      ['s', 'arm:a', 'x'],
      ['s', 'arm:b', 'y'],
      ['x', 'reply', 'g'],
      ['y', 'reply', 'g'],
      ['g', 'out', 'h'],
    ].map(([source, sourceHandle, target]) => ({
      id: `${source}-${sourceHandle}`,
      source,
      sourceHandle,
      target,
    })),
  })

beforeEach(async () => {
  world = await createFlowWorld(database())
  host = await world.start()
  const { service, catalog } = host.flows
  results = createResultHandlers({ db: database(), catalog, flows: service })
  flowId = (await service.import(world.userId, graph())).id
  await service.publish(flowId, world.userId)
})
afterEach(() => world.close())

const jidOf = (person: number) => `35191000000${person}@s.whatsapp.net`
async function say(person: number, ...texts: string[]): Promise<void> {
  for (const text of texts) {
    await host.deliver([textInput(world.clientId, jidOf(person), text)])
    await host.settle()
  }
}

const me = () => callContextOf(world.userId)
const goals = () => results.goals({ id: flowId }, me())
async function readTest(input: { goal?: string } = {}) {
  const [found] = await results.tests({ id: flowId, ...input }, me())
  if (!found) throw new Error('there is no test')
  return found
}
const total = <K extends 'runs' | 'people' | 'reached'>(
  { arms }: { arms: readonly Record<K, number>[] },
  key: K,
): number => arms.reduce((sum, arm) => sum + arm[key], 0)

describe('goals and splits', () => {
  test('count a goal once a run with what it was worth, and a person once a split', async () => {
    await say(1, 'go', '10')
    await say(1, 'go', 'many')
    await say(2, 'go', '2.5')
    await say(3, 'go')
    expect(await goals()).toEqual([
      { name: 'Order', runs: 3, amount: 12.5, amounts: 2, lastAt: expect.any(String) },
    ])
    const found = await readTest()
    expect(found).toMatchObject({ nodeId: 's', label: 'Two greetings', winner: null, goal: 'Order' })
    expect([total(found, 'runs'), total(found, 'people'), total(found, 'reached')]).toEqual([4, 3, 2])
    expect(found.arms.map(({ id, weight }) => [id, weight])).toEqual([
      ['a', 1],
      ['b', 1],
    ])
    expect(found.arms.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 8)
    expect(total(await readTest({ goal: 'Other' }), 'reached')).toBe(0)
  })

  test('draw the same way for a person after a restart and in the next version, until the test is over', async () => {
    for (const person of [1, 2, 3, 4, 5, 6]) await say(person, 'go', '1')
    const before = await readTest()
    await host.flows.service.update(flowId, world.userId, { ...graph(), name: 'Shop 2' })
    await host.flows.service.publish(flowId, world.userId)
    host = await world.start()
    for (const person of [1, 2, 3, 4, 5, 6]) await say(person, 'go', '1')
    const after = await readTest()
    expect(after.arms.map(({ people, runs }) => [people, runs])).toEqual(
      before.arms.map(({ people }) => [people, people * 2]),
    )
    await host.flows.service.update(flowId, world.userId, graph({ ...SPLIT, winner: 'b' }))
    await host.flows.service.publish(flowId, world.userId)
    for (const person of [1, 2, 3, 4, 5, 6, 7, 8]) await say(person, 'go', '1')
    const over = await readTest()
    expect(over.winner).toBe('b')
    const [a, b] = over.arms
    expect([a?.runs, (b?.runs ?? 0) - (after.arms[1]?.runs ?? 0)]).toEqual([after.arms[0]?.runs, 8])
  })

  test('leave out tests of drafts, go with their run, and are nobody else’s', async () => {
    await host.flows.service.phoneTests.addTestPhone(flowId, world.userId, `+${jidOf(1).split('@')[0]}`)
    await host.runs.testOnPhone({ id: flowId, phoneNumber: `+${jidOf(1).split('@')[0]}` }, me())
    await host.settle()
    await say(1, '5')
    expect(await goals()).toEqual([])
    await say(2, 'go', '5')
    expect(await goals()).toHaveLength(1)
    const other = { ...me(), principal: { ...me().principal, clientIds: [crypto.randomUUID()] } }
    expect(await results.goals({ id: flowId }, other)).toEqual([])
    await database().pool.query('delete from flow_state where contact_jid = $1', [jidOf(2)])
    expect(await goals()).toEqual([])
    const stranger = callContextOf(await insertUser(database().pool))
    await expect(readRefusal(results.tests({ id: flowId }, stranger))).resolves.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})
