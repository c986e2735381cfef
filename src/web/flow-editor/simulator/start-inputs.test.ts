import { describe, expect, it } from 'vitest'
import { listInputs, listTestStarts, readInputs } from './start-inputs.ts'

const node = (id: string, type: string, data: object = {}) => ({
  id,
  type,
  data: { ...data },
  position: { x: 0, y: 0 },
})
const edge = (source: string, target: string) => ({ id: source, source, sourceHandle: 'out', target })

describe('inputs of a start', () => {
  it('are those of a trigger.webhook too, and a trigger without any has none', () => {
    const called = node('w', 'trigger.webhook', { inputs: [{ name: 'order', path: 'body.id' }] })
    expect(listInputs(called)).toEqual([{ name: 'order', type: 'string', sample: 'text' }])
    expect(listInputs(node('k', 'trigger.keyword', { values: ['go'] }))).toEqual([])
  })

  const inputs = listInputs(
    node('t', 'trigger.api', {
      inputs: [
        { name: 'who', type: 'string', default: 'Ana' },
        { name: 'n', type: 'number' },
        { name: 'items', type: 'list' },
      ],
    }),
  )

  it('have a value to begin with: their default, or one of their type', () => {
    expect(inputs.map(({ name, sample }) => [name, sample])).toEqual([
      ['who', 'Ana'],
      ['n', 1],
      ['items', []],
    ])
  })

  it('are read as values of their types; text that looks like a number stays text', () => {
    const written: Record<string, string> = { who: '42', n: '42', items: '["a"]' }
    expect(readInputs(inputs, (name) => written[name] ?? '')).toEqual({ who: '42', n: 42, items: ['a'] })
  })
})

describe('starts of a test on a phone', () => {
  it('are the connected triggers, a start by the API first', () => {
    const nodes = [
      node('word', 'trigger.keyword'),
      node('loose', 'trigger.main_menu'),
      node('s', 'send.text'),
      node('api', 'trigger.api'),
    ]
    const edges = [edge('word', 's'), edge('api', 's'), edge('s', 's')]
    expect(listTestStarts({ nodes, edges }).map(({ id }) => id)).toEqual(['api', 'word'])
  })
})
