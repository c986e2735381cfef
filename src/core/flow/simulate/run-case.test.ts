import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { describeCaseFailure } from '../../../words/english.ts'
import { type CaseExpectation, type FlowCase, parseCase, readCases, runCase } from '../index.ts'
import { CASE_KEYS } from './case-format.ts'

function caseWith(expectation: CaseExpectation): FlowCase {
  const parsed = parseCase({
    id: 'x',
    title: 'asks for a name',
    flows: {
      A: {
        nodes: [
          ['t', 'trigger.keyword', { values: ['go'] }],
          ['q', 'ask', { prompt: 'Name?', saveAs: 'name', timeoutSec: 60 }],
          ['s', 'send.text', { text: 'Hi {{ name }}' }],
        ],
        edges: ['t>q', 'q:reply>s'],
      },
    },
    script: [{ text: 'go' }, { text: 'Ana', expect: expectation }],
  })
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.value
}

const truth: Required<Omit<CaseExpectation, 'publishErrors' | 'publishWarnings' | 'effects'>> = {
  out: ['Name?', 'Hi Ana'],
  wire: 2,
  messageIds: 2,
  run: 0,
  runs: 1,
  state: 'completed',
  node: 's',
  flow: 'A',
  vars: { name: 'Ana', other: null },
  outcomes: ['triggered', 'reply', 'completed'],
  lastOutcome: 'completed',
  lastEvent: ['processed', null],
  error: null,
  approval: null,
  maxTransitions: 3,
  contact: { blacklist: false },
  refusal: null,
}

const lies: CaseExpectation = {
  out: ['Name?'],
  wire: 1,
  messageIds: 1,
  runs: 2,
  state: 'waiting_input',
  node: 'q',
  flow: 'B',
  vars: { name: 'Bia' },
  outcomes: ['triggered'],
  lastOutcome: 'reply',
  lastEvent: ['ignored', 'no_match'],
  error: 'LOOP_LIMIT',
  approval: 'Hi',
  maxTransitions: 2,
  contact: { blacklist: true },
  refusal: 'RUN_EXISTS',
}

test.each(Object.entries(CASE_KEYS))('the guide explains every key of a %s', (_part, keys) => {
  const guide = readFileSync(new URL('../../../../docs/flows-guide.md', import.meta.url), 'utf8')
  expect(keys.filter((key) => !guide.includes(`| \`${key}\` |`))).toEqual([])
})

test('the guide does not refuse menus that are polls', () => {
  const guide = readFileSync(new URL('../../../../docs/flows-guide.md', import.meta.url), 'utf8')
  expect(guide).not.toContain('refused in this version')
})

describe('checking a case', () => {
  test('a case whose every check holds passes', () => {
    expect(runCase(caseWith(truth))).toEqual({ id: 'x', title: 'asks for a name', ok: true, failures: [] })
  })

  test.each(Object.entries(lies))('a wrong %s is a failure that names it', (key, value) => {
    const { ok, failures } = runCase(caseWith({ ...truth, [key]: value }))
    expect(ok).toBe(false)
    expect(failures.map(describeCaseFailure).join()).toContain(key)
  })

  test('a run that does not exist has no state', () => {
    expect(runCase(caseWith({ run: 5, state: null })).ok).toBe(true)
    expect(runCase(caseWith({ run: 5, state: 'completed' })).ok).toBe(false)
  })

  test('a message still pending when its contact is blacklisted never leaves, though the worker is down', () => {
    const flowCase = caseWith({})
    const step = { jid: 'u1' }
    flowCase.script = [
      { ...step, text: 'go', crash: 'after_commit', expect: { out: [], runs: 1 } },
      { ...step, flag: { blacklist: true }, expect: { runs: 0, state: null } },
      { ...step, at: 5, restart: true, expect: { out: [], wire: 0, runs: 0 } },
    ]
    expect(runCase(flowCase).failures).toEqual([])
  })

  test('lastEvent is the event decided last, though another one came after it', () => {
    const parsed = parseCase({
      id: 'x',
      title: 'a message waits for a call',
      flows: {
        A: {
          nodes: [
            ['t', 'trigger.keyword', { values: ['go'] }],
            ['h', 'http', { url: 'https://example.com' }],
            ['e', 'end', {}],
          ],
          edges: ['t>h', 'h:ok>e'],
        },
      },
      script: [
        { text: 'go' },
        { text: 'hello?', expect: { lastEvent: ['deferred', null] } },
        { http: { status: 200 }, expect: { state: 'completed', lastEvent: ['ignored', 'no_match'] } },
      ],
    })
    expect(parsed.ok && runCase(parsed.value).failures).toEqual([])
  })

  test('a clock that runs backward is a failure', () => {
    const flowCase = caseWith(truth)
    flowCase.script = [
      { jid: 'u1', at: 5 },
      { jid: 'u1', at: 4 },
    ]
    expect(runCase(flowCase).failures.map(describeCaseFailure).join()).toContain('forward')
  })

  test('a flow that could not be published falls short with the reason', () => {
    const flowCase = caseWith(truth)
    flowCase.flows = { A: { nodes: [['t', 'teleport.now']], edges: [] } }
    const lines = runCase(flowCase).failures.map(describeCaseFailure)
    expect(lines).toContain(
      'flows: A node t: UNKNOWN_TYPE This server does not know the node type "teleport.now"; remove the node or update the server.',
    )
  })
})

describe('reading cases', () => {
  test.each<[string, unknown]>([
    ['an unknown check', { script: [{ expect: { outt: [] } }] }],
    ['an unknown step', { script: [{ txt: 'a' }] }],
    ['an edge that is none', { flows: { A: { nodes: [], edges: ['a-b'] } } }],
    ['an empty script', { script: [] }],
    ['no flows', { flows: undefined }],
  ])('%s is refused', (_what, change) => {
    expect(parseCase({ ...caseWith({}), ...(change as object) })).toMatchObject({ ok: false })
  })

  test('a Markdown file without cases says so', () => {
    expect(readCases('# none', 'a.md')).toMatchObject([{ where: 'a.md', result: { ok: false } }])
  })

  test('the cases that are saved with a flow in exchange format are read with it and its bundle', () => {
    const { flows, ...rest } = caseWith({ out: ['Name?', 'Hi Ana'] })
    const [call] = readCases(
      JSON.stringify({
        ...{
          version: 1,
          name: 'Greets',
          nodes: [
            ['t', 'trigger.keyword', { values: ['go'] }],
            ['c', 'subflow', { flowId: 'ref:ask' }],
          ],
        },
        ...{ edges: ['t>c'], testCases: [{ title: rest.title, script: rest.script }, { title: 'none' }] },
        bundle: [
          {
            ref: 'ask',
            name: 'Asks',
            ...flows.A,
            nodes: [['t', 'trigger.api'], ...(flows.A?.nodes.slice(1) ?? [])],
          },
        ],
      }),
      'a.json',
    )
    expect(call?.result.ok && runCase(call.result.value)).toMatchObject({ ok: true })
    expect(readCases(JSON.stringify({ version: 1, testCases: [{ title: 'none' }] }), 'a.json')).toMatchObject(
      [{ where: 'a.json case 1', result: { ok: false } }],
    )
  })

  test('an array of cases is read one by one', () => {
    const found = readCases(JSON.stringify([caseWith({}), { id: 'broken' }]), 'a.json')
    expect(found.map(({ where, result }) => [where, result.ok])).toEqual([
      ['a.json case 1', true],
      ['a.json case 2', false],
    ])
  })
})
