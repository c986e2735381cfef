import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { FALLBACK_BEHAVIORS, RETRIGGER_BEHAVIORS } from '../definition.ts'
import { NODE_TYPES } from '../nodes/registry.ts'
import { readRefs, resolveRefs, toExchangeBundle } from './bundle.ts'
import { findCalls } from './calls.ts'
import { type ExchangeFlow, parseExchange, toExchange } from './exchange.ts'
import { buildExchangeSchema } from './schema.ts'

const id = fc.stringMatching(/^[A-Za-z0-9_-]{1,12}$/)
const position = fc.record({ x: fc.integer(), y: fc.integer() })
const data = fc.dictionary(fc.stringMatching(/^[a-z]{1,6}$/), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 4 })
const node = fc.oneof(
  fc.constantFrom(...NODE_TYPES).chain((type) =>
    fc.record({
      id,
      type: fc.constant(type.type),
      position,
      data: fc.constant(JSON.parse(JSON.stringify(type.docs.sample)) as Record<string, unknown>),
    }),
  ),
  fc.record({ id, type: fc.stringMatching(/^[a-z][a-z0-9_]{0,8}(\.[a-z0-9_]{1,8})?$/), position, data }),
)
const edge = fc.record({ id, source: id, target: id, sourceHandle: fc.constantFrom('out', 'reply', 'opt:a') })
const definition = fc.record({
  nodes: fc.uniqueArray(node, { selector: (item) => item.id, maxLength: 12 }),
  edges: fc.uniqueArray(edge, { selector: (item) => item.id, maxLength: 12 }),
  viewport: fc.option(fc.record({ x: fc.integer(), y: fc.integer(), zoom: fc.constantFrom(0.5, 1, 2) })),
  retriggerBehavior: fc.constantFrom(...RETRIGGER_BEHAVIORS),
  fallbackBehavior: fc.constantFrom(...FALLBACK_BEHAVIORS),
  fallbackText: fc.option(fc.string({ maxLength: 20 })),
  settings: fc.record(
    { timezone: fc.constant('Europe/Lisbon'), typeAhead: fc.boolean() },
    { requiredKeys: [] },
  ),
  variables: fc.uniqueArray(fc.record({ name: fc.stringMatching(/^[a-z]{1,6}$/), default: fc.jsonValue() }), {
    selector: (item) => item.name,
    maxLength: 4,
  }),
})
const flow: fc.Arbitrary<ExchangeFlow> = fc.record({
  name: fc.string({ minLength: 1, maxLength: 40 }).filter((name) => name.trim() === name && name !== ''),
  description: fc.option(fc.string({ maxLength: 40 })),
  clientId: fc.constant(null),
  definition,
})

function read(input: unknown): ExchangeFlow {
  const result = parseExchange(input)
  if (!result.ok) throw new Error(result.message)
  return result.flow
}

/** As files and requests carry it. */
const travel = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

describe('export and import', () => {
  test('a re-import of any export is the same export again, to the letter', () => {
    fc.assert(
      fc.property(flow, (original) => {
        const first = JSON.stringify(toExchange(original))
        expect(JSON.stringify(toExchange(read(JSON.parse(first))))).toBe(first)
      }),
    )
  })

  test('the order of nodes, edges and keys does not change an export', () => {
    fc.assert(
      fc.property(flow, (original) => {
        const { nodes, edges } = original.definition
        const turned = { ...original.definition, nodes: nodes.toReversed(), edges: edges.toReversed() }
        expect(JSON.stringify(toExchange({ ...original, definition: turned }))).toBe(
          JSON.stringify(toExchange(original)),
        )
      }),
    )
  })

  test('every export fits the published schema', () => {
    const { $id: _id, $defs, properties, ...schema } = buildExchangeSchema()
    const { bundle: _bundle, ...own } = properties as Record<string, unknown>
    const { data: _data, ...parts } = $defs as Record<string, unknown>
    const published = z.fromJSONSchema({ ...schema, properties: own, $defs: parts } as Parameters<
      typeof z.fromJSONSchema
    >[0])
    fc.assert(
      fc.property(flow, (original) => {
        expect(published.safeParse(travel(toExchange(original))).error).toBeUndefined()
      }),
    )
    expect(published.safeParse({ version: 2, name: 'x' }).success).toBe(false)
  })

  test('the schema knows the data of every node type', () => {
    const { data: known } = buildExchangeSchema().$defs as { data: { properties: object } }
    expect(Object.keys(known.properties)).toEqual(NODE_TYPES.map((nodeType) => nodeType.type))
  })
})

describe('bundles', () => {
  const calling = (flowId: string, name = 'Main flow') => ({
    ...read({ version: 1, name, nodes: [{ id: 'c', type: 'subflow', data: { flowId } }] }),
    id: 'id-1',
  })
  const called = { ...read({ version: 1, name: 'Main flow' }), id: 'id-2' }

  test('links inside a bundle travel by name and get the new ids', () => {
    const document = travel(toExchangeBundle(calling('id-2'), [called]))
    expect(document).toMatchObject({ ref: 'main-flow', bundle: [{ ref: 'main-flow-2' }] })
    const { nodes } = read(document).definition
    expect(nodes[0]?.data.flowId).toBe('ref:main-flow-2')
    const resolved = resolveRefs(nodes, (ref) => (ref === 'main-flow-2' ? 'new-2' : undefined))
    expect(resolved[0]?.data.flowId).toBe('new-2')
    expect(findCalls(resolved)).toEqual(['new-2'])
  })

  test('an export of an import is the same text, whatever ids the import gave', () => {
    const first = travel(toExchangeBundle(calling('id-2'), [called]))
    const imported = read(first)
    const nodes = resolveRefs(imported.definition.nodes, () => 'aaa')
    const main = { ...imported, id: 'zzz', definition: { ...imported.definition, nodes } }
    expect(travel(toExchangeBundle(main, [{ ...called, id: 'aaa' }]))).toEqual(first)
  })

  test('a link to a flow that stays behind travels by its name, also when nobody has it there', () => {
    const document = travel(toExchangeBundle(calling('id-2'), [], new Map([['id-2', 'Prices']])))
    expect(document).toMatchObject({ requires: { flows: [{ ref: 'prices', name: 'Prices' }] } })
    expect(document).not.toHaveProperty('bundle')
    const unresolved = { ...read(document), id: 'new' }
    expect(findCalls(unresolved.definition.nodes)).toEqual(['ref:prices'])
    expect(travel(toExchangeBundle(unresolved, [], new Map([['ref:prices', 'Prices']])))).toEqual(document)
  })

  test('a link to a flow nobody knows stays and is listed', () => {
    expect(toExchangeBundle(calling('elsewhere'), [])).toMatchObject({
      requires: { flows: [{ ref: 'elsewhere' }] },
    })
  })

  test('two flows of one name in a bundle are refused', () => {
    expect(readRefs([{ name: 'a' }, { name: 'b', ref: 'a' }])).toEqual({
      ok: false,
      twice: 'a',
    })
  })
})
