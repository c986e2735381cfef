import { describe, expect, test } from 'vitest'
import { type FlowDefinition, parseCase, runCase } from '../../../../core/flow/index.ts'
import { parseCaseFlow } from '../../../../core/flow/simulate/case-format.ts'
import { FlowSimulator, type SimulatorSetup } from './flow-simulator.ts'
import { TESTED_FLOW, toCaseDocument } from './flow-tests.ts'

const START = Date.parse('2026-03-02T10:00:00Z')

function define(flow: object): FlowDefinition {
  const parsed = parseCaseFlow(flow as Parameters<typeof parseCaseFlow>[0])
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.definition
}

const ASKING = {
  nodes: [
    ['t', 'trigger.keyword', { values: ['hi'] }],
    ['q', 'ask', { prompt: 'Name?', saveAs: 'name', timeoutSec: 60 }],
    ['s', 'send.text', { text: 'Hello {{ vars.name }}' }],
    ['n', 'send.text', { text: 'Bye' }],
  ],
  edges: ['t>q', 'q:reply>s', 'q:timeout>n'],
}

const ANA = { name: 'Ana', phone: null, tags: [], fields: {} }
const open = (flow: object, setup: Partial<SimulatorSetup> = {}) =>
  new FlowSimulator({ flowId: 'own', definition: define(flow), startAt: START, contact: ANA, ...setup })
const listReplies = (simulator: FlowSimulator) =>
  simulator.view().lines.flatMap((line) => (line.kind === 'flow' ? [line.text] : []))

describe('a conversation', () => {
  test('is answered by the draft, and its way lights up', () => {
    const simulator = open(ASKING)
    simulator.receive('hi')
    expect(listReplies(simulator)).toEqual(['Name?'])
    const waiting = simulator.view()
    expect(waiting.marks.nodes.get('q')).toBe('current')
    expect(waiting.nextTimerMs).toBe(60_000)
    simulator.receive('Bea')
    const { run, lines, marks } = simulator.view()
    expect(run?.context.vars).toEqual({ name: 'Bea' })
    expect(listReplies(simulator)).toEqual(['Name?', 'Hello Bea'])
    expect(lines.at(-1)).toEqual({ kind: 'ended', state: 'completed', failure: null })
    expect([...marks.edges.keys()]).toEqual(['e0', 'e1'])
    expect(marks.nodes.has('n')).toBe(false)
  })

  test('skipping the wait takes the exit for no answer', () => {
    const simulator = open(ASKING)
    simulator.receive('hi')
    simulator.skip()
    expect(listReplies(simulator)).toEqual(['Name?', 'Bye'])
    expect(simulator.view().lines).toContainEqual({ kind: 'waited', ms: 60_000 })
  })

  test('a person who takes over silences the flow, and what is not answered says why', () => {
    const simulator = open(ASKING)
    simulator.receive('hi')
    simulator.writeAsHuman('I am here')
    simulator.receive('thanks')
    expect(simulator.view().isMuted).toBe(true)
    expect(simulator.view().run?.state).toBe('handed_off')
    expect(simulator.view().lines.at(-1)).toEqual({ kind: 'ignored', reason: 'handoff' })
  })

  test('a handoff to a department says once whom it goes to', () => {
    const departmentId = '5c6e7082-b3c4-40f7-a129-9eafb0c1d2e3'
    const simulator = open({
      nodes: [
        ['t', 'trigger.keyword', { values: ['hi'] }],
        ['h', 'handoff', { departmentId }],
      ],
      edges: ['t>h'],
    })
    simulator.receive('hi')
    simulator.receive('hello?')
    const handed = simulator.view().lines.filter(({ kind }) => kind === 'handed')
    expect(handed).toEqual([{ kind: 'handed', departmentId, personId: null }])
  })

  test('a call waits for the answer that is made up, and a vote answers a poll', () => {
    const simulator = open({
      nodes: [
        ['t', 'trigger.keyword', { values: ['hi'] }],
        ['h', 'http', { url: 'https://api.example.com/x', map: [{ path: 'name', var: 'who' }] }],
        [
          'm',
          'menu',
          {
            prompt: 'For {{ vars.who }}?',
            render: 'poll',
            options: [
              { id: 'y', label: 'Yes' },
              { id: 'n', label: 'No' },
            ],
          },
        ],
        ['s', 'send.text', { text: 'Fine' }],
      ],
      edges: ['t>h', 'h:ok>m', 'm:opt:y>s'],
    })
    simulator.receive('hi')
    expect(simulator.view().openEffects).toMatchObject([
      { kind: 'http', summary: 'GET https://api.example.com/x' },
    ])
    simulator.answerEffect('http', { status: 200, headers: {}, body: { name: 'Bea' } })
    const poll = simulator.view().lines.findLast((line) => line.kind === 'flow')
    expect(poll).toMatchObject({ content: { type: 'poll', question: 'For Bea?' } })
    simulator.vote(poll?.kind === 'flow' ? poll.sendId : '', 'Yes')
    expect(listReplies(simulator).at(-1)).toBe('Fine')
    expect(playSaved(simulator, define(POLLING))).toMatchObject({ ok: false })
  })
})

const POLLING = {
  nodes: [
    ['t', 'trigger.keyword', { values: ['hi'] }],
    ['s', 'send.text', { text: 'x' }],
  ],
  edges: ['t>s'],
}

/** Saved as a test, and played against a flow. */
function playSaved(simulator: FlowSimulator, flow: FlowDefinition) {
  const { script, startAt, contact, contactFields } = simulator
  const saved = toCaseDocument({ title: 'One', startAt, contact, contactFields, script })
  const parsed = parseCase({
    id: 'one',
    ...JSON.parse(JSON.stringify(saved)),
    flows: { [TESTED_FLOW]: flow },
  })
  if (!parsed.ok) throw new Error(parsed.message)
  return runCase(parsed.value)
}

test('a saved conversation passes on the same flow, and fails on one that answers otherwise', () => {
  const simulator = open(ASKING)
  simulator.receive('hi')
  simulator.skip()
  simulator.receive('what?', 'image')
  expect(playSaved(simulator, define(ASKING))).toMatchObject({ ok: true, failures: [] })
  const [q] = ASKING.nodes.filter(([id]) => id === 'q')
  const other = {
    ...ASKING,
    nodes: ASKING.nodes.map((node) => (node === q ? ['q', 'ask', { prompt: 'Who?', timeoutSec: 60 }] : node)),
  }
  const result = playSaved(simulator, define(other))
  expect(result.ok).toBe(false)
  expect(JSON.stringify(result.failures[0])).toContain('Who?')
})

describe('a flow that calls another', () => {
  const CALLING = {
    nodes: [
      ['t', 'trigger.keyword', { values: ['hi'] }],
      ['c', 'subflow', { flowId: 'prices', inputs: { what: 'soup' }, outputs: { total: 'sum' } }],
      ['s', 'send.text', { text: 'That is {{ vars.total }}' }],
    ],
    edges: ['t>c', 'c:done>s'],
  }
  const PRICES = {
    nodes: [
      ['t', 'trigger.api', { inputs: [{ name: 'what' }] }],
      ['k', 'trigger.keyword', { values: ['prices'] }],
      ['c', 'ask', { prompt: 'How many {{ vars.what }}?', saveAs: 'n', validate: { type: 'integer' } }],
      ['s', 'set', { assign: [{ var: 'sum', value: '{{ vars.n | times: 3 }}' }] }],
    ],
    edges: ['t>c', 'k>c', 'c:reply>s'],
  }
  const prices = (isPublished: boolean) => [
    { id: 'prices', name: 'Prices', definition: define(PRICES), isPublished },
  ]

  test('runs into it and comes back, and the calling node lights up meanwhile', () => {
    const simulator = open(CALLING, { called: prices(true) })
    simulator.receive('hi')
    const inside = simulator.view()
    expect(inside.lines.at(-1)).toMatchObject({ kind: 'flow', text: 'How many soup?', flowName: 'Prices' })
    expect(inside.place).toEqual({ nodeId: 'c', flowName: 'Prices' })
    expect([...inside.marks.nodes]).toEqual([
      ['t', 'visited'],
      ['c', 'current'],
    ])
    simulator.receive('4')
    expect(simulator.view().lines.at(-2)).toMatchObject({ text: 'That is 12', flowName: null })
    expect([...simulator.view().marks.edges.keys()]).toEqual(['e0', 'e1'])
  })

  test('fails at a call that leads nowhere', () => {
    const simulator = open(CALLING)
    simulator.receive('hi')
    expect(simulator.view().run?.state).toBe('failed')
    expect(simulator.view().marks.nodes.get('c')).toBe('failed')
  })

  test('is started by the keywords of a published one, and not by those of a draft', () => {
    const published = open(CALLING, { called: prices(true) })
    published.receive('prices')
    expect(listReplies(published)).toHaveLength(1)
    const draft = open(CALLING, { called: prices(false) })
    draft.receive('prices')
    expect(draft.view().lines.at(-1)).toEqual({ kind: 'ignored', reason: 'no_match' })
    draft.receive('hi')
    expect(listReplies(draft)).toEqual(['How many soup?'])
  })

  test('may be called back by it', () => {
    const back = {
      nodes: [
        ['t', 'trigger.api', {}],
        ['b', 'switch_flow', { flowId: 'own' }],
      ],
      edges: ['t>b'],
    }
    const own = {
      nodes: [
        ['a', 'trigger.api', {}],
        ['s', 'send.text', { text: 'Back again' }],
        ['t', 'trigger.keyword', { values: ['hi'] }],
        ['x', 'switch_flow', { flowId: 'back' }],
      ],
      edges: ['a>s', 't>x'],
    }
    const called = [{ id: 'back', name: 'Back', definition: define(back), isPublished: true }]
    const simulator = open(own, { called })
    simulator.receive('hi')
    expect(listReplies(simulator)).toEqual(['Back again'])
  })
})

test('a script waits for what it returns, with what it is to be run with', () => {
  const simulator = open({
    nodes: [
      ['t', 'trigger.keyword', { values: ['hi'] }],
      ['c', 'code', { source: 'return message.text.length', saveAs: 'n', timeoutMs: 100 }],
      ['s', 'send.text', { text: '{{ vars.n }} letters' }],
    ],
    edges: ['t>c', 'c:ok>s'],
  })
  simulator.receive('hi')
  const [effect] = simulator.view().openEffects
  expect(effect?.script).toMatchObject({ source: 'return message.text.length', timeoutMs: 100, memoryMb: 16 })
  expect(JSON.parse(effect?.script?.input ?? '{}')).toMatchObject({ message: { text: 'hi' } })
  simulator.answerEffect('code', { value: 2 }, { kind: 'script', ok: true, text: '2' })
  expect(listReplies(simulator)).toEqual(['2 letters'])
  expect(simulator.view().lines).toContainEqual({ kind: 'script', ok: true, text: '2' })
})

test('a conversation may begin at any node, and is then no test', () => {
  const simulator = open(ASKING, { playFrom: 'q' })
  expect(listReplies(simulator)).toEqual(['Name?'])
  simulator.receive('Bea')
  expect(listReplies(simulator).at(-1)).toBe('Hello Bea')
  expect(simulator.isWhole).toBe(false)
})

describe('fields of the contact', () => {
  const COUNTING = {
    nodes: [
      ['t', 'trigger.keyword', { values: ['hi'] }],
      ['q', 'ask', { prompt: 'How many, {{ contact.fields.size }}?', saveAs: 'many' }],
      ['d', 'set', { assign: [{ scope: 'contact', var: 'visits', value: '{{ vars.many }}' }] }],
      ['s', 'send.text', { text: '{{ contact.fields.visits | plus: 1 }}' }],
    ],
    edges: ['t>q', 'q:reply>d', 'd>s'],
  }
  const contactFields: SimulatorSetup['contactFields'] = new Map([
    ['visits', { type: 'number' as const, choices: [] }],
    ['size', { type: 'choice' as const, choices: ['small', 'large'] }],
    ['other', { type: 'text' as const, choices: [] }],
  ])
  const contact = { ...ANA, fields: { size: 'small', visits: 1 } }

  test('are read as they were set, and shown as they change, with the type that is defined', () => {
    const simulator = open(COUNTING, { contact, contactFields })
    simulator.receive('hi')
    expect(listReplies(simulator)).toEqual(['How many, small?'])
    simulator.receive('7')
    expect(listReplies(simulator).at(-1)).toBe('8')
    expect(simulator.view().fields).toEqual({ size: 'small', visits: 7 })
    expect(simulator.view().lines).toContainEqual({ kind: 'field', name: 'visits', value: 7 })
  })

  test('take no value of another type, as in the service', () => {
    const simulator = open(COUNTING, { contact, contactFields })
    simulator.receive('hi')
    simulator.receive('many')
    expect(simulator.view().fields).toEqual(contact.fields)
    expect(simulator.view().lines.at(-1)).toMatchObject({ kind: 'ended', state: 'failed' })
  })

  test('are in the saved test with what the flow names of their definitions, and are checked by it', () => {
    const simulator = open(COUNTING, { contact, contactFields })
    simulator.receive('hi')
    simulator.receive('7')
    expect(simulator.contactFields).toEqual({ visits: 'number', size: ['small', 'large'] })
    expect(playSaved(simulator, define(COUNTING))).toMatchObject({ ok: true })
    const [t, q, , s] = COUNTING.nodes
    const silent = {
      ...COUNTING,
      nodes: [t, q, ['d', 'set', { assign: [{ var: 'visits', value: '7' }] }], s],
    }
    expect(playSaved(simulator, define(silent))).toMatchObject({ ok: false })
  })
})
