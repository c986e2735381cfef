import { describe, expect, test } from 'vitest'
import type { FlowSettings } from '../definition.ts'
import { EXCHANGE_VERSION, type ExchangeFlow, parseExchange, toExchange, validateFlow } from '../index.ts'
import { findContactFields } from './definitions.ts'

const flow = {
  version: EXCHANGE_VERSION,
  name: ' Orders ',
  fallbackBehavior: 'send_text',
  fallbackText: 'Hm?',
  nodes: [
    {
      id: 't',
      type: 'trigger.keyword',
      position: { x: 0, y: 0 },
      data: { values: ['order'] },
      selected: true,
      measured: { width: 1 },
    },
    {
      id: 'h',
      type: 'handoff',
      position: { x: 1, y: 2 },
      data: {
        notify: { jid: '+351912345678', label: 'urgent' },
        departmentId: '5c6e7082-b3c4-40f7-a129-9eafb0c1d2e3',
        personId: 'ben',
      },
    },
  ],
  edges: [{ id: 'e', source: 't', target: 'h', sourceHandle: null, animated: true }],
  viewport: { x: 0, y: 0, zoom: 1 },
}

function read(input: unknown): ExchangeFlow {
  const result = parseExchange(input)
  if (!result.ok) throw new Error(result.message)
  return result.flow
}

describe('the exchange format', () => {
  test("the interface's minimal body is an empty flow", () => {
    const minimal = read({ version: 1, name: 'Empty' })
    expect(minimal).toMatchObject({ name: 'Empty', description: null, clientId: null })
    expect(minimal.definition).toMatchObject({
      nodes: [],
      edges: [],
      retriggerBehavior: 'continue_if_dormant',
      fallbackBehavior: 'none',
    })
  })

  test('JSON strings and plain JSON are the same flow', () => {
    const asStrings = {
      ...flow,
      nodes: JSON.stringify(flow.nodes),
      edges: JSON.stringify(flow.edges),
      viewport: JSON.stringify(flow.viewport),
    }
    expect(read(asStrings)).toEqual(read(flow))
  })

  test('what the canvas adds while editing does not travel', () => {
    const text = JSON.stringify(toExchange(read(flow)))
    expect(text).not.toMatch(/selected|measured|animated/)
  })

  test('whom a handoff notifies, and who gets what it hands over, does not travel', () => {
    const text = JSON.stringify(toExchange(read(flow)))
    for (const own of ['912345678', '5c6e7082', 'ben']) expect(text).not.toContain(own)
    expect(text).toContain('urgent')
  })

  test('a secret is required wherever in a text it is read, also at the start of a line', () => {
    const headers = [{ name: 'X', value: '{{\nsecrets.first }}{{\tsecrets.second}}' }]
    const data = { url: 'https://a.example', headers, body: { deep: [{ key: '{%\r\nif secrets.third %}' }] } }
    const nodes = [{ id: 'h', type: 'http', position: { x: 0, y: 0 }, data }]
    expect(toExchange(read({ ...flow, nodes, edges: [] })).requires).toMatchObject({
      secrets: ['first', 'second', 'third'],
    })
  })

  test('a re-export of an import is the same text, whatever the order of nodes', () => {
    const once = JSON.stringify(toExchange(read(flow)))
    expect(JSON.stringify(toExchange(read(JSON.parse(once))))).toBe(once)
    expect(JSON.stringify(toExchange(read({ ...flow, nodes: [...flow.nodes].reverse() })))).toBe(once)
  })

  test('unknown node types can be imported and are named by validation', () => {
    const { definition } = read({
      version: 1,
      name: 'x',
      nodes: [{ id: 'a', type: 'teleport.now', position: { x: 0, y: 0 } }],
    })
    expect(validateFlow(definition).errors.map((issue) => issue.code)).toContain('UNKNOWN_TYPE')
  })

  test.each<[string, unknown, RegExp]>([
    ['another version', { version: 2, name: 'x' }, /version: .*not 2/],
    ['no version', { name: 'x' }, /version/],
    ['a blank name', { version: 1, name: ' ' }, /name/],
    ['a name of 121 characters', { version: 1, name: 'x'.repeat(121) }, /name/],
    ['nodes that are no list', { version: 1, name: 'x', nodes: '{}' }, /nodes/],
    [
      '501 nodes',
      { version: 1, name: 'x', nodes: Array.from({ length: 501 }, (_, i) => ({ id: `n${i}`, type: 'end' })) },
      /500/,
    ],
    [
      'an edge without a target',
      { version: 1, name: 'x', edges: [{ id: 'e', source: 'a' }] },
      /edges\.0\.target/,
    ],
    ['no object', 'flow', /value/],
  ])('%s is refused with its place', (_what, input, message) => {
    const result = parseExchange(input)
    expect(result.ok).toBe(false)
    if (!result.ok) expect(result.message).toMatch(message)
  })
})

test('a flow uses the fields that it chooses people by when a schedule starts it', () => {
  const audience = {
    fields: [{ name: 'plan', value: 'pro' }, { name: 'seats', op: 'is_set' }, { name: 7 }, null],
  }
  const nodes = [{ type: 'trigger.schedule', data: { cron: '0 9 * * *', audience } }]
  expect(findContactFields({ nodes, settings: {} as FlowSettings })).toEqual(['plan', 'seats'])
})
