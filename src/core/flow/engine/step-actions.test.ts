import { expect, it } from 'vitest'
import { parseCase } from '../simulate/case-format.ts'
import { playCase } from '../simulate/run-case.ts'

function playActions(nodes: unknown[], edges: string[], client: object = {}) {
  const parsed = parseCase({
    ...{ id: 'told', title: 'told', client, flows: { A: { nodes, edges } } },
    script: [{ text: 'go' }],
  })
  if (!parsed.ok) throw new Error(parsed.message)
  const { result, simulation } = playCase(parsed.value)
  expect(result.failures).toEqual([])
  return simulation.transitions.flatMap(({ actions }) => actions)
}
const START = ['t', 'trigger.keyword', { values: ['go'] }]

it('a run’s history holds the rows that a condition looked at with their values, up to the one that decided', () => {
  const cases = [
    { id: 'old', all: [{ left: '{{ vars.age }}', op: 'gte', right: 18 }] },
    {
      id: 'short',
      any: [
        { left: '{{ message.text }}', op: 'eq', right: 'no' },
        { left: 'x', op: 'is_set' },
      ],
    },
    { id: 'never', all: [{ left: 'never', op: 'is_set' }] },
  ]
  const actions = playActions(
    [
      START,
      ['v', 'set', { assign: [{ var: 'age', value: '17' }] }],
      ['c', 'condition', { cases }],
      ['e', 'end', {}],
    ],
    ['t>v', 'v>c', 'c:case:old>e', 'c:case:short>e', 'c:case:never>e', 'c:else>e'],
  )
  expect(actions.filter(({ k }) => k === 'compare')).toEqual([
    { k: 'compare', left: '17', op: 'gte', right: '18', holds: false },
    { k: 'compare', left: 'go', op: 'eq', right: 'no', holds: false },
    { k: 'compare', left: 'x', op: 'is_set', right: '', holds: true },
  ])
})

it('a run’s history holds a call as it goes out, without the values of secrets', () => {
  const actions = playActions(
    [
      START,
      [
        'h',
        'http',
        {
          ...{ method: 'POST', url: 'https://api.example.com/{{ message.text }}', secretRefs: ['shop'] },
          headers: [{ name: 'Authorization', value: 'Bearer {{ secrets.shop }}' }],
          body: { said: '{{ message.text }}' },
        },
      ],
    ],
    ['t>h'],
    { secrets: ['shop'] },
  )
  expect(actions).toContainEqual(
    expect.objectContaining({
      k: 'http',
      request: {
        ...{ method: 'POST', url: 'https://api.example.com/go', body: '{"said":"go"}' },
        headers: expect.arrayContaining([{ name: 'Authorization', value: 'Bearer ***' }]),
      },
    }),
  )
})
