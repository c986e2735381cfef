import { expect, test } from 'vitest'
import { parseCase } from '../../simulate/case-format.ts'
import { playCase } from '../../simulate/run-case.ts'

test('a text left out because it rendered to nothing stands in the move', () => {
  const parsed = parseCase({
    id: 'x',
    title: 'x',
    flows: {
      A: {
        nodes: [
          ['t', 'trigger.keyword', { values: ['go'] }],
          ['s', 'send.text', { text: '{{ name }}' }],
        ],
        edges: ['t>s'],
        variables: [{ name: 'name' }],
      },
    },
    script: [{ text: 'go', expect: { out: [], wire: 0, state: 'completed' } }],
  })
  if (!parsed.ok) throw new Error(parsed.message)
  const { result, simulation } = playCase(parsed.value)
  expect(result.failures).toEqual([])
  expect(simulation.transitions.at(-1)).toMatchObject({
    outcome: 'completed',
    actions: [{ k: 'skip', type: 'text' }],
  })
})
