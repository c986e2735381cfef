import { expect, test } from 'vitest'
import { isSameFlow } from './compare-flows.ts'
import { type ExchangeFlow, parseExchange } from './exchange/exchange.ts'

const AT = { x: 0, y: 0 }
const NODES = [
  { id: 't', type: 'trigger.api', position: AT, data: {} },
  { id: 's', type: 'send.text', position: AT, data: { text: 'Hi', quote: true } },
]
const EDGES = [{ id: 'e', source: 't', sourceHandle: 'out', target: 's' }]

function flow(changes: object = {}): ExchangeFlow {
  const parsed = parseExchange({ version: 1, name: 'Greeting', nodes: NODES, edges: EDGES, ...changes })
  if (!parsed.ok) throw new Error(parsed.message)
  return parsed.flow
}

test.each([
  ['a node that moved', { nodes: NODES.map((node) => ({ ...node, position: { x: 9, y: 9 } })) }],
  ['the order of nodes', { nodes: [...NODES].reverse() }],
  ['the order of fields', { nodes: [NODES[0], { ...NODES[1], data: { quote: true, text: 'Hi' } }] }],
  ['an edge that was drawn anew', { edges: [{ ...EDGES[0], id: 'other' }] }],
  ['where the canvas was looked at', { viewport: { x: 1, y: 2, zoom: 3 } }],
])('%s is no change of a flow', (_, changes) => {
  expect(isSameFlow(flow(), flow(changes))).toBe(true)
})

test.each([
  ['a field of a node', { nodes: [NODES[0], { ...NODES[1], data: { text: 'Hello', quote: true } }] }],
  ['a node less', { nodes: [NODES[0]], edges: [] }],
  ['an edge less', { edges: [] }],
  ['its name', { name: 'Welcome' }],
  ['its description', { description: 'For everybody' }],
  ['its settings', { settings: { typeAhead: true } }],
  ['its variables', { variables: [{ name: 'city' }] }],
])('%s is a change of a flow', (_, changes) => {
  expect(isSameFlow(flow(), flow(changes))).toBe(false)
})
