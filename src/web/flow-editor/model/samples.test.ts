import { expect, test } from 'vitest'
import { readSamples } from './samples.ts'

const context = JSON.stringify({
  vars: { city: 'Faro', list: [1, 2], empty: '', note: `a\n${'b'.repeat(80)}` },
  last: { text: 'Faro', type: 'text', messageId: 'm' },
  trigger: { text: 'order', nodeId: 't', type: 'trigger.keyword', messageId: 'm' },
  nodes: { h: { status: 200, body: { a: 1 }, error: null } },
})

test('the values of a run stand under the names texts insert them by, each on one short line', () => {
  const samples = readSamples(context, [])
  expect(samples.get('vars.city')).toBe('Faro')
  expect(samples.get('vars.list')).toBe('[1,2]')
  expect(samples.get('vars.note')).toBe(`a ${'b'.repeat(58)}…`)
  expect(samples.get('node.h.body')).toBe('{"a":1}')
  expect(samples.get('last.text')).toBe('Faro')
  expect(samples.get('trigger.text')).toBe('order')
  expect(samples.has('vars.empty')).toBe(false)
})

test('a variable whose answers are hidden is not shown, nor is the message that may be its answer', () => {
  const samples = readSamples(context, [{ name: 'city', pii: true }])
  expect([samples.has('vars.city'), samples.has('last.text'), samples.has('message.text')]).toEqual([
    false,
    false,
    false,
  ])
  expect(samples.get('trigger.text')).toBe('order')
})

test('while a sub-flow runs, the variables are those of the flow that called it', () => {
  const called = {
    vars: { city: 'theirs' },
    stack: [{ flowId: 'f', versionId: 'v', nodeId: 'n', vars: { city: 'ours' } }],
  }
  expect(readSamples(JSON.stringify(called), []).get('vars.city')).toBe('ours')
})

test('a context that cannot be read has no samples', () => {
  expect(readSamples('{', []).size).toBe(0)
})
