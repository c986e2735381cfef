import { expect, test } from 'vitest'
import { type FlowDefinition, parseDefinition, Simulation } from '../index.ts'
import { MAX_EFFECTS_IN_ROW } from '../limits.ts'

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

/** Asks a server and switches to the other flow: nothing but answers of the server in between. */
function callAndSwitch(flowId: string, delayed: boolean): FlowDefinition {
  const ways = delayed ? ['t>h', 'a>h', 'h:ok>d', 'd>s'] : ['t>h', 'a>h', 'h:ok>s']
  const parsed = parseDefinition({
    nodes: [
      { id: 't', type: 'trigger.keyword', data: { values: ['go'] } },
      { id: 'a', type: 'trigger.api' },
      { id: 'h', type: 'http', data: { method: 'GET', url: 'https://shop.example/' } },
      ...(delayed ? [{ id: 'd', type: 'delay', data: { seconds: 60 } }] : []),
      { id: 's', type: 'switch_flow', data: { flowId } },
    ],
    edges: ways.map((edge, index) => {
      const [from = '', target] = edge.split('>')
      const [source, sourceHandle = 'out'] = from.split(':')
      return { id: `e${index}`, source, sourceHandle, target }
    }),
  })
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.definition
}

/** What came of one message after so long, with a server that always answers. */
function converse(delayed: boolean, durationMs: number): Simulation {
  const world = new Simulation()
  world.effects.pin('h', { status: 200, body: {}, headers: {} })
  world.publish('A', callAndSwitch('B', delayed))
  world.publish('B', callAndSwitch('A', delayed))
  const message = { id: 'm', type: 'text' as const, text: 'go' }
  world.receive('u', { type: 'message_received', message }, 'm')
  world.pump()
  world.advanceTo(durationMs)
  return world
}

test('two flows that call and switch to each other end after so many calls in a row', () => {
  const world = converse(false, 60_000)
  expect(world.effects.rows).toHaveLength(MAX_EFFECTS_IN_ROW + 1)
  expect(world.runs.at(-1)).toMatchObject({ state: 'failed', error: 'LOOP_LIMIT' })
})

test('a wait between two calls is no round that nobody slows', () => {
  const world = converse(true, 150 * 60_000)
  expect(world.effects.rows).toHaveLength(151)
  expect(world.runs.at(-1)).toMatchObject({ state: 'waiting_timer', error: null })
})

test('calls in a row count anew when the contact writes', () => {
  const world = new Simulation()
  world.effects.pin('h', { status: 200, body: {}, headers: {} })
  const parsed = parseDefinition({
    nodes: [
      { id: 't', type: 'trigger.keyword', data: { values: ['go'] } },
      { id: 'q', type: 'ask', data: { prompt: 'Which?', saveAs: 'which' } },
      { id: 'h', type: 'http', data: { method: 'GET', url: 'https://shop.example/' } },
    ],
    edges: [
      { id: 'e0', source: 't', target: 'q' },
      { id: 'e1', source: 'q', sourceHandle: 'reply', target: 'h' },
      { id: 'e2', source: 'h', sourceHandle: 'ok', target: 'q' },
    ],
  })
  if (!parsed.ok) throw new Error(parsed.message)
  world.publish('A', parsed.definition)
  for (let index = 0; index <= MAX_EFFECTS_IN_ROW + 20; index++) {
    const message = { id: `m${index}`, type: 'text' as const, text: 'go' }
    world.receive('u', { type: 'message_received', message }, message.id)
    world.pump()
    world.advanceTo((index + 1) * 60_000)
  }
  expect(world.effects.rows).toHaveLength(MAX_EFFECTS_IN_ROW + 20)
  expect(world.runs.at(-1)).toMatchObject({ state: 'waiting_input', error: null })
})
