import {
  type ConversationState,
  createSnapshot,
  type Decision,
  parseDefinition,
  processEvent,
  type RunState,
  validateFlow,
} from '../src/core/flow/index.ts'
import { emptyContact } from '../src/core/flow/simulate/defaults.ts'

/** Engine steps a second: a menu loop of six nodes with templates, a condition and a counter, one conversation after the other. */
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

function conversation(live: RunState | null): ConversationState {
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
    contact: { ...emptyContact('u'), name: 'Ana' },
    live,
    dormant: [],
    pastFlowIds: [],
    flows: [snapshot],
    versions: (id) => (id === 'v1' ? snapshot : undefined),
    fate: null,
  }
}

/** The run after a decision, while it waits for an answer. */
function readWaiting({ runs }: Decision): RunState | null {
  const change = runs.at(-1)
  return change && change.op !== 'delete' && change.run.state === 'waiting_input' ? change.run : null
}

/** Each message is an answer to the menu before it, which the network has acknowledged, as it does before anybody reads it. */
function converse(messages: number): number {
  let steps = 0
  let live: RunState | null = null
  for (let index = 0; index < messages; index++) {
    const now = index * 60_000
    const message = { id: `m${index}`, type: 'text' as const, text: live ? '1' : 'go' }
    const event = { type: 'message_received' as const, eventId: message.id, receivedAt: now, message }
    const decision = processEvent(conversation(live), event, { now, newId })
    steps += decision.transitions.length
    live = readWaiting(decision)
    const prompt = decision.sends.findLast(({ purpose }) => purpose === 'prompt')
    if (live && prompt)
      live = readWaiting(
        processEvent(conversation(live), acknowledge(prompt.id, live.id, now), { now, newId }),
      )
  }
  if (steps < 4 * messages)
    throw new Error(`${messages} messages made ${steps} steps only: they were not taken as answers`)
  return steps
}

const acknowledge = (sendId: string, runId: string, at: number) => ({
  ...{ type: 'send_acked' as const, eventId: `${sendId}:ack`, receivedAt: at },
  ...{ sendId, runId, ackedAt: at, seenFrom: at },
})

/** A flow of 500 nodes, the most there may be: rounds of question, reckoning, answer and choice, one after the other. */
function buildLarge() {
  const nodes: { id: string; type: string; data: Record<string, unknown> }[] = [
    { id: 'n0', type: 'trigger.keyword', data: { values: ['go'] } },
  ]
  const edges = [{ id: 'e0', source: 'n0', sourceHandle: 'out', target: 'n1' }]
  const shapes = [
    {
      type: 'ask',
      data: { prompt: 'Hi {{ contact.name }}, how many?', saveAs: 'n', timeoutSec: 60 },
      exit: 'reply',
    },
    { type: 'set', data: { assign: [{ var: 'i', op: 'increment' }] }, exit: 'out' },
    { type: 'send.text', data: { text: 'Round {{ vars.i }}: {{ vars.n | default: "none" }}' }, exit: 'out' },
    {
      type: 'condition',
      data: { cases: [{ id: 'k', all: [{ left: '{{ vars.i }}', op: 'gt', right: 2 }] }] },
      exit: 'else',
    },
  ]
  for (let at = 1; at < 500; at += 1) {
    const { exit, type, data } = shapes[at % shapes.length] ?? { exit: 'out', type: 'end', data: {} }
    nodes.push({ id: `n${at}`, type, data })
    if (at < 499) edges.push({ id: `e${at}`, source: `n${at}`, sourceHandle: exit, target: `n${at + 1}` })
  }
  const parsed = parseDefinition({ nodes, edges })
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.definition
}

/** The median of the milliseconds a check before publishing takes. */
function timeValidation(): { validate500NodesMs: number; validate500NodesCpuMs: number } {
  const large = buildLarge()
  const { errors } = validateFlow(large)
  if (errors.length > 0) throw new Error(JSON.stringify(errors))
  for (let warm = 0; warm < 10; warm += 1) validateFlow(large)
  const before = process.cpuUsage()
  const times = Array.from({ length: 51 }, () => {
    const startedAt = performance.now()
    validateFlow(large)
    return performance.now() - startedAt
  })
  const { user, system } = process.cpuUsage(before)
  const median = times.toSorted((a, b) => a - b)[25] ?? 0
  return {
    validate500NodesMs: Number(median.toFixed(2)),
    validate500NodesCpuMs: Number(((user + system) / 51_000).toFixed(2)),
  }
}

converse(20_000)
const messages = Number(process.argv[2] ?? 100_000)
const startedAt = performance.now()
const usedBefore = process.cpuUsage()
const steps = converse(messages)
const used = process.cpuUsage(usedBefore)
const seconds = (performance.now() - startedAt) / 1_000
console.log(
  JSON.stringify({
    bench: 'engine',
    messages,
    steps,
    seconds: Number(seconds.toFixed(3)),
    stepsPerSecond: Math.round(steps / seconds),
    // Beside the clock's, for a machine that has other things to do.
    stepsPerCpuSecond: Math.round((steps / (used.user + used.system)) * 1_000_000),
    messagesPerSecond: Math.round(messages / seconds),
    ...timeValidation(),
  }),
)
