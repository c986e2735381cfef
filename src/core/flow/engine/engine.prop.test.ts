import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  applyMergePatch,
  FALLBACK_BEHAVIORS,
  type FlowDefinition,
  LIVE_STATES,
  parseDefinition,
  RETRIGGER_BEHAVIORS,
  Simulation,
} from '../index.ts'

/** Random flows over all node types, random conversations with crashes, and what must hold in every one of them. */

const NODE_COUNT = 7
const target = fc.integer({ min: 0, max: NODE_COUNT - 1 }).map((index) => `n${index}`)

const menuArb = (data: { prompt: string; render?: 'poll' }) =>
  fc.record({
    type: fc.constant('menu'),
    data: fc.constant({
      ...data,
      timeoutSec: 30,
      options: [
        { id: 'x', label: 'Ex' },
        { id: 'y', label: 'Why' },
      ],
    }),
    handles: fc.subarray(['opt:x', 'opt:y', 'invalid', 'timeout'], { minLength: 1 }),
  })

const nodeArb = fc.oneof(
  fc.record({
    type: fc.constant('send.text'),
    data: fc.constant({ text: 'say {{ vars.a }} {{ vars.i }}' }),
    handles: fc.constant(['out']),
  }),
  fc.record({
    type: fc.constant('ask'),
    data: fc.record({
      prompt: fc.constantFrom('A?', 'B?'),
      saveAs: fc.constantFrom('a', 'b'),
      timeoutSec: fc.constantFrom(20, 60),
      maxAttempts: fc.integer({ min: 1, max: 2 }),
      validate: fc.constantFrom({ type: 'any' }, { type: 'number' }),
    }),
    handles: fc.subarray(['reply', 'invalid', 'timeout'], { minLength: 1 }),
  }),
  menuArb({ prompt: 'Pick' }),
  fc.record({
    type: fc.constant('set'),
    data: fc.constant({ assign: [{ var: 'i', op: 'increment' }] }),
    handles: fc.constant(['out']),
  }),
  fc.record({
    type: fc.constant('condition'),
    data: fc.constant({ cases: [{ id: 'k', all: [{ left: '{{ vars.i }}', op: 'gt', right: 2 }] }] }),
    handles: fc.subarray(['case:k', 'else'], { minLength: 1 }),
  }),
  fc.record({
    type: fc.constant('delay'),
    data: fc.record({
      seconds: fc.constantFrom(5, 50),
      onMessage: fc.constantFrom('ignore', 'buffer', 'skip'),
    }),
    handles: fc.constant(['out']),
  }),
  fc.record({
    type: fc.constant('handoff'),
    data: fc.constant({ text: 'Wait', durationSec: 40 }),
    handles: fc.subarray(['resumed']),
  }),
  fc.record({
    type: fc.constant('http'),
    data: fc.constant({ url: 'https://example.com/{{ vars.a }}', map: [{ path: 'n', var: 'i' }] }),
    handles: fc.subarray(['ok', 'error']),
  }),
  menuArb({ prompt: 'Vote', render: 'poll' }),
  fc.record({
    type: fc.constant('split'),
    data: fc.record({
      arms: fc.constant([
        { id: 'k', weight: 1 },
        { id: 'l', weight: 2 },
      ]),
      // By run a split may fall out anew when a crash redoes the start: the id of the run is drawn again.
      sticky: fc.constant(true),
    }),
    handles: fc.subarray(['arm:k', 'arm:l'], { minLength: 1 }),
  }),
  fc.record({
    type: fc.constant('switch_flow'),
    data: fc.record({ flowId: fc.constantFrom('F0', 'F1') }),
    handles: fc.constant([] as string[]),
  }),
  fc.record({
    type: fc.constant('subflow'),
    data: fc.record({ flowId: fc.constantFrom('F0', 'F1') }),
    handles: fc.subarray(['done', 'failed']),
  }),
  fc.record({
    type: fc.constant('contact.flag'),
    data: fc.constant({ flag: 'blacklist' }),
    handles: fc.constant([] as string[]),
  }),
  fc.record({ type: fc.constant('end'), data: fc.constant({}), handles: fc.constant([] as string[]) }),
)

const flowArb = fc.record({
  keyword: fc.constantFrom('go', 'other'),
  interrupt: fc.boolean(),
  nodes: fc.array(nodeArb, { minLength: NODE_COUNT, maxLength: NODE_COUNT }),
  targets: fc.array(target, { minLength: 32, maxLength: 32 }),
  inputDebounceMs: fc.constantFrom(0, 0, 3_000),
  retriggerBehavior: fc.constantFrom(...RETRIGGER_BEHAVIORS),
  fallbackBehavior: fc.constantFrom(...FALLBACK_BEHAVIORS),
})
type RandomFlow = typeof flowArb extends fc.Arbitrary<infer T> ? T : never

const stepArb = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('text' as const),
      text: fc.constantFrom('go', 'other', '1', 'Why', '7', 'zzz', 'menu'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('wait' as const),
      seconds: fc.constantFrom(1, 10, 45, 100, 4_000_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('human' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('vote' as const), option: fc.constantFrom('Ex', 'Why') }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('http' as const), status: fc.constantFrom(200, 500) }),
  },
)
type RandomStep = typeof stepArb extends fc.Arbitrary<infer T> ? T : never

const CRASHES = [null, null, 'before_commit', 'after_commit', 'after_send'] as const
const scriptArb = fc.array(fc.tuple(stepArb, fc.constantFrom(...CRASHES)), { minLength: 1, maxLength: 14 })

function build(flow: RandomFlow, withMenu: boolean): FlowDefinition {
  const trigger = {
    id: 't',
    type: 'trigger.keyword',
    data: { values: [flow.keyword], interrupt: flow.interrupt },
  }
  const api = { id: 'ta', type: 'trigger.api', data: {} }
  const menu = { id: 'tm', type: 'trigger.main_menu', data: {} }
  let next = 0
  const take = () => flow.targets[next++ % flow.targets.length] ?? 'n0'
  const triggers = withMenu ? [trigger, api, menu] : [trigger, api]
  const parsed = parseDefinition({
    nodes: [...triggers, ...flow.nodes.map(({ type, data }, index) => ({ id: `n${index}`, type, data }))],
    edges: [
      ...triggers.map(({ id }) => ({ id: `e${id}`, source: id, target: take() })),
      ...flow.nodes.flatMap(({ handles }, index) =>
        handles.map((handle) => ({
          id: `e${index}${handle}`,
          source: `n${index}`,
          sourceHandle: handle,
          target: take(),
        })),
      ),
    ],
    settings: { inputDebounceMs: flow.inputDebounceMs },
    retriggerBehavior: flow.retriggerBehavior,
    fallbackBehavior: flow.fallbackBehavior,
    fallbackText: 'Sorry?',
  })
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.definition
}

function play(
  flows: RandomFlow[],
  script: [RandomStep, (typeof CRASHES)[number]][],
  withCrashes: boolean,
): Simulation {
  const world = new Simulation({ client: { mainMenuFlowId: 'F0', humanHandoffDurationSec: 60 } })
  for (const [index, flow] of flows.entries()) world.publish(`F${index}`, build(flow, index === 0))
  for (const [index, [step, crash]] of script.entries()) {
    // Within one second nobody can tell after a restart what came first (ADR 22), so each step has a second of its own.
    world.advanceTo(world.now + 1_000)
    if (withCrashes && step.kind !== 'wait' && step.kind !== 'http') world.crashAt = crash
    act(world, step, index)
    world.crashAt = null
    if (!world.isAlive) world.restart()
    checkUniqueness(world)
  }
  return world
}

function act(world: Simulation, step: RandomStep, index: number): void {
  switch (step.kind) {
    case 'wait':
      return world.advanceTo(world.now + step.seconds * 1_000)
    case 'http':
      // Answers count only for what waits now: one kept for later would be used up by a run that a crash redoes.
      if (world.runs.some((run) => run.state === 'waiting_effect')) {
        world.effects.answer('u', 'http', { status: step.status, body: { n: 1 } })
      }
      break
    case 'human':
      world.receive('u', { type: 'human_message', text: 'me' }, `h${index}`)
      break
    case 'vote': {
      const poll = { sendId: world.pollOf('u', -1), options: [step.option] }
      const message = { id: `v${index}`, type: 'poll_vote' as const, text: step.option, poll }
      world.receive('u', { type: 'poll_vote_received', message }, message.id)
      break
    }
    default: {
      const message = { id: `m${index}`, type: 'text' as const, text: step.text }
      world.receive('u', { type: 'message_received', message }, message.id)
    }
  }
  world.pump()
}

function checkUniqueness(world: Simulation): void {
  const live = world.runs.filter((run) => LIVE_STATES.includes(run.state))
  expect(live.length).toBeLessThanOrEqual(1)
  const dormant = world.runs.filter((run) => run.state === 'dormant').map((run) => run.flowId)
  expect(new Set(dormant).size).toBe(dormant.length)
  for (const run of world.runs) {
    expect(run.state).not.toBe('running')
    if (run.state === 'waiting_effect') expect(run.context.effect).toBeDefined()
    else expect(run.context.effect).toBeUndefined()
    expect(run.context.approval !== undefined).toBe(run.state === 'waiting_approval')
    if (run.state === 'waiting_input') expect(run.context.wait).not.toBeNull()
    if (run.state === 'dormant' || run.state === 'handed_off') expect(run.timeoutJobId).not.toBeNull()
  }
}

const conversation = [fc.array(flowArb, { minLength: 1, maxLength: 2 }), scriptArb] as const

describe('any flow in any conversation', () => {
  test('the moves of a run are one connected chain, and its patches rebuild its variables', () => {
    fc.assert(
      fc.property(...conversation, (flows, script) => {
        const world = play(flows, script, true)
        for (const run of world.runs) {
          const moves = world.transitionsOf(run.id)
          let context: Record<string, unknown> = {}
          let place: string | null = moves[0]?.fromNodeId ?? null
          for (const move of moves) {
            expect(move.fromNodeId).toBe(place)
            place = move.toNodeId
            context = applyMergePatch(context, move.contextPatch)
          }
          const ended = ['completed', 'failed', 'cancelled', 'expired'].includes(run.state)
          expect(place).toBe(ended ? null : run.currentNodeId)
          expect(context.vars).toEqual(run.context.vars)
          expect(context.visits).toEqual(run.context.visits)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('crashes at any commit or send change nothing the contact sees', () => {
    fc.assert(
      fc.property(...conversation, (flows, script) => {
        const calm = play(flows, script, false)
        const stormy = play(flows, script, true)
        const texts = (world: Simulation) => world.shown.map((message) => message.text)
        expect(texts(stormy)).toEqual(texts(calm))
        expect(stormy.runs.map((run) => run.state)).toEqual(calm.runs.map((run) => run.state))
      }),
      { numRuns: 300 },
    )
  })

  test('every event ends decided, and one that hit a loop guard sent nothing', () => {
    fc.assert(
      fc.property(...conversation, (flows, script) => {
        const world = play(flows, script, true)
        expect(world.events.filter((row) => row.status === 'received')).toEqual([])
        for (const row of world.events) expect(row.status === 'ignored').toBe(row.error !== null)
        for (const run of world.runs.filter((item) => item.error === 'LOOP_LIMIT')) {
          const eventSeq = world.transitionsOf(run.id).at(-1)?.eventSeq
          const sent = world.transitions
            .filter((move) => move.eventSeq === eventSeq)
            .flatMap((move) =>
              move.actions.flatMap((action) => (action.k === 'send' ? [action.outboxId] : [])),
            )
          expect(world.outbox.filter((send) => sent.includes(send.id))).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })
})
