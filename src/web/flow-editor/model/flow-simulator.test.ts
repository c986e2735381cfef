import { describe, expect, test } from 'vitest'
import { parseCaseFlow } from '../../../core/flow/case-format.ts'
import { type FlowDefinition, parseCase, runCase } from '../../../core/flow/index.ts'
import { FlowSimulator } from './flow-simulator.ts'
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

const open = (flow: object) => new FlowSimulator(define(flow), START, 'Ana')
const said = (simulator: FlowSimulator) =>
  simulator.view().lines.flatMap((line) => (line.kind === 'flow' ? [line.text] : []))

describe('a conversation', () => {
  test('is answered by the draft, and its way lights up', () => {
    const simulator = open(ASKING)
    simulator.say('hi')
    expect(said(simulator)).toEqual(['Name?'])
    const waiting = simulator.view()
    expect(waiting.marks.nodes.get('q')).toBe('current')
    expect(waiting.nextTimerMs).toBe(60_000)
    simulator.say('Bea')
    const { run, lines, marks } = simulator.view()
    expect(run?.context.vars).toEqual({ name: 'Bea' })
    expect(said(simulator)).toEqual(['Name?', 'Hello Bea'])
    expect(lines.at(-1)).toEqual({ kind: 'ended', state: 'completed', message: null })
    expect([...marks.edges.keys()]).toEqual(['e0', 'e1'])
    expect(marks.nodes.has('n')).toBe(false)
  })

  test('skipping the wait takes the exit for no answer', () => {
    const simulator = open(ASKING)
    simulator.say('hi')
    simulator.skip()
    expect(said(simulator)).toEqual(['Name?', 'Bye'])
    expect(simulator.view().lines).toContainEqual({ kind: 'waited', ms: 60_000 })
  })

  test('a person who takes over silences the flow, and what is not answered says why', () => {
    const simulator = open(ASKING)
    simulator.say('hi')
    simulator.writeAsHuman('I am here')
    simulator.say('thanks')
    expect(simulator.view().isMuted).toBe(true)
    expect(simulator.view().run?.state).toBe('handed_off')
    expect(simulator.view().lines.at(-1)).toEqual({ kind: 'ignored', reason: 'handoff' })
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
    simulator.say('hi')
    expect(simulator.view().openEffects).toMatchObject([
      { kind: 'http', summary: 'GET https://api.example.com/x' },
    ])
    simulator.answerEffect('http', { status: 200, headers: {}, body: { name: 'Bea' } })
    const poll = simulator.view().lines.findLast((line) => line.kind === 'flow')
    expect(poll).toMatchObject({ content: { type: 'poll', question: 'For Bea?' } })
    simulator.vote(poll?.kind === 'flow' ? poll.sendId : '', 'Yes')
    expect(said(simulator).at(-1)).toBe('Fine')
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
  const { script, startAt } = simulator
  const saved = toCaseDocument({ title: 'One', startAt, contactName: 'Ana', script })
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
  simulator.say('hi')
  simulator.skip()
  simulator.say('what?', 'image')
  expect(playSaved(simulator, define(ASKING))).toMatchObject({ ok: true, failures: [] })
  const [q] = ASKING.nodes.filter(([id]) => id === 'q')
  const other = {
    ...ASKING,
    nodes: ASKING.nodes.map((node) => (node === q ? ['q', 'ask', { prompt: 'Who?', timeoutSec: 60 }] : node)),
  }
  const result = playSaved(simulator, define(other))
  expect(result.ok).toBe(false)
  expect(result.failures[0]).toContain('Who?')
})
