import {
  createSnapshot,
  type LaneState,
  parseDefinition,
  processEvent,
  type RunState,
} from '../src/core/flow/index.ts'

/** Engine steps a second: a menu loop of six nodes with templates, a condition and a counter, one lane after the other. */
const definition = parseDefinition({
  nodes: [
    { id: 't', type: 'trigger.keyword', data: { values: ['go'] } },
    {
      id: 'm',
      type: 'menu',
      data: { prompt: 'Hi {{ vars.name }}', options: [{ id: 'a', label: 'A' }], timeoutSec: 60 },
    },
    { id: 'i', type: 'set', data: { assign: [{ var: 'i', op: 'increment' }] } },
    { id: 's', type: 'send.text', data: { text: 'Round {{ vars.i }} of {{ contact.name }}' } },
    {
      id: 'c',
      type: 'condition',
      data: { cases: [{ id: 'big', all: [{ left: '{{ vars.i }}', op: 'gt', right: 1e9 }] }] },
    },
    { id: 'g', type: 'goto', data: { targetNodeId: 'm' } },
    { id: 'e', type: 'end', data: {} },
  ],
  edges: [
    { id: '1', source: 't', target: 'm' },
    { id: '2', source: 'm', sourceHandle: 'opt:a', target: 'i' },
    { id: '3', source: 'i', target: 's' },
    { id: '4', source: 's', target: 'c' },
    { id: '5', source: 'c', sourceHandle: 'case:big', target: 'e' },
    { id: '6', source: 'c', sourceHandle: 'else', target: 'g' },
  ],
})
if (!definition.ok) throw new Error(definition.message)
const snapshot = createSnapshot({ flowId: 'f', versionId: 'v1' }, definition.definition)
let ids = 0
const newId = () => `id${ids++}`

function lane(live: RunState | null): LaneState {
  return {
    client: {
      id: 'c',
      name: null,
      phone: null,
      humanHandoffDurationSec: 1800,
      mainMenuFlowId: null,
      defaultCountry: null,
      connected: true,
    },
    contact: {
      jid: 'u',
      phone: null,
      name: 'Ana',
      tags: [],
      fields: {},
      blacklist: false,
      favourite: false,
      handoffUntil: null,
      lastFlowAt: {},
      lastInboundAt: null,
    },
    live,
    dormant: [],
    pastFlowIds: [],
    flows: [snapshot],
    versions: (id) => (id === 'v1' ? snapshot : undefined),
  }
}

function converse(events: number): number {
  let steps = 0
  let live: RunState | null = null
  for (let index = 0; index < events; index++) {
    const now = index * 60_000
    const message = { id: `m${index}`, type: 'text' as const, text: live ? '1' : 'go' }
    const event = { type: 'message_received' as const, eventId: message.id, receivedAt: now, message }
    const decision = processEvent(lane(live), event, { now, newId })
    steps += decision.transitions.length
    const change = decision.runs.at(-1)
    const run: RunState | null = change && change.op !== 'delete' ? change.run : null
    live = run && run.state === 'waiting_input' ? run : null
  }
  return steps
}

converse(20_000)
const events = Number(process.argv[2] ?? 100_000)
const startedAt = performance.now()
const steps = converse(events)
const seconds = (performance.now() - startedAt) / 1_000
console.log(
  JSON.stringify({
    bench: 'engine',
    events,
    steps,
    seconds: Number(seconds.toFixed(3)),
    stepsPerSecond: Math.round(steps / seconds),
    eventsPerSecond: Math.round(events / seconds),
  }),
)
