import { expect, test } from 'vitest'
import { buildReplay } from './replay.ts'

const move = (
  fromNodeId: string,
  toNodeId: string | null,
  outcome: string,
  patch: object,
  edgeId: string | null,
) => ({
  fromNodeId,
  toNodeId,
  outcome,
  edgeId,
  actions: '[{"k":"set","var":"name"}]',
  contextPatch: JSON.stringify(patch),
})

test('each frame has the variables around its move and the way up to it', () => {
  const [first, second, last] = buildReplay([
    move('t', 'q', 'triggered', { vars: { order: 7 } }, 'e1'),
    move('q', 's', 'reply', { vars: { name: 'Ana' } }, 'e2'),
    move('s', null, 'completed', { vars: { order: null } }, null),
  ])
  expect(first).toMatchObject({ before: {}, after: { order: 7 }, changed: ['order'] })
  expect([...(first?.marks.nodes ?? [])]).toEqual([
    ['t', 'visited'],
    ['q', 'current'],
  ])
  expect(second).toMatchObject({ before: { order: 7 }, after: { order: 7, name: 'Ana' }, changed: ['name'] })
  expect(last?.after).toEqual({ name: 'Ana' })
  expect(last?.marks.nodes.get('s')).toBe('current')
  expect([...(last?.marks.edges.keys() ?? [])]).toEqual(['e1', 'e2'])
})

test('a failed move marks its node, and what cannot be read changes nothing', () => {
  const [frame] = buildReplay([{ ...move('t', 'q', 'failed', {}, null), contextPatch: 'no', actions: '{' }])
  expect(frame?.marks.nodes.get('q')).toBe('failed')
  expect(frame).toMatchObject({ before: {}, after: {}, changed: [], actions: [] })
})
