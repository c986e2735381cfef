import { expect, test } from 'vitest'
import { type FlowDefinition, parseDefinition, Simulation } from '../index.ts'

/** Waits a minute, counts and switches to the other flow: four steps, so that the loop guard falls on the start of a run. */
function waitAndSwitch(flowId: string): FlowDefinition {
  const parsed = parseDefinition({
    nodes: [
      { id: 't', type: 'trigger.keyword', data: { values: ['go'] } },
      { id: 'a', type: 'trigger.api' },
      { id: 'd', type: 'delay', data: { seconds: 60 } },
      { id: 'c', type: 'set', data: { assign: [{ var: 'i', op: 'increment' }] } },
      { id: 's', type: 'switch_flow', data: { flowId } },
    ],
    edges: ['t>d', 'a>d', 'd>c', 'c>s'].map((edge, index) => {
      const [source, target] = edge.split('>')
      return { id: `e${index}`, source, target }
    }),
  })
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.definition
}

test('two flows that wait and switch to each other for ever are braked like one run', () => {
  const world = new Simulation()
  world.publish('A', waitAndSwitch('B'))
  world.publish('B', waitAndSwitch('A'))
  const message = { id: 'm', type: 'text' as const, text: 'go' }
  world.receive('u', { type: 'message_received', message }, 'm')
  world.pump()
  world.advanceTo(86_400_000)
  expect(world.runs.at(-1)).toMatchObject({ state: 'failed', error: 'LOOP_LIMIT' })
  expect(world.runs.length).toBeLessThanOrEqual(500)
  const last = world.runs.at(-1)
  expect(world.transitionsOf(last?.id ?? '').map(({ contextPatch }) => contextPatch.visits)).toEqual([{}])
})
